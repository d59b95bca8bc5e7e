"""Who is answered, when, and how often."""

import asyncio
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from asking_desk import AskingDesk, commands_of
from frozen_clock import FrozenClock
from greenroom.chat.protocol.actions import Announce, Receipt, SendMessage
from greenroom.chat.protocol.events import ReplyTo
from greenroom.features.commands import service
from greenroom.features.commands.jobs import forget_old
from greenroom.features.commands.responding import responder
from greenroom.features.commands.responding.cooldowns import EVERYONE, claim_cooldowns
from greenroom.features.commands.schemas import CommandIn, CommandSettingsIn
from greenroom.features.commands.service import Hand
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database
from greenroom.tenancy.models.channel_providers import ChannelProvider
from greenroom.tenancy.platforms import PlatformUnavailable

FREE: dict[str, Any] = {"global_cooldown": 0, "chatter_cooldown": 0}
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@on_sqlite
async def test_name_is_found_in_any_case_and_only_as_the_first_word(asking: AskingDesk) -> None:
    await asking.make("!Straße", "found $(query)", **FREE)
    assert await asking.ask("!STRASSE it is") == "found it is"
    assert await asking.ask("so !straße") == ""


@on_sqlite
async def test_word_after_the_mention_of_a_reply_counts(asking: AskingDesk) -> None:
    await asking.make("!hello", **FREE)
    reply = ReplyTo("m1", "hi", "1", "Juno")
    assert await asking.ask("@Juno !hello", reply_to=reply) == "Hello"
    assert await asking.ask("@Juno !hello") == ""


@on_sqlite
@pytest.mark.rows("E9")
async def test_level_decides_who_is_answered(asking: AskingDesk) -> None:
    await asking.make("!mods", "Yes", access_level=7, **FREE)
    assert await asking.ask("!mods") == "for Mod and above, this is Public"
    assert await asking.ask("!mods", level="vip") == "for Mod and above, this is VIP"
    assert await asking.ask("!mods", level="moderator") == "Yes"
    assert await asking.ask("!mods", level="broadcaster", by="1") == "Yes"


LEVELS = {0: "Public", 1: "Sub", 2: "VIP", 7: "Mod", 500: "Owner"}
ROLES = {"": 0, "subscriber": 1, "vip": 2, "moderator": 7, "broadcaster": 500}


@on_sqlite
@pytest.mark.rows("E9")
async def test_each_role_reaches_the_commands_of_its_level_and_below(asking: AskingDesk) -> None:
    for level in LEVELS:
        await asking.make(f"!{level}", f"for {level}", access_level=level, **FREE)
    heard = {role: [await asking.ask(f"!{level}", level=role) for level in LEVELS] for role in ROLES}
    assert heard == {
        role: [
            f"for {level}" if own >= level else f"for {label} and above, this is {LEVELS[own]}"
            for level, label in LEVELS.items()
        ]
        for role, own in ROLES.items()
    }


@on_sqlite
async def test_first_condition_that_fails_is_named(asking: AskingDesk) -> None:
    await asking.make("!off", enabled=False, providers=["twitch"])
    await asking.make("!elsewhere", providers=["twitch", "kick"], access_level=7)
    await asking.make("!live", active_mode="online", **FREE)
    await asking.make("!quiet", active_mode="offline", **FREE)
    await asking.make("!silent", responses=[{"text": "x", "providers": ["youtube"]}])
    assert await asking.ask("!off") == "off"
    assert await asking.ask("!elsewhere") == "on Kick and Twitch only"
    assert await asking.ask("!live") == "only while live, and no platform is"
    assert await asking.ask("!silent") == "no answer for drill"
    assert await asking.ask("!quiet") == "Hello"
    async with asking.kernel.database.write() as session:
        await session.execute(update(ChannelProvider).values(is_live=True))
    assert await asking.ask("!live") == "Hello"
    assert await asking.ask("!quiet") == "only while offline"


