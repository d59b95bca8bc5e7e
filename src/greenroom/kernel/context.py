"""What a request, a job and a connection all work with."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import HTTPConnection

from greenroom.kernel.bus import Bus
from greenroom.kernel.clock import Clock
from greenroom.kernel.crypto import Vault
from greenroom.kernel.db import Database
from greenroom.kernel.http import HttpClient
from greenroom.kernel.live.hub import Hub
from greenroom.kernel.outside import Outside
from greenroom.kernel.settings import KernelSettings


@dataclass(frozen=True, slots=True)
class Kernel:
    settings: KernelSettings
    clock: Clock
    database: Database
    bus: Bus
    hub: Hub
    vault: Vault
    http: HttpClient
    # For addresses that strangers name; `http` is for those that we were set up with.
    outside: Outside
    # Names this process where processes compete for leases.
    owner: str


def kernel_of(connection: HTTPConnection) -> Kernel:
    return cast("Kernel", connection.app.state.kernel)


async def _kernel(connection: HTTPConnection) -> Kernel:
    return kernel_of(connection)


KernelDep = Annotated[Kernel, Depends(_kernel)]


async def _read(kernel: KernelDep) -> AsyncIterator[AsyncSession]:
    async with kernel.database.read() as session:
        yield session


async def _write(kernel: KernelDep) -> AsyncIterator[AsyncSession]:
    async with kernel.database.write() as session:
        yield session


# With the default scope the commit would come after the answer: people would be told of changes that may yet fail.
Reading = Annotated[AsyncSession, Depends(_read, scope="function")]
Writing = Annotated[AsyncSession, Depends(_write, scope="function")]
