"""Two threads for reading uploads: one upload of a person at a time; reading stops when the client disconnects."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from contextvars import ContextVar
from functools import partial
from typing import ParamSpec, TypeVar
from uuid import UUID

from msgspec import Struct, field
from starlette.requests import Request

from greenroom.kernel.errors import AppError, Unavailable
from greenroom.kernel.tasks.background import spawn

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

THREADS = 2
# Uploads of one person, the one that is being read included.
MAX_UPLOADS_PER_PERSON = 4

_stop_flag: ContextVar[threading.Event | None] = ContextVar("parsing_stop_flag", default=None)


class TooManyUploads(AppError):
    status = 429
    type = "too_many_uploads"
    message = "Your earlier uploads are still being read. Wait until they are done, then try again."


class ParsingStopped(Unavailable):
    message = "The upload was not read to its end: the connection was closed or the server is stopping. Try again."


def stop_if_asked() -> None:
    """Raises ParsingStopped if the result is no longer wanted; called between the steps of long work."""
    flag = _stop_flag.get()
    if flag is not None and flag.is_set():
        raise ParsingStopped


class Turn:
    """The right to one of the threads, for as long as one request needs it."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads = threads
        self._flag = threading.Event()
        self.stop = self._flag.set

    async def run(self, work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """Runs the work in the turn's thread; if cancelled, stops the work and waits for its end."""
        running = asyncio.wrap_future(self._threads.submit(self._call, partial(work, *args, **kwargs)))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            self.stop()
            with suppress(Exception):
                await running
            raise

    def _call(self, work: Callable[[], Result]) -> Result:
        _stop_flag.set(self._flag)
        stop_if_asked()
        return work()

    async def stop_when_gone(self, request: Request) -> None:
        """Stops the work when the client closes the connection; the body must have been read before."""
        while (await request.receive())["type"] != "http.disconnect":
            pass
        self.stop()


class _Person(Struct, eq=False):
    # Uploads that wait or are being read.
    uploads: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class ParsingThreads:
    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="parsing")
        self._free = asyncio.Semaphore(THREADS)
        self._people: dict[UUID, _Person] = {}
        self._turns: set[Turn] = set()
        self._is_stopping = False

    @property
    def uploads(self) -> int:
        """Number of uploads that wait or are being read."""
        return len(self._turns)

    @asynccontextmanager
    async def turn(self, person_id: UUID, request: Request) -> AsyncGenerator[Turn]:
        """Waits for earlier uploads of the person and a free thread; raises TooManyUploads if too many are waiting."""
        person = self._people.setdefault(person_id, _Person())
        if person.uploads >= MAX_UPLOADS_PER_PERSON:
            raise TooManyUploads
        turn = Turn(self._threads)
        if self._is_stopping:
            turn.stop()
        person.uploads += 1
        self._turns.add(turn)
        client = spawn(turn.stop_when_gone(request), name="upload_client")
        try:
            async with person.lock, self._free:
                yield turn
        finally:
            client.cancel()
            self._turns.discard(turn)
            person.uploads -= 1
            if not person.uploads:
                del self._people[person_id]

    def stop(self) -> None:
        """Stops all work; the requests get an error."""
        self._is_stopping = True
        for turn in self._turns:
            turn.stop()

    def close(self) -> None:
        self.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)


# `ParsingThreads.turn` for the current request: `async with turns(person_id) as turn`.
Turns = Callable[[UUID], AbstractAsyncContextManager[Turn]]
