"""SQLite's driver, made safe to interrupt."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import aiosqlite

ROWS_AT_ONCE = 64


class PatientConnection(aiosqlite.Connection):
    """Finishes a statement whose caller was cancelled, and takes back what it had begun.

    Its thread would carry on either way. SQLAlchemy closes such a connection, but one that is closed while a cursor is
    open keeps its transaction, and with it the lock on the file, until that cursor is collected as garbage: nobody
    could write until then.
    """

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, ROWS_AT_ONCE)
        self._thread.daemon = True

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # as the driver has it
        try:
            return await self._hand_over(fn, *args, **kwargs)
        except asyncio.CancelledError:
            # The thread takes one thing after the other: when this is done, so is what was interrupted.
            await asyncio.gather(self._hand_over(self._rollback), return_exceptions=True)
            raise

    def _hand_over(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Awaitable[Any]:  # noqa: ANN401  # as above
        return super()._execute(fn, *args, **kwargs)  # pyright: ignore[reportUnknownMemberType]  # the driver has no types here

    def _rollback(self) -> None:
        if self._connection is not None:
            self._connection.rollback()


def connect_patiently(database: str, **options: Any) -> PatientConnection:  # noqa: ANN401  # handed on
    return PatientConnection(partial(sqlite3.connect, database, **options))
