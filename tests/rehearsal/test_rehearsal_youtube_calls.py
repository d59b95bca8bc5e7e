"""YouTube's API calls: credentials, queries, scopes, quota and errors."""

import httpx
import pytest
from youtube_client import YouTubeClient, reason

from rehearsal.clock import Clock
from rehearsal.platforms.youtube.scopes import READONLY

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUERY = {"part": "id", "mine": "true"}


async def test_call_without_any_credential_is_refused(youtube: YouTubeClient) -> None:
    response = await youtube.call("GET", "/channels", **QUERY)
    assert reason(response) == (401, "required")
    assert response.json()["error"]["status"] == "UNAUTHENTICATED"


async def test_token_may_be_in_the_query(youtube: YouTubeClient) -> None:
    access = await youtube.access("junoplays")
    in_query = await youtube.get("/channels", access_token=access, **QUERY)
    assert in_query["items"][0]["id"] == youtube.channel_of("junoplays")


@pytest.mark.parametrize("value", ["true", "True", "TRUE", "tRuE"])
async def test_boolean_may_have_upper_and_lower_case_letters(youtube: YouTubeClient, value: str) -> None:
    access = await youtube.access("pixelharbor")
    assert (await youtube.call("GET", "/liveBroadcasts", access, part="id", mine=value)).status_code == 200


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"mine": "true"}, "required"),
        ({"part": "id,mood", "mine": "true"}, "unknownPart"),
        ({"part": "id", "mine": "perhaps"}, "invalidParameter"),
        ({"part": "id", "mine": "true", "maxResults": "51"}, "invalidValue"),
        ({"part": "id", "mine": "true", "mood": "good"}, "invalid"),
        ({"part": "id", "mine": "true", "pageToken": "x"}, "invalidPageToken"),
        ({"part": "id", "broadcastStatus": "asleep"}, "invalidParameter"),
        ({"part": "id"}, "missingRequiredParameter"),
        ({"part": "id", "mine": "true", "broadcastStatus": "active"}, "incompatibleParameters"),
        ({"part": "id", "mine": "true", "alt": "sse"}, "invalidParameter"),
    ],
)
async def test_malformed_query_returns_400_with_the_reason(
    youtube: YouTubeClient, query: dict[str, str], expected: str
) -> None:
    access = await youtube.access("pixelharbor")
    assert reason(await youtube.call("GET", "/liveBroadcasts", access, **query)) == (400, expected)


async def test_body_that_is_not_json_is_refused(youtube: YouTubeClient, http: httpx.AsyncClient) -> None:
    headers = {"Authorization": f"Bearer {await youtube.access('junoplays')}"}
    path = "/youtube/v3/liveChat/messages?part=snippet"
    assert reason(await http.post(path, content=b"{", headers=headers)) == (400, "badRequest")


async def test_read_only_scope_cannot_write(youtube: YouTubeClient) -> None:
    access = await youtube.access("pixelharbor", READONLY)
    chat = await youtube.live_chat(access)
    assert reason(await youtube.say(access, chat, "hello")) == (403, "insufficientPermissions")


async def test_each_call_costs_its_units_even_if_it_is_refused(youtube: YouTubeClient) -> None:
    access = await youtube.access("pixelharbor")
    chat = await youtube.live_chat(access)
    await youtube.read(access, chat)
    await youtube.say(access, chat, "x" * 201)
    await youtube.ban(access, chat, youtube.viewer_login())
    response = await youtube.http.get("/control/youtube/quota")
    assert response.json()["used"] == 1 + 5 + 20 + 50


async def test_used_up_quota_refuses_requests_until_midnight_pacific(youtube: YouTubeClient, clock: Clock) -> None:
    access = await youtube.access("junoplays")
    quota = await youtube.command("/exhaust-quota")
    # Noon in UTC is four in the morning in California.
    assert quota["resets_at"] == "2026-11-16T08:00:00Z"
    other = await youtube.sign_in("odalys_")
    for token in (access, other.access):
        refused = await youtube.call("GET", "/channels", token, **QUERY)
        assert reason(refused) == (403, "quotaExceeded")
        assert refused.json()["error"]["errors"][0]["domain"] == "youtube.quota"
    clock.advance(20 * 3600 - 1)
    renewed = (await youtube.refresh(other.refresh)).json()["access_token"]
    assert reason(await youtube.call("GET", "/channels", renewed, **QUERY)) == (403, "quotaExceeded")
    clock.advance(1)
    assert await youtube.get("/channels", renewed, **QUERY)


async def test_quota_reset_follows_daylight_saving_time(youtube: YouTubeClient, clock: Clock) -> None:
    # From mid November to mid July.
    clock.advance(242 * 86_400)
    resets_at = (await youtube.http.get("/control/youtube/quota")).json()["resets_at"]
    assert resets_at == "2027-07-16T07:00:00Z"


async def test_control_call_can_set_quota_and_costs_of_calls(youtube: YouTubeClient) -> None:
    access = await youtube.access("junoplays")
    await youtube.command("/quota", units=10, used=0, costs={"channels.list": 6})
    assert await youtube.get("/channels", access, **QUERY)
    assert reason(await youtube.call("GET", "/channels", access, **QUERY)) == (403, "quotaExceeded")


async def test_simulated_failure_and_unknown_path_get_googles_error_format(youtube: YouTubeClient) -> None:
    access = await youtube.access("junoplays")
    await youtube.command("/fail", next=1, status=503, path_prefix="/youtube/v3/channels", retry_after=7)
    response = await youtube.call("GET", "/channels", access, **QUERY)
    assert reason(response) == (503, "backendError")
    assert response.headers["retry-after"] == "7"
    assert await youtube.get("/channels", access, **QUERY)
    unknown = await youtube.call("GET", "/moods", access)
    assert reason(unknown) == (404, "notFound")