async def test_cooldowns_for_all_and_for_one_viewer(asking: AskingDesk, clock: FrozenClock) -> None:
    await asking.make("!hello", global_cooldown=5, chatter_cooldown=15)
    assert await asking.ask("!hello", by="1") == "Hello"
    assert await asking.ask("!hello", by="2") == "cooldown, 5 s left"
    clock.advance(5)
    assert await asking.ask("!hello", by="1") == "cooldown for this viewer, 10 s left"
    assert await asking.ask("!hello", by="2") == "Hello"
    clock.advance(10)
    assert await asking.ask("!hello", by="1") == "Hello"


async def test_refused_viewer_does_not_start_the_cooldown_of_the_others(asking: AskingDesk, clock: FrozenClock) -> None:
    await asking.make("!hello", global_cooldown=5, chatter_cooldown=60)
    assert await asking.ask("!hello", by="1") == "Hello"
    clock.advance(6)
    # One that remembers nothing of what the first has answered.
    async with commands_of(asking.kernel, asking.sender) as another:
        asking.desk.build(another.respond)
        assert await asking.ask("!hello", by="1") == "cooldown for this viewer, 54 s left"
        assert await asking.ask("!hello", by="2") == "Hello"


async def test_moderators_do_not_wait_but_others_wait_for_them(asking: AskingDesk) -> None:
    await asking.make("!hello", global_cooldown=30)
    assert await asking.ask("!hello", level="moderator", by="1") == "Hello"
    assert await asking.ask("!hello", level="moderator", by="1") == "Hello"
    assert await asking.ask("!hello", by="2") == "cooldown, 30 s left"


async def test_moderators_wait_too_where_the_command_says_so(asking: AskingDesk) -> None:
    await asking.make("!hello", mods_skip_cooldown=False)
    assert await asking.ask("!hello", level="moderator") == "Hello"
    assert await asking.ask("!hello", level="moderator") == "cooldown, 5 s left"


async def test_clock_that_is_set_back_does_not_freeze_a_command(asking: AskingDesk, clock: FrozenClock) -> None:
    await asking.make("!hello", global_cooldown=30, chatter_cooldown=30)
    assert await asking.ask("!hello") == "Hello"
    clock.advance(-3600)
    assert await asking.ask("!hello") == "Hello"
    clock.advance(10)
    assert await asking.ask("!hello") == "cooldown, 20 s left"
    clock.advance(86_400)
    assert await asking.ask("!hello") == "Hello"


@on_sqlite
async def test_age_of_a_question_survives_clocks_that_jump(asking: AskingDesk, clock: FrozenClock) -> None:
    await asking.make("!hello", **FREE)
    assert await asking.ask("!hello", at=-15) == "Hello"
    # The platform's clock is ahead of ours: nothing is asked before it is heard.
    assert await asking.ask("!hello", at=3600) == "Hello"
    under_way = asking.said("!hello")
    clock.advance(3600)
    assert await asking.ask("!hello", sent_at=under_way.sent_at) == "asked 3600 s ago"
    assert await asking.ask("!hello") == "Hello"
    under_way = asking.said("!hello")
    clock.advance(-3600)
    assert await asking.ask("!hello", sent_at=under_way.sent_at, heard_at=under_way.heard_at) == "Hello"
    assert await asking.ask("!hello") == "Hello"


async def test_crowd_that_asks_at_once_is_answered_once(asking: AskingDesk) -> None:
    made = await asking.make("!hello", global_cooldown=60)
    crowd = [asking.said("!hello", by=str(number), message_id=f"m{number}") for number in range(50)]
    await asking.hear(*crowd)
    assert asking.answers == ["Hello"]
    assert len(await asking.verdicts("skipped")) == 49
    async with asking.kernel.database.read() as session:
        assert (await service.get_command(session, asking.channel_id, made.id)).use_count == 1


