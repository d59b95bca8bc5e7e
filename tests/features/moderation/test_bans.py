"""Time-outs, bans and unbans on every platform that supports them."""

import asyncio
from datetime import datetime, timedelta

import pytest

from greenroom.accounts.access.rules import Role
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json, error_fields, refusal
from support.moderation import PLAIN_VIEWER, ModeratedChannel, action_summaries, chat_event

PROVIDERS_WITH_BANS = ("twitch", "youtube", "kick")
PROVIDERS_WITH_REASONS = ("twitch", "kick")


@pytest.mark.rows("K13", "K14", "K15", "K16", "E7", "T3", "P4", "P12")
@pytest.mark.parametrize("provider", PROVIDERS_WITH_BANS)
async def test_viewer_is_timed_out_banned_and_unbanned(
    channel: ModeratedChannel, provider: str, clock: FrozenClock
) -> None:
    await channel.connect(provider)
    line = await channel.send_chat("To be swept", provider)
    reason = {"reason": "Too loud"} if provider in PROVIDERS_WITH_REASONS else {}
    timed_out = await channel.ban(line, duration_seconds=600, **reason)
    assert (timed_out["action"], timed_out["seconds"], timed_out["outcome"]) == ("timeout", 600, "done")
    assert timed_out["reason"] == reason.get("reason", "")
    assert timed_out["actor"] == {"kind": "user", "name": "JunoPlays"}
    assert (timed_out["viewer_name"], timed_out["can_undo"]) == (line["author"]["name"], True)
    assert datetime.fromisoformat(timed_out["until"]) == clock.now + timedelta(seconds=600)
    assert (await channel.card(line))["sent_out"] == {"until": timed_out["until"]}
    removal = (await channel.removals())["To be swept"]
    assert removal is not None
    assert (removal["how"], removal["by"], removal["seconds"]) == ("timed_out", "JunoPlays", 600)
    banned = await channel.ban(line)
    assert (banned["action"], banned["seconds"], banned["until"]) == ("ban", None, None)
    assert (await channel.card(line))["sent_out"] == {"until": None}
    unbanned = (await channel.unban(line)).json()
    assert (unbanned["action"], unbanned["outcome"]) == ("unban", "done")
    assert (await channel.card(line))["sent_out"] is None
    assert [entry["action"] for entry in await channel.log()] == ["unban", "ban", "timeout"]
    assert [entry["undone_by"] for entry in await channel.log()] == ["", "JunoPlays", "JunoPlays"]


@pytest.mark.rows("K15", "E7")
async def test_reason_is_rejected_on_a_platform_without_reasons(channel: ModeratedChannel) -> None:
    await channel.connect("youtube")
    response = await channel.request_ban(await channel.send_chat(provider="youtube"), reason="Too loud")
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["reason"])
    assert await channel.log() == []


@pytest.mark.rows("K15")
async def test_ban_on_tiktok_is_refused_with_an_explanation(channel: ModeratedChannel) -> None:
    await channel.connect("tiktok")
    line = await channel.send_chat(provider="tiktok")
    response = await channel.request_ban(line)
    assert refusal(response) == (409, "refused")
    assert "TikTok" in response.json()["message"]
    (entry,) = await channel.log()
    assert (entry["outcome"], entry["detail"]) == ("failed", response.json()["message"])
    assert (await channel.removals())["Hello there"] is None


async def test_time_out_rounded_for_kick_is_logged_with_its_real_duration(channel: ModeratedChannel) -> None:
    await channel.connect("kick")
    entry = await channel.ban(await channel.send_chat(provider="kick"), duration_seconds=61)
    assert (entry["seconds"], "2 minutes" in entry["detail"]) == (120, True)


async def test_time_out_longer_than_the_platform_allows_is_refused_with_the_limit(channel: ModeratedChannel) -> None:
    await channel.connect("kick")
    response = await channel.request_ban(await channel.send_chat(provider="kick"), duration_seconds=1_209_600)
    assert refusal(response) == (409, "refused")
    assert "7 days" in response.json()["message"]


BAD_BODIES: list[Json] = [
    {"duration_seconds": 0},
    {"duration_seconds": -5},
    {"duration_seconds": 1_209_601},
    {"duration_seconds": "60"},
    {"duration_seconds": True},
    {"reason": "x" * 501},
    {"reason": "\u202e" * 10_000},
    {"reason": 7},
    {"provider_viewer_id": ""},
    {"provider_viewer_id": "a\0b"},
    {"provider_viewer_id": "9" * 10_000},
    {"provider_viewer_id": None},
    {"surprise": 1},
]


async def test_invalid_ban_request_names_its_field_and_does_nothing(on_twitch: ModeratedChannel) -> None:
    for change in BAD_BODIES:
        body = {"provider_viewer_id": "12345678", **change}
        response = await on_twitch.client.ask("POST", f"{on_twitch.provider_path('twitch')}/ban", json=body)
        assert (refusal(response), error_fields(response)) == ((422, "invalid"), list(change)), change
    assert await on_twitch.log() == []


