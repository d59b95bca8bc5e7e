"""Writes the result of each command use; results that arrive during a write are written together after it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Literal
from uuid import UUID

from msgspec import Struct, field

from greenroom.features.commands.models import CommandUse
from greenroom.kernel.db.bulk_rows import BulkUpdate
from greenroom.kernel.db.database import Database
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.cooperative import slices

log = get_logger(__name__)

MAX_REASON_LENGTH = 500
UPDATE_USES = BulkUpdate(
    CommandUse,
    ("id", "verdict", "reason", "answer"),
    ("id",),
    "verdict = given.verdict, reason = given.reason, answer = given.answer",
)


class UseResult(Struct, frozen=True):
    verdict: Literal["answered", "skipped", "failed"]
    reason: str = ""
    answer: str = ""


class _PendingWrites(Struct, eq=False):
    rows: list[tuple[object, ...]] = field(default_factory=list[tuple[object, ...]])
    written: asyncio.Event = field(default_factory=asyncio.Event)


class UseResultWriter:
    def __init__(self, database: Database, begin: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        """`begin` starts a task that is cancelled when the server stops."""
        self._database = database
        self._begin = begin
        self._next = _PendingWrites()
        self._is_writing = False

    async def write(self, use_id: UUID, result: UseResult) -> None:
        """Writes the result; returns when it is written or the write has failed."""
        batch = self._next
        batch.rows.append((use_id, result.verdict, result.reason[:MAX_REASON_LENGTH], result.answer))
        if not self._is_writing:
            self._is_writing = True
            self._begin(self._write_all())
        await batch.written.wait()

    async def _write_all(self) -> None:
        try:
            while self._next.rows:
                batch, self._next = self._next, _PendingWrites()
                try:
                    await self._write(batch)
                finally:
                    batch.written.set()
        finally:
            self._is_writing = False

    async def _write(self, batch: _PendingWrites) -> None:
        try:
            async for some in slices(batch.rows):
                await UPDATE_USES.run_alone(self._database, some)
        except Exception:
            log.exception("command_results_write_failed", count=len(batch.rows))