async def test_of_processes_that_claim_at_once_one_wins(asking: AskingDesk, clock: FrozenClock) -> None:
    made = await asking.make("!hello")
    url = asking.kernel.settings.sqlalchemy_url
    others = [Database(url, MemoryBus().publish) for _ in range(2)]

    async def try_it(database: Database, viewer: str) -> bool:
        async with database.write() as session:
            lengths = {(made.id, EVERYONE): 30, (made.id, f"drill:{viewer}"): 30}
            return not await claim_cooldowns(session, asking.channel_id, lengths, clock())

    tries = [try_it(others[number % 2], str(number)) for number in range(12)]
    assert sorted(await asyncio.gather(*tries)) == [False] * 11 + [True]
    for other in others:
        await other.close()


@on_sqlite
async def test_pick_modes(asking: AskingDesk) -> None:
    texts = [{"text": "one"}, {"text": "two", "weight": 100}, {"text": "three"}]
    await asking.make("!first", responses=texts, pick="first", **FREE)
    await asking.make("!round", responses=texts, pick="round_robin", **FREE)
    assert [await asking.ask("!first") for _ in range(2)] == ["one", "one"]
    assert [await asking.ask("!round") for _ in range(4)] == ["one", "two", "three", "one"]


@on_sqlite
async def test_chance_goes_by_the_weights(asking: AskingDesk) -> None:
    texts = [{"text": "one"}, {"text": "two", "weight": 100}, {"text": "three"}]
    await asking.make("!any", responses=texts, pick="random", **FREE)
    await asking.make("!coin", responses=[{"text": "head"}, {"text": "tail"}], pick="random", **FREE)
    asked = ["!any"] * 60 + ["!coin"] * 40
    await asking.hear(*(asking.said(words, message_id=f"m{number}") for number, words in enumerate(asked)))
    assert len(asking.answers) == 100
    # 98 of 100 by its weight: so few as 48 of 60, or one side of a coin forty times, nobody lives to see.
    assert asking.answers[:60].count("two") >= 48
    assert set(asking.answers[60:]) == {"head", "tail"}


@on_sqlite
async def test_one_after_the_other_goes_by_what_the_platform_has(asking: AskingDesk) -> None:
    texts = [{"text": "one"}, {"text": "elsewhere", "providers": ["kick"]}, {"text": "three"}]
    await asking.make("!round", responses=texts, pick="round_robin", **FREE)
    assert [await asking.ask("!round") for _ in range(3)] == ["one", "three", "one"]


@on_sqlite
async def test_shape_of_the_answer(asking: AskingDesk) -> None:
    for shape in ("say", "mention", "reply", "announce"):
        await asking.make(f"!{shape}", response_type=shape, **FREE)
        await asking.ask(f"!{shape}", message_id=shape)
    assert asking.stage.told == [
        SendMessage("Hello"),
        SendMessage("@Viewer7 Hello"),
        SendMessage("Hello", "reply"),
        Announce("Hello"),
    ]


@on_sqlite
async def test_patterns_are_found_anywhere_and_the_name_comes_first(asking: AskingDesk) -> None:
    patterns = [{"kind": "words", "text": "when stream"}, {"kind": "regex", "text": r"\bschedul\w+"}]
    await asking.make("!when", "Every Friday", patterns=patterns, **FREE)
    await asking.make("!phrase", "A phrase", patterns=[{"kind": "phrase", "text": "good night"}], **FREE)
    assert await asking.ask("So when is the next STREAM?") == "Every Friday"
    assert await asking.ask("what is the Schedule") == "Every Friday"
    assert await asking.ask("whenever streams") == ""
    assert await asking.ask("well, Good  night all") == "A phrase"
    assert await asking.ask("!phrase when stream") == "A phrase"


@on_sqlite
async def test_one_message_is_answered_by_one_command(asking: AskingDesk) -> None:
    hello = [{"kind": "words", "text": "hello"}]
    await asking.make("!a", "A", patterns=hello, access_level=7, **FREE)
    await asking.make("!b", "B", patterns=hello, **FREE)
    await asking.make("!c", "C", patterns=hello, **FREE)
    assert await asking.ask("hello you") == "B"
    assert [verdict for verdict, _ in await asking.verdicts()] == ["skipped", "answered"]


