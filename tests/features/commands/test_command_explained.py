"""Why a message was answered or not."""

from typing import Any

from command_desk import CommandDesk
from frozen_clock import FrozenClock
from house_fixtures import on_one_database

FREE: dict[str, Any] = {"global_cooldown": 0, "chatter_cooldown": 0}


async def test_first_failed_condition_and_what_would_have_been_answered(
    on_twitch: CommandDesk, clock: FrozenClock
) -> None:
    await on_twitch.make("!hello", "Hello $(user)", global_cooldown=30)
    await on_twitch.make("!mods", "Dear $(user)", access_level=7)
    await on_twitch.answer_to("!hello", "Hello Brisket99")
    line = await on_twitch.says("!hello you", viewer="marekfixes")
    assert await on_twitch.why(line) == [
        ("!hello", "skipped", "cooldown, 30 s left; would have answered “Hello MarekFixes”")
    ]
    line = await on_twitch.says("!mods")
    assert await on_twitch.why(line) == [
        ("!mods", "skipped", "for Mod and above, this is Public; would have answered “Dear Brisket99”")
    ]


@on_one_database
async def test_asking_why_changes_nothing(on_twitch: CommandDesk) -> None:
    made = await on_twitch.make("!hello", "Hi $(user)", enabled=False)
    line = await on_twitch.says("!hello")
    assert await on_twitch.why(line) == await on_twitch.why(line)
    assert (await on_twitch.command(made))["use_count"] == 0


@on_one_database
async def test_command_that_came_later_fits_today(on_twitch: CommandDesk) -> None:
    line = await on_twitch.says("!later")
    await on_twitch.make("!later", "Now")
    assert await on_twitch.why(line) == [
        ("!later", "skipped", "fits as the command is today, not as it was then; would have answered “Now”")
    ]


@on_one_database
async def test_near_misses_are_shown_and_else_one_sentence(on_twitch: CommandDesk) -> None:
    for number in range(20):
        await on_twitch.make(f"!command{number}", "x")
    await on_twitch.make("!discord", "Here")
    nearly = await on_twitch.says("!discrod")
    assert await on_twitch.why(nearly) == [("!discord", "passed", "nearly “!discrod”, but not quite")]
    inside = await on_twitch.says("what is !discord")
    assert await on_twitch.why(inside) == [("!discord", "passed", "“!discord” is not the first word of the message")]
    nothing = await on_twitch.says("hello everybody")
    assert await on_twitch.why(nothing) == [
        ("Commands", "passed", "no command is called “hello”, and no pattern is in it")
    ]


@on_one_database
async def test_deleted_command_still_says_what_it_answered(on_twitch: CommandDesk) -> None:
    made = await on_twitch.make("!hello", "Hi")
    line = await on_twitch.answer_to("!hello", "Hi")
    await on_twitch.until_settled(line)
    await on_twitch.send("DELETE", f"/commands/{made['id']}")
    assert await on_twitch.why(line) == [("!hello", "acted", "answered “Hi”")]


@on_one_database
async def test_count_of_what_would_have_been_answered_is_the_next_one(on_twitch: CommandDesk) -> None:
    await on_twitch.make("!deaths", "Died $(count) times", global_cooldown=30)
    await on_twitch.answer_to("!deaths", "Died 1 times")
    line = await on_twitch.says("!deaths again", viewer="marekfixes")
    ((_, _, reason),) = await on_twitch.why(line)
    assert reason.endswith("would have answered “Died 2 times”")
