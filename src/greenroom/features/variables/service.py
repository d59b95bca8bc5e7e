"""Counters and stored texts, each changed in one statement so that concurrent uses are all counted."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.variables.models import Counter, StoredValue
from greenroom.kernel.db.database import insert_into
from greenroom.responses.variables import NoValue

# Names may come from chat, so their number is limited.
MAX_NAMES = 1_000
MAX_NAME_LENGTH = 50
MAX_VALUE_LENGTH = 500


def clean_name(text: str) -> str:
    name = text.strip().casefold()
    if not name:
        raise NoValue("Enter a name")
    if len(name) > MAX_NAME_LENGTH:
        raise NoValue(f"Name is longer than {MAX_NAME_LENGTH} characters")
    return name


async def read_counter(session: AsyncSession, channel_id: UUID, name: str) -> int:
    found = await session.scalar(select(Counter.value).where(Counter.channel_id == channel_id, Counter.name == name))
    return found or 0


async def add_to_counter(session: AsyncSession, channel_id: UUID, name: str, change: int, now: datetime) -> int:
    """Adds `change` to the counter and returns its new value."""
    await _check_name_limit(session, Counter, channel_id, name)
    statement = insert_into(Counter, session).values(channel_id=channel_id, name=name, value=change, updated_at=now)
    statement = statement.on_conflict_do_update(
        index_elements=[Counter.channel_id, Counter.name],
        set_={"value": Counter.value + statement.excluded.value, "updated_at": now},
    )
    return (await session.execute(statement.returning(Counter.value))).scalar_one()


async def set_counter(session: AsyncSession, channel_id: UUID, name: str, value: int, now: datetime) -> int:
    await _check_name_limit(session, Counter, channel_id, name)
    values = {"value": value, "updated_at": now}
    statement = insert_into(Counter, session).values(channel_id=channel_id, name=name, **values)
    await session.execute(
        statement.on_conflict_do_update(index_elements=[Counter.channel_id, Counter.name], set_=values)
    )
    return value


async def read_value(session: AsyncSession, channel_id: UUID, name: str) -> str:
    found = await session.scalar(
        select(StoredValue.value).where(StoredValue.channel_id == channel_id, StoredValue.name == name)
    )
    return found or ""


async def store_value(session: AsyncSession, channel_id: UUID, name: str, value: str, now: datetime) -> None:
    await _check_name_limit(session, StoredValue, channel_id, name)
    values = {"value": value[:MAX_VALUE_LENGTH], "updated_at": now}
    statement = insert_into(StoredValue, session).values(channel_id=channel_id, name=name, **values)
    await session.execute(
        statement.on_conflict_do_update(index_elements=[StoredValue.channel_id, StoredValue.name], set_=values)
    )


async def _check_name_limit(
    session: AsyncSession, table: type[Counter | StoredValue], channel_id: UUID, name: str
) -> None:
    """Raises if the name is new and the channel has too many names already."""
    of_channel = table.channel_id == channel_id
    if await session.scalar(select(table.name).where(of_channel, table.name == name)) is not None:
        return
    if (await session.scalar(select(func.count()).select_from(table).where(of_channel)) or 0) >= MAX_NAMES:
        raise NoValue(f"A channel can have up to {MAX_NAMES:,} names")
