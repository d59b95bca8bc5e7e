"""“Try it with everything connected”: the steps that set a channel up in a rehearsal."""

import httpx
import pytest

from support.filters import FilterChannel
from support.greenroom_server import ApiClient, GreenroomServer, Json, refusal
from support.sending import Composer, receipt_of

STEPS = ["twitch", "youtube", "kick", "tiktok", "bot", "filters", "timers", "goal", "games", "evening"]
MOD, EDITOR, ADMIN = 7, 100, 200


async def run_step(client: ApiClient, channel_id: str, step: str) -> httpx.Response:
    return await client.ask("POST", f"/channels/{channel_id}/rehearsal/set-up/{step}")


async def done_steps(client: ApiClient, channel_id: str) -> list[str]:
    found = await client.get(f"/channels/{channel_id}/rehearsal/set-up")
    assert [one["key"] for one in found["steps"]] == STEPS
    return [one["key"] for one in found["steps"] if one["is_done"]]


async def set_up(client: ApiClient, channel_id: str, *steps: str) -> None:
    for step in steps or STEPS:
        answer = await run_step(client, channel_id, step)
        assert answer.status_code == 200, answer.text


async def test_steps_connect_platforms_and_a_bot_and_set_up_filters_timers_a_goal_and_games(
    rehearsal_server: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    assert await done_steps(owner, channel_id) == []
    await set_up(owner, channel_id)
    assert await done_steps(owner, channel_id) == STEPS
    connected: list[Json] = await owner.get(f"/channels/{channel_id}/providers")
    bots = {one["provider"]: one["bot_provider"] and one["bot_provider"]["display_name"] for one in connected}
    assert bots == {"twitch": "StagehandBot", "youtube": "StagehandBot", "kick": "StagehandBot", "tiktok": None}
    assert [one["scope_needed"] for one in connected] == [False] * 4
    # The set-up writes the proof code into the TikTok profile, as a streamer would.
    assert [one["proof_code"] for one in connected] == [None] * 4
    # With the same consents the user can also chat as these accounts.
    own = await owner.get("/user/providers")
    assert {one["provider"] for one in own if one["can_chat"]} == {"twitch", "youtube", "kick"}
    timers = (await owner.get(f"/channels/{channel_id}/timers"))["records"]
    assert {one["active_mode"] for one in timers} == {"online"}
    (goal,) = (await owner.get(f"/channels/{channel_id}/widgets"))["records"]
    assert (goal["name"], goal["type"], goal["settings"]["kinds"]) == ("Follower goal", "goal", ["follow"])
    assert (await owner.get(f"/channels/{channel_id}/points/settings"))["enabled"]
    assert (await owner.get(f"/channels/{channel_id}/games/roulette"))["settings"]["enabled"]
    (queue,) = (await owner.get(f"/channels/{channel_id}/queues"))["records"]
    assert (queue["name"], queue["is_open"]) == ("Play with us", True)
    # The audience bets and joins the queue.
    played = " ".join(rehearsal_server.rehearsal_state.audience.play_commands)
    assert ("!roulette" in played, "!join" in played) == (True, True)
    await rehearsal_server.wait_for_event("consent_given", platform="kick", login="stagehandbot")
    await rehearsal_server.wait_for_event("scene_started", login="junoplays", scene="go-live")


async def test_bot_of_set_up_can_announce(rehearsal_server: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    await set_up(owner, channel_id, "twitch", "bot")
    composer = Composer(owner, channel_id)
    (composer.connections["twitch"],) = [one["id"] for one in await owner.get(f"/channels/{channel_id}/providers")]
    sent = await composer.send("Raid at nine", kind="announcement")
    assert receipt_of(sent)["detail"] == ""
    await rehearsal_server.wait_for_event("announced", sender="stagehandbot")


async def test_shadow_filter_records_a_spam_wave_and_removes_nothing(
    rehearsal_server: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    channel = FilterChannel(rehearsal_server, owner, channel_id)
    await channel.connect("twitch")
    await set_up(owner, channel_id, "twitch", "filters")
    (shadow,) = [one for one in await channel.filters() if one["mode"] == "shadow"]
    async with channel.filter_events() as live_events:
        answer = await owner.ask("POST", f"/channels/{channel_id}/rehearsal/moments", json={"moment": "spam-wave"})
        assert answer.status_code == 204, answer.text
        await live_events.until(lambda event: event["type"] == "hit" and event["hits_today"] >= 10)
    assert {one["is_shadow"] for one in await channel.hits(shadow)} == {True}
    assert [one for one in (await channel.removals()).values() if one is not None] == []


async def test_failed_step_can_be_repeated_and_done_steps_stay_done(
    rehearsal_server: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await set_up(owner, channel_id, "twitch")
    await rehearsal_server.control("/kick/plug", on=False)
    answer = await run_step(owner, channel_id, "kick")
    assert answer.status_code in {409, 502}, answer.text
    assert await done_steps(owner, channel_id) == ["twitch"]
    await rehearsal_server.control("/kick/plug", on=True)
    await set_up(owner, channel_id, "kick", "twitch")
    assert await done_steps(owner, channel_id) == ["twitch", "kick"]
    assert len(await owner.get(f"/channels/{channel_id}/providers")) == 2


async def test_account_of_another_channel_is_refused_with_the_reason(
    rehearsal_server: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await set_up(owner, channel_id, "twitch")
    answer = await run_step(owner, await owner.create_channel("Second"), "twitch")
    assert refusal(answer) == (409, "provider_taken")


@pytest.mark.parametrize(("level", "status"), [(MOD, 403), (EDITOR, 403), (ADMIN, 200)])
async def test_set_up_needs_the_permission_to_connect_platforms(
    rehearsal_server: GreenroomServer, owner: ApiClient, channel_id: str, level: int, status: int
) -> None:
    staff = await rehearsal_server.staff("odalys_", channel_id, level)
    assert (await run_step(staff, channel_id, "twitch")).status_code == status
    assert (await staff.ask("GET", f"/channels/{channel_id}/rehearsal/set-up")).status_code == status


async def test_unknown_step_is_not_found(rehearsal_server: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    assert refusal(await run_step(owner, channel_id, "sounds")) == (404, "not_found")


async def test_set_up_is_not_found_outside_a_rehearsal(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    """The platforms of this server are rehearsed, but the server was not started by `greenroom rehearse`."""
    for step in STEPS:
        assert refusal(await run_step(owner, channel_id, step)) == (404, "no_rehearsal")
    assert await owner.get(f"/channels/{channel_id}/providers") == []


async def test_consent_is_given_only_on_the_pages_of_the_rehearsal(
    rehearsal_server: GreenroomServer, owner: ApiClient, channel_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server sends no consent form to a real platform that is set up beside the rehearsal."""
    other_origin = rehearsal_server.settings.rehearsal_url.replace("127.0.0.1", "localhost")
    monkeypatch.setattr(rehearsal_server.settings, "rehearsal_url", other_origin)
    answer = await run_step(owner, channel_id, "twitch")
    assert refusal(answer) == (409, "rehearsal_refused")
    assert "Connect it on the Platforms screen" in answer.json()["message"]
