"""Clearing chat, chat modes, warnings, shoutouts and raids on the platform and in the moderation log."""

import re
from typing import cast

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.chat.protocol.actions import ChangeChatModes
from greenroom.features.moderation.rules import changed_modes, mode_text
from rehearsal.platforms.twitch.chat.rooms import ChatSettings, Room
from rehearsal.platforms.twitch.platform import Twitch
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal
from support.moderation import LiveEvents, ModeratedChannel

ALL_OFF = {
    "slow_seconds": None,
    "followers_seconds": None,
    "subscribers_only": False,
    "emotes_only": False,
    "detail": "",
}
STRICT = {"slow_seconds": 30, "followers_seconds": 600, "subscribers_only": True, "emotes_only": True}


def room(greenroom: GreenroomServer) -> Room:
    rehearsal = greenroom.rehearsal_state
    return cast("Twitch", rehearsal.platforms["twitch"]).room(rehearsal.world.person("junoplays"))


async def change(channel: ModeratedChannel, body: Json, provider: str = "twitch") -> Json:
    answer = await channel.client.ask("PATCH", f"{channel.provider_path(provider)}/chat-modes", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_all_modes_are_set_and_lifted_in_one_call_each(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    path = f"{on_twitch.provider_path('twitch')}/chat-modes"
    before = await on_twitch.client.get(path)
    assert before == ALL_OFF
    assert await change(on_twitch, STRICT) == {**STRICT, "detail": ""}
    assert room(greenroom).settings == ChatSettings(30, 10, is_subscribers_only=True, is_emotes_only=True)
    assert await on_twitch.client.get(path) == {**STRICT, "detail": ""}
    assert await change(on_twitch, {key: before[key] for key in STRICT}) == ALL_OFF
    assert room(greenroom).settings == ChatSettings()


async def test_modes_left_out_of_a_request_stay_and_each_change_is_logged_once(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    await change(on_twitch, {"subscribers_only": True})
    await change(on_twitch, {"slow_seconds": 10, "emotes_only": True})
    await change(on_twitch, {"slow_seconds": None})
    await on_twitch.send_chat("Said after it")
    assert room(greenroom).settings == ChatSettings(is_subscribers_only=True, is_emotes_only=True)
    log = [(entry["action"], entry["reason"], entry["actor"]["name"]) for entry in await on_twitch.log()]
    assert sorted(log) == [
        ("mode", "Emote-only mode on", "JunoPlays"),
        ("mode", "Slow mode off", "JunoPlays"),
        ("mode", "Slow mode: 10 seconds", "JunoPlays"),
        ("mode", "Subscribers-only mode on", "JunoPlays"),
    ]
    rows = await greenroom.rows("SELECT is_confirmed, outcome, actor_kind FROM moderation_entries")
    assert {(bool(row["is_confirmed"]), row["outcome"], row["actor_kind"]) for row in rows} == {(True, "done", "user")}


async def test_mode_out_of_range_is_refused_with_its_limits_and_logged_as_failed(on_twitch: ModeratedChannel) -> None:
    path = f"{on_twitch.provider_path('twitch')}/chat-modes"
    answer = await on_twitch.client.ask("PATCH", path, json={"slow_seconds": 2})
    assert refusal(answer) == (409, "refused")
    assert answer.json()["message"] == "Slow mode on Twitch must be 3–120 seconds."
    assert [entry["outcome"] for entry in await on_twitch.log()] == ["failed"]
    nothing = await on_twitch.client.ask("PATCH", path, json={})
    assert (refusal(nothing), error_fields(nothing)) == ((422, "invalid"), ["slow_seconds"])


async def test_mode_changed_on_the_platform_is_logged_with_the_platform_as_actor(on_twitch: ModeratedChannel) -> None:
    async with on_twitch.moderation_events() as live:
        await on_twitch.greenroom.control("/twitch/report", login="junoplays", action="followers")
        entry = await live.wait_for_entry(action="mode")
    assert (entry["reason"], entry["actor"]["kind"]) == ("Followers-only mode: 10 minutes", "platform")


async def test_clearing_chat_marks_stored_lines_as_cleared_by_the_moderator(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    await on_twitch.send_chat("Rude words")
    answer = await on_twitch.client.ask("POST", f"{on_twitch.provider_path('twitch')}/clear-chat")
    assert (answer.status_code, answer.json()["action"], answer.json()["outcome"]) == (200, "clear", "done")
    await on_twitch.send_chat("Said after it")
    removals = await on_twitch.removals()
    assert removals["Said after it"] is None
    assert removals["Rude words"] is not None
    assert (removals["Rude words"]["how"], removals["Rude words"]["by"]) == ("cleared", "JunoPlays")
    assert len(room(greenroom).messages) == 1
    assert len(await on_twitch.log()) == 1


async def test_warning_reaches_the_viewer_but_not_protected_accounts(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat()
    path = f"{on_twitch.provider_path('twitch')}/warning"
    body = {"provider_viewer_id": line["author"]["id"], "reason": "no spoilers"}
    answer = await on_twitch.client.ask("POST", path, json=body)
    assert (answer.status_code, answer.json()["action"]) == (200, "warn")
    await greenroom.wait_for_event("warned", viewer=line["author"]["login"])
    own = {"provider_viewer_id": room(greenroom).person.id, "reason": "no spoilers"}
    assert refusal(await on_twitch.client.ask("POST", path, json=own)) == (409, "protected")
    without_reason = await on_twitch.client.ask("POST", path, json={**body, "reason": ""})
    assert (without_reason.status_code, error_fields(without_reason)) == (422, ["reason"])
    assert len(await on_twitch.log()) == 1


async def test_shoutout_goes_to_a_channel_that_was_never_in_chat(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    path = f"{on_twitch.provider_path('twitch')}/shoutout"
    answer = await on_twitch.client.ask("POST", path, json={"channel_name": "@pixelharbor"})
    assert (answer.status_code, answer.json()["action"], answer.json()["outcome"]) == (200, "shoutout", "done")
    await greenroom.wait_for_event("shouted_out", target="pixelharbor")
    unknown = await on_twitch.client.ask("POST", path, json={"channel_name": "nobody_at_all"})
    assert (refusal(unknown), error_fields(unknown)) == ((422, "invalid"), ["channel_name"])
    assert unknown.json()["message"] == "No Twitch channel nobody_at_all"


async def test_raider_is_shouted_out_by_id_and_logged_by_name(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    async with on_twitch.client.socket("/live") as socket:
        await socket.subscribe(on_twitch.channel_id, "activity")
        await greenroom.control("/twitch/raid", login="junoplays", viewer="pixelharbor", viewers=12)
        raid = (await LiveEvents(socket).until(lambda event: event["type"] == "activity"))["activity"]
    path = f"{on_twitch.provider_path('twitch')}/shoutout"
    answer = await on_twitch.client.ask("POST", path, json={"provider_viewer_id": raid["viewer_id"]})
    assert (answer.status_code, answer.json()["outcome"]) == (200, "done")
    assert answer.json()["viewer_name"] == raid["viewer_name"]
    await greenroom.wait_for_event("shouted_out", target="pixelharbor")
    assert error_fields(await on_twitch.client.ask("POST", path, json={})) == ["channel_name"]


async def test_editor_raids_and_cancels_but_a_moderator_may_not(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    path = f"{on_twitch.provider_path('twitch')}/raid"
    moderator = await greenroom.staff("odalys_", on_twitch.channel_id, Role.MOD)
    body = {"channel_name": "pixelharbor"}
    assert refusal(await moderator.ask("POST", path, json=body)) == (403, "forbidden")
    assert refusal(await moderator.ask("DELETE", path)) == (403, "forbidden")
    assert room(greenroom).raid is None
    editor = await greenroom.staff("hanamori", on_twitch.channel_id, Role.EDITOR)
    assert (await editor.ask("POST", path, json=body)).status_code == 200
    raid = room(greenroom).raid
    assert raid is not None
    assert raid.target.login == "pixelharbor"
    assert (await editor.ask("DELETE", path)).json()["action"] == "unraid"
    assert room(greenroom).raid is None
    assert refusal(await editor.ask("DELETE", path)) == (409, "refused")


async def test_moderator_may_change_chat_modes_and_clear_chat(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    moderator = await greenroom.staff("odalys_", on_twitch.channel_id, Role.MOD)
    stranger = await greenroom.sign_in("hanamori")
    path = on_twitch.provider_path("twitch")

    async def statuses(client: ApiClient) -> list[int]:
        modes = {"emotes_only": True}
        calls = [("GET", "chat-modes", None), ("PATCH", "chat-modes", modes), ("POST", "clear-chat", None)]
        return [(await client.ask(method, f"{path}/{name}", json=body)).status_code for method, name, body in calls]

    assert await statuses(stranger) == [404, 404, 404]
    assert room(greenroom).settings == ChatSettings()
    assert await statuses(moderator) == [200, 200, 200]
    assert {entry["actor"]["name"] for entry in await on_twitch.log()} == {"Odalys_"}


@pytest.mark.parametrize("provider", ["youtube", "kick"])
async def test_action_that_a_platform_does_not_have_is_refused_and_not_logged(
    channel: ModeratedChannel, provider: str
) -> None:
    await channel.connect(provider)
    path = channel.provider_path(provider)
    calls = [
        ("POST", "clear-chat", None, "Clear chat: "),
        ("GET", "chat-modes", None, "Slow, followers-only, sub-only and emote-only mode: "),
        ("PATCH", "chat-modes", STRICT, "Slow, followers-only, sub-only and emote-only mode: "),
        ("POST", "warning", {"provider_viewer_id": "1", "reason": "x"}, "Warnings: not available on "),
        ("POST", "shoutout", {"channel_name": "x"}, "Shoutouts: not available on "),
        ("POST", "raid", {"channel_name": "x"}, "Raids: "),
        ("DELETE", "raid", None, "Raids: "),
    ]
    for method, name, body, words in calls:
        answer = await channel.client.ask(method, f"{path}/{name}", json=body)
        assert refusal(answer) == (409, "not_supported")
        assert answer.json()["message"].startswith(words)
    assert await channel.log() == []


async def test_connection_of_another_channel_is_not_found(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    other = await on_twitch.client.create_channel("Another show")
    path = f"/channels/{other}/twitch/{on_twitch.connections['twitch']}"
    assert (await on_twitch.client.ask("POST", f"{path}/clear-chat")).status_code == 404
    assert (await on_twitch.client.ask("GET", f"{path}/chat-modes")).status_code == 404
    assert (await on_twitch.client.ask("POST", f"{path}/raid", json={"channel_name": "pixelharbor"})).status_code == 404
    assert room(greenroom).raid is None


async def test_connection_without_the_scopes_for_modes_and_raids_can_write_and_needs_a_reconnect(
    channel: ModeratedChannel,
) -> None:
    client = channel.client
    redirect = "/channel-provider-connected"
    url = await client.get("/twitch/connect-chat-url", redirect_to=redirect, channel_id=channel.channel_id)
    scopes = ("moderator%3Amanage%3Achat_settings", "channel%3Amanage%3Araids")
    url_without_scopes = re.sub("|".join(scopes), "moderator%3Aread%3Achat_settings", url["url"])
    answer = await client.complete_oauth(await client.consent(url_without_scopes, "junoplays"))
    channel.connections["twitch"] = answer.json()["channel_provider_id"]
    (shown,) = await client.get(f"{channel.path}/providers")
    assert (shown["scope_needed"], shown["can_chat"], shown["can_moderate"]) == (True, True, True)
    assert len(shown["missing_scopes"]) == 2
    path = channel.provider_path("twitch")
    modes = await client.ask("PATCH", f"{path}/chat-modes", json={"emotes_only": True})
    raid = await client.ask("POST", f"{path}/raid", json={"channel_name": "pixelharbor"})
    assert (refusal(modes), refusal(raid)) == ((409, "refused"), (409, "refused"))
    assert modes.json()["message"] == "Reconnect Twitch to allow changing chat modes."
    assert raid.json()["message"] == "Reconnect Twitch to allow raids."


def test_own_change_is_worded_like_the_platforms_report_of_it() -> None:
    strict = ChangeChatModes(slow_seconds=30, followers_seconds=90, subscribers_only=True, emotes_only=False)
    assert changed_modes(strict) == [
        mode_text("slow", "30 seconds"),
        mode_text("followers", "2 minutes"),
        mode_text("subscribers", ""),
        mode_text("emoteonlyoff", ""),
    ]
    assert changed_modes(ChangeChatModes(followers_seconds=0)) == ["Followers-only mode on"]
    assert mode_text("members_only_off", "Members-only mode is off") == "Members-only mode off"
    assert mode_text("vip", "") is None
