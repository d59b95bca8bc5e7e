"""The panic button makes chats strict, mutes the bot and pauses alerts; releasing it restores the former state."""

import asyncio
from collections.abc import Callable
from typing import cast
from uuid import UUID

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.accounts.access.service import Access
from greenroom.accounts.sessions.service import Person
from greenroom.chat.protocol.actions import ChatModes
from greenroom.features.moderation.panic import service
from greenroom.features.moderation.panic.rules import CLAIM_TIME, change_action, restoring_changes, strict_changes
from greenroom.features.moderation.panic.worker import PanicWorker
from greenroom.kernel.ids import new_id
from greenroom.kernel.services import ServiceMap
from rehearsal.platforms.twitch.chat.rooms import ChatSettings, Room
from rehearsal.platforms.twitch.platform import Twitch
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, refusal
from support.moderation import LiveEvents, ModeratedChannel

STRICT = ChatSettings(30, 10, is_subscribers_only=True)
MINUTE = 60


def room(greenroom: GreenroomServer) -> Room:
    rehearsal = greenroom.rehearsal_state
    return cast("Twitch", rehearsal.platforms["twitch"]).room(rehearsal.world.person("junoplays"))


def other_worker(greenroom: GreenroomServer) -> PanicWorker:
    """The worker of another process."""
    return PanicWorker(greenroom.kernel, greenroom.platforms, greenroom.sender, ServiceMap())


async def change_and_die(greenroom: GreenroomServer, channel: ModeratedChannel) -> None:
    """Presses the panic button in a process that dies after changing Twitch's modes, before storing the result."""
    kernel, connection_id = greenroom.kernel, UUID(channel.connections["twitch"])
    (user,) = await greenroom.rows("SELECT id FROM users")
    now, user_id = kernel.clock(), UUID(str(user["id"]))
    person = Person(user_id, new_id(), "juno", "JunoPlays", "", is_operator=False, last_seen_at=now, expires_at=now)
    access = Access(person, UUID(channel.channel_id), Role.OWNER)
    async with kernel.database.write() as session:
        await service.press(session, greenroom.platforms, access, kernel.clock())
        claimed = await service.claim(session, access.channel_id, connection_id, kernel.clock())
        assert claimed is not None
        changes = strict_changes(ChatModes(slow_seconds=room(greenroom).settings.slow_seconds))
        assert await service.open_entries(session, claimed, changes, kernel.clock())
    await greenroom.sender.dispatch(connection_id, change_action(changes))


async def press(channel: ModeratedChannel, by: ApiClient | None = None) -> Json:
    answer = await (by or channel.client).ask("POST", f"{channel.path}/panic")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def release(channel: ModeratedChannel) -> Json:
    answer = await channel.client.ask("DELETE", f"{channel.path}/panic")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def bot_and_alerts(channel: ModeratedChannel) -> tuple[bool, bool]:
    state = await channel.client.get(f"{channel.path}/state")
    return state["bot_muted"], state["alerts_paused"]


def stages(panic: Json) -> dict[str, str]:
    return {chat["provider"]: chat["stage"] for chat in panic["chats"]}


def has_stage(stage: str, *, is_on: bool) -> Callable[[Json], bool]:
    return lambda event: event["panic"]["is_on"] == is_on and stages(event["panic"]) == {"twitch": stage}


@pytest.mark.both_databases
async def test_press_makes_chats_strict_and_release_restores_only_what_it_changed(
    greenroom: GreenroomServer, channel: ModeratedChannel
) -> None:
    await channel.connect("twitch", "kick")
    room(greenroom).settings.follower_minutes = 1440
    await channel.client.ask("PATCH", f"{channel.path}/state", json={"alerts_paused": True})
    pressed = await press(channel)
    assert (pressed["is_on"], pressed["pressed_by"]) == (True, "JunoPlays")
    assert stages(pressed) == {"twitch": "strict", "kick": "no_modes"}
    assert pressed["chats"][1]["detail"].endswith("not supported by Kick's API.")
    assert room(greenroom).settings == ChatSettings(30, 1440, is_subscribers_only=True)
    assert await bot_and_alerts(channel) == (True, True)
    released = await release(channel)
    assert (released["is_on"], released["is_restoring"], await bot_and_alerts(channel)) == (False, False, (False, True))
    assert room(greenroom).settings == ChatSettings(follower_minutes=1440)
    assert await greenroom.rows("SELECT * FROM panics") == []
    await channel.send_chat("Said after it")
    log = sorted((entry["action"], entry["reason"], entry["outcome"]) for entry in await channel.log())
    assert log == [
        ("mode", "Slow mode off", "done"),
        ("mode", "Slow mode: 30 seconds", "done"),
        ("mode", "Subscribers-only mode off", "done"),
        ("mode", "Subscribers-only mode on", "done"),
        ("other", "Panic off", "done"),
        ("other", "Panic on: bot muted, alerts paused", "done"),
    ]


