"""Splits long work so that the event loop can run in between."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, TypeVar

from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncSession

# Some milliseconds of work for rows with a few dozen values.
SLICE_SIZE = 200

Item = TypeVar("Item")


async def slices(items: Sequence[Item], size: int = SLICE_SIZE) -> AsyncIterator[Sequence[Item]]:
    for start in range(0, len(items), size):
        if start:
            await asyncio.sleep(0)
        yield items[start : start + size]


async def row_slices(
    session: AsyncSession, query: Select[*tuple[Any, ...]], size: int = SLICE_SIZE
) -> AsyncIterator[Sequence[Any]]:
    """Rows of a query in slices, between which the event loop runs."""
    connection = await session.connection()
    for part in (await connection.execute(query)).partitions(size):
        yield part
        await asyncio.sleep(0)
