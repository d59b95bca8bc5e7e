"""A job credits watch time and streaks to chatters and to viewers whom the platform lists; variables show them."""

import asyncio

import pytest
from msgspec.structs import replace

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.chat.protocol.actions import ListChatters, Receipt, ViewerFound
from greenroom.features.watch_time.jobs import WatchTimeJob
from greenroom.kernel.db.database import Database
from support.frozen_clock import FrozenClock
from support.sql_statements import statements
from support.variables import CAPABLE_PLATFORM, VariableRunner

CREDITS_QUERY = "SELECT viewer_id, watched_seconds, streams, streak, best_streak FROM attendance ORDER BY viewer_id"


async def credit_and_read(variable_runner: VariableRunner) -> dict[str, tuple[int, ...]]:
    """Runs the job; returns seconds, streams, streak and best streak per viewer."""
    await variable_runner.watch_time_job.credit_all()
    rows = await variable_runner.rows(CREDITS_QUERY)
    return {row["viewer_id"]: tuple(row.values())[1:] for row in rows}


@pytest.mark.both_databases
async def test_chatters_and_listed_viewers_are_credited_each_minute(
    variable_runner: VariableRunner, clock: FrozenClock
) -> None:
    await variable_runner.add_messages_from("9")
    await variable_runner.add_messages_from("8", at=-660)
    await variable_runner.add_messages_from("10", role="bot")
    await variable_runner.add_messages_from("1")
    assert await credit_and_read(variable_runner) == {}
    await variable_runner.set_stream_state(is_live=True, live_stream_id="s1")
    listed = tuple(ViewerFound(each, each, each) for each in ("9", "20", "10", "1"))
    variable_runner.platform.outcomes.append(Receipt("done", viewers=listed))
    assert await credit_and_read(variable_runner) == {"9": (60, 1, 1, 1), "20": (60, 1, 1, 1)}
    assert variable_runner.performed == [ListChatters()]
    clock.advance(62)
    assert await credit_and_read(variable_runner) == {"9": (122, 1, 1, 1), "20": (60, 1, 1, 1)}
    assert await variable_runner.render_text("$(watchtime viewer9) $(streak viewer9)") == "2 minutes, 2 seconds 1"


async def test_concurrent_and_repeated_runs_credit_once(variable_runner: VariableRunner, clock: FrozenClock) -> None:
    await variable_runner.add_messages_from("9")
    await variable_runner.set_stream_state(is_live=True, live_stream_id="s1")
    other = Database(str(variable_runner.kernel.settings.sqlalchemy_url), variable_runner.kernel.bus.publish)
    second = WatchTimeJob(
        replace(variable_runner.kernel, database=other), variable_runner.sender, {"drill": CAPABLE_PLATFORM}
    )
    await asyncio.gather(variable_runner.watch_time_job.credit_all(), second.credit_all())
    await other.close()
    assert await credit_and_read(variable_runner) == {"9": (60, 1, 1, 1)}


@pytest.mark.both_databases
async def test_missed_stream_ends_the_streak(variable_runner: VariableRunner, clock: FrozenClock) -> None:
    async def run_stream(stream_id: str, *people: str) -> dict[str, tuple[int, ...]]:
        clock.advance(86_400)
        await variable_runner.add_messages_from(*people)
        await variable_runner.set_stream_state(is_live=True, live_stream_id=stream_id)
        return await credit_and_read(variable_runner)

    await run_stream("s1", "9", "8")
    await run_stream("s2", "9", "8")
    assert await run_stream("s3", "9") == {"9": (180, 3, 3, 3), "8": (120, 2, 2, 2)}
    # The third stream is still running, so the streak is kept.
    assert await variable_runner.render_text("$(streak Viewer8) $(streak Viewer9)") == "2 3"
    assert await run_stream("s4", "8") == {"9": (180, 3, 3, 3), "8": (180, 3, 1, 2)}
    assert await run_stream("s5", "8") == {"9": (180, 3, 3, 3), "8": (240, 4, 2, 2)}
    text = await variable_runner.render_text("$(streak Viewer9) $(streak.best Viewer9) $(streak.streams Viewer8)")
    assert text == "0 3 4"


async def test_streams_without_a_platforms_id_are_counted(variable_runner: VariableRunner, clock: FrozenClock) -> None:
    for number in (1, 2, 3):
        clock.advance(86_400)
        await variable_runner.add_messages_from("9")
        await variable_runner.set_stream_state(is_live=True, live_stream_id=None)
        assert await credit_and_read(variable_runner) == {"9": (60 * number, number, number, number)}


async def test_viewers_are_read_before_the_write_lock(variable_runner: VariableRunner) -> None:
    await variable_runner.add_messages_from("9")
    await variable_runner.set_stream_state(is_live=True, live_stream_id="s1")
    with statements(variable_runner.kernel.database) as executed:
        await variable_runner.watch_time_job.credit_all()
    lock_at = next(at for at, statement in enumerate(executed) if "BEGIN IMMEDIATE" in statement)
    assert any("FROM viewers" in statement for statement in executed[:lock_at])
    assert not any("FROM viewers" in statement for statement in executed[lock_at:])
    assert ["viewers.viewer_id IN" in one for one in executed if "viewers.is_bot" in one] == [True]


async def test_failed_viewer_list_still_credits_chatters(variable_runner: VariableRunner) -> None:
    await variable_runner.add_messages_from("9")
    await variable_runner.set_stream_state(is_live=True, live_stream_id="s1")
    variable_runner.platform.outcomes.append(PlatformUnavailable("unavailable"))
    assert await credit_and_read(variable_runner) == {"9": (60, 1, 1, 1)}


async def test_watch_times_of_linked_accounts_are_added_up(variable_runner: VariableRunner) -> None:
    await variable_runner.add_messages_from("9", "10")
    await variable_runner.set_stream_state(is_live=True, live_stream_id="s1")
    await credit_and_read(variable_runner)
    assert await variable_runner.render_text("$(watchtime Viewer9)") == "1 minute"
    async with variable_runner.kernel.database.write() as session:
        connection = await session.connection()
        await connection.exec_driver_sql("UPDATE viewers SET person_id = '00000000000000000000000000000001'")
    assert await variable_runner.render_text("$(watchtime Viewer9)") == "2 minutes"
    assert await variable_runner.render_text("$(watchtime)") == "Viewer7 hasn't watched a stream yet"
