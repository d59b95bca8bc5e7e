import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import MetaData, func, select, text
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from greenroom.kernel.db.database import (
    Database,
    JsonObject,
    JsonType,
    SortText,
    Table,
    UtcDateTime,
    advisory_lock,
    publish,
)

pytestmark = pytest.mark.both_databases


class Base(DeclarativeBase):
    metadata = MetaData()
    type_annotation_map = {datetime: UtcDateTime, JsonObject: JsonType}  # noqa: RUF012  # read once by SQLAlchemy


class Note(Base):
    __tablename__ = "notes"

    note_id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(SortText, default="")
    written_at: Mapped[datetime | None]
    content: Mapped[JsonObject | None]


class PublishedMessages:
    def __init__(self) -> None:
        self.messages: list[tuple[str, bytes]] = []

    async def __call__(self, topic: str, *payloads: bytes) -> None:
        self.messages += [(topic, payload) for payload in payloads]


@pytest.fixture
def published() -> PublishedMessages:
    return PublishedMessages()


@pytest.fixture
async def database(database_url: str, published: PublishedMessages) -> AsyncGenerator[Database]:
    opened = Database(database_url, published)
    async with opened.engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    yield opened
    await opened.close()


async def read_note(database: Database) -> Note:
    async with database.read() as session:
        return (await session.scalars(select(Note))).one()


async def count(database: Database) -> int:
    async with database.read() as session:
        return await session.scalar(select(func.count()).select_from(Note)) or 0


async def test_published_messages_are_sent_after_the_commit(database: Database, published: PublishedMessages) -> None:
    async with database.write() as session:
        session.add(Note(note_id=1))
        publish(session, "notes", b"1")
        publish(session, "notes", b"2")
        assert published.messages == []
    assert published.messages == [("notes", b"1"), ("notes", b"2")]
    assert await count(database) == 1


async def test_failed_write_changes_and_publishes_nothing(database: Database, published: PublishedMessages) -> None:
    async def fail() -> None:
        async with database.write() as session:
            session.add(Note(note_id=1))
            publish(session, "notes", b"1")
            raise LookupError

    with pytest.raises(LookupError):
        await fail()
    assert published.messages == []
    assert await count(database) == 0


async def test_failed_commit_publishes_nothing(database: Database, published: PublishedMessages) -> None:
    async def write() -> None:
        async with database.write() as session:
            session.add(Note(note_id=1))
            publish(session, "notes", b"1")

    await write()
    with pytest.raises(IntegrityError):
        await write()
    assert published.messages == [("notes", b"1")]


async def test_many_concurrent_writes_all_succeed(database: Database) -> None:
    async def write(number: int) -> None:
        async with database.write() as session:
            await session.execute(select(func.count()).select_from(Note))
            session.add(Note(note_id=number))

    await asyncio.gather(*(write(number) for number in range(30)))
    assert await count(database) == 30


async def test_a_reader_sees_committed_data_during_a_write(database: Database) -> None:
    async with database.write() as session:
        session.add(Note(note_id=1))
        await session.flush()
        assert await count(database) == 0
    assert await count(database) == 1


async def test_writes_with_the_same_advisory_lock_run_in_sequence(database: Database) -> None:
    async def read_and_add() -> None:
        async with database.write() as session:
            await advisory_lock(session, "notes")
            highest = await session.scalar(select(func.max(Note.note_id))) or 0
            session.add(Note(note_id=highest + 1))

    await asyncio.gather(*(read_and_add() for _ in range(8)))
    assert await count(database) == 8


async def test_a_time_is_read_back_as_the_same_time_in_utc(database: Database) -> None:
    moment = datetime(2030, 1, 2, 3, 4, 5, 678_901, tzinfo=timezone(timedelta(hours=5)))
    async with database.write() as session:
        session.add(Note(note_id=1, written_at=moment))
    written_at = (await read_note(database)).written_at
    assert written_at == moment
    assert written_at is not None
    assert written_at.tzinfo is UTC


async def test_a_missing_time_is_stored_as_null(database: Database) -> None:
    async with database.write() as session:
        session.add(Note(note_id=1))
    assert (await read_note(database)).written_at is None


async def test_a_time_without_a_time_zone_is_rejected(database: Database) -> None:
    naive = datetime(2030, 1, 2)  # noqa: DTZ001  # naive on purpose
    with pytest.raises(StatementError, match="naive datetime"):
        async with database.write() as session:
            session.add(Note(note_id=1, written_at=naive))


async def test_json_is_read_back_unchanged(database: Database) -> None:
    content: JsonObject = {"é": [1, 2.5, None, True, {"a": "🎤"}]}
    async with database.write() as session:
        session.add(Note(note_id=1, content=content))
    assert (await read_note(database)).content == content


async def test_text_is_sorted_by_code_point_on_every_database(database: Database) -> None:
    titles = ["b", "A", "a", "B", "é", "z", "_", "Z"]
    async with database.write() as session:
        session.add_all(Note(note_id=number, title=title) for number, title in enumerate(titles))
    async with database.read() as session:
        found = list(await session.scalars(select(Note.title).order_by(Note.title)))
    assert found == sorted(titles)


async def test_sqlite_is_set_up_for_many_readers_and_one_writer(sqlite_url: str) -> None:
    database = Database(sqlite_url, PublishedMessages())
    async with database.read() as session:
        values = [
            await session.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")
        ]
    await database.close()
    assert values == ["wal", 1, 5_000, 1]


def test_first_use_of_a_table_configures_no_other_mapper() -> None:
    class FirstNote(Table):
        __tablename__ = "first_notes"
        id: Mapped[int] = mapped_column(primary_key=True)

    class OtherNote(Table):
        __tablename__ = "other_notes"
        id: Mapped[int] = mapped_column(primary_key=True)

    for note in (FirstNote, OtherNote):
        Table.metadata.remove(note.metadata.tables[note.__tablename__])
    str(select(FirstNote))
    assert FirstNote.__mapper__.configured
    assert not OtherNote.__mapper__.configured
