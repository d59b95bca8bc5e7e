"""`python -m rehearsal` that writes each deviation from a platform's contract to a file."""

import asyncio
import gc
import os
import sys
from pathlib import Path

import uvloop

from rehearsal.cli import main
from rehearsal.network.contract_check import Exchange, Sent
from support.contract_deviations import deviations, sent_deviations

CONTRACT_VIOLATIONS_FILE = "CONTRACT_VIOLATIONS_FILE"


class Reporter:
    def __init__(self, file: Path) -> None:
        self._file = file

    def on_exchange(self, exchange: Exchange) -> None:
        self._report(deviations(exchange))

    def on_sent(self, sent: Sent) -> None:
        self._report(sent_deviations(sent))

    def _report(self, lines: list[str]) -> None:
        if lines:
            with self._file.open("a", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    # The other tests use uvloop too; it takes less CPU time than asyncio's own loop.
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())  # pyright: ignore[reportDeprecated]  # the command calls `asyncio.run`
    gc.freeze()
    sys.exit(main(sys.argv[1:], Reporter(Path(os.environ[CONTRACT_VIOLATIONS_FILE]))))
