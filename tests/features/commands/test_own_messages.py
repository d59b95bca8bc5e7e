"""Messages that Greenroom sends as bot or channel trigger no command; those that users send as themselves do."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from greenroom.accounts.access.rules import Role
from greenroom.accounts.platforms import Platforms, PlatformUnavailable
from greenroom.assembly import build_kernel
from greenroom.chat.protocol.actions import Announce, Receipt, SendMessage
from greenroom.chat.protocol.events import Parent
from greenroom.chat.sending.sender import Sender
from greenroom.chat.sending.splitting import split
from greenroom.features.commands import service
from greenroom.features.commands.schemas import CommandSettingsIn
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.platforms.kick.info import INFO as KICK
from greenroom.settings import Settings
from support.command_pipeline import RECORDING_PLATFORM, CommandPipeline
from support.commands import CommandChannel
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json
from support.moderation import LiveEvents, is_line
from support.sending import WRITABLE, Composer

NO_COOLDOWNS: dict[str, Any] = {"global_cooldown": 0, "chatter_cooldown": 0}
OWN = "sent by Greenroom"
ATTACK = "!cmd add !pwn Hello " + "x" * 490
# Kick reports this text as "!cmd add !pwn Hello".
KICK_EMOTE = "[emote:37226:!cmd] add !pwn Hello"
# Fields of a message from the account that is connected to the channel.
STREAMER: dict[str, Any] = {"level": "broadcaster", "by": "1"}
REPLY = Parent("m1", "hi", "7", "Viewer7")


async def send_as_bot(pipeline: CommandPipeline, words: str, *, sender: Sender | None = None) -> Receipt:
    action = SendMessage(words)
    return await (sender or pipeline.sender).dispatch(pipeline.pipeline.connection_id, action, as_bot=True)


async def save_answer_within(pipeline: CommandPipeline, seconds: int) -> None:
    async with pipeline.kernel.database.write() as session:
        fields, by = CommandSettingsIn(answer_within=seconds), ChangedBy("Juno", pipeline.kernel.clock())
        await service.save_settings(session, pipeline.channel_id, fields, by)


async def test_no_part_of_a_split_message_triggers_a_command(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("hello", **NO_COOLDOWNS)
    for words in (ATTACK, "x" * 500 + " hello everybody"):
        await send_as_bot(command_pipeline, words)
        reasons = [await command_pipeline.ask(part, **STREAMER) for part in split(words, 500)]
        assert OWN in reasons
        assert set(reasons) <= {OWN, ""}
    # Messages are processed in order: an edit would have been made before this response.
    assert await command_pipeline.ask("hello") == "Hello"
    assert command_pipeline.responses == [ATTACK, "x" * 500 + " hello everybody", "Hello"]


@pytest.mark.parametrize(
    ("sent", "reported"),
    [
        ("!hello  you", "!hello you"),
        ("!hello you", "!hello you \U000e0000"),
        ("!HELLO you", "!hello YOU"),
        ("!hello you", "@Viewer7 !hello you"),
        ("!hello :wave:", "!hello \U0001f44b"),
    ],
)
async def test_text_changed_by_the_platform_is_recognised(
    command_pipeline: CommandPipeline, sent: str, reported: str
) -> None:
    """The platform did not answer, so Greenroom does not have the id of the message."""
    await command_pipeline.make("!hello", patterns=[{"kind": "phrase", "text": "you !hello"}], **NO_COOLDOWNS)
    command_pipeline.platform.outcomes.append(PlatformUnavailable("no answer"))
    with pytest.raises(Exception, match="no answer"):
        await send_as_bot(command_pipeline, sent)
    fields: dict[str, Any] = {"reply_to": REPLY} if reported.startswith("@") else {}
    assert await command_pipeline.ask(reported, **STREAMER, **fields) == OWN


async def test_text_is_recognised_in_the_form_that_its_platform_reports(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!hello", patterns=[{"kind": "phrase", "text": "you !hello"}], **NO_COOLDOWNS)
    sent = "you [emote:37226:!hello]"
    assert KICK.reported_text(sent) == "you !hello"
    command_pipeline.platform.info = replace(RECORDING_PLATFORM, reported_text=KICK.reported_text)
    command_pipeline.platform.outcomes.append(PlatformUnavailable("no answer"))
    with pytest.raises(Exception, match="no answer"):
        await send_as_bot(command_pipeline, sent)
    assert await command_pipeline.ask("you !hello", **STREAMER) == OWN


@pytest.mark.both_databases
async def test_own_message_is_recognised_by_its_id_whatever_the_text_and_the_account(
    command_pipeline: CommandPipeline, clock: FrozenClock
) -> None:
    await command_pipeline.make("!hello", **NO_COOLDOWNS)
    command_pipeline.platform.outcomes.append(Receipt("done", message_ids=("one", "two")))
    await send_as_bot(command_pipeline, "x" * 600)
    for message_id in ("one", "two"):
        assert await command_pipeline.ask("!hello", message_id=message_id, by="99") == OWN
    clock.advance(240)
    await save_answer_within(command_pipeline, 300)
    command_pipeline.platform.outcomes.append(Receipt("dropped", "Only 1 of 2 parts were sent", ("three",)))
    await send_as_bot(command_pipeline, "y" * 600)
    assert await command_pipeline.ask("!hello", message_id="three", by="99") == OWN
    assert await command_pipeline.ask("!hello", message_id="four", by="99") == "Hello"


async def test_message_reported_before_the_platform_answers_is_recognised(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!hello", **NO_COOLDOWNS)
    reported = asyncio.Event()
    command_pipeline.platform.outcomes.append(reported)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(send_as_bot(command_pipeline, "!hello everybody"))
        await command_pipeline.platform.was_called.wait()
        assert await command_pipeline.ask("!hello everyone", **STREAMER) == OWN
        reported.set()


async def test_own_message_is_recognised_by_another_process_and_after_a_restart(
    command_pipeline: CommandPipeline, settings: Settings, clock: FrozenClock
) -> None:
    """The processes share only the database."""
    await command_pipeline.make("!hello", **NO_COOLDOWNS)
    other = build_kernel(settings, clock)
    platform = command_pipeline.platform
    sender = Sender(other, Platforms([platform], []), {"drill": platform})
    await send_as_bot(command_pipeline, "!hello everybody", sender=sender)
    await sender.stop()
    await other.http.close()
    await other.database.close()
    assert await command_pipeline.ask("!hello everybody", **STREAMER) == OWN


async def test_own_message_that_is_reported_late_is_recognised_by_the_time_it_was_sent(
    command_pipeline: CommandPipeline, clock: FrozenClock
) -> None:
    """An interrupted connection delivers the message minutes later."""
    await command_pipeline.make("!hello", **NO_COOLDOWNS)
    await save_answer_within(command_pipeline, 300)
    command_pipeline.platform.outcomes.append(Receipt("done", message_ids=("one",)))
    await send_as_bot(command_pipeline, "!hello everybody")
    clock.advance(200)
    assert await command_pipeline.ask("!hello everybody", at=-199, **STREAMER) == OWN
    # The streamer may type the same text minutes later.
    assert await command_pipeline.ask("!hello everybody", **STREAMER) == "Hello"


async def test_similar_messages_are_not_mistaken_for_own_messages(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!hello", "Hello!", **NO_COOLDOWNS)
    command_pipeline.platform.outcomes += [Receipt("done", message_ids=(f"{number}",)) for number in range(9)]
    await send_as_bot(command_pipeline, "!hello everybody")
    assert await command_pipeline.ask("!hello everybody", by="2") == "Hello!"
    assert await command_pipeline.ask("!hello", **STREAMER) == "Hello!"
    assert await command_pipeline.ask("!hello everybody else", **STREAMER) == "Hello!"


@pytest.mark.both_databases
async def test_text_that_a_database_cannot_store_is_sent(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!hello", **NO_COOLDOWNS)
    await send_as_bot(command_pipeline, "!hello \0\ud800 you")
    assert await command_pipeline.ask("!hello  you", **STREAMER) == OWN


async def test_streamer_can_type_a_message_that_the_platform_refused(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!hello", **NO_COOLDOWNS)
    command_pipeline.platform.outcomes.append(Receipt("refused", "no"))
    await send_as_bot(command_pipeline, "!hello everybody")
    assert await command_pipeline.ask("!hello everybody", **STREAMER) == "Hello"


async def test_announcement_is_recognised_although_the_adapter_cuts_it_off(command_pipeline: CommandPipeline) -> None:
    words = "!hello " + "x" * 600
    await command_pipeline.make("!hello", **NO_COOLDOWNS)
    await command_pipeline.sender.dispatch(command_pipeline.pipeline.connection_id, Announce(words), as_bot=True)
    assert await command_pipeline.ask(words[:500], **STREAMER) == OWN


def ids_of(sent: Json) -> set[str]:
    return {message_id for receipt in sent["receipts"] for message_id in receipt["message_ids"]}


def has_id(message_id: str) -> Callable[[Json], bool]:
    return lambda event: event["type"] == "line" and event["line"]["message_id"] == message_id


async def reported_texts(events: LiveEvents, sent: Json) -> list[str]:
    """Waits until all sent parts are reported; returns their texts as the platforms report them."""
    found = [await events.until(has_id(message_id)) for message_id in ids_of(sent)]
    return [event["line"]["text"] for event in found]


async def test_moderator_cannot_edit_commands_through_the_bot(
    greenroom: GreenroomServer, channel: CommandChannel
) -> None:
    """Without a bot account the platforms report sent messages as the broadcaster's."""
    await channel.connect(*WRITABLE)
    mod = await greenroom.staff("odalys_", channel.channel_id, Role.MOD)
    composer = Composer(mod, channel.channel_id, channel.connections)
    message_ids = set[str]()
    async with channel.command_events() as events:
        for words in (ATTACK, KICK_EMOTE):
            sent = await composer.send(words)
            assert [one["state"] for one in sent["receipts"]] == ["sent"] * len(WRITABLE)
            assert "!cmd add !pwn Hello" in await reported_texts(events, sent)
            message_ids |= ids_of(sent)
        # Messages are processed in order: after this response, the attacks have been processed.
        await channel.make("!last", "Done", **NO_COOLDOWNS)
        for provider in WRITABLE:
            await channel.send_and_await_response("!last", "Done", provider)
    assert [one["cmds"] for one in await channel.list_commands(q="!pwn")] == []
    assert (
        await greenroom.rows("SELECT id FROM command_uses WHERE command_name = '!cmd' AND verdict <> 'skipped'") == []
    )
    # Each part is stored as the adapter cut it and the platform reports it, with its id.
    parts = await greenroom.rows("SELECT message_id, text FROM sent_parts WHERE text <> 'Done'")
    lines = await greenroom.rows("SELECT message_id, text FROM chat_messages")
    assert {one["message_id"] for one in parts} == message_ids
    assert [one for one in parts if one not in lines] == []


async def test_users_who_send_as_themselves_can_use_commands(channel: CommandChannel) -> None:
    await channel.connect("twitch")
    await channel.make("!hello", "Hello $(user)", **NO_COOLDOWNS)
    composer = Composer(channel.client, channel.channel_id, channel.connections)
    async with channel.command_events() as events:
        await composer.send("!hello", speaker="me")
        await events.until(is_line("Hello JunoPlays", "twitch"))


async def test_link_code_sent_by_the_bot_links_nothing(channel: CommandChannel) -> None:
    """Otherwise the broadcaster's account would be linked with the viewer's."""
    await channel.connect("twitch", "kick")
    line = await channel.send_chat("One", "kick", viewer="marekfixes")
    viewer = f"{channel.path}/viewers/kick/{line['author']['id']}"
    code = (await channel.client.ask("POST", f"{viewer}/link-codes")).json()["code"]
    composer = Composer(channel.client, channel.channel_id, channel.connections)
    async with channel.command_events() as events:
        await reported_texts(events, await composer.send(f"!link {code}", "twitch"))
    await channel.send_chat("After it")
    assert (await channel.client.get(viewer))["accounts"] == []
