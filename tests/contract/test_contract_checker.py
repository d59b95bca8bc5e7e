"""The contract checker finds each kind of deviation."""

import json
from dataclasses import replace

import pytest
from starlette.datastructures import Headers

from rehearsal.network.contract_check import Exchange, Sent
from support.contract_deviations import deviations, sent_deviations

GREENROOM_HEADERS = {"user-agent": "Greenroom/0.1.0"}
USER = {
    "id": "141981764",
    "login": "junoplays",
    "display_name": "JunoPlays",
    "type": "",
    "broadcaster_type": "partner",
    "description": "",
    "profile_image_url": "",
    "offline_image_url": "",
    "view_count": 0,
    "created_at": "2016-12-14T20:32:28Z",
}


def exchange(path: str, response: object, *, method: str = "GET", query: str = "", body: object = None) -> Exchange:
    return Exchange(
        method=method,
        path=path,
        query=query.encode(),
        headers=Headers({**GREENROOM_HEADERS, "content-type": "application/json"}),
        body=b"" if body is None else json.dumps(body).encode(),
        status=200,
        response_headers=Headers({}),
        response_body=json.dumps(response).encode(),
    )


def test_valid_exchange_has_no_deviations() -> None:
    assert deviations(exchange("/twitch/helix/users", {"data": [USER]}, query="id=141981764")) == []


@pytest.mark.parametrize(
    ("response", "word"),
    [
        ({"data": [{**USER, "id": 141981764}]}, "id"),
        ({"data": [{**USER, "nickname": "juno"}]}, "nickname"),
        ({"data": [{name: value for name, value in USER.items() if name != "login"}]}, "login"),
        ({"users": []}, "data"),
    ],
)
def test_response_with_a_wrong_missing_or_unknown_field_is_reported(response: object, word: str) -> None:
    found = deviations(exchange("/twitch/helix/users", response))
    assert found
    assert word in " ".join(found)


def test_parameter_that_the_platform_does_not_have_is_found() -> None:
    found = deviations(exchange("/twitch/helix/users", {"data": []}, query="nickname=juno"))
    assert found == ["twitch-helix GET /users (200): there is no parameter nickname"]


def test_call_that_the_platform_does_not_have_is_found() -> None:
    found = deviations(exchange("/twitch/helix/moods", {"data": []}))
    assert found == ["GET /twitch/helix/moods: no contract has this call"]


def test_body_that_the_platform_would_refuse_is_found() -> None:
    found = deviations(exchange("/kick/public/v1/chat", {}, method="POST", body={"content": "hi", "type": "parrot"}))
    assert any("parrot" in one for one in found)


def test_request_cut_off_before_the_end_of_its_body_is_not_compared() -> None:
    whole = exchange("/kick/public/v1/chat", {}, method="POST", body={"content": "hi", "type": "parrot"})
    announced = Headers({**whole.headers, "content-length": str(len(whole.body))})
    assert deviations(replace(whole, headers=announced))
    assert deviations(replace(whole, headers=announced, body=whole.body[:-1])) == []


def test_youtube_is_checked_against_the_discovery_document() -> None:
    path = "/youtube/v3/liveChat/messages"
    assert any("mood" in one for one in deviations(exchange(path, {"mood": "good"}, query="part=id&liveChatId=x")))
    assert any("liveChatId" in one for one in deviations(exchange(path, {}, query="part=id")))


def test_event_with_an_unknown_field_is_found() -> None:
    event = {"broadcaster_user_id": "1", "mood": "good"}
    subscription = {"type": "stream.offline", "version": "1"}
    body = json.dumps({"payload": {"subscription": subscription, "event": event}}).encode()
    assert any("mood" in one for one in sent_deviations(Sent("/twitch/ws", Headers({}), body)))
