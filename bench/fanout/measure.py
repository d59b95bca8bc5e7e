"""What it costs to tell a thousand browsers, beside Node `ws` in the same run."""

import contextlib
import json
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psutil

from bench.fanout.our_server import TOPIC
from bench.figures import Figure, Figures
from bench.processes import ROOT, free_port

HERE = Path(__file__).parent
LISTENERS = 1_000
REPEATS = 5
SLOW, FAST, SATURATED = "paced:20:3", "paced:100:3", "eager:400:3"
PHASES = (SLOW, FAST, SATURATED)
KILOBYTE = 1_000
START_SECONDS = 20
HELLO = json.dumps({"type": "subscribe", "topic": TOPIC})


@dataclass(frozen=True, slots=True)
class Phase:
    # CPU time of the server for one message that reached one listener.
    microseconds: float
    p99_ms: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Contender:
    command: Sequence[str]
    path: str
    hello: str


OURS = Contender((sys.executable, "-m", "bench.fanout.our_server"), "/live", HELLO)
NODE = Contender(("node", str(HERE / "node_server.mjs")), "/", "-")


def measure_fanout() -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        crowd = _compile(Path(folder))
        ours: list[dict[str, Phase]] = []
        node: list[dict[str, Phase]] = []
        for _ in range(REPEATS):
            ours.append(_play(crowd, OURS))
            node.append(_play(crowd, NODE))
        memory = _idle_socket(crowd)
    return {
        "fanout-100": _ratio(ours, node, FAST),
        "fanout-100-p99": Figure(statistics.median(one[FAST].p99_ms for one in ours), (_p99(node),)),
        "fanout-saturated": _ratio(ours, node, SATURATED),
        "fanout-20": _ratio(ours, node, SLOW),
        "fanout-memory": Figure(memory),
    }


def _compile(folder: Path) -> Path:
    compiler = shutil.which("cc")
    if compiler is None:
        raise SystemExit("This bench needs a C compiler (cc) for the crowd of listeners.")
    subprocess.run([compiler, "-O2", "-o", folder / "crowd", HERE / "crowd.c"], check=True)
    return folder / "crowd"


def _ratio(ours: Sequence[dict[str, Phase]], node: Sequence[dict[str, Phase]], phase: str) -> Figure:
    """Of neighbours in time, so that a busy moment of the machine hits both."""
    ratios = [mine[phase].microseconds / theirs[phase].microseconds for mine, theirs in zip(ours, node, strict=True)]
    mine = statistics.median(one[phase].microseconds for one in ours)
    theirs = statistics.median(one[phase].microseconds for one in node)
    return Figure(statistics.median(ratios), (f"Greenroom {mine:.2f} µs, Node ws {theirs:.2f} µs for each delivery",))


def _p99(node: Sequence[dict[str, Phase]]) -> str:
    return f"Node ws {statistics.median(one[FAST].p99_ms for one in node):.1f} ms"


def _play(crowd: Path, contender: Contender) -> dict[str, Phase]:
    with _listening(crowd, contender, PHASES) as (server, answers):
        return {phase: _phase(server, answers) for phase in PHASES}


def _phase(server: psutil.Process, answers: IO[str]) -> Phase:
    _expect(answers, "begin")
    before = _cpu(server)
    _expect(answers, "end")
    spent = _cpu(server) - before
    found = json.loads(answers.readline())
    return Phase(spent / found["deliveries"] * 1e6, found["p99_ms"], found["deliveries"] / found["seconds"])


def _idle_socket(crowd: Path) -> float:
    """Kilobytes for each socket that nothing is said to."""
    with _serving(OURS) as (process, port):
        server = psutil.Process(process.pid)
        before = server.memory_info().rss
        with _crowd(crowd, OURS, port, ()):
            return (server.memory_info().rss - before) / LISTENERS / KILOBYTE


@contextlib.contextmanager
def _listening(crowd: Path, contender: Contender, phases: Sequence[str]) -> Generator[tuple[psutil.Process, IO[str]]]:
    with _serving(contender) as (process, port), _crowd(crowd, contender, port, phases) as answers:
        yield psutil.Process(process.pid), answers


@contextlib.contextmanager
def _serving(contender: Contender) -> Generator[tuple[subprocess.Popen[bytes], int]]:
    port = free_port()
    process = subprocess.Popen([*contender.command, str(port)], cwd=ROOT)
    try:
        _wait_for(process, port)
        yield process, port
    finally:
        process.kill()
        process.wait()


def _wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.02)
    raise SystemExit("A server of the fan-out bench did not start.")


@contextlib.contextmanager
def _crowd(crowd: Path, contender: Contender, port: int, phases: Sequence[str]) -> Generator[IO[str]]:
    # Without a phase it connects, says that it is ready, and stays.
    command = [str(crowd), str(port), contender.path, str(LISTENERS), contender.hello, *(phases or (SLOW,))]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        _expect(process.stdout, "ready")
        if phases:
            process.stdin.write("\n")
            process.stdin.flush()
        yield process.stdout
    finally:
        process.kill()
        process.communicate()


def _expect(answers: IO[str], word: str) -> None:
    line = answers.readline().strip()
    if line != word:
        raise SystemExit(f"The crowd of the fan-out bench said {line!r} instead of {word!r}.")


def _cpu(server: psutil.Process) -> float:
    times = server.cpu_times()
    return times.user + times.system
