"""Runs `greenroom` in a fork of a process that has already imported it, so that it starts fast."""

import asyncio
import multiprocessing
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Self

from greenroom.__main__ import main

FORK_SERVER = multiprocessing.get_context("forkserver")
FORK_SERVER.set_forkserver_preload(
    ["greenroom.cli", "greenroom.app", "greenroom.server", "greenroom.maintenance", "greenroom.tables", "uvloop"]
)


def run_command(
    arguments: Sequence[str], folder: Path, environment: dict[str, str], output: Connection, errors: Connection
) -> None:
    """Main function of the new process."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    os.dup2(output.fileno(), sys.stdout.fileno())
    os.dup2(errors.fileno(), sys.stderr.fileno())
    output.close()
    errors.close()
    sys.argv = ["greenroom", *arguments]
    main()


@dataclass
class ForkedProcess:
    """A forked process with the methods of `asyncio.subprocess.Process` that tests use."""

    _process: ForkServerProcess
    pid: int
    stdout: asyncio.StreamReader
    stderr: asyncio.StreamReader

    @staticmethod
    def run(arguments: Sequence[str], folder: Path, environment: dict[str, str], seconds: float) -> tuple[int, str]:
        """Runs a command to its end; returns exit code and output."""
        stdout, output = FORK_SERVER.Pipe(duplex=False)
        process = FORK_SERVER.Process(target=run_command, args=(arguments, folder, environment, output, output))
        process.start()
        output.close()
        with open(stdout.fileno(), "rb", closefd=False) as reader:
            text = reader.read().decode()
        stdout.close()
        process.join(seconds)
        assert process.exitcode is not None, text
        return process.exitcode, text

    @classmethod
    async def start(cls, arguments: Sequence[str], folder: Path, environment: dict[str, str]) -> Self:
        (stdout, output), (stderr, errors) = FORK_SERVER.Pipe(duplex=False), FORK_SERVER.Pipe(duplex=False)
        process = FORK_SERVER.Process(target=run_command, args=(arguments, folder, environment, output, errors))
        # The first start waits until the fork server has imported Greenroom.
        await asyncio.to_thread(process.start)
        output.close()
        errors.close()
        assert process.pid is not None
        return cls(process, process.pid, await _reader(stdout), await _reader(stderr))

    def send_signal(self, signal: int) -> None:
        os.kill(self.pid, signal)

    def kill(self) -> None:
        self._process.kill()

    async def wait(self) -> int:
        await asyncio.to_thread(self._process.join)
        await self.stdout.read()
        assert self._process.exitcode is not None
        return self._process.exitcode


class _Pipe(asyncio.StreamReaderProtocol):
    """Read end of a pipe: closes when the write end is closed."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        super().__init__(reader)
        self._reader = reader

    def eof_received(self) -> bool:
        self._reader.feed_eof()
        return False


async def _reader(end: Connection) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    pipe = os.fdopen(os.dup(end.fileno()), "rb")
    end.close()
    await asyncio.get_running_loop().connect_read_pipe(lambda: _Pipe(reader), pipe)
    return reader