async def test_message_that_is_delivered_twice_is_answered_once(asking: AskingDesk) -> None:
    await asking.make("!hello", **FREE)
    message = asking.said("!hello", message_id="same")
    await asking.hear(message, message)
    await asking.hear(message)
    assert asking.answers == ["Hello"]


@on_sqlite
async def test_nothing_from_history_bots_shared_chats_or_long_ago(asking: AskingDesk) -> None:
    await asking.make("!hello", **FREE)
    robot = msgspec.structs.replace(asking.said("!hello").chatter, is_bot=True)
    assert await asking.ask("!hello", is_backlog=True) == ""
    assert await asking.ask("!hello", chatter=robot) == "said by a bot"
    assert await asking.ask("!hello", source_channel_id="another") == "asked in another channel's chat"
    assert await asking.ask("!hello", at=-16) == "asked 16 s ago"
    assert await asking.ask("!hello", kind="announcement") == ""
    assert asking.answers == []
    assert await asking.ask("!hello", at=-14) == "Hello"


async def test_each_channel_says_how_old_a_question_may_be(asking: AskingDesk) -> None:
    await asking.make("!hello", **FREE)
    assert await asking.ask("!hello", at=-40) == "asked 40 s ago"
    async with asking.kernel.database.write() as session:
        await service.save_settings(session, asking.channel_id, CommandSettingsIn(answer_within=60))
    assert await asking.ask("!hello", at=-41) == "Hello"
    assert await asking.ask("!hello", at=-61) == "asked 61 s ago"


@on_sqlite
async def test_own_answer_that_comes_back_asks_for_nothing(asking: AskingDesk) -> None:
    await asking.make("!loop", "!loop", **FREE)
    assert await asking.ask("!loop", by="2") == "!loop"
    assert await asking.ask("!loop", level="broadcaster", by="1") == "said by us"
    assert asking.answers == ["!loop"]


@on_sqlite
async def test_platform_that_drops_or_refuses_the_answer_is_named(asking: AskingDesk) -> None:
    """With what a variable had to say about it."""
    await asking.make("!hello", "Hello $(1)", **FREE)
    asking.stage.outcomes += [Receipt("dropped", "too much of the same"), PlatformUnavailable("no answer")]
    await asking.ask("!hello you", by="1")
    await asking.ask("!hello", by="2")
    asking.stage.outcomes += [Receipt("dropped", "too much of the same")]
    await asking.ask("!hello", by="3")
    missing = "$(1): There is no word 1 behind the command"
    assert await asking.verdicts() == [
        ("failed", "Drill dropped it: too much of the same"),
        ("failed", f"Drill did not confirm it (no answer). Look before you try again; {missing}"),
        ("failed", f"Drill dropped it: too much of the same; {missing}"),
    ]


@on_sqlite
async def test_answer_of_nothing_is_not_sent(asking: AskingDesk) -> None:
    await asking.make("!empty", "$(1)", **FREE)
    assert (await asking.ask("!empty")).startswith("There is nothing to say")
    assert asking.answers == []


@on_sqlite
async def test_answers_keep_the_order_in_which_they_were_asked(asking: AskingDesk) -> None:
    await asking.make("!say", "$(query)", **FREE)
    await asking.hear(*(asking.said(f"!say {number}", message_id=f"m{number}") for number in range(30)))
    assert asking.answers == [str(number) for number in range(30)]


@on_sqlite
async def test_more_than_can_wait_is_skipped_with_the_reason(
    asking: AskingDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responder, "MOST_WAITING", 0)
    monkeypatch.setattr(responder, "MOST_AT_ONCE", 2)
    await asking.make("!say", "$(query)", **FREE)
    await asking.hear(*(asking.said(f"!say {number}", message_id=f"m{number}") for number in range(5)))
    assert len(asking.answers) == 2
    assert ("skipped", "too much was asked at once") in await asking.verdicts()


