import asyncio
from datetime import datetime, timedelta

import pytest
from sqlalchemy import select
from structlog.testing import capture_logs

from greenroom.features.health.service import JobRunning, Jobs, pause, request_run
from greenroom.kernel.db.database import Database, Table
from greenroom.kernel.db.job_states import JobCount, JobState
from greenroom.kernel.db.leases import PAUSED, Lease, claim
from greenroom.kernel.db.worker_lock import worker_lock
from greenroom.kernel.jobs import LEASE_SECONDS, Job, JobRunner
from support.frozen_clock import FrozenClock
from support.jobs import ControlledSleep, Work, runner_of, sleep_forever, start_held_run
from support.waiting import MAX_WAIT_SECONDS, wait_until

pytestmark = pytest.mark.both_databases

# Shortest and longest wait, in seconds.
FIRST_WAIT = (0, 5)
MINUTE_WITH_JITTER = (60, 66)


@pytest.fixture(autouse=True)
async def job_tables(database: Database) -> None:
    async with database.engine.begin() as connection:
        tables = [Table.metadata.tables[table.__tablename__] for table in (Lease, JobState, JobCount)]
        await connection.run_sync(Table.metadata.create_all, tables=tables)


async def wait_until_lease_ends_in(database: Database, clock: FrozenClock, seconds: float) -> None:
    async def ends_then() -> bool:
        return await lease_end(database) == clock() + timedelta(seconds=seconds)

    await wait_until(ends_then)


async def lease_end(database: Database) -> datetime | None:
    async with database.read() as session:
        return await session.scalar(select(Lease.expires_at))


async def test_of_two_processes_one_runs_the_job(database: Database, clock: FrozenClock) -> None:
    work = Work()
    job = Job("sweep", 60, work.run)
    ran = await asyncio.gather(*(runner_of(database, clock, owner).run_if_due(job) for owner in ("one", "two")))
    assert sorted(ran) == [False, True]
    assert work.runs == 1


async def test_a_job_never_runs_twice_in_one_interval(database: Database, clock: FrozenClock) -> None:
    job = Job("sweep", 60, Work().run)
    runner = runner_of(database, clock, "one")
    assert await runner.run_if_due(job)
    clock.advance(59)
    assert not await runner.run_if_due(job)
    assert not await runner_of(database, clock, "two").run_if_due(job)
    clock.advance(1)
    assert await runner_of(database, clock, "two").run_if_due(job)


async def test_a_job_with_a_short_interval_is_not_delayed_by_its_lease(database: Database, clock: FrozenClock) -> None:
    job = Job("tick", 1, Work().run)
    runner = runner_of(database, clock, "one")
    assert await runner.run_if_due(job)
    clock.advance(1)
    assert await runner.run_if_due(job)


async def test_each_job_has_its_own_lease(database: Database, clock: FrozenClock) -> None:
    runner = runner_of(database, clock, "one")
    assert await runner.run_if_due(Job("sweep", 60, Work().run))
    assert await runner.run_if_due(Job("count", 60, Work().run))


async def test_a_job_that_fails_is_logged_with_its_name_and_runs_again(database: Database, clock: FrozenClock) -> None:
    runs: list[int] = []

    async def fail() -> None:
        runs.append(1)
        raise LookupError("no such thing")

    sleep = ControlledSleep()
    runner = JobRunner(database, clock, "one", [Job("sweep", 60, fail)], sleep=sleep)
    with capture_logs() as logs:
        runner.start()
        await sleep.end_next(*FIRST_WAIT)
        await sleep.end_next(*MINUTE_WITH_JITTER)
        clock.advance(60)
        await sleep.end_next(*MINUTE_WITH_JITTER)
        await runner.stop()
    assert len(runs) == 2
    assert [(entry["event"], entry["job"]) for entry in logs] == [("job_failed", "sweep")] * 2