async def test_press_leaves_subscribers_only_off_in_a_channel_that_cannot_have_subscribers(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    twitch_room = room(greenroom)
    twitch_room.has_subscribers = False
    assert stages(await press(on_twitch)) == {"twitch": "strict"}
    assert twitch_room.settings == ChatSettings(30, 10)
    await release(on_twitch)
    assert twitch_room.settings == ChatSettings()


async def test_second_press_of_one_person_changes_nothing(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    first = await press(on_twitch)
    assert await press(on_twitch) == first
    await release(on_twitch)
    assert room(greenroom).settings == ChatSettings()
    assert not (await release(on_twitch))["is_on"]


@pytest.mark.both_databases
async def test_concurrent_presses_take_effect_once(greenroom: GreenroomServer, on_twitch: ModeratedChannel) -> None:
    mod = await greenroom.staff("odalys_", on_twitch.channel_id, Role.MOD)
    await asyncio.gather(press(on_twitch), press(on_twitch, mod), press(on_twitch), press(on_twitch, mod))
    assert stages(await press(on_twitch)) == {"twitch": "strict"}
    presses = [entry for entry in await on_twitch.log() if entry["reason"].startswith("Panic on")]
    assert len(presses) == 1
    await asyncio.gather(release(on_twitch), release(on_twitch))
    assert (room(greenroom).settings, await bot_and_alerts(on_twitch)) == (ChatSettings(), (False, False))


async def test_release_keeps_changes_that_moderators_made_after_the_press(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    await press(on_twitch)
    path = f"{on_twitch.provider_path('twitch')}/chat-modes"
    await on_twitch.client.ask("PATCH", path, json={"slow_seconds": 90})
    await on_twitch.client.ask("PATCH", f"{on_twitch.path}/state", json={"bot_muted": False})
    await release(on_twitch)
    assert room(greenroom).settings == ChatSettings(90)
    assert await bot_and_alerts(on_twitch) == (False, False)


async def test_press_while_the_platform_is_down_changes_its_chat_once_it_is_back(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel, clock: FrozenClock
) -> None:
    await greenroom.control("/twitch/plug", on=False)
    pressed = await press(on_twitch)
    assert (stages(pressed), await bot_and_alerts(on_twitch)) == ({"twitch": "waiting"}, (True, True))
    assert pressed["chats"][0]["detail"]
    assert stages(await press(on_twitch)) == {"twitch": "waiting"}
    await greenroom.control("/twitch/plug", on=True)
    async with on_twitch.client.socket("/live") as socket:
        await socket.subscribe(on_twitch.channel_id, "panic")
        clock.advance(MINUTE)
        await other_worker(greenroom).retry_waiting()
        await LiveEvents(socket).until(has_stage("strict", is_on=True))
    assert room(greenroom).settings == STRICT
    await release(on_twitch)
    assert room(greenroom).settings == ChatSettings()


async def test_press_and_release_during_an_outage_change_nothing_on_the_platform(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel, clock: FrozenClock
) -> None:
    await greenroom.control("/twitch/plug", on=False)
    await press(on_twitch)
    released = await release(on_twitch)
    assert (released["is_on"], released["is_restoring"], stages(released)) == (False, False, {"twitch": "restored"})
    await greenroom.control("/twitch/plug", on=True)
    clock.advance(MINUTE)
    await other_worker(greenroom).retry_waiting()
    assert (room(greenroom).settings, await bot_and_alerts(on_twitch)) == (ChatSettings(), (False, False))


async def test_former_modes_are_restored_although_a_process_died_before_it_stored_the_result(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel, clock: FrozenClock
) -> None:
    room(greenroom).settings.slow_seconds = 5
    await change_and_die(greenroom, on_twitch)
    assert room(greenroom).settings == STRICT
    assert stages(await press(on_twitch)) == {"twitch": "waiting"}
    async with on_twitch.client.socket("/live") as socket:
        await socket.subscribe(on_twitch.channel_id, "panic")
        clock.advance(CLAIM_TIME.total_seconds())
        # The server's own worker may claim the chat before this press does.
        await press(on_twitch)
        await LiveEvents(socket).until(has_stage("strict", is_on=True))
    await release(on_twitch)
    assert room(greenroom).settings == ChatSettings(5)


async def test_release_restores_the_modes_that_a_process_changed_before_it_died(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel, clock: FrozenClock
) -> None:
    await change_and_die(greenroom, on_twitch)
    released = await release(on_twitch)
    assert (released["is_restoring"], await bot_and_alerts(on_twitch)) == (True, (False, False))
    async with on_twitch.client.socket("/live") as socket:
        await socket.subscribe(on_twitch.channel_id, "panic")
        clock.advance(CLAIM_TIME.total_seconds())
        await other_worker(greenroom).retry_waiting()
        await LiveEvents(socket).until(has_stage("restored", is_on=False))
    assert room(greenroom).settings == ChatSettings()


async def test_user_without_a_role_cannot_press(greenroom: GreenroomServer, on_twitch: ModeratedChannel) -> None:
    stranger = await greenroom.sign_in_directly("hanamori")
    assert refusal(await stranger.ask("POST", f"{on_twitch.path}/panic"))[0] == 404
    assert (await on_twitch.client.get(f"{on_twitch.path}/panic"))["is_on"] is False
    assert room(greenroom).settings == ChatSettings()


def test_stricter_chat_is_not_changed_and_a_mode_changed_since_is_not_restored() -> None:
    modes = ChatModes(slow_seconds=120, followers_seconds=86_400, subscribers_only=True)
    assert strict_changes(modes) == {}
    changes = strict_changes(ChatModes(slow_seconds=5))
    assert change_action(changes).slow_seconds == 30
    strict = ChatModes(slow_seconds=30, followers_seconds=600, subscribers_only=False)
    assert restoring_changes(strict, changes) == {"slow_seconds": (30, 5), "followers_seconds": (600, None)}
