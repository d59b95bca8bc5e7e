"""Counters and kept texts: changed in one statement, so that two who ask at once are both counted."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.variables.models import Counter, KeptValue
from greenroom.kernel.db.database import insert_into
from greenroom.responses.variables import NoValue

# Names may come from chat: nobody may fill the database with them.
MOST_NAMES = 1_000
LONGEST_NAME = 50
LONGEST_VALUE = 500


def name_in(text: str) -> str:
    """As it is stored and compared."""
    name = text.strip().casefold()
    if not name:
        raise NoValue("It needs a name")
    if len(name) > LONGEST_NAME:
        raise NoValue(f"A name is at most {LONGEST_NAME} characters long")
    return name


async def read_counter(session: AsyncSession, channel_id: UUID, name: str) -> int:
    found = await session.scalar(select(Counter.value).where(Counter.channel_id == channel_id, Counter.name == name))
    return found or 0


async def add_to_counter(session: AsyncSession, channel_id: UUID, name: str, change: int, now: datetime) -> int:
    """What it is afterwards."""
    await _admit(session, Counter, channel_id, name)
    statement = insert_into(Counter, session).values(channel_id=channel_id, name=name, value=change, updated_at=now)
    statement = statement.on_conflict_do_update(
        index_elements=[Counter.channel_id, Counter.name],
        set_={"value": Counter.value + statement.excluded.value, "updated_at": now},
    )
    return (await session.execute(statement.returning(Counter.value))).scalar_one()


async def set_counter(session: AsyncSession, channel_id: UUID, name: str, value: int, now: datetime) -> int:
    await _admit(session, Counter, channel_id, name)
    values = {"value": value, "updated_at": now}
    statement = insert_into(Counter, session).values(channel_id=channel_id, name=name, **values)
    await session.execute(
        statement.on_conflict_do_update(index_elements=[Counter.channel_id, Counter.name], set_=values)
    )
    return value


async def read_value(session: AsyncSession, channel_id: UUID, name: str) -> str:
    found = await session.scalar(
        select(KeptValue.value).where(KeptValue.channel_id == channel_id, KeptValue.name == name)
    )
    return found or ""


async def keep_value(session: AsyncSession, channel_id: UUID, name: str, value: str, now: datetime) -> None:
    await _admit(session, KeptValue, channel_id, name)
    values = {"value": value[:LONGEST_VALUE], "updated_at": now}
    statement = insert_into(KeptValue, session).values(channel_id=channel_id, name=name, **values)
    await session.execute(
        statement.on_conflict_do_update(index_elements=[KeptValue.channel_id, KeptValue.name], set_=values)
    )


async def _admit(session: AsyncSession, table: type[Counter | KeptValue], channel_id: UUID, name: str) -> None:
    """A name that is there may always be used."""
    of_channel = table.channel_id == channel_id
    if await session.scalar(select(table.name).where(of_channel, table.name == name)) is not None:
        return
    if (await session.scalar(select(func.count()).select_from(table).where(of_channel)) or 0) >= MOST_NAMES:
        raise NoValue(f"A channel keeps at most {MOST_NAMES} names")
