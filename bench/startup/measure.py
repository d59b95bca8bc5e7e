"""Time of a start relative to an empty app, and resident memory of an idle server."""

import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from bench.figures import Figure, Figures
from bench.processes import Server, free_port, greenroom, serving

REPEATS = 9
MEGABYTE = 1_000_000
# A server is idle after three seconds in a row in which it used less than a twentieth of a core.
IDLE_SECONDS = 3
MAX_IDLE_SHARE = 0.05
IDLE_TIMEOUT_SECONDS = 120


def measure_start() -> Figures:
    """Starts Greenroom and the empty app in turn, so that a change of the machine's speed affects both."""
    starts: list[Server] = []
    empty_starts: list[Server] = []
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        # The first round fills caches.
        for _ in range(REPEATS + 1):
            starts.append(_start_greenroom(Path(folder)))
            empty_starts.append(_start_empty_app())
    ratios = [one.seconds / empty.seconds for one, empty in zip(starts[1:], empty_starts[1:], strict=True)]
    details = (_describe("Greenroom", starts[1:]), _describe("empty app", empty_starts[1:]))
    return {"start": Figure(statistics.median(ratios), details)}


def _describe(name: str, starts: Sequence[Server]) -> str:
    seconds = statistics.median(one.seconds for one in starts)
    cpu_seconds = statistics.median(one.cpu_seconds for one in starts)
    return f"{name} {seconds:.2f} s, {cpu_seconds:.2f} s of CPU"


def _start_greenroom(folder: Path) -> Server:
    with greenroom(folder) as server:
        return server


def _start_empty_app() -> Server:
    port = free_port()
    with serving([sys.executable, "-m", "bench.startup.empty_app", str(port)], port, "/", {}) as server:
        return server


def measure_memory() -> Figures:
    """Resident memory of `greenroom serve` and its child processes, as an installation runs.

    The second start is measured: a server that has created the tables keeps the migrations in memory.
    """
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        first, next_start = _idle_megabytes(Path(folder)), _idle_megabytes(Path(folder))
    return {"idle-memory": Figure(next_start, (f"after the first start of an installation {first:.1f} MB",))}


def _idle_megabytes(folder: Path) -> float:
    """Resident memory after the first response and some idle seconds."""
    with greenroom(folder) as server:
        root = psutil.Process(server.process.pid)
        _wait_until_idle(root)
        return sum(process.memory_info().rss for process in (root, *root.children(recursive=True))) / MEGABYTE


def _wait_until_idle(process: psutil.Process) -> None:
    until = time.monotonic() + IDLE_TIMEOUT_SECONDS
    idle_seconds = 0
    while idle_seconds < IDLE_SECONDS and time.monotonic() < until:
        share = process.cpu_percent(interval=1) / 100
        idle_seconds = idle_seconds + 1 if share < MAX_IDLE_SHARE else 0
