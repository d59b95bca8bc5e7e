"""Read and write sessions on SQLite or PostgreSQL; messages are published after the commit."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, TypeVarTuple, cast

from pydantic import BaseModel
from sqlalchemy import (
    JSON,
    BigInteger,
    Connection,
    DateTime,
    Dialect,
    Integer,
    MetaData,
    Select,
    String,
    event,
    func,
    select,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.types import TypeDecorator, TypeEngine

from greenroom.kernel.fast.switch import is_fast
from greenroom.kernel.fast.table_registries import give_own_registry

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite

    from greenroom.kernel.fast.sqlite_driver import FastReads

JsonObject = dict[str, object]
Columns = TypeVarTuple("Columns")
Result = TypeVar("Result")

# Keys in `session.info`: messages to publish after the commit, and work to run before it.
OUTBOX = "outbox"
WORK_BEFORE_COMMIT = "work_before_commit"
BUSY_TIMEOUT_MS = 5_000
# Size of SQLite's write-ahead log before a checkpoint, 16 MB: a busy chat changes the same index pages many times, and
# a checkpoint copies each only once. Reading the log after a crash takes some milliseconds.
LOG_PAGES = 2_000
CACHE_KIB = 16_384
POOL_SIZE = 10

CONSTRAINT_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Publish(Protocol):
    async def __call__(self, topic: str, *payloads: bytes) -> None: ...


class UtcDateTime(TypeDecorator[datetime]):
    """A column of times in UTC, on SQLite too, which has no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a naive datetime was given to the database")
        return value.astimezone(UTC).replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class JsonType(TypeDecorator[Any]):
    """A column of JSON: JSONB on PostgreSQL."""

    # Not `with_variant`, for which Alembic would generate a migration that does not run.
    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name != "postgresql":
            return dialect.type_descriptor(JSON())
        from sqlalchemy.dialects.postgresql import JSONB  # noqa: PLC0415  # a tenth of a second to import

        return dialect.type_descriptor(JSONB())


# SQLite assigns row numbers only if the key is exactly INTEGER.
BigId = BigInteger().with_variant(Integer, "sqlite")


class SortText(TypeDecorator[str]):
    """A column of text that every database compares by code point, so that cursors work the same everywhere."""

    impl = String
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[str]:
        return dialect.type_descriptor(String(collation="C") if dialect.name == "postgresql" else String())


class Table(DeclarativeBase):
    """Base class of all tables."""

    metadata = MetaData(naming_convention=CONSTRAINT_NAMES)
    type_annotation_map = {datetime: UtcDateTime, JsonObject: JsonType, list[str]: JsonType}  # noqa: RUF012  # read once by SQLAlchemy

    def __init_subclass__(cls, **keywords: object) -> None:
        for other in Table.__subclasses__():
            if other is not cls and cls.__tablename__ == other.__tablename__:
                raise ValueError(f"The table {cls.__tablename__} of {cls.__module__} is in {other.__module__} already")
        if cls.__name__ != "Table":
            give_own_registry(cls, Table)
        super().__init_subclass__(**keywords)


def is_sqlite(session: AsyncSession) -> bool:
    """False means PostgreSQL."""
    return session.get_bind().dialect.name == "sqlite"


def insert_into(table: type[Table], session: AsyncSession) -> "sqlite.Insert | postgresql.Insert":
    """An INSERT that supports ON CONFLICT; imports only the dialect in use, as each import takes 0.1 s."""
    if is_sqlite(session):
        from sqlalchemy.dialects.sqlite import insert  # noqa: PLC0415
    else:
        from sqlalchemy.dialects.postgresql import insert  # noqa: PLC0415
    return insert(table)


def publish(session: AsyncSession, topic: str, message: bytes | BaseModel) -> None:
    """Publishes to the topic after this session has committed; not at all if the transaction fails."""
    publish_all(session, topic, (message if isinstance(message, bytes) else message.model_dump_json().encode(),))


def publish_all(session: AsyncSession, topic: str, payloads: Sequence[bytes]) -> None:
    """Publishes several payloads to one topic after the commit."""
    session.info.setdefault(OUTBOX, []).append((topic, payloads))


def run_before_commit(session: AsyncSession, work: Callable[[Session], None]) -> None:
    """Runs `work` just before this session's transaction commits; not at all if the transaction fails earlier."""
    session.info.setdefault(WORK_BEFORE_COMMIT, []).append(work)


async def advisory_lock(session: AsyncSession, subject: str) -> None:
    """Serialises transactions that name the same subject; SQLite has one writer at a time anyway."""
    if not is_sqlite(session):
        await session.execute(select(func.pg_advisory_xact_lock(func.hashtext(subject))))


class WritingSession(Session):
    """Session of a transaction that writes."""


@event.listens_for(WritingSession, "before_commit")
def _run_work_before_commit(session: Session) -> None:
    for work in cast("list[Callable[[Session], None]]", session.info.pop(WORK_BEFORE_COMMIT, ())):
        work(session)


