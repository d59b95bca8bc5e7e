"""How long Greenroom takes to answer, and how much memory it holds while nothing happens."""

import statistics
import sys
import tempfile
import time
from pathlib import Path

import psutil

from bench.figures import Figure, Figures
from bench.processes import free_port, greenroom, greenroom_once, serving

REPEATS = 5
IDLE_SECONDS = 3
MEGABYTE = 1_000_000


def measure_start() -> Figures:
    """Interleaved, so that a busy moment of the machine hits both; the first round fills caches and is left out."""
    ours: list[float] = []
    empty: list[float] = []
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        for _ in range(REPEATS + 1):
            ours.append(_start_greenroom(Path(folder)))
            empty.append(_start_empty_app())
    mine, theirs = statistics.median(ours[1:]), statistics.median(empty[1:])
    details = f"Greenroom {mine:.2f} s, empty app {theirs:.2f} s"
    return {"start": Figure(mine / theirs, (details,))}


def _start_greenroom(folder: Path) -> float:
    with greenroom(folder) as server:
        return server.seconds


def _start_empty_app() -> float:
    port = free_port()
    with serving([sys.executable, "-m", "bench.startup.empty_app", str(port)], port, "/", {}) as server:
        return server.seconds


def measure_memory() -> Figures:
    with greenroom_once() as server:
        time.sleep(IDLE_SECONDS)
        root = psutil.Process(server.process.pid)
        resident = sum(process.memory_info().rss for process in (root, *root.children(recursive=True)))
    return {"idle-memory": Figure(resident / MEGABYTE)}