async def test_reason_is_cleaned_before_it_is_stored(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    entry = await on_twitch.ban(line, duration_seconds=1, reason="  two\nlines \u202eturned\0 round ")
    assert entry["reason"] == "two lines turned round"


async def test_wrong_platform_and_connection_of_another_channel_are_not_found(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat()
    body = {"provider_viewer_id": line["author"]["id"]}
    connection = on_twitch.connections["twitch"]
    for provider in ("kick", "youtube", "myspace"):
        response = await on_twitch.client.ask("POST", f"{on_twitch.path}/{provider}/{connection}/ban", json=body)
        assert response.status_code == 404, provider
    other = await on_twitch.client.create_channel("Another one")
    foreign = await on_twitch.client.ask("POST", f"/channels/{other}/twitch/{connection}/ban", json=body)
    assert foreign.status_code == 404
    assert await greenroom.rows("SELECT id FROM moderation_entries") == []


@pytest.mark.rows("A3")
async def test_only_moderators_may_moderate(greenroom: GreenroomServer, on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    anonymous = await greenroom.client()
    assert refusal(await on_twitch.request_ban(line, by=anonymous)) == (401, "unauthenticated")
    vip = await greenroom.staff("odalys_", on_twitch.channel_id, Role.VIP)
    calls = [
        ("POST", f"{on_twitch.provider_path('twitch')}/ban"),
        ("DELETE", f"{on_twitch.provider_path('twitch')}/ban?provider_viewer_id=1"),
        ("DELETE", f"{on_twitch.provider_path('twitch')}/chat-messages/1"),
        ("GET", f"{on_twitch.path}/moderation-log"),
        ("POST", f"{on_twitch.path}/moderation-log/{on_twitch.channel_id}/undo"),
        ("POST", f"{on_twitch.path}/viewers/twitch/1/ban-everywhere"),
    ]
    for method, path in calls:
        assert refusal(await vip.ask(method, path, json={})) == (404, "channel_not_found"), path
        assert refusal(await anonymous.ask(method, path, json={})) == (401, "unauthenticated"), path
    await greenroom.set_level(on_twitch.channel_id, (await vip.get("/user"))["id"], Role.MOD)
    response = await on_twitch.request_ban(line, by=vip)
    assert (response.status_code, response.json()["actor"]["name"]) == (200, "Odalys_")


async def test_own_account_broadcaster_and_bot_are_protected(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    mod = await greenroom.staff("odalys_", on_twitch.channel_id, Role.MOD)
    target = {"channel_id": on_twitch.channel_id, "channel_provider_id": on_twitch.connections["twitch"]}
    await on_twitch.client.connect("stagehandbot", bot="own", **target)
    protected = {
        "odalys_": "your own",
        "junoplays": "broadcaster",
        "stagehandbot": "bot",
    }
    credentials = await greenroom.rows("SELECT login, provider_user_id FROM credentials")
    ids = {row["login"]: row["provider_user_id"] for row in credentials}
    for login, reason in protected.items():
        body = {"provider_viewer_id": ids[login]}
        response = await mod.ask("POST", f"{on_twitch.provider_path('twitch')}/ban", json=body)
        assert (refusal(response), error_fields(response)) == ((409, "protected"), ["provider_viewer_id"])
        assert reason in response.json()["message"]
    assert await on_twitch.log() == []


async def test_ban_of_a_moderator_requires_an_admin(greenroom: GreenroomServer, on_twitch: ModeratedChannel) -> None:
    await greenroom.control("/twitch/moderator", login="junoplays", viewer="marekfixes")
    line = await on_twitch.send_chat("I moderate here", viewer="marekfixes")
    assert line["author"]["is_moderator"]
    member = await greenroom.staff("odalys_", on_twitch.channel_id, Role.EDITOR)
    response = await on_twitch.request_ban(line, by=member)
    assert (refusal(response), error_fields(response)) == ((409, "protected"), ["provider_viewer_id"])
    assert "Admins and Owners" in response.json()["message"]
    await greenroom.set_level(on_twitch.channel_id, (await member.get("/user"))["id"], Role.ADMIN)
    by_admin = await on_twitch.request_ban(line, by=member)
    # Greenroom allows the ban; the platform refuses, and the response has the message of the platform.
    assert (by_admin.status_code, by_admin.json()["type"]) == (409, "refused")
    assert "Twitch says" in by_admin.json()["message"]


@pytest.mark.parametrize("provider", PROVIDERS_WITH_BANS)
async def test_repeated_ban_returns_the_same_entry(channel: ModeratedChannel, provider: str) -> None:
    await channel.connect(provider)
    line = await channel.send_chat(provider=provider)
    first = await channel.ban(line)
    second = await channel.ban(line)
    assert second == first
    assert len(await channel.log()) == 1


@pytest.mark.both_databases
async def test_concurrent_bans_of_a_viewer_share_one_entry(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat()
    mod = await greenroom.staff("odalys_", on_twitch.channel_id, Role.MOD)
    responses = await asyncio.gather(*(on_twitch.request_ban(line, by=by) for by in (mod, on_twitch.client, mod)))
    assert [response.status_code for response in responses] == [200, 200, 200]
    assert len({response.json()["id"] for response in responses}) == 1
    assert len(await on_twitch.log()) == 1


async def test_new_time_out_replaces_the_old_one(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    first = await on_twitch.ban(line, duration_seconds=600)
    second = await on_twitch.ban(line, duration_seconds=60)
    assert (await on_twitch.card(line))["sent_out"] == {"until": second["until"]}
    response = await on_twitch.undo(first)
    assert refusal(response) == (409, "not_undoable")
    assert "Undo that one instead" in response.json()["message"]


async def test_expired_time_out_is_not_on_the_viewer_card(on_twitch: ModeratedChannel, clock: FrozenClock) -> None:
    line = await on_twitch.send_chat()
    await on_twitch.ban(line, duration_seconds=60)
    clock.advance(61)
    assert (await on_twitch.card(line))["sent_out"] is None


async def test_failed_ban_is_logged_and_removes_no_lines(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat("Still here")
    await greenroom.control("/twitch/fail", next=10, status=500, path_prefix="/twitch/helix/moderation/bans")
    response = await on_twitch.request_ban(line, duration_seconds=60)
    assert refusal(response) == (502, "not_confirmed")
    (entry,) = await on_twitch.log()
    assert (entry["outcome"], entry["detail"], entry["can_undo"]) == ("failed", response.json()["message"], False)
    assert (await on_twitch.removals())["Still here"] is None
    assert (await on_twitch.card(line))["sent_out"] is None


async def test_ban_on_a_rate_limited_platform_fails(greenroom: GreenroomServer, channel: ModeratedChannel) -> None:
    await channel.connect("kick")
    line = await channel.send_chat(provider="kick")
    path = "/kick/public/v1/moderation/bans"
    await greenroom.control("/kick/fail", next=10, status=429, path_prefix=path, retry_after=30)
    response = await channel.request_ban(line)
    assert refusal(response) == (503, "platform_busy")
    assert action_summaries(await channel.log()) == [("ban", "JunoPlays", "failed")]


async def test_renamed_viewer_is_banned_by_id_and_shown_with_the_new_name(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat("Old name", viewer="marekfixes")
    await on_twitch.ban(line, duration_seconds=1)
    async with on_twitch.moderation_events() as live_events:
        event = chat_event(line["author"]["id"], "MarekMends", "It is me")
        await greenroom.control("/twitch/event", login="junoplays", type="channel.chat.message", event=event)
        renamed = (await live_events.until(lambda received: received.get("line", {}).get("text") == "It is me"))["line"]
    entry = await on_twitch.ban(renamed)
    assert (entry["provider_viewer_id"], entry["viewer_name"]) == (line["author"]["id"], "MarekMends")
    assert [one["viewer_name"] for one in await on_twitch.log()] == ["MarekMends", "MarekFixes"]
    card = await on_twitch.card(line)
    assert (card["name"], card["sent_out"]) == ("MarekMends", {"until": None})
    # Lines under both names are removed, because they belong to one account.
    assert {text for text, removal in (await on_twitch.removals()).items() if removal} == {"Old name", "It is me"}
    await greenroom.wait_for_event("banned", login="junoplays", viewer="marekfixes")


async def test_unban_of_a_viewer_who_is_not_banned_says_so_and_cannot_be_undone(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    entry = (await on_twitch.unban(line)).json()
    assert (entry["outcome"], entry["detail"], entry["can_undo"]) == ("done", "Not banned.", False)


async def test_invalid_viewer_id_in_a_query_names_its_field(on_twitch: ModeratedChannel) -> None:
    path = f"{on_twitch.provider_path('twitch')}/ban"
    for viewer_id in ("a\0b", "9" * 10_000, "\n", ""):
        response = await on_twitch.client.ask("DELETE", path, params={"provider_viewer_id": viewer_id})
        assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["provider_viewer_id"])


async def test_viewer_id_with_url_characters_is_refused_by_the_platform(on_twitch: ModeratedChannel) -> None:
    body = {"provider_viewer_id": "../../etc/passwd?x=1&y"}
    response = await on_twitch.client.ask("POST", f"{on_twitch.provider_path('twitch')}/ban", json=body)
    assert refusal(response) == (409, "refused")


@pytest.mark.rows("E7", "K13", "K14")
@pytest.mark.parametrize("provider", PROVIDERS_WITH_REASONS)
@pytest.mark.parametrize("fields", [{}, {"duration_seconds": 5400}])
async def test_reason_reaches_the_platform_and_the_log(
    channel: ModeratedChannel, provider: str, fields: dict[str, object]
) -> None:
    await channel.connect(provider)
    line = await channel.send_chat(provider=provider)
    entry = await channel.ban(line, reason="Spoils the ending", **fields)
    await channel.greenroom.wait_for_event("banned", viewer=PLAIN_VIEWER, reason="Spoils the ending")
    assert (entry["reason"], (await channel.log())[0]["reason"]) == ("Spoils the ending", "Spoils the ending")
