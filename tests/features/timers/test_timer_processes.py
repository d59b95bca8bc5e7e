"""Several schedulers on one database run each timer once."""

import asyncio
import contextlib
from collections import Counter
from datetime import datetime, timedelta
from uuid import UUID

import pytest
from sqlalchemy import event, select

from greenroom.features.timers import run_log
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer
from support.timers import SEND_MESSAGE_PATH, TimerChannel, running_scheduler


@pytest.mark.both_databases
async def test_due_timer_is_claimed_once(greenroom: GreenroomServer, channel: TimerChannel, clock: FrozenClock) -> None:
    url = greenroom.kernel.database.engine.url.render_as_string(hide_password=False)
    others = [Database(url, MemoryBus().publish) for _ in range(3)]
    channels = [channel.channel_id] + [await channel.client.create_channel(f"Channel {number}") for number in range(4)]
    for channel_id in channels:
        await TimerChannel(greenroom, channel.client, channel_id).make()
    # By the clock of the server, the timers are not due, so its own scheduler claims none.
    moment = clock.now + timedelta(minutes=10)

    async def claim(database: Database) -> list[UUID]:
        async with database.write() as session:
            return [run.timer_id for run in await run_log.claim_due(session, greenroom.platforms, moment)]

    claimed = await asyncio.gather(*(claim(database) for database in (greenroom.kernel.database, *others) * 4))
    assert Counter(timer for several in claimed for timer in several).most_common(1)[0][1] == 1
    assert sum(map(len, claimed)) == len(channels)
    for database in others:
        await database.close()


@pytest.mark.both_databases
async def test_due_timers_are_claimed_in_one_statement(
    greenroom: GreenroomServer, channel: TimerChannel, clock: FrozenClock
) -> None:
    channels = [channel.channel_id] + [await channel.client.create_channel(f"Channel {number}") for number in range(4)]
    for channel_id in channels:
        await TimerChannel(greenroom, channel.client, channel_id).make()
    statements: list[str] = []

    def record(_: object, __: object, statement: str, *___: object) -> None:
        statements.append(statement)

    async with greenroom.kernel.database.write() as session:
        event.listen((await session.connection()).sync_connection, "before_cursor_execute", record)
        claimed = await run_log.claim_due(session, greenroom.platforms, clock.now + timedelta(minutes=10))
    assert len(claimed) == len(channels)
    about_timers = [one for one in statements if " timers" in one]
    # If the first statement were a read, two processes could claim the same timer.
    assert about_timers[0].startswith("UPDATE timers SET run_id=")
    assert "RETURNING" in about_timers[0]
    assert [one for one in about_timers[1:] if "run_state" in one.partition("WHERE")[0]] == []


@pytest.mark.both_databases
async def test_concurrent_polls_post_once(on_twitch: TimerChannel, clock: FrozenClock) -> None:
    greenroom = on_twitch.greenroom
    timer = await on_twitch.make(*(f"Number {number}" for number in range(3)))
    async with (
        running_scheduler(greenroom) as first,
        running_scheduler(greenroom) as second,
        on_twitch.timer_events() as live_events,
    ):
        for position in range(3):
            clock.advance(600)
            # The server's own scheduler polls too.
            await asyncio.gather(*(scheduler.poll() for scheduler in (first, second) * 5))
            await live_events.wait_for_run(timer, "sent", position=position)
    assert await on_twitch.count_sent_messages() == 3


@pytest.mark.both_databases
async def test_concurrent_manual_runs_post_once(on_twitch: TimerChannel) -> None:
    timer = await on_twitch.make()
    await on_twitch.greenroom.control("/twitch/delay", ms=60_000, path_prefix=SEND_MESSAGE_PATH)
    async with on_twitch.timer_events() as live_events:
        answers = await asyncio.gather(*(on_twitch.run(timer) for _ in range(4)))
        assert sorted(answer.status_code for answer in answers) == [202, 409, 409, 409]
        await on_twitch.greenroom.wait_for_event("request_held", path=SEND_MESSAGE_PATH)
        await on_twitch.greenroom.control("/clock", seconds=60)
        await live_events.wait_for_run(timer, "sent")
    assert await on_twitch.count_sent_messages() == 1


async def test_poll_that_waited_for_the_database_does_not_end_a_run_that_began_meanwhile(
    on_twitch: TimerChannel, clock: FrozenClock
) -> None:
    await on_twitch.make()
    reads, was_read_again = list[datetime](), asyncio.Event()

    def read_clock() -> datetime:
        reads.append(clock())
        if len(reads) == 2:
            was_read_again.set()
        return reads[-1]

    async with running_scheduler(on_twitch.greenroom, read_clock) as scheduler:
        async with on_twitch.greenroom.kernel.database.write() as session:
            # On SQLite the first statement takes the write lock.
            await session.execute(select(1))
            clock.advance(600)
            polling = asyncio.create_task(scheduler.poll())
            # The first read is before the wait. The second must be after it, but if it is not, it is in this time.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(was_read_again.wait(), 0.5)
            clock.advance(3_600)
            (run,) = await run_log.claim_due(session, on_twitch.greenroom.platforms, clock())
        assert await polling == 0
    (row,) = await on_twitch.greenroom.rows("SELECT run_id, run_state FROM timers")
    assert (UUID(row["run_id"]), row["run_state"]) == (run.run_id, "chosen")
