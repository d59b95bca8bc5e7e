"""How what is heard is taken: in batches, each whole or not at all, and never in anybody's way."""

import asyncio
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from sqlalchemy import delete, select

from greenroom.chat.actions import DeleteMessage
from greenroom.chat.events import ChatCleared, MessageReceived, ViewerBanned
from greenroom.chat.pipeline import Errand, Turn
from greenroom.kernel.db import publish
from greenroom.tenancy.channels.models import Channel, ChannelUser
from greenroom.tenancy.channels.service import create_channel
from recording_desk import QUICK, Desk

# The database has no part in how long something waits.
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


class Gate:
    """A stage that lets nobody through before it is opened, and notes how much came at once."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()
        self.sizes: list[int] = []

    async def __call__(self, turn: Turn) -> None:
        self.sizes.append(len(turn.said) + len(turn.others))
        self.reached.set()
        await self.opened.wait()


class Poison:
    """A stage that cannot bear one word."""

    def __init__(self, word: str, error: type[Exception] = ValueError) -> None:
        self.word = word
        self.error = error

    async def __call__(self, turn: Turn) -> None:
        publish(turn.session, f"{turn.channel_id}:chat", b'{"type":"never"}')
        turn.errands.append(Errand(uuid4(), DeleteMessage("never")))
        if any(isinstance(one.event, MessageReceived) and one.event.text == self.word for one in turn.said):
            raise self.error(self.word)


@on_sqlite
async def test_first_event_goes_at_once_and_what_waits_goes_together(desk: Desk) -> None:
    gate = Gate()
    desk.build(before=(gate,))
    await desk.hear_only(desk.said("first"))
    await gate.reached.wait()
    await desk.hear_only(*(desk.said(f"later {number}") for number in range(120)))
    gate.opened.set()
    await desk.rest()
    assert gate.sizes == [1, 120]
    assert await desk.texts() == ["first", *(f"later {number}" for number in range(120))]


@on_sqlite
async def test_batch_has_a_most(desk: Desk) -> None:
    gate = Gate()
    gate.opened.set()
    desk.build(before=(gate,), limits=replace(QUICK, batch=50))
    await desk.hear(*(desk.said(f"line {number}") for number in range(120)))
    assert gate.sizes == [50, 50, 20]


async def test_messages_of_a_batch_are_stored_by_the_platforms_clock(desk: Desk) -> None:
    await desk.hear(desk.said("third", at=-1), desk.said("first", at=-9), desk.said("second", at=-5))
    assert await desk.texts() == ["first", "second", "third"]


@on_sqlite
async def test_ban_sweeps_what_was_heard_before_it_and_not_what_comes_after(desk: Desk) -> None:
    await desk.hear(
        desk.said("before"),
        ViewerBanned("7", "Viewer7", None, "", "mod", desk.now()),
        desk.said("of another", by="8"),
        ChatCleared(desk.now()),
        desk.said("after the clearing", by="8"),
    )
    removals = {line["text"]: line["removal"] and line["removal"]["how"] for line in await desk.lines()}
    assert removals == {"before": "banned", "of another": "cleared", "after the clearing": None}


@on_sqlite
async def test_quiet_channels_are_forgotten(desk: Desk) -> None:
    await desk.hear_only(desk.said("one"))
    assert desk.inboxes.open_channels == 1
    await desk.rest()
    assert desk.inboxes.open_channels == 0


async def test_stop_stores_what_waits(desk: Desk) -> None:
    gate = Gate()
    desk.build(before=(gate,))
    await desk.hear_only(*(desk.said(f"line {number}") for number in range(30)))
    await gate.reached.wait()
    await desk.hear_only(*(desk.said(f"late {number}") for number in range(30)))
    stopping = asyncio.create_task(desk.inboxes.stop())
    gate.opened.set()
    await stopping
    assert len(await desk.texts()) == 60


@on_sqlite
async def test_stop_does_not_wait_for_ever(desk: Desk) -> None:
    gate = Gate()
    inboxes = desk.build(before=(gate,), limits=replace(QUICK, drain_seconds=0.05))
    await desk.hear_only(desk.said("stuck"))
    await gate.reached.wait()
    await inboxes.stop()
    assert (inboxes.open_channels, await desk.texts()) == (0, [])


@on_sqlite
async def test_overload_leaves_out_the_oldest_messages_and_says_so(desk: Desk) -> None:
    gate = Gate()
    inboxes = desk.build(before=(gate,), limits=replace(QUICK, waiting=100, shed_at_once=10))
    await desk.hear_only(desk.said("at once"))
    await gate.reached.wait()
    ban = ViewerBanned("9", "Viewer9", None, "", "mod", desk.now())
    await desk.hear_only(ban, *(desk.said(f"line {number}", by="8") for number in range(150)))
    gate.opened.set()
    await desk.rest()
    lines = await desk.lines()
    (gap,) = [line for line in lines if line["kind"] == "gap"]
    kept = [line["text"] for line in lines if line["kind"] == "text"]
    shed = 151 - len(kept)
    assert inboxes.counts.shed == shed
    assert gap["headline"] == f"{shed} messages were left out: more came than could be stored"
    assert kept == ["at once", *(f"line {number}" for number in range(shed, 150))]
    # Between what is there and what is missing, for those who look now and those who look later.
    assert [line["kind"] for line in lines].index("gap") == 1
    assert [news["line"]["kind"] for news in desk.told("line")].count("gap") == 1
    assert gate.sizes[0] == 1
    assert sum(gate.sizes[1:]) == len(kept) - 1 + 2


@on_sqlite
async def test_whoever_brings_more_waits_when_nothing_may_be_left_out(desk: Desk) -> None:
    gate = Gate()
    desk.build(before=(gate,), limits=replace(QUICK, waiting=10, shed_at_once=2))
    await desk.hear_only(desk.said("at once"))
    await gate.reached.wait()
    bans = [ViewerBanned(str(number), "", None, "", "", desk.now()) for number in range(40)]
    bringing = asyncio.create_task(desk.hear_only(*bans))
    await asyncio.sleep(0.05)
    assert not bringing.done()
    gate.opened.set()
    await bringing
    await desk.rest()
    assert sum(gate.sizes) == 41


async def test_stage_that_raises_is_skipped_and_the_messages_live_on(desk: Desk) -> None:
    inboxes = desk.build(Poison("bad"))
    await desk.hear(desk.said("good"), desk.said("bad"))
    assert await desk.texts() == ["good", "bad"]
    assert inboxes.counts.skipped_stages == 1
    assert [news["line"]["text"] for news in desk.told("line")] == ["good", "bad"]
    # Nothing of the attempt that was taken back left the house.
    assert (desk.told("never"), desk.errands) == ([], [])
    assert {who: one["message_count"] for who, one in (await desk.viewers()).items()} == {"7": 2}


async def test_first_message_is_marked_although_a_later_stage_raised(desk: Desk) -> None:
    desk.build(Poison("bad"))
    await desk.hear(desk.said("bad"))
    assert [line.get("is_first") for line in await desk.lines()] == [True]


async def test_event_that_cannot_be_stored_is_left_out_alone(desk: Desk) -> None:
    poisoned = desk.said("poison", message_id=b"no text at all")
    inboxes = desk.build()
    events = [desk.said(f"line {number}") for number in range(20)]
    await desk.hear(*events[:13], poisoned, *events[13:])
    assert await desk.texts() == [f"line {number}" for number in range(20)]
    assert inboxes.counts.poisoned == 1
    assert len(desk.told("line")) == 20


async def test_what_a_deleted_channel_heard_is_dropped(desk: Desk) -> None:
    gate = Gate()
    inboxes = desk.build(before=(gate,))
    await desk.hear_only(desk.said("first"))
    await gate.reached.wait()
    await desk.hear_only(desk.said("second"))
    gate.opened.set()
    await desk.rest()
    async with desk.kernel.database.write() as session:
        await session.execute(delete(Channel).where(Channel.id == desk.channel_id))
    await desk.hear(*(desk.said(f"ghost {number}") for number in range(30)))
    assert (inboxes.open_channels, inboxes.counts.poisoned, await desk.texts()) == (0, 0, [])


async def test_no_stage_is_blamed_for_a_channel_that_is_gone(desk: Desk) -> None:
    inboxes = desk.build(before=(Poison("ghost"),))
    async with desk.kernel.database.write() as session:
        await session.execute(delete(Channel).where(Channel.id == desk.channel_id))
    await desk.hear(desk.said("ghost"))
    assert (inboxes.open_channels, inboxes.counts.skipped_stages) == (0, 0)


class Slow:
    """A stage that keeps one channel waiting until it is let go.

    In PostgreSQL it waits where it stands. In SQLite whoever stands there has the only pen; what keeps a channel
    waiting without it is a stage that is tried again and again.
    """

    def __init__(self, channel_id: UUID, *, has_only_pen: bool) -> None:
        self.reached = asyncio.Event()
        self.released = asyncio.Event()
        self._channel_id = channel_id
        self._has_only_pen = has_only_pen

    async def __call__(self, turn: Turn) -> None:
        if turn.channel_id != self._channel_id or self.released.is_set():
            return
        self.reached.set()
        if self._has_only_pen:
            raise TimeoutError
        await self.released.wait()


@on_sqlite
async def test_slow_channel_does_not_delay_another(desk: Desk) -> None:
    other = await second_channel(desk)
    slow = Slow(desk.channel_id, has_only_pen=desk.kernel.database.is_sqlite)
    desk.build(before=(slow,), essential=(slow,))
    await desk.hear_only(desk.said("slow"))
    await slow.reached.wait()
    await desk.hear_only(desk.said("quick"), channel_id=other)
    async with asyncio.timeout(5):
        while not desk.told("line"):  # noqa: ASYNC110  # what is told calls nobody here
            await asyncio.sleep(0.001)
    assert [news["line"]["text"] for news in desk.told("line")] == ["quick"]
    slow.released.set()
    await desk.rest()
    assert await desk.texts() == ["quick", "slow"]


async def second_channel(desk: Desk) -> UUID:
    async with desk.kernel.database.write() as session:
        owner = (await session.scalars(select(ChannelUser))).one()
        return (await create_channel(session, owner.user_id, "Another shift", desk.now())).id