@on_sqlite
async def test_command_within_a_command_ends(asking: AskingDesk) -> None:
    await asking.make("!self", "me and $(command !self|no more)", **FREE)
    await asking.make("!ping", "ping $(command !pong)", **FREE)
    await asking.make("!pong", "pong $(command !ping)", **FREE)
    await asking.make("!greet", "Hi $(1|you), $(command !other $(1))", **FREE)
    await asking.make("!other", "how are you $(1)?", **FREE)
    assert await asking.ask("!self") == "me and no more"
    assert await asking.ask("!ping") == "ping pong ping pong"
    assert await asking.ask("!greet Ada") == "Hi Ada, how are you Ada?"
    assert await asking.ask("!greet $(command") == "Hi $(command, how are you $(command?"


@on_sqlite
async def test_command_alone_is_the_name_by_which_it_was_called(asking: AskingDesk) -> None:
    await asking.make("!Hello", "By $(command): $(query)", cmds=["!Hello", "!hi"], patterns=[{"text": "howdy"}], **FREE)
    await asking.make("!outer", "In $(command): $(command !hi there)", **FREE)
    assert await asking.ask("!HI you") == "By !HI: you"
    assert await asking.ask("well howdy all") == "By !Hello: well howdy all"
    assert await asking.ask("!outer") == "In !outer: By !hi: there"


@on_sqlite
async def test_command_within_a_command_shows_its_own_count(asking: AskingDesk) -> None:
    await asking.make("!inner", "used $(count)", **FREE)
    await asking.make("!outer", "$(count): $(command !inner)", **FREE)
    assert await asking.ask("!inner") == "used 1"
    assert [await asking.ask("!outer") for _ in range(3)] == ["1: used 1", "2: used 1", "3: used 1"]
    assert await asking.ask("!inner") == "used 2"


async def test_commands_lists_what_the_caller_can_use(asking: AskingDesk) -> None:
    await asking.make("!list", "Here: $(commands)", public=False, **FREE)
    await asking.make("!b", **FREE)
    await asking.make("!a", **FREE)
    await asking.make("!mods", access_level=7, **FREE)
    await asking.make("!off", enabled=False)
    assert await asking.ask("!list") == "Here: !a, !b"
    assert await asking.ask("!list", level="moderator") == "Here: !a, !b, !mods"
    await asking.make("!page", "All of them: $(commands.link)", **FREE)
    page = f"{asking.kernel.settings.origin}/c/{asking.channel_id}/commands"
    assert await asking.ask("!page") == f"All of them: {page}"


async def test_saved_command_answers_the_next_message(asking: AskingDesk) -> None:
    assert await asking.ask("!new") == ""
    made = await asking.make("!new", "first", **FREE)
    assert await asking.ask("!new") == "first"
    changed = CommandIn(cmds=["!newer"], responses=[{"text": "second"}], **FREE)  # pyright: ignore[reportArgumentType]  # as JSON
    async with asking.kernel.database.write() as session:
        await service.save_command(session, asking.channel_id, made.id, changed, Hand("Juno", asking.kernel.clock()))
    assert await asking.ask("!newer") == "second"
    assert await asking.ask("!new") == ""
    async with asking.kernel.database.write() as session:
        await service.delete_command(session, asking.channel_id, made.id)
    assert await asking.ask("!newer") == ""


async def test_uses_and_cooldowns_are_forgotten(asking: AskingDesk, clock: FrozenClock) -> None:
    await asking.make("!hello")
    await asking.ask("!hello")
    clock.advance(timedelta(days=13).total_seconds())
    await forget_old(asking.kernel)
    assert len(await asking.verdicts()) == 1
    clock.advance(timedelta(days=2).total_seconds())
    await forget_old(asking.kernel)
    assert await asking.verdicts() == []
