"""Commands in the pipeline: who can use them when, which response is picked, and nested commands."""

from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.chat.protocol.actions import Announce, Receipt, SendMessage
from greenroom.chat.protocol.events import Parent
from greenroom.features.commands import service
from greenroom.features.commands.responding import responder
from greenroom.features.commands.schemas import CommandIn, CommandSettingsIn
from greenroom.kernel.db.change_tracking import ChangedBy
from support.command_pipeline import CommandPipeline
from support.frozen_clock import FrozenClock

NO_COOLDOWNS: dict[str, Any] = {"global_cooldown": 0, "chatter_cooldown": 0}


async def test_name_matches_as_the_first_word_in_upper_or_lower_case(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!Straße", "found $(query)", **NO_COOLDOWNS)
    assert await command_pipeline.ask("!STRASSE it is") == "found it is"
    assert await command_pipeline.ask("so !straße") == ""


async def test_mention_before_the_name_is_skipped_in_replies(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!hello", **NO_COOLDOWNS)
    reply = Parent("m1", "hi", "1", "Juno")
    assert await command_pipeline.ask("@Juno !hello", reply_to=reply) == "Hello"
    assert await command_pipeline.ask("@Juno !hello") == ""


@pytest.mark.rows("E9")
async def test_access_level_is_required(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!mods", "Yes", access_level=7, **NO_COOLDOWNS)
    assert await command_pipeline.ask("!mods") == "requires Mod or higher, user is Public"
    assert await command_pipeline.ask("!mods", level="vip") == "requires Mod or higher, user is VIP"
    assert await command_pipeline.ask("!mods", level="moderator") == "Yes"
    assert await command_pipeline.ask("!mods", level="broadcaster", by="1") == "Yes"


LEVELS = {0: "Public", 1: "Sub", 2: "VIP", 7: "Mod", 500: "Owner"}
ROLES = {"": 0, "subscriber": 1, "vip": 2, "moderator": 7, "broadcaster": 500}


@pytest.mark.rows("E9")
async def test_each_role_can_use_commands_up_to_its_level(command_pipeline: CommandPipeline) -> None:
    for level in LEVELS:
        await command_pipeline.make(f"!{level}", f"for {level}", access_level=level, **NO_COOLDOWNS)
    responses = {role: [await command_pipeline.ask(f"!{level}", level=role) for level in LEVELS] for role in ROLES}
    assert responses == {
        role: [
            f"for {level}" if role_level >= level else f"requires {label} or higher, user is {LEVELS[role_level]}"
            for level, label in LEVELS.items()
        ]
        for role, role_level in ROLES.items()
    }


async def test_first_unmet_condition_is_the_reason(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!off", enabled=False, providers=["twitch"])
    await command_pipeline.make("!elsewhere", providers=["twitch", "kick"], access_level=7)
    await command_pipeline.make("!live", active_mode="online", **NO_COOLDOWNS)
    await command_pipeline.make("!quiet", active_mode="offline", **NO_COOLDOWNS)
    await command_pipeline.make("!silent", responses=[{"text": "x", "providers": ["youtube"]}])
    assert await command_pipeline.ask("!off") == "disabled"
    assert await command_pipeline.ask("!elsewhere") == "only on Kick and Twitch"
    assert await command_pipeline.ask("!live") == "only while live"
    assert await command_pipeline.ask("!silent") == "no response for drill"
    assert await command_pipeline.ask("!quiet") == "Hello"
    async with command_pipeline.kernel.database.write() as session:
        await session.execute(update(ChannelProvider).values(is_live=True))
    assert await command_pipeline.ask("!live") == "Hello"
    assert await command_pipeline.ask("!quiet") == "only while offline"


async def test_message_age_limit_holds_after_clock_jumps(command_pipeline: CommandPipeline, clock: FrozenClock) -> None:
    await command_pipeline.make("!hello", **NO_COOLDOWNS)
    assert await command_pipeline.ask("!hello", at=-15) == "Hello"
    # The platform's clock is ahead of ours.
    assert await command_pipeline.ask("!hello", at=3600) == "Hello"
    delayed = command_pipeline.chat_message("!hello")
    clock.advance(3600)
    assert await command_pipeline.ask("!hello", sent_at=delayed.sent_at) == "too old (3600 s)"
    assert await command_pipeline.ask("!hello") == "Hello"
    delayed = command_pipeline.chat_message("!hello")
    clock.advance(-3600)
    assert await command_pipeline.ask("!hello", sent_at=delayed.sent_at, received_at=delayed.received_at) == "Hello"
    assert await command_pipeline.ask("!hello") == "Hello"


async def test_pick_is_always_the_first_response_or_each_in_turn(command_pipeline: CommandPipeline) -> None:
    texts = [{"text": "one"}, {"text": "two", "weight": 100}, {"text": "three"}]
    await command_pipeline.make("!first", responses=texts, pick="first", **NO_COOLDOWNS)
    await command_pipeline.make("!round", responses=texts, pick="round_robin", **NO_COOLDOWNS)
    assert [await command_pipeline.ask("!first") for _ in range(2)] == ["one", "one"]
    assert [await command_pipeline.ask("!round") for _ in range(4)] == ["one", "two", "three", "one"]


async def test_random_pick_follows_the_weights(command_pipeline: CommandPipeline) -> None:
    texts = [{"text": "one"}, {"text": "two", "weight": 100}, {"text": "three"}]
    await command_pipeline.make("!any", responses=texts, pick="random", **NO_COOLDOWNS)
    await command_pipeline.make("!coin", responses=[{"text": "head"}, {"text": "tail"}], pick="random", **NO_COOLDOWNS)
    texts = ["!any"] * 60 + ["!coin"] * 40
    await command_pipeline.process(
        *(command_pipeline.chat_message(text, message_id=f"m{number}") for number, text in enumerate(texts))
    )
    assert len(command_pipeline.responses) == 100
    # The weights give “two” 98 of 100 responses: fewer than 48 of 60 is practically impossible.
    assert command_pipeline.responses[:60].count("two") >= 48
    assert set(command_pipeline.responses[60:]) == {"head", "tail"}


async def test_round_robin_skips_responses_for_other_platforms(command_pipeline: CommandPipeline) -> None:
    texts = [{"text": "one"}, {"text": "elsewhere", "providers": ["kick"]}, {"text": "three"}]
    await command_pipeline.make("!round", responses=texts, pick="round_robin", **NO_COOLDOWNS)
    assert [await command_pipeline.ask("!round") for _ in range(3)] == ["one", "three", "one"]


async def test_response_type_decides_how_the_response_is_sent(command_pipeline: CommandPipeline) -> None:
    for response_type in ("say", "mention", "reply", "announce"):
        await command_pipeline.make(f"!{response_type}", response_type=response_type, **NO_COOLDOWNS)
        await command_pipeline.ask(f"!{response_type}", message_id=response_type)
    assert command_pipeline.platform.performed == [
        SendMessage("Hello"),
        SendMessage("@Viewer7 Hello"),
        SendMessage("Hello", "reply"),
        Announce("Hello"),
    ]


async def test_patterns_match_anywhere_and_names_come_first(command_pipeline: CommandPipeline) -> None:
    patterns = [{"kind": "words", "text": "when stream"}, {"kind": "regex", "text": r"\bschedul\w+"}]
    await command_pipeline.make("!when", "Every Friday", patterns=patterns, **NO_COOLDOWNS)
    await command_pipeline.make(
        "!phrase", "A phrase", patterns=[{"kind": "phrase", "text": "good night"}], **NO_COOLDOWNS
    )
    assert await command_pipeline.ask("So when is the next STREAM?") == "Every Friday"
    assert await command_pipeline.ask("what is the Schedule") == "Every Friday"
    assert await command_pipeline.ask("whenever streams") == ""
    assert await command_pipeline.ask("well, Good  night all") == "A phrase"
    assert await command_pipeline.ask("!phrase when stream") == "A phrase"


async def test_message_triggers_one_command(command_pipeline: CommandPipeline) -> None:
    hello = [{"kind": "words", "text": "hello"}]
    await command_pipeline.make("!a", "A", patterns=hello, access_level=7, **NO_COOLDOWNS)
    await command_pipeline.make("!b", "B", patterns=hello, **NO_COOLDOWNS)
    await command_pipeline.make("!c", "C", patterns=hello, **NO_COOLDOWNS)
    assert await command_pipeline.ask("hello you") == "B"
    assert [verdict for verdict, _ in await command_pipeline.verdicts()] == ["skipped", "answered"]


async def test_duplicate_delivery_triggers_one_response(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!hello", **NO_COOLDOWNS)
    message = command_pipeline.chat_message("!hello", message_id="same")
    await command_pipeline.process(message, message)
    await command_pipeline.process(message)
    assert command_pipeline.responses == ["Hello"]


async def test_messages_of_bots_other_channels_or_the_past_trigger_nothing(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!hello", **NO_COOLDOWNS)
    robot = msgspec.structs.replace(command_pipeline.chat_message("!hello").chatter, is_bot=True)
    assert await command_pipeline.ask("!hello", is_backlog=True) == ""
    assert await command_pipeline.ask("!hello", chatter=robot) == "sent by a bot"
    assert await command_pipeline.ask("!hello", source_channel_id="another") == "from another channel's shared chat"
    assert await command_pipeline.ask("!hello", at=-16) == "too old (16 s)"
    assert await command_pipeline.ask("!hello", kind="announcement") == ""
    assert command_pipeline.responses == []
    assert await command_pipeline.ask("!hello", at=-14) == "Hello"


async def test_age_limit_is_a_channel_setting(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!hello", **NO_COOLDOWNS)
    assert await command_pipeline.ask("!hello", at=-40) == "too old (40 s)"
    async with command_pipeline.kernel.database.write() as session:
        by = ChangedBy("Juno", command_pipeline.kernel.clock())
        await service.save_settings(session, command_pipeline.channel_id, CommandSettingsIn(answer_within=60), by)
    assert await command_pipeline.ask("!hello", at=-41) == "Hello"
    assert await command_pipeline.ask("!hello", at=-61) == "too old (61 s)"


async def test_own_response_triggers_nothing(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!loop", "!loop", **NO_COOLDOWNS)
    assert await command_pipeline.ask("!loop", by="2") == "!loop"
    assert await command_pipeline.ask("!loop", level="broadcaster", by="1") == "sent by Greenroom"
    assert command_pipeline.responses == ["!loop"]


async def test_reason_of_a_dropped_or_unanswered_response_names_the_platform(command_pipeline: CommandPipeline) -> None:
    """The reason also has the notes of variables, such as a missing argument."""
    await command_pipeline.make("!hello", "Hello $(1)", **NO_COOLDOWNS)
    command_pipeline.platform.outcomes += [Receipt("dropped", "too much of the same"), PlatformUnavailable("no answer")]
    await command_pipeline.ask("!hello you", by="1")
    await command_pipeline.ask("!hello", by="2")
    command_pipeline.platform.outcomes += [Receipt("dropped", "too much of the same")]
    await command_pipeline.ask("!hello", by="3")
    missing = "$(1): No argument 1"
    assert await command_pipeline.verdicts() == [
        ("failed", "Drill dropped it: too much of the same"),
        (
            "failed",
            f"Drill didn't respond (no answer). It may already have been sent — check before retrying; {missing}",
        ),
        ("failed", f"Drill dropped it: too much of the same; {missing}"),
    ]


async def test_empty_response_is_not_sent(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!empty", "$(1)", **NO_COOLDOWNS)
    assert (await command_pipeline.ask("!empty")).startswith("Empty response")
    assert command_pipeline.responses == []


async def test_responses_keep_the_order_of_the_messages(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!say", "$(query)", **NO_COOLDOWNS)
    await command_pipeline.process(
        *(command_pipeline.chat_message(f"!say {number}", message_id=f"m{number}") for number in range(30))
    )
    assert command_pipeline.responses == [str(number) for number in range(30)]


async def test_uses_beyond_the_limit_of_waiting_responses_are_skipped(
    command_pipeline: CommandPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responder, "MAX_WAITING", 0)
    monkeypatch.setattr(responder, "MAX_CONCURRENT", 2)
    await command_pipeline.make("!say", "$(query)", **NO_COOLDOWNS)
    await command_pipeline.process(
        *(command_pipeline.chat_message(f"!say {number}", message_id=f"m{number}") for number in range(5))
    )
    assert len(command_pipeline.responses) == 2
    assert ("skipped", "too many commands at once") in await command_pipeline.verdicts()


async def test_nested_commands_get_arguments_and_do_not_repeat_endlessly(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!self", "me and $(command !self|no more)", **NO_COOLDOWNS)
    await command_pipeline.make("!ping", "ping $(command !pong)", **NO_COOLDOWNS)
    await command_pipeline.make("!pong", "pong $(command !ping)", **NO_COOLDOWNS)
    await command_pipeline.make("!greet", "Hi $(1|you), $(command !other $(1))", **NO_COOLDOWNS)
    await command_pipeline.make("!other", "how are you $(1)?", **NO_COOLDOWNS)
    assert await command_pipeline.ask("!self") == "me and no more"
    assert await command_pipeline.ask("!ping") == "ping pong ping pong"
    assert await command_pipeline.ask("!greet Ada") == "Hi Ada, how are you Ada?"
    assert await command_pipeline.ask("!greet $(command") == "Hi $(command, how are you $(command?"


async def test_command_variable_shows_the_called_name(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make(
        "!Hello", "By $(command): $(query)", cmds=["!Hello", "!hi"], patterns=[{"text": "howdy"}], **NO_COOLDOWNS
    )
    await command_pipeline.make("!outer", "In $(command): $(command !hi there)", **NO_COOLDOWNS)
    assert await command_pipeline.ask("!HI you") == "By !HI: you"
    assert await command_pipeline.ask("well howdy all") == "By !Hello: well howdy all"
    assert await command_pipeline.ask("!outer") == "In !outer: By !hi: there"


async def test_nested_command_shows_its_own_count(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!inner", "used $(count)", **NO_COOLDOWNS)
    await command_pipeline.make("!outer", "$(count): $(command !inner)", **NO_COOLDOWNS)
    assert await command_pipeline.ask("!inner") == "used 1"
    assert [await command_pipeline.ask("!outer") for _ in range(3)] == ["1: used 1", "2: used 1", "3: used 1"]
    assert await command_pipeline.ask("!inner") == "used 2"


async def test_commands_variable_lists_what_the_caller_can_use(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!list", "Here: $(commands)", public=False, **NO_COOLDOWNS)
    await command_pipeline.make("!b", **NO_COOLDOWNS)
    await command_pipeline.make("!a", **NO_COOLDOWNS)
    await command_pipeline.make("!mods", access_level=7, **NO_COOLDOWNS)
    await command_pipeline.make("!off", enabled=False)
    assert await command_pipeline.ask("!list") == "Here: !a, !b"
    assert await command_pipeline.ask("!list", level="moderator") == "Here: !a, !b, !mods"
    await command_pipeline.make("!c", **NO_COOLDOWNS)
    assert await command_pipeline.ask("!list") == "Here: !a, !b, !c"
    await command_pipeline.make("!page", "All of them: $(commands.link)", **NO_COOLDOWNS)
    page = f"{command_pipeline.kernel.settings.origin}/c/{command_pipeline.channel_id}/commands"
    assert await command_pipeline.ask("!page") == f"All of them: {page}"


async def test_saved_command_responds_to_the_next_message(command_pipeline: CommandPipeline) -> None:
    assert await command_pipeline.ask("!new") == ""
    command = await command_pipeline.make("!new", "first", **NO_COOLDOWNS)
    assert await command_pipeline.ask("!new") == "first"
    changed = CommandIn(cmds=["!newer"], responses=[{"text": "second"}], **NO_COOLDOWNS)  # pyright: ignore[reportArgumentType]  # as JSON
    async with command_pipeline.kernel.database.write() as session:
        await service.save_command(
            session,
            command_pipeline.channel_id,
            command.id,
            changed,
            ChangedBy("Juno", command_pipeline.kernel.clock()),
        )
    assert await command_pipeline.ask("!newer") == "second"
    assert await command_pipeline.ask("!new") == ""
    async with command_pipeline.kernel.database.write() as session:
        by = ChangedBy("Juno", command_pipeline.kernel.clock())
        await service.delete_command(session, command_pipeline.channel_id, command.id, by)
    assert await command_pipeline.ask("!newer") == ""
