"""A single read, without a session, returns the committed rows with one call to the thread of SQLite."""

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Column, LargeBinary, MetaData, String, Table, Uuid, bindparam, insert, select
from sqlalchemy.exc import DBAPIError

from greenroom.kernel.db.database import Database
from greenroom.kernel.fast.sqlite_driver import CancelSafeConnection

pytestmark = pytest.mark.both_databases

ROWS = MetaData()
WORDS = Table("words", ROWS, Column("owner", Uuid), Column("text", String), Column("raw", LargeBinary))
OWNER, OTHER_OWNER = UUID(int=1), UUID(int=2)
FIRST_WORDS = (
    select(WORDS.c.text, WORDS.c.raw)
    .where(WORDS.c.owner == bindparam("owner"))
    .order_by(WORDS.c.text)
    .limit(bindparam("count"))
)


@pytest.fixture
async def words(database: Database) -> Database:
    async with database.engine.begin() as connection:
        await connection.run_sync(ROWS.create_all)
    await add(database, OWNER, "b", "a", "c")
    await add(database, OTHER_OWNER, "z")
    return database


async def add(database: Database, owner: UUID, *texts: str) -> None:
    async with database.write() as session:
        for text in texts:
            await session.execute(insert(WORDS).values(owner=owner, text=text, raw=text.encode()))


async def read_words(database: Database, owner: UUID = OWNER, count: int = 10) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await database.fast_read(FIRST_WORDS, {"owner": owner, "count": count})]


async def test_parameters_are_bound_on_every_call(words: Database) -> None:
    assert await read_words(words, count=2) == [("a", b"a"), ("b", b"b")]
    assert await read_words(words, OTHER_OWNER) == [("z", b"z")]
    assert await read_words(words, UUID(int=3)) == []


async def test_committed_writes_are_visible_and_uncommitted_ones_are_not(words: Database) -> None:
    async with words.write() as session:
        await session.execute(insert(WORDS).values(owner=OTHER_OWNER, text="y", raw=b"y"))
        assert await read_words(words, OTHER_OWNER) == [("z", b"z")]
    assert await read_words(words, OTHER_OWNER) == [("y", b"y"), ("z", b"z")]


async def test_single_read_blocks_no_write_and_raises_for_a_missing_table(words: Database) -> None:
    await read_words(words)
    await add(words, OWNER, "d")
    async with words.engine.begin() as connection:
        await connection.run_sync(ROWS.drop_all)
    with pytest.raises(DBAPIError):
        await read_words(words)


async def test_single_read_needs_one_round_trip_to_the_sqlite_thread(
    words: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await read_words(words)
    calls: list[str] = []
    hand_over = CancelSafeConnection._hand_over  # pyright: ignore[reportPrivateUsage]  # not visible otherwise

    def count(connection: CancelSafeConnection, run: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # passed through
        calls.append(run.__name__)
        return hand_over(connection, run, *args, **kwargs)

    monkeypatch.setattr(CancelSafeConnection, "_hand_over", count)
    await read_words(words)
    assert calls == (["_fetch"] if words.is_sqlite else [])
