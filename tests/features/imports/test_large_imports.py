"""Thousands of commands come at once, and everybody else is served meanwhile."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise

from asked_statements import noted
from command_desk import CommandDesk, command_body
from greenroom.tenancy.topics import COMMANDS_CHANGED
from house import PATIENCE_SECONDS, House, Json, Visitor
from house_fixtures import on_one_database

MANY = 1_000
# Rows that one stretch of the loop may be about.
AT_ONCE = 200


@dataclass
class Turns:
    """How many others have had theirs, and how many that was when each statement left for the database."""

    count: int = 0
    at: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    def between(self, beginning: str) -> list[int]:
        """How many turns others had between the statements that begin so."""
        moments = [moment for words, found in self.at.items() if words.startswith(beginning) for moment in found]
        return [after - before for before, after in pairwise(moments)]


@asynccontextmanager
async def others_counted(house: House) -> AsyncGenerator[Turns]:
    turns = Turns()

    async def take_turns() -> None:
        while True:
            turns.count += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(take_turns())
    with _watched(house, turns):
        yield turns
    task.cancel()


@contextmanager
def _watched(house: House, turns: Turns) -> Generator[None]:
    def note(statement: str, _: object) -> None:
        turns.at.setdefault(statement[:30], []).append(turns.count)

    with noted(house.kernel.database, note):
        yield


def rows(count: int = MANY, answer: str = "Hello $(user)") -> list[Json]:
    entries = [command_body(f"!c{number}", f"{answer} {number}") for number in range(count)]
    return [{"kind": "commands", "entry": entry, "conflicts": "replace"} for entry in entries]


async def taken(desk: CommandDesk, given: list[Json]) -> Json:
    body = {"source": "nightbot", "rows": given}
    answer = await desk.visitor.ask("POST", f"{desk.path}/imports", json=body, timeout=PATIENCE_SECONDS)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_others_have_their_turn_while_thousands_are_added_and_replaced(
    house: House, owner: Visitor, channel_id: str
) -> None:
    desk = CommandDesk(house, owner, channel_id)
    async with others_counted(house) as turns:
        assert (await taken(desk, rows()))["added"] == MANY
    added = turns.between("INSERT INTO commands (")
    assert len(added) >= MANY / AT_ONCE - 1
    assert all(added)
    async with others_counted(house) as turns:
        assert (await taken(desk, rows(answer="Bye $(user)")))["replaced"] == MANY
    changed = turns.between("UPDATE commands SET")
    assert len(changed) >= MANY / AT_ONCE - 1
    assert all(changed)
    found = await desk.listed(q="!c999")
    assert [one["responses"][0]["text"] for one in found] == ["Bye $(user) 999"]
    assert found[0]["revision"] == 2


@on_one_database
async def test_writes_wait_for_the_database_alone_and_not_for_what_was_prepared(
    house: House, owner: Visitor, channel_id: str
) -> None:
    """Somebody saves a command while thousands are being looked at: theirs is there, and is not written over."""
    desk = CommandDesk(house, owner, channel_id)
    importing = asyncio.create_task(taken(desk, [{**row, "conflicts": "skip"} for row in rows()]))
    made = await desk.make("!c999", "Mine")
    result = await importing
    assert result["added"] + result["skipped"] == MANY
    assert (await desk.command(made))["responses"][0]["text"] == "Mine"


@on_one_database
async def test_thousands_that_change_are_read_again_once(house: House, owner: Visitor, channel_id: str) -> None:
    desk = CommandDesk(house, owner, channel_id)
    told: list[bytes] = []
    leave = house.kernel.bus.subscribe(lambda _, payload: told.append(payload), COMMANDS_CHANGED)
    await taken(desk, rows(100))
    replaced = [
        {**row, "entry": {**row["entry"], "cmds": [f"!new{at}", f"!c{at}"]}} for at, row in enumerate(rows(100))
    ]
    told.clear()
    assert (await taken(desk, replaced))["replaced"] == 100
    leave()
    assert told == [channel_id.encode()]
