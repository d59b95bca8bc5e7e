"""A large import leaves the event loop free, keeps commands that are saved meanwhile, and announces one change."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from greenroom.features.commands.service import COMMANDS_CHANGED
from support.commands import CommandChannel, command_body
from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.sql_statements import observe_statements
from support.waiting import MAX_WAIT_SECONDS

COMMAND_COUNT = 1_000
ROWS_PER_STATEMENT = 200


@dataclass
class LoopIterations:
    """Counts the iterations of the event loop, and notes the count at each SQL statement."""

    count: int = 0
    counts_at: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    def between(self, beginning: str) -> list[int]:
        """Numbers of iterations between consecutive SQL statements that start with `beginning`."""
        counts = [count for sql, found in self.counts_at.items() if sql.startswith(beginning) for count in found]
        return [after - before for before, after in pairwise(counts)]


@asynccontextmanager
async def count_loop_iterations(greenroom: GreenroomServer) -> AsyncGenerator[LoopIterations]:
    iterations = LoopIterations()

    async def count_iterations() -> None:
        while True:
            iterations.count += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(count_iterations())
    with _record_statements(greenroom, iterations):
        yield iterations
    task.cancel()


@contextmanager
def _record_statements(greenroom: GreenroomServer, iterations: LoopIterations) -> Generator[None]:
    def record(statement: str, _: object) -> None:
        iterations.counts_at.setdefault(statement[:30], []).append(iterations.count)

    with observe_statements(greenroom.kernel.database, record):
        yield


def rows(count: int = COMMAND_COUNT, answer: str = "Hello $(user)") -> list[Json]:
    entries = [command_body(f"!c{number}", f"{answer} {number}") for number in range(count)]
    return [{"kind": "commands", "entry": entry, "conflicts": "replace"} for entry in entries]


async def import_rows(channel: CommandChannel, chosen: list[Json]) -> Json:
    body = {"source": "nightbot", "rows": chosen}
    answer = await channel.client.ask("POST", f"{channel.path}/imports", json=body, timeout=MAX_WAIT_SECONDS)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.both_databases
async def test_event_loop_is_not_blocked_while_a_thousand_commands_are_added_and_replaced(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    channel = CommandChannel(greenroom, owner, channel_id)
    async with count_loop_iterations(greenroom) as iterations:
        assert (await import_rows(channel, rows()))["added"] == COMMAND_COUNT
    added = iterations.between("INSERT INTO commands (")
    assert len(added) >= COMMAND_COUNT / ROWS_PER_STATEMENT - 1
    assert all(added)
    async with count_loop_iterations(greenroom) as iterations:
        assert (await import_rows(channel, rows(answer="Bye $(user)")))["replaced"] == COMMAND_COUNT
    changed = iterations.between("UPDATE commands SET")
    assert len(changed) >= COMMAND_COUNT / ROWS_PER_STATEMENT - 1
    assert all(changed)
    found = await channel.list_commands(q="!c999")
    assert [one["responses"][0]["text"] for one in found] == ["Bye $(user) 999"]
    assert found[0]["revision"] == 2


async def test_command_saved_during_an_import_is_not_overwritten(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    channel = CommandChannel(greenroom, owner, channel_id)
    importing = asyncio.create_task(import_rows(channel, [{**row, "conflicts": "skip"} for row in rows()]))
    command = await channel.make("!c999", "Mine")
    result = await importing
    assert result["added"] + result["skipped"] == COMMAND_COUNT
    assert (await channel.command(command))["responses"][0]["text"] == "Mine"


async def test_large_import_announces_one_change(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    channel = CommandChannel(greenroom, owner, channel_id)
    announced: list[bytes] = []
    unsubscribe = greenroom.kernel.bus.subscribe(lambda _, payload: announced.append(payload), COMMANDS_CHANGED)
    await import_rows(channel, rows(100))
    replaced = [
        {**row, "entry": {**row["entry"], "cmds": [f"!new{at}", f"!c{at}"]}} for at, row in enumerate(rows(100))
    ]
    announced.clear()
    assert (await import_rows(channel, replaced))["replaced"] == 100
    unsubscribe()
    assert announced == [channel_id.encode()]
