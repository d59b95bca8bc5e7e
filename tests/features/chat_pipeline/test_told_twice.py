"""A line that platforms tell twice is stored once: whenever they do, whoever stored it, whatever its id looks like."""

import pytest

from frozen_clock import FrozenClock
from greenroom.chat.events import MessageDeleted
from greenroom.chat.heard import Heard
from greenroom.chat.pipeline import Turn
from greenroom.features.messages.told import KNOWN_FOR
from greenroom.kernel.ids import new_id
from recording_desk import Desk

HOSTILE = [
    "LCC.EhwKGkNL_dash-and.dots",
    "lcc.ehwkgknl_dash-and.dots",
    "a-b",
    "ab",
    "A-B",
    "---",
    "--",
    '"',
    '") OR marks : ("c',
    "x OR y",
    "NEAR(a b)",
    "%",
    "*",
    "💥",
    "i",
    "é",
    "e",
    "'; --",
    "y" * 300,
]


def restart(desk: Desk) -> None:
    desk.recorder = type(desk.recorder)(desk.emotes, {})
    desk.build()


async def test_line_that_is_told_again_with_a_later_moment_is_stored_once(desk: Desk) -> None:
    await desk.hear(desk.said("once", at=-9))
    await desk.hear(desk.said("once", at=-2), desk.said("another", at=-1))
    assert await desk.texts() == ["once", "another"]
    assert len(desk.told("line")) == 2


@pytest.mark.parametrize("is_restarted", [True, False])
async def test_line_that_is_told_again_hours_later_with_another_moment_is_stored_once(
    desk: Desk, clock: FrozenClock, is_restarted: bool
) -> None:
    await desk.hear(desk.said("once"))
    clock.advance(KNOWN_FOR.total_seconds() - 3600)
    if is_restarted:
        restart(desk)
    await desk.hear(desk.said("once"), desk.said("another", at=1))
    assert await desk.texts() == ["once", "another"]


async def test_line_that_is_told_again_after_a_restart_is_stored_once(desk: Desk) -> None:
    await desk.hear(desk.said("once", at=-9))
    restart(desk)
    await desk.hear(desk.said("once", at=-2), desk.said("another", at=-1))
    assert await desk.texts() == ["once", "another"]


@pytest.mark.parametrize("is_restarted", [True, False])
async def test_line_of_long_ago_is_known_when_it_comes_with_its_moment(
    desk: Desk, clock: FrozenClock, is_restarted: bool
) -> None:
    old = desk.said("long ago", at=-5)
    await desk.hear(old)
    for number in range(5):
        clock.advance(KNOWN_FOR.total_seconds() + 1)
        await desk.hear(desk.said(f"filler {number}"))
    if is_restarted:
        restart(desk)
    await desk.hear(old, desk.said("new"))
    assert (await desk.texts()).count("long ago") == 1


async def test_line_of_a_backlog_is_known_whatever_its_moment(desk: Desk, clock: FrozenClock) -> None:
    await desk.hear(desk.said("long ago", at=-5))
    clock.advance(3 * KNOWN_FOR.total_seconds())
    restart(desk)
    await desk.hear(desk.said("long ago", is_backlog=True), desk.said("new", at=1))
    assert await desk.texts() == ["long ago", "new"]


async def test_line_that_another_process_stored_is_known(desk: Desk) -> None:
    """While a connection changes hands, both may hear the same."""
    await desk.hear(desk.said("first", at=-9))
    here = desk.recorder
    restart(desk)
    await desk.hear(desk.said("theirs", at=-5))
    desk.recorder = here
    desk.build()
    await desk.hear(desk.said("theirs", at=-4), desk.said("ours", at=-3))
    assert await desk.texts() == ["first", "theirs", "ours"]


async def test_what_was_taken_back_is_stored_when_it_comes_again(desk: Desk) -> None:
    failures = iter([True])

    async def stumble(turn: Turn) -> None:
        if next(failures, False):
            raise ValueError("once")

    desk.build(stumble)
    await desk.hear(desk.said("one"), desk.said("two"))
    await desk.hear(desk.said("one"), desk.said("three"))
    assert await desk.texts() == ["one", "two", "three"]


async def test_each_id_names_its_own_line_and_no_other(desk: Desk) -> None:
    said = [desk.said(f"line {number}", message_id=key, at=number - 60) for number, key in enumerate(HOSTILE)]
    await desk.hear(*said)
    restart(desk)
    await desk.hear(*(desk.said("again", message_id=key, is_backlog=True) for key in HOSTILE))
    assert await desk.texts() == [f"line {number}" for number in range(len(HOSTILE))]
    for number, key in enumerate(HOSTILE):
        await desk.hear(MessageDeleted(key, desk.now()))
        removed = [line["text"] for line in await desk.lines() if line["removal"]]
        assert removed == [f"line {count}" for count in range(number + 1)]


async def test_two_connections_may_have_lines_with_one_id(desk: Desk) -> None:
    await desk.hear(desk.said("same id", message_id="m"))
    other = Heard(desk.channel_id, new_id(), "drill", desk.said("same id, elsewhere", message_id="m"))
    for _ in range(2):
        await desk.inboxes([other])
        await desk.rest()
    assert await desk.texts() == ["same id", "same id, elsewhere"]
