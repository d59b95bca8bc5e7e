"""Startup time relative to an empty app, and resident memory of an idle server."""

import statistics
import sys
import tempfile
import time
from pathlib import Path

import psutil

from bench.figures import Figure, Figures
from bench.processes import free_port, greenroom, greenroom_with_empty_data, serving

REPEATS = 5
MEGABYTE = 1_000_000
# A server is idle after three seconds in a row in which it used less than a twentieth of a core.
IDLE_SECONDS = 3
MAX_IDLE_SHARE = 0.05
IDLE_TIMEOUT_SECONDS = 120


def measure_start() -> Figures:
    """Alternates Greenroom and the empty app, so that other processes slow both; the first round fills caches."""
    greenroom_seconds: list[float] = []
    empty_seconds: list[float] = []
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        for _ in range(REPEATS + 1):
            greenroom_seconds.append(_start_greenroom(Path(folder)))
            empty_seconds.append(_start_empty_app())
    greenroom_median, empty_median = statistics.median(greenroom_seconds[1:]), statistics.median(empty_seconds[1:])
    details = f"Greenroom {greenroom_median:.2f} s, empty app {empty_median:.2f} s"
    return {"start": Figure(greenroom_median / empty_median, (details,))}


def _start_greenroom(folder: Path) -> float:
    with greenroom(folder) as server:
        return server.seconds


def _start_empty_app() -> float:
    port = free_port()
    with serving([sys.executable, "-m", "bench.startup.empty_app", str(port)], port, "/", {}) as server:
        return server.seconds


def measure_memory() -> Figures:
    """Resident memory of `greenroom serve` and its child processes, after its first response and some idle seconds."""
    with greenroom_with_empty_data() as server:
        root = psutil.Process(server.process.pid)
        _wait_until_idle(root)
        resident = sum(process.memory_info().rss for process in (root, *root.children(recursive=True)))
    return {"idle-memory": Figure(resident / MEGABYTE)}


def _wait_until_idle(process: psutil.Process) -> None:
    until = time.monotonic() + IDLE_TIMEOUT_SECONDS
    idle_seconds = 0
    while idle_seconds < IDLE_SECONDS and time.monotonic() < until:
        share = process.cpu_percent(interval=1) / 100
        idle_seconds = idle_seconds + 1 if share < MAX_IDLE_SHARE else 0
