"""Thousands of commands come at once, and everybody else is served meanwhile."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise

from greenroom.tenancy.topics import COMMANDS_CHANGED
from support.commands import CommandEditor, command_body
from support.greenroom_server import PATIENCE_SECONDS, ApiClient, GreenroomServer, Json
from support.server_fixtures import on_one_database
from support.sql_statements import noted

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
async def others_counted(greenroom: GreenroomServer) -> AsyncGenerator[Turns]:
    turns = Turns()

    async def take_turns() -> None:
        while True:
            turns.count += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(take_turns())
    with _watched(greenroom, turns):
        yield turns
    task.cancel()


@contextmanager
def _watched(greenroom: GreenroomServer, turns: Turns) -> Generator[None]:
    def note(statement: str, _: object) -> None:
        turns.at.setdefault(statement[:30], []).append(turns.count)

    with noted(greenroom.kernel.database, note):
        yield


def rows(count: int = MANY, answer: str = "Hello $(user)") -> list[Json]:
    entries = [command_body(f"!c{number}", f"{answer} {number}") for number in range(count)]
    return [{"kind": "commands", "entry": entry, "conflicts": "replace"} for entry in entries]


async def taken(editor: CommandEditor, given: list[Json]) -> Json:
    body = {"source": "nightbot", "rows": given}
    answer = await editor.client.ask("POST", f"{editor.path}/imports", json=body, timeout=PATIENCE_SECONDS)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_others_have_their_turn_while_thousands_are_added_and_replaced(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    editor = CommandEditor(greenroom, owner, channel_id)
    async with others_counted(greenroom) as turns:
        assert (await taken(editor, rows()))["added"] == MANY
    added = turns.between("INSERT INTO commands (")
    assert len(added) >= MANY / AT_ONCE - 1
    assert all(added)
    async with others_counted(greenroom) as turns:
        assert (await taken(editor, rows(answer="Bye $(user)")))["replaced"] == MANY
    changed = turns.between("UPDATE commands SET")
    assert len(changed) >= MANY / AT_ONCE - 1
    assert all(changed)
    found = await editor.listed(q="!c999")
    assert [one["responses"][0]["text"] for one in found] == ["Bye $(user) 999"]
    assert found[0]["revision"] == 2


@on_one_database
async def test_writes_wait_for_the_database_alone_and_not_for_what_was_prepared(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    """Somebody saves a command while thousands are being looked at: theirs is there, and is not written over."""
    editor = CommandEditor(greenroom, owner, channel_id)
    importing = asyncio.create_task(taken(editor, [{**row, "conflicts": "skip"} for row in rows()]))
    made = await editor.make("!c999", "Mine")
    result = await importing
    assert result["added"] + result["skipped"] == MANY
    assert (await editor.command(made))["responses"][0]["text"] == "Mine"


@on_one_database
async def test_thousands_that_change_are_read_again_once(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    editor = CommandEditor(greenroom, owner, channel_id)
    told: list[bytes] = []
    leave = greenroom.kernel.bus.subscribe(lambda _, payload: told.append(payload), COMMANDS_CHANGED)
    await taken(editor, rows(100))
    replaced = [
        {**row, "entry": {**row["entry"], "cmds": [f"!new{at}", f"!c{at}"]}} for at, row in enumerate(rows(100))
    ]
    told.clear()
    assert (await taken(editor, replaced))["replaced"] == 100
    leave()
    assert told == [channel_id.encode()]
