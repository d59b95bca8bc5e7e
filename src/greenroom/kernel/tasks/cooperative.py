"""Splits long work so that the event loop can run in between."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, TypeVar

from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncSession

# Of rows with a few dozen values each: some milliseconds.
AT_ONCE = 200

Each = TypeVar("Each")


async def slices(items: Sequence[Each], most: int = AT_ONCE) -> AsyncIterator[Sequence[Each]]:
    for start in range(0, len(items), most):
        if start:
            await asyncio.sleep(0)
        yield items[start : start + most]


async def row_slices(
    session: AsyncSession, query: Select[*tuple[Any, ...]], most: int = AT_ONCE
) -> AsyncIterator[Sequence[Any]]:
    """The rows of one question; a session would make values of all of them at once, which is what takes its time."""
    connection = await session.connection()
    for part in (await connection.execute(query)).partitions(most):
        yield part
        await asyncio.sleep(0)
