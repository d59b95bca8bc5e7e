"""SQLite finds the rows of several viewers by index, without reading all rows of a channel."""

from uuid import UUID

import pytest
from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.dialects import sqlite

from greenroom.chat.messages.models import Viewer
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.features.points.ledger.models import PointAccount
from greenroom.features.points.ledger.settings import PointSettings
from greenroom.features.queues.entries import are_of_accounts
from greenroom.features.queues.models import QueueEntry
from greenroom.features.viewers.models import LinkAttempt
from greenroom.features.watch_time.earned_points import ignored_viewers
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.pairs import in_pairs
from support.sql_statements import observe_statements

CHANNEL = UUID("0190a0b0-0000-7000-8000-000000000001")
KEYS = [("kick", "2"), ("twitch", "1"), ("twitch", "3")]
TABLES = (Viewer, ModerationEntry, PointAccount, LinkAttempt)


async def plan_of(database: Database, sql: str, values: object = ()) -> list[str]:
    async with database.engine.connect() as connection:
        steps = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values)  # pyright: ignore[reportArgumentType]  # the driver's own values
        return [step.detail for step in steps if step.detail.startswith(("SEARCH", "SCAN viewers"))]


def literal_sql(table: type[object], condition: ColumnElement[bool]) -> str:
    query: Select[object] = select(table).where(condition)
    return str(query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))


@pytest.mark.parametrize("table", TABLES)
async def test_rows_of_viewers_on_two_platforms_are_found_by_index(database: Database, table: type[Viewer]) -> None:
    condition = in_pairs(table.channel_id == CHANNEL, table.provider, table.viewer_id, KEYS)
    steps = await plan_of(database, literal_sql(table, condition))
    assert [step.split("(")[1] for step in steps] == ["channel_id=? AND provider=? AND viewer_id=?)"]


async def test_entries_of_a_queue_are_found_by_index(database: Database) -> None:
    steps = await plan_of(database, literal_sql(QueueEntry, are_of_accounts(CHANNEL, KEYS)))
    assert [step.split("(")[1] for step in steps] == ["queue_id=? AND provider=? AND viewer_id=?)"]


async def test_viewers_with_ignored_names_are_found_by_indexes_of_names(database: Database) -> None:
    executed: list[tuple[str, object]] = []
    with observe_statements(database, lambda sql, values: executed.append((sql, values))):
        async with database.read() as session:
            await ignored_viewers(session, CHANNEL, PointSettings())
    ((sql, values),) = [one for one in executed if "FROM viewers" in one[0]]
    steps = await plan_of(database, sql, values)
    used = {step.split("(")[1] for step in steps}
    assert used == {"channel_id=? AND search_name=?)", "channel_id=? AND <expr>=?)"}
