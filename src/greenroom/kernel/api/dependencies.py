"""Parameters of routes: objects of the running app, database sessions, limits.

Only modules of routes import this one: FastAPI is loaded with the first API call, not when the server starts.
"""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated, TypeVar

from fastapi import Depends, Query
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import HTTPConnection, Request

from greenroom.kernel.context import Kernel
from greenroom.kernel.db.pages import MAX_CURSOR_LENGTH, MAX_PER_PAGE
from greenroom.kernel.services import ServiceMap, service_of, services_of
from greenroom.kernel.tasks.parsing import ParsingThreads, Turns
from greenroom.kernel.web.rate_limits import RateLimit

T = TypeVar("T")

if TYPE_CHECKING:
    Provided = Annotated[T, "an object of the running app"]
else:

    class Provided:
        """An object of the running app, for a route's signature: `sender: Provided[Sender]`."""

        def __class_getitem__(cls, kind: type[T]) -> type[T]:
            async def find(connection: HTTPConnection) -> T:
                return service_of(connection, kind)

            return Annotated[kind, Depends(find)]


KernelDep = Provided[Kernel]


async def _services(connection: HTTPConnection) -> ServiceMap:
    return services_of(connection.app)


ServicesDep = Annotated[ServiceMap, Depends(_services)]


async def _read(kernel: KernelDep) -> AsyncIterator[AsyncSession]:
    async with kernel.database.read() as session:
        yield session


async def _write(kernel: KernelDep) -> AsyncIterator[AsyncSession]:
    async with kernel.database.write() as session:
        yield session


# FastAPI's default scope would commit after the response was sent, and report success for a commit that may fail.
Reading = Annotated[AsyncSession, Depends(_read, scope="function")]
Writing = Annotated[AsyncSession, Depends(_write, scope="function")]


async def _turns(request: Request, threads: Provided[ParsingThreads]) -> Turns:
    return lambda person_id: threads.turn(person_id, request)


TurnsDep = Annotated[Turns, Depends(_turns)]

# The revision that the client read; the limit is that of the database column.
Revision = Annotated[int | None, Query(ge=0, le=2**31 - 1)]
# The end of the page before, from its answer.
Cursor = Annotated[str | None, Query(max_length=MAX_CURSOR_LENGTH)]
PageSize = Annotated[int, Query(ge=1, le=MAX_PER_PAGE)]

STARTS_LIMITED = Depends(RateLimit(lambda limits: limits.starts))
COMPLETIONS_LIMITED = Depends(RateLimit(lambda limits: limits.completions))
