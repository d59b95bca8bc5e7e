"""Runs a short transaction in one greenlet: SQLAlchemy's asyncio layer starts one for each step.

Uses `greenlet_spawn` of SQLAlchemy, which is not documented. Fallback: a transaction of `AsyncEngine`. Bench: ingest.
"""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import greenlet_spawn

from greenroom.kernel.fast.switch import is_fast

Result = TypeVar("Result")


async def run_alone(engine: AsyncEngine, work: Callable[[Connection], Result]) -> Result:
    """Runs the work in a transaction of its own."""
    if is_fast():
        return await greenlet_spawn(_run, engine.sync_engine, work)
    async with engine.begin() as connection:
        return await connection.run_sync(work)


def _run(engine: Engine, work: Callable[[Connection], Result]) -> Result:
    with engine.begin() as connection:
        return work(connection)
