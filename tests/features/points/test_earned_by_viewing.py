"""Points for watching are paid in the transaction that credits the watch time, so that none are paid twice."""

import asyncio

import pytest
from msgspec.structs import replace

from greenroom.chat.protocol.actions import Receipt, ViewerFound
from greenroom.features.points.ledger.linked_accounts import link_accounts
from greenroom.features.points.ledger.settings import PointSettings, save_settings
from greenroom.features.watch_time.jobs import WatchTimeJob
from greenroom.kernel.db.database import Database
from greenroom.kernel.ids import new_id
from support.frozen_clock import FrozenClock
from support.variables import CAPABLE_PLATFORM, VariableRunner

ON = PointSettings(enabled=True)
BALANCES = "SELECT viewer_id, balance FROM point_accounts WHERE balance > 0 ORDER BY viewer_id"


async def go_live(runner: VariableRunner, settings: PointSettings = ON) -> None:
    await runner.set_stream_state(is_live=True, live_stream_id="s1")
    async with runner.kernel.database.write() as session:
        await save_settings(session, runner.pipeline.channel_id, settings)


def set_listed_viewers(runner: VariableRunner, *ids: str) -> None:
    """Sets the viewers that the platform lists when it is asked next."""
    found = tuple(ViewerFound(each, f"login{each}", f"Viewer{each}") for each in ids)
    runner.platform.outcomes.append(Receipt("done", viewers=found))


async def watch(runner: VariableRunner) -> dict[str, int]:
    """Runs the job of watch time; returns viewer id → balance."""
    await runner.watch_time_job.credit_all()
    return {row["viewer_id"]: row["balance"] for row in await runner.rows(BALANCES)}


@pytest.mark.both_databases
async def test_viewers_are_paid_each_minute_and_subscribers_more(
    variable_runner: VariableRunner, clock: FrozenClock
) -> None:
    await go_live(variable_runner)
    await variable_runner.add_messages_from("8", role="subscriber")
    await variable_runner.add_messages_from("9")
    await variable_runner.add_messages_from("10", role="bot")
    set_listed_viewers(variable_runner, "8", "20", "1")
    assert await watch(variable_runner) == {"8": 20, "9": 10, "20": 10}
    clock.advance(60)
    set_listed_viewers(variable_runner, "20")
    assert await watch(variable_runner) == {"8": 40, "9": 20, "20": 20}


async def test_listed_viewer_who_never_wrote_has_a_point_account_with_the_name(variable_runner: VariableRunner) -> None:
    await go_live(variable_runner)
    set_listed_viewers(variable_runner, "20")
    await watch(variable_runner)
    assert await variable_runner.rows("SELECT viewer_id, name FROM point_accounts") == [
        {"viewer_id": "20", "name": "Viewer20"}
    ]


@pytest.mark.parametrize("off", [{"enabled": False}, {"per_minute": 0}])
async def test_no_points_for_watching_while_they_are_off(variable_runner: VariableRunner, off: dict[str, int]) -> None:
    await go_live(variable_runner, replace(ON, **off))
    await variable_runner.add_messages_from("9")
    assert await watch(variable_runner) == {}


async def test_ignored_names_are_not_paid(variable_runner: VariableRunner) -> None:
    await go_live(variable_runner, replace(ON, ignored_names=frozenset({"viewer9", "login8", "login20"})))
    await variable_runner.add_messages_from("7", "8", "9")
    set_listed_viewers(variable_runner, "20", "21")
    assert await watch(variable_runner) == {"7": 10, "21": 10}


async def test_moderator_or_vip_is_paid_as_a_subscriber_only_with_a_subscriber_badge(
    variable_runner: VariableRunner,
) -> None:
    await go_live(variable_runner)
    pipeline = variable_runner.pipeline
    chatter = pipeline.chat_message("x").chatter
    vip = replace(chatter, id="8", is_vip=True)
    moderator = replace(chatter, id="9", is_moderator=True, is_subscriber=True)
    await pipeline.process(pipeline.chat_message("a", chatter=vip), pipeline.chat_message("b", chatter=moderator))
    assert await watch(variable_runner) == {"8": 10, "9": 20}


@pytest.mark.both_databases
async def test_person_on_three_platforms_is_paid_once(variable_runner: VariableRunner) -> None:
    await go_live(variable_runner)
    await variable_runner.add_messages_from("7", "9")
    await variable_runner.add_messages_from("8", role="subscriber")
    person_id = new_id()
    async with variable_runner.kernel.database.write() as session:
        connection = await session.connection()
        await connection.exec_driver_sql(f"UPDATE viewers SET person_id = '{person_id.hex}'")  # noqa: S608  # made up here
        viewers = [("drill", each) for each in ("7", "8", "9")]
        channel_id = variable_runner.pipeline.channel_id
        await link_accounts(session, channel_id, viewers, person_id, variable_runner.kernel.clock())
    assert await watch(variable_runner) == {person_id.hex: 20}


@pytest.mark.both_databases
async def test_two_processes_and_repeated_runs_pay_once(variable_runner: VariableRunner, clock: FrozenClock) -> None:
    await go_live(variable_runner)
    await variable_runner.add_messages_from("9")
    other = Database(
        variable_runner.kernel.database.engine.url.render_as_string(hide_password=False),
        variable_runner.kernel.bus.publish,
    )
    second = WatchTimeJob(
        replace(variable_runner.kernel, database=other), variable_runner.sender, {"drill": CAPABLE_PLATFORM}
    )
    await asyncio.gather(variable_runner.watch_time_job.credit_all(), second.credit_all())
    await second.credit_all()
    await other.close()
    assert await watch(variable_runner) == {"9": 10}
    clock.advance(60)
    assert await watch(variable_runner) == {"9": 20}


async def test_early_and_late_runs_of_the_job_pay_whole_minutes_that_add_up(
    variable_runner: VariableRunner, clock: FrozenClock
) -> None:
    await go_live(variable_runner)
    await variable_runner.add_messages_from("9")
    paid = [(await watch(variable_runner))["9"]]
    for seconds in (58, 62, 59, 61, 75, 75, 75, 75):
        clock.advance(seconds)
        await variable_runner.add_messages_from("9")
        paid.append((await watch(variable_runner))["9"])
    # Ten minutes in nine runs.
    assert paid == [10, 20, 30, 40, 50, 60, 80, 90, 100]


async def test_job_that_runs_after_a_delay_or_an_outage_pays_at_most_two_minutes(
    variable_runner: VariableRunner, clock: FrozenClock
) -> None:
    await go_live(variable_runner)
    await variable_runner.add_messages_from("9")
    assert await watch(variable_runner) == {"9": 10}
    clock.advance(110)
    assert await watch(variable_runner) == {"9": 30}
    clock.advance(500)
    await variable_runner.add_messages_from("9")
    assert await watch(variable_runner) == {"9": 50}
