"""A page in Chromium, driven by a program of e2e/measure, which answers each line of JSON with a line of JSON."""

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncGenerator
from typing import Any

from bench.browser.first_load import E2E, chromium
from bench.figures import NoFigure

# A line with the times of many frames may be longer than the default of 64 kB.
MAX_OUTPUT_LINE_BYTES = 1 << 24

Json = dict[str, Any]


class DrivenPage:
    def __init__(self, program: str, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._program = program
        self._input = process.stdin
        self._output = process.stdout

    async def run(self, command: str, **arguments: object) -> Json:
        self._input.write(json.dumps({"run": command, **arguments}).encode() + b"\n")
        line = await self._output.readline()
        if not line:
            raise NoFigure(f"Chromium ended while the bench ran {command!r} of {self._program}.")
        return json.loads(line)


@contextlib.asynccontextmanager
async def driven_page(program: str) -> AsyncGenerator[DrivenPage]:
    process = await asyncio.create_subprocess_exec(
        "node",
        program,
        cwd=E2E,
        env={**os.environ, "CHROME_PATH": chromium()},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=MAX_OUTPUT_LINE_BYTES,
    )
    try:
        yield DrivenPage(program, process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
