"""A process that is killed in the middle of a timer: nothing is said twice, and the timer goes on."""

import signal
from datetime import timedelta
from pathlib import Path

from sqlalchemy import update

from frozen_clock import FrozenClock
from greenroom.features.timers.models import Timer
from greenroom.kernel.clock import system_clock
from greenroom.settings import Settings
from house import open_house
from installation import Installation
from rehearsal.stage import Stage
from timer_desk import CHAT, TimerDesk


async def test_timer_of_a_killed_process_is_not_repeated_and_goes_on_at_its_time(
    settings: Settings, stage: Stage, clock: FrozenClock, tmp_path: Path
) -> None:
    database = {"GREENROOM_DATABASE_URL": settings.database_url.get_secret_value()}
    installation = Installation(tmp_path, stage.environment() | database, is_loaded=True)
    async with open_house(settings.model_copy(update={"role": "web"}), stage, clock) as house:
        owner = await house.sign_in()
        desk = TimerDesk(house, owner, await owner.create_channel())
        await desk.connect_quietly("twitch")
        made = await desk.make("One", "Two")
        await house.rehearse("/twitch/delay", ms=60_000, path_prefix=CHAT)
        # Due by the time of the wall, which the process that is killed has.
        due = system_clock() - timedelta(seconds=1)
        async with house.kernel.database.write() as session:
            await session.execute(update(Timer).values(next_run_at=due, planned_at=due))
        async with installation.serving() as running:
            await house.happens("request_held", path=CHAT)
            await running.stop(signal.SIGKILL)
        await house.rehearse("/twitch/delay", ms=0, path_prefix=CHAT)
        killed = await desk.get(made)
        assert (killed["is_running"], killed["last_results"][0]["state"]) == (True, "sending")
    clock.now = system_clock()
    async with open_house(settings, stage, clock) as house:
        desk = await desk.in_house(house)
        async with desk.hearing() as ears:
            clock.advance(120)
            lost = await ears.ran(made, "failed")
            assert lost["last_results"][0]["detail"] == "Not known whether it arrived."
            assert await desk.said() == 0
            clock.advance(600)
            assert (await ears.ran(made, "sent", position=1))["last_results"][0]["text"] == "Two"
        assert await desk.said() == 1
