"""A timer whose process is killed while sending repeats no message and runs again at its next time."""

import signal
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from greenroom.features.timers.models import Timer
from greenroom.kernel.clock import system_clock
from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import open_server
from support.installation import Installation
from support.timers import SEND_MESSAGE_PATH, TimerChannel


@pytest.mark.both_databases
async def test_timer_of_a_killed_process_is_not_repeated_and_runs_at_its_next_time(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock, tmp_path: Path
) -> None:
    database = {"GREENROOM_DATABASE_URL": settings.database_url.get_secret_value()}
    installation = Installation(tmp_path, rehearsal_state.environment() | database, is_preloaded=True)
    async with open_server(settings.model_copy(update={"role": "web"}), rehearsal_state, clock) as greenroom:
        owner = await greenroom.sign_in()
        timers = TimerChannel(greenroom, owner, await owner.create_channel())
        await timers.connect_without_running("twitch")
        timer = await timers.make("One", "Two")
        await greenroom.control("/twitch/delay", ms=60_000, path_prefix=SEND_MESSAGE_PATH)
        # The process that is killed uses the system clock.
        due = system_clock() - timedelta(seconds=1)
        async with greenroom.kernel.database.write() as session:
            await session.execute(update(Timer).values(next_run_at=due, planned_at=due))
        async with installation.serving() as running:
            await greenroom.wait_for_event("request_held", path=SEND_MESSAGE_PATH)
            await running.stop(signal.SIGKILL)
        await greenroom.control("/twitch/delay", ms=0, path_prefix=SEND_MESSAGE_PATH)
        killed = await timers.get(timer)
        assert (killed["is_running"], killed["last_results"][0]["state"]) == (True, "sending")
    clock.now = system_clock()
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        timers = await timers.on_restarted_server(greenroom)
        async with timers.timer_events() as live_events:
            clock.advance(120)
            lost = await live_events.wait_for_run(timer, "failed")
            detail = lost["last_results"][0]["detail"]
            assert detail == "The server stopped while sending. It may already have been sent."
            assert await timers.count_sent_messages() == 0
            clock.advance(600)
            assert (await live_events.wait_for_run(timer, "sent", position=1))["last_results"][0]["text"] == "Two"
        assert await timers.count_sent_messages() == 1