class Database:
    def __init__(self, url: str, publish: Publish) -> None:
        self.is_sqlite = url.startswith("sqlite")
        self.engine = _sqlite_engine(url) if self.is_sqlite else _postgres_engine(url)
        # One connection for all writes to SQLite: the page cache of a second one would be out of date.
        self._writing = _sqlite_engine(url, pool_size=1, max_overflow=0) if self.is_sqlite else self.engine
        self._publish = publish
        self._autocommit_engine = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._readers = async_sessionmaker(self.engine, expire_on_commit=False)
        self._writer = self._writing.execution_options(greenroom_begin="BEGIN IMMEDIATE")
        self._writers = async_sessionmaker(self._writer, expire_on_commit=False, sync_session_class=WritingSession)
        # Sends no BEGIN: for SQLite a single statement is a transaction.
        self._without_begin = self._writing.execution_options(greenroom_begin="")
        # SQLite has one writer at a time: waiting for this lock costs nothing, waiting in its busy handler blocks a
        # thread.
        self._write_lock: contextlib.AbstractAsyncContextManager[object] = (
            asyncio.Lock() if self.is_sqlite else contextlib.nullcontext()
        )
        self._fast_reads: FastReads | None = None

    @property
    def engines(self) -> frozenset[AsyncEngine]:
        """Two engines for SQLite, one for PostgreSQL."""
        return frozenset({self.engine, self._writing})

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncGenerator[AsyncSession]:
        async with self._readers() as session, session.begin():
            yield session

    @contextlib.asynccontextmanager
    async def write(self) -> AsyncGenerator[AsyncSession]:
        """One transaction; its messages are published after the commit."""
        async with self._write_lock, self._writers() as session, session.begin():
            yield session
        for topic, payloads in cast("list[tuple[str, Sequence[bytes]]]", session.info.pop(OUTBOX, [])):
            await self._publish(topic, *payloads)

    async def fast_read(self, statement: Select[*Columns], values: Mapping[str, object]) -> Sequence[tuple[*Columns]]:
        """Fast read of one statement without a session; returns rows as the driver returns them.

        Create the statement once, with a `bindparam` for each value, and select only text, bytes and numbers.
        """
        if not self.is_sqlite or not is_fast():
            async with self._autocommit_engine.connect() as connection:
                return (await connection.execute(statement, values)).all()
        if self._fast_reads is None:
            from greenroom.kernel.fast.sqlite_driver import FastReads  # noqa: PLC0415  # only for SQLite

            self._fast_reads = FastReads(self.engine)
        return await self._fast_reads.fetch(statement, values)

    async def checkpoint(self) -> None:
        """Moves SQLite's write-ahead log into the database file while others write, so that no commit has to do it."""
        if self.is_sqlite:
            async with self._autocommit_engine.connect() as connection:
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    async def execute_alone(self, statement: str, parameters: tuple[object, ...]) -> None:
        """Runs one statement, in the driver's SQL, in a transaction of its own without a session."""
        async with self._write_lock, self._without_begin.begin() as connection:
            await connection.exec_driver_sql(statement, parameters)

    async def write_alone(self, work: Callable[[Connection], Result]) -> Result:
        """Runs `work` (a few statements) in a transaction of its own without a session, which is faster."""
        async with self._write_lock, self._writer.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        if self._fast_reads is not None:
            await self._fast_reads.close()
        for engine in self.engines:
            await engine.dispose()
        if self.is_sqlite:
            from greenroom.kernel.fast.sqlite_driver import wait_for_threads  # noqa: PLC0415  # only for SQLite

            await wait_for_threads()


def _postgres_engine(url: str) -> AsyncEngine:
    # A restarted server has dropped every connection: each is tested before use.
    return create_async_engine(url, pool_size=POOL_SIZE, max_overflow=POOL_SIZE, pool_pre_ping=True)


def _sqlite_engine(url: str, **pool: int) -> AsyncEngine:
    from greenroom.kernel.fast.sqlite_driver import connect_cancel_safe  # noqa: PLC0415  # only for SQLite

    engine = create_async_engine(
        url,
        connect_args={"async_creator_fn": connect_cancel_safe} if is_fast() else {},
        # The connection used last has the warmest cache.
        pool_use_lifo=True,
        **pool,
    )
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: DBAPIConnection, _: object) -> None:
    # Turns off the driver's own transactions; `_begin_sqlite` begins them.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        # Applies to new files only. Chat messages are long: larger pages save a tenth of the write time.
        "page_size=8192",
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "foreign_keys=ON",
        f"busy_timeout={BUSY_TIMEOUT_MS}",
        f"wal_autocheckpoint={LOG_PAGES}",
        f"cache_size=-{CACHE_KIB}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    begin: str = connection.get_execution_options().get("greenroom_begin", "BEGIN")
    if begin:
        connection.exec_driver_sql(begin)
