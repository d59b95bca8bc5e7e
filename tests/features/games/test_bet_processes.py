"""A process that is killed during a bet leaves no trace of the bet, and cooldowns hold in all processes."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from support import bet_process
from support.casino import ANA, Casino, casino_of
from support.waiting import MAX_WAIT_SECONDS


@pytest.mark.both_databases
@pytest.mark.timeout(150)
async def test_process_killed_before_the_commit_leaves_no_trace_of_its_bet(casino: Casino, tmp_path: Path) -> None:
    await casino.set_game(user_cooldown=60)
    await casino.earn(ANA, 1_000)
    url = casino.kernel.database.engine.url.render_as_string(hide_password=False)
    arguments = (bet_process.__file__, url, str(casino.channel_id), str(tmp_path))
    paths = os.pathsep.join([str(Path(bet_process.__file__).parents[1]), *filter(None, sys.path)])
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, stdout=PIPE, env={**os.environ, "PYTHONPATH": paths}
    )
    assert process.stdout is not None
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        assert (await process.stdout.readline()).strip() == b"committing"
    process.kill()
    await process.wait()
    assert [await casino.balance(), (await casino.player()).bets] == [1_000, 0]
    # The same message can bet now: neither its reference nor the cooldown was stored.
    assert await casino.bet("100", message_id="killed") == "Ana won 100 points and now has 1,100."
    assert [await casino.balance(), (await casino.player()).bets] == [1_100, 1]


async def test_cooldown_that_another_process_started_applies(casino: Casino) -> None:
    await casino.set_game(user_cooldown=30)
    await casino.earn(ANA, 100)
    await casino.bet("10")
    # With its own cache, as another process has.
    other = casino_of(casino.kernel, casino.channel_id)
    assert await other.bet("10", message_id="other") == "(user cooldown, 30 s left)"
    await other.cache.stop()
    await other.points.stop()
