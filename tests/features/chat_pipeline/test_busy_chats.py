"""Counts of a busy chat are held back for a moment; nobody is forgotten or counted twice for it."""

import asyncio

from greenroom.chat.line import Author
from greenroom.chat.pipeline import Turn
from greenroom.features.viewers.tally import BUSY_FROM, Tally
from greenroom.features.viewers.touching import Seen
from recording_desk import Desk

# The first of a crowd goes alone, all others follow together.
CROWD = [str(number) for number in range(100, 101 + BUSY_FROM)]


async def everybody_says(desk: Desk, word: str, at: float) -> None:
    await desk.hear(*(desk.said(f"{word} {by}", by=by, at=at) for by in CROWD))


async def counts(desk: Desk) -> set[int]:
    found = await desk.viewers()
    return {found[by]["message_count"] for by in CROWD}


async def test_crowd_is_counted_by_the_next_calm_batch(desk: Desk) -> None:
    for word, at in (("one", -9), ("two", -8), ("three", -7)):
        await everybody_says(desk, word, at)
    before = await desk.viewers()
    await desk.hear(desk.said("calm", at=-1, by=CROWD[0]), desk.said("calm too", by=CROWD[1]))
    after = await desk.viewers()
    assert sorted(after[by]["message_count"] for by in CROWD) == [3] * (len(CROWD) - 2) + [4, 4]
    assert all(after[by]["last_seen_at"] > before[by]["last_seen_at"] for by in CROWD)


async def test_crowd_is_counted_when_the_process_stops(desk: Desk) -> None:
    for word, at in (("one", -9), ("two", -8), ("three", -7)):
        await everybody_says(desk, word, at)
    await desk.door.stop()
    assert await counts(desk) == {3}
    await desk.door.stop()
    assert await counts(desk) == {3}


async def test_what_a_batch_could_not_commit_is_counted_later_and_once(desk: Desk) -> None:
    failures = iter([True])

    async def stumble(turn: Turn) -> None:
        if len(turn.said) == 1 and next(failures, False):
            raise ValueError("once")

    desk.build(stumble)
    for word, at in (("one", -9), ("two", -8)):
        await everybody_says(desk, word, at)
    await desk.hear(desk.said("calm", at=-1, by=CROWD[0]))
    found = await desk.viewers()
    assert sorted(found[by]["message_count"] for by in CROWD) == [2] * (len(CROWD) - 1) + [3]


async def test_counts_that_nobody_comes_to_write_are_written_by_themselves(desk: Desk) -> None:
    await everybody_says(desk, "one", -9)
    tally = Tally(desk.kernel.database, held_seconds=0.01)
    crowd = {("drill", by): Author(by, f"viewer{by}", f"Viewer{by}", "#ffffff") for by in CROWD}
    tally.hold(desk.channel_id, {who: Seen("drill", one, desk.now(), desk.now(), 1) for who, one in crowd.items()})
    async with asyncio.timeout(10):
        while await counts(desk) != {2}:  # noqa: ASYNC110  # rows tell nobody
            await asyncio.sleep(0.001)
    await tally.stop()
    assert await counts(desk) == {2}
