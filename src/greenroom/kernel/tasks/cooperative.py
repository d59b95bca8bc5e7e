"""Splits long work so that the event loop can run in between."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, TypeVar

from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncSession

# For rows with a few dozen values: some milliseconds.
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
    """Rows of a query in slices; a session would build all objects at once and block the event loop."""
    connection = await session.connection()
    for part in (await connection.execute(query)).partitions(most):
        yield part
        await asyncio.sleep(0)