async def test_a_job_with_a_long_interval_is_looked_at_each_minute(database: Database, clock: FrozenClock) -> None:
    sleep = ControlledSleep()
    runner = JobRunner(database, clock, "one", [Job("sweep", 86_400, Work().run)], sleep=sleep)
    runner.start()
    await sleep.end_next(*FIRST_WAIT)
    await sleep.end_next(*MINUTE_WITH_JITTER)
    await runner.stop()


async def test_a_long_job_keeps_its_lease(database: Database, clock: FrozenClock) -> None:
    run = await start_held_run(database, clock)
    for _ in range(6):
        clock.advance(LEASE_SECONDS / 2)
        await run.sleep.end_next(LEASE_SECONDS / 3, LEASE_SECONDS / 3)
        await wait_until_lease_ends_in(database, clock, LEASE_SECONDS)
        assert not await runner_of(database, clock, "two").run_if_due(run.job)
    run.work.may_end.set()
    assert await run.task
    assert await runner_of(database, clock, "two").run_if_due(run.job)
    assert run.work.runs == 2


async def test_a_job_that_has_lost_its_lease_is_stopped(database: Database, clock: FrozenClock) -> None:
    run = await start_held_run(database, clock)
    clock.advance(LEASE_SECONDS)
    async with database.write() as session:
        assert await claim(session, "job:sweep", "next", now=clock(), seconds=60)
    with capture_logs() as logs:
        await run.sleep.end_next(LEASE_SECONDS / 3, LEASE_SECONDS / 3)
        assert await run.task
    assert [entry["event"] for entry in logs] == ["job_lease_lost"]
    assert not await runner_of(database, clock, "third").run_if_due(run.job)


async def test_job_of_a_dead_process_runs_in_another_when_its_lease_expires(
    database: Database, clock: FrozenClock
) -> None:
    async with database.write() as session:
        await claim(session, "job:sweep", "dead", now=clock(), seconds=LEASE_SECONDS)
    runner = runner_of(database, clock, "next")
    job = Job("sweep", 1, Work().run)
    assert not await runner.run_if_due(job)
    clock.advance(LEASE_SECONDS)
    assert await runner.run_if_due(job)


async def test_interrupted_job_can_run_in_another_process_at_once(database: Database, clock: FrozenClock) -> None:
    work, sleep = Work(), ControlledSleep()
    work.may_end.clear()
    job = Job("sweep", 60, work.run)
    runner = JobRunner(database, clock, "one", [job], sleep=sleep)
    runner.start()
    await sleep.end_next(*FIRST_WAIT)
    await work.started.wait()
    await runner.stop()
    work.may_end.set()
    assert await runner_of(database, clock, "two").run_if_due(job)


async def test_a_job_runner_whose_database_fails_retries_later(database: Database, clock: FrozenClock) -> None:
    async with database.engine.begin() as connection:
        await connection.run_sync(Table.metadata.drop_all, tables=[Table.metadata.tables[Lease.__tablename__]])
    sleep = ControlledSleep()
    runner = JobRunner(database, clock, "one", [Job("sweep", 60, Work().run)], sleep=sleep)
    with capture_logs() as logs:
        runner.start()
        await sleep.end_next(*FIRST_WAIT)
        await sleep.end_next(*MINUTE_WITH_JITTER)
        await runner.stop()
    assert [entry["event"] for entry in logs] == ["job_failed"]


async def stored_state(database: Database) -> tuple[int, int, str]:
    async with database.read() as session:
        state = (await session.scalars(select(JobState))).one()
    return state.took_ms, state.failures, state.error


async def test_failures_in_a_row_are_counted_with_the_last_error(database: Database, clock: FrozenClock) -> None:
    async def fail() -> None:
        clock.advance(2)
        raise LookupError("no answer for access_token=abc\nand more")

    runner = runner_of(database, clock, "one")
    for _ in range(2):
        with pytest.raises(LookupError):
            await runner.run_if_due(Job("sweep", 1, fail))
    assert await stored_state(database) == (2000, 2, "no answer for access_token=[hidden]")
    await runner.run_if_due(Job("sweep", 1, Work().run))
    assert await stored_state(database) == (0, 0, "")


