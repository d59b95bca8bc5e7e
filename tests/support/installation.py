"""Runs the `greenroom` command in a separate data folder."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from support.forked_process import ForkedProcess
from support.waiting import MAX_WAIT_SECONDS

GREENROOM = Path(sys.executable).parent / "greenroom"
READY = "Greenroom is ready at "
# Bytecode cache of all installations: that of the test run, if it has one.
COMPILED = Path(sys.pycache_prefix or Path(tempfile.gettempdir()) / f"greenroom-tests-compiled-{os.getuid()}")

# Tests sign up several users and share one address.
WITHOUT_LIMITS = {"GREENROOM_SIGN_UP": "open", "GREENROOM_MAX_SIGN_INS_PER_MINUTE": "1000000"}


@dataclass(frozen=True, slots=True)
class CommandResult:
    """Exit code and output of a command."""

    code: int
    output: str

    @property
    def is_readable_error(self) -> bool:
        """Whether the output is a message of the command and not a traceback."""
        return self.output.startswith("greenroom: ") and "Traceback" not in self.output


class Process(Protocol):
    """The part of `asyncio.subprocess.Process` that tests use."""

    @property
    def pid(self) -> int: ...

    @property
    def stdout(self) -> asyncio.StreamReader | None: ...

    @property
    def stderr(self) -> asyncio.StreamReader | None: ...

    def send_signal(self, signal: int) -> None: ...

    def kill(self) -> None: ...

    async def wait(self) -> int: ...


@dataclass
class RunningServer:
    """A server that has printed its URL; `log` is what it has written to stderr so far."""

    process: Process
    url: str
    log: bytearray

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            return await self.process.wait()


@dataclass
class Installation:
    """A data folder, and the settings with which commands run in it."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict[str, str])
    # Called by `run` in the new process before the command; not if `is_preloaded`.
    before: Callable[[], None] | None = None
    # Commands run in a fork of a process that has imported Greenroom: faster, for tests that are not about the start.
    is_preloaded: bool = False

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("GREENROOM_", "PYTHON"))}
        own = {"GREENROOM_DATA_DIR": str(self.folder), "GREENROOM_PORT": "0", "PYTHONPYCACHEPREFIX": str(COMPILED)}
        return inherited | own | WITHOUT_LIMITS | self.settings | dict(more)

    def run(self, *arguments: str, **settings: str) -> CommandResult:
        if self.is_preloaded:
            code, output = ForkedProcess.run(arguments, self.folder, self.environment(settings), MAX_WAIT_SECONDS)
            return CommandResult(code, output)
        done = subprocess.run(  # noqa: S603  # our own command
            (GREENROOM, *arguments),
            cwd=self.folder,
            env=self.environment(settings),
            preexec_fn=self.before,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=MAX_WAIT_SECONDS,
            check=False,
        )
        return CommandResult(done.returncode, done.stdout)

    @contextlib.asynccontextmanager
    async def serving(self, *arguments: str, **settings: str) -> AsyncGenerator[RunningServer]:
        """Runs `greenroom serve`, or another command that starts a server."""
        process = await self._start(arguments or ("serve",), self.environment(settings))
        log = bytearray()
        log_reader = asyncio.create_task(_collect(process, log))
        try:
            yield RunningServer(process, await _address(process), log)
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            await log_reader

    async def _start(self, arguments: tuple[str, ...], environment: dict[str, str]) -> Process:
        if self.is_preloaded:
            return await ForkedProcess.start(arguments, self.folder, environment)
        return await asyncio.create_subprocess_exec(
            GREENROOM, *arguments, cwd=self.folder, env=environment, stdin=DEVNULL, stdout=PIPE, stderr=PIPE
        )


async def _collect(process: Process, log: bytearray) -> None:
    assert process.stderr is not None
    while chunk := await process.stderr.read(65_536):
        log.extend(chunk)


async def _address(process: Process) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        async for line in process.stdout:
            if line.decode().startswith(READY):
                return line.decode().removeprefix(READY).strip()
    raise AssertionError("the server ended before it was ready")
