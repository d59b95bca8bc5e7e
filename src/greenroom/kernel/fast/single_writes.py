"""Runs one statement in a transaction of its own, in one greenlet: SQLAlchemy's asyncio layer starts one for each step.

Uses `greenlet_spawn` of SQLAlchemy, which is not documented. Fallback: a transaction of `AsyncEngine`. Bench: ingest.
"""

from sqlalchemy import Engine
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import greenlet_spawn

from greenroom.kernel.fast.switch import is_fast


async def execute_alone(engine: AsyncEngine, statement: str, parameters: tuple[object, ...]) -> None:
    if is_fast():
        await greenlet_spawn(_execute, engine.sync_engine, statement, parameters)
        return
    async with engine.begin() as connection:
        await connection.exec_driver_sql(statement, parameters)


def _execute(engine: Engine, statement: str, parameters: tuple[object, ...]) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(statement, parameters)