async def test_job_without_an_interval_runs_only_on_request_and_then_at_once(
    database: Database, clock: FrozenClock
) -> None:
    on_request, hourly = Work(), Work()
    jobs = [Job("backup", 0, on_request.run), Job("sweep", 3600, hourly.run)]
    runner = JobRunner(database, clock, "one", jobs, sleep=sleep_forever)
    runner.start()
    for name in (b"backup", b"unknown"):
        runner.on_run_requested("", name)
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        await on_request.started.wait()
    await runner.stop()
    assert (on_request.runs, hourly.runs) == (1, 0)


async def counted(database: Database) -> list[tuple[int, int]]:
    async with database.read() as session:
        rows = await session.execute(select(JobCount.done, JobCount.failed).order_by(JobCount.period))
        return [(row[0], row[1]) for row in rows]


async def test_runs_are_counted_per_five_minutes_and_counts_deleted_after_an_hour(
    database: Database, clock: FrozenClock
) -> None:
    async def fail() -> None:
        raise LookupError("no answer")

    runner, period = runner_of(database, clock, "one"), 300
    clock.now = clock.now.replace(minute=0, second=0, microsecond=0)
    for _ in range(3):
        await runner.run_if_due(Job("sweep", 1, Work().run))
        clock.advance(1)
    clock.advance(period)
    with pytest.raises(LookupError):
        await runner.run_if_due(Job("sweep", 1, fail))
    assert await counted(database) == [(3, 0), (0, 1)]
    clock.advance(3600)
    await runner.run_if_due(Job("sweep", 1, Work().run))
    assert await counted(database) == [(0, 1), (1, 0)]


async def test_paused_job_stays_paused_when_the_server_starts(database: Database, clock: FrozenClock) -> None:
    async with database.write() as session:
        session.add(Lease(name="job:sweep", owner=PAUSED, expires_at=clock() + timedelta(days=9)))
        session.add(Lease(name="job:other", owner="killed", expires_at=clock() + timedelta(days=9)))
    async with worker_lock(database), database.read() as session:
        assert list(await session.scalars(select(Lease.name))) == ["job:sweep"]


async def test_job_that_is_paused_and_resumed_at_once_goes_on_and_does_not_run_twice(
    database: Database, clock: FrozenClock
) -> None:
    run = await start_held_run(database, clock)
    jobs = Jobs(sweep=run.job)
    async with database.write() as session:
        await pause(session, jobs, "sweep", clock())
        # The second pause must keep the record of the run that may continue.
        await pause(session, jobs, "sweep", clock())
    # `request_run` resumes a paused job.
    async with database.write() as session:
        await request_run(session, jobs, "sweep", clock())
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        assert not await runner_of(database, clock, "two").run_if_due(run.job)
    async with database.write() as session:
        with pytest.raises(JobRunning):
            await request_run(session, jobs, "sweep", clock())
    run.work.may_end.set()
    assert await run.task
    assert await stored_state(database) == (0, 0, "")


async def test_job_resumed_after_its_interrupted_run_stopped_runs_at_once(
    database: Database, clock: FrozenClock
) -> None:
    run = await start_held_run(database, clock, every_seconds=60)
    jobs = Jobs(sweep=run.job)
    async with database.write() as session:
        await pause(session, jobs, "sweep", clock())
    await run.sleep.end_next(LEASE_SECONDS / 3, LEASE_SECONDS / 3)
    assert await run.task
    async with database.write() as session:
        await request_run(session, jobs, "sweep", clock())
    run.work.may_end.set()
    assert await runner_of(database, clock, "two").run_if_due(run.job)


async def test_two_operators_can_pause_a_job_at_once(database: Database, clock: FrozenClock) -> None:
    jobs = Jobs(sweep=Job("sweep", 1, Work().run))

    async def pause_it() -> None:
        async with database.write() as session:
            await session.connection()
            await pause(session, jobs, "sweep", clock())
            await asyncio.sleep(0.01)

    await asyncio.gather(pause_it(), pause_it())
    async with database.read() as session:
        assert list(await session.scalars(select(Lease.owner))) == [PAUSED]
