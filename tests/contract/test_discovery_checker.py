"""The check against Google's discovery document finds each kind of deviation."""

import pytest
from discovery import deviations

CHAT = "/youtube/v3/liveChat/messages"
LIST = [("part", "id,snippet"), ("liveChatId", "x")]
ERROR = {"message": "no", "domain": "global", "reason": "forbidden"}


def found_in_response(response: object, status: int = 200, path: str = CHAT) -> str:
    return " ".join(deviations("GET", path, LIST, None, status, response))


def test_valid_response_has_no_deviations() -> None:
    snippet = {"type": "superChatEvent", "superChatDetails": {"amountMicros": "5000000", "tier": 2}}
    response = {"kind": "youtube#liveChatMessageListResponse", "items": [{"id": "a", "snippet": snippet}]}
    assert deviations("GET", CHAT, LIST, None, 200, response) == []


@pytest.mark.parametrize(
    ("snippet", "word"),
    [
        ({"mood": "good"}, "mood"),
        ({"type": "raidEvent"}, "raidEvent"),
        ({"hasDisplayContent": "yes"}, "hasDisplayContent"),
        ({"superChatDetails": {"amountMicros": 5_000_000}}, "amountMicros"),
        ({"superChatDetails": {"amountMicros": "five"}}, "amountMicros"),
        ({"superChatDetails": {"tier": "2"}}, "tier"),
        ({"publishedAt": "yesterday"}, "publishedAt"),
        ({"publishedAt": "2026-07-10T14:00:30"}, "publishedAt"),
        ({"giftDetails": {"giftDuration": "5"}}, "giftDuration"),
        ({"pollDetails": []}, "pollDetails"),
    ],
)
def test_response_with_a_wrong_or_unknown_field_is_reported(snippet: object, word: str) -> None:
    assert word in found_in_response({"items": [{"snippet": snippet}]})


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ([("part", "id")], "liveChatId"),
        ([("part", "id,mood"), ("liveChatId", "x")], "mood"),
        ([*LIST, ("maxResults", "100")], "maxResults"),
        ([*LIST, ("maxResults", "many")], "maxResults"),
        ([*LIST, ("liveChatId", "y")], "liveChatId"),
        ([*LIST, ("mine", "true")], "mine"),
    ],
)
def test_request_that_google_would_refuse_is_reported(query: list[tuple[str, str]], word: str) -> None:
    (problem,) = deviations("GET", CHAT, query, None, 200, {})
    assert problem.startswith("request")
    assert word in problem


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({"snippet": {"title": "x", "scheduledStartTime": "2026-11-15T12:00:00Z"}}, "body.id is missing"),
        ({"id": "x", "snippet": {"title": "x"}}, "scheduledStartTime is missing"),
        ({"id": "x", "snippet": {"title": "x", "scheduledStartTime": "noon"}}, "scheduledStartTime is not a timestamp"),
        ([], "body is not an object"),
    ],
)
def test_incomplete_or_malformed_request_body_is_reported(body: object, word: str) -> None:
    found = deviations("PUT", "/youtube/v3/liveBroadcasts", [("part", "snippet")], body, 200, {})
    assert any(word in problem for problem in found)


def test_unknown_call_and_wrong_status_are_reported() -> None:
    assert deviations("GET", "/youtube/v3/moods", [], None, 200, {})
    assert deviations("DELETE", CHAT, [("id", "x")], None, 200, {}) == ["response (200) has to be 204 without a body"]


def test_errors_must_have_googles_envelope() -> None:
    envelope = {"code": 403, "message": "no", "errors": [ERROR], "status": "PERMISSION_DENIED"}
    assert found_in_response({"error": envelope}, 403) == ""
    assert "code" in found_in_response({"error": {**envelope, "code": 404}}, 403)
    assert "status" in found_in_response({"error": {**envelope, "status": "SAD"}}, 403)
    assert "errors" in found_in_response({"error": {**envelope, "errors": [{"reason": "x"}]}}, 403)
    assert "error object" in found_in_response({"message": "no"}, 403)


def test_streamed_response_has_to_be_an_array_that_may_end_after_any_item() -> None:
    path = f"{CHAT}/stream"
    failure: object = {"error": {"code": 401, "message": "no", "errors": [ERROR]}}
    assert found_in_response([{"etag": "x"}, failure], path=path) == ""
    assert found_in_response('[{"items":[]},{"items":[]}', path=path) == ""
    assert "array" in found_in_response({"items": []}, path=path)
    assert "array" in found_in_response('[{"items":[', path=path)
    assert "mood" in found_in_response('[{"mood":1}', path=path)
