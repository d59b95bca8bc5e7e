"""CPU time and latency of messages to many WebSocket subscribers, compared with Node `ws`; memory for a subscriber."""

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
from bench.figures import Figure, Figures, NoFigure
from bench.processes import ROOT, free_port

HERE = Path(__file__).parent
# A machine that cannot serve so many is measured with fewer subscribers, not with fewer messages a second: the hub
# sends what was published within a tick as one frame, so the cost of a delivery depends on the rate.
MAX_SUBSCRIBERS = 1_000
MIN_SUBSCRIBERS = 60
# Share of the fast phase's deliveries that has to arrive while that phase runs.
MIN_DELIVERED = 0.9
REPEATS = 5
FAST_RATE, FAST_SECONDS = 100, 3
SLOW, FAST, SATURATED = "paced:20:3", f"paced:{FAST_RATE}:{FAST_SECONDS}", "eager:400:3"
PHASES = (SLOW, FAST, SATURATED)  # subscribers.c describes the format
KILOBYTE = 1_000
START_TIMEOUT_SECONDS = 180
HELLO = json.dumps({"type": "subscribe", "topic": TOPIC})


class TooManySubscribers(Exception):
    """The machine did not deliver the messages in time, or a subscriber was disconnected."""


@dataclass(frozen=True, slots=True)
class PhaseResult:
    # CPU time of the server for one message delivered to one subscriber.
    microseconds: float
    p99_ms: float
    deliveries_per_second: float


@dataclass(frozen=True, slots=True)
class Contender:
    command: Sequence[str]
    path: str
    hello: str


@dataclass(frozen=True, slots=True)
class Subscribers:
    """The compiled program of the subscribers, and the number of subscribers that the program connects."""

    program: Path
    count: int


GREENROOM = Contender((sys.executable, "-m", "bench.fanout.our_server"), "/live", HELLO)
NODE = Contender(("node", str(HERE / "node_server.mjs")), "/", "-")
# The results of Greenroom and of Node, by phase.
Round = tuple[dict[str, PhaseResult], dict[str, PhaseResult]]


def measure_fanout() -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        program, count, rounds = _compile(Path(folder)), MAX_SUBSCRIBERS, list[Round]()
        while len(rounds) < REPEATS:
            try:
                rounds.append(_round(Subscribers(program, count)))
            except TooManySubscribers as error:
                count, rounds = count // 2, []
                if count < MIN_SUBSCRIBERS:
                    raise NoFigure(f"This machine cannot serve {MIN_SUBSCRIBERS} subscribers: {error}") from error
        memory = _memory_per_subscriber(Subscribers(program, MAX_SUBSCRIBERS))
    p99, node_p99 = (statistics.median(one[side][FAST].p99_ms for one in rounds) for side in (0, 1))
    return {
        "fanout-100": _ratio(rounds, FAST, count),
        "fanout-100-p99": Figure(p99, (f"Node ws {node_p99:.1f} ms",)),
        "fanout-saturated": _ratio(rounds, SATURATED, count),
        "fanout-20": _ratio(rounds, SLOW, count),
        "fanout-memory": Figure(memory),
    }


def _compile(folder: Path) -> Path:
    compiler = shutil.which("cc")
    if compiler is None:
        raise NoFigure("This bench needs a C compiler (cc) for its subscribers.")
    subprocess.run([compiler, "-O2", "-o", folder / "subscribers", HERE / "subscribers.c"], check=True)
    return folder / "subscribers"


def _ratio(rounds: Sequence[Round], phase: str, count: int) -> Figure:
    """Median ratio of Greenroom's CPU time to Node's in consecutive runs, so that other processes slow both."""
    ratio = statistics.median(greenroom[phase].microseconds / node[phase].microseconds for greenroom, node in rounds)
    greenroom_us, node_us = (statistics.median(one[side][phase].microseconds for one in rounds) for side in (0, 1))
    details = f"Greenroom {greenroom_us:.2f} µs, Node ws {node_us:.2f} µs for each delivery, {count} subscribers"
    return Figure(ratio, (details,))


def _round(subscribers: Subscribers) -> Round:
    greenroom = _run_phases(subscribers, GREENROOM)
    if greenroom[FAST].deliveries_per_second < FAST_RATE * subscribers.count * MIN_DELIVERED:
        raise TooManySubscribers(f"{greenroom[FAST].deliveries_per_second:.0f} deliveries a second")
    return greenroom, _run_phases(subscribers, NODE)


def _run_phases(subscribers: Subscribers, contender: Contender) -> dict[str, PhaseResult]:
    with (
        _serving(contender) as (process, port),
        _connected(subscribers, contender, port, PHASES) as output,
    ):
        server = psutil.Process(process.pid)
        return {phase: _run_phase(server, output) for phase in PHASES}


def _run_phase(server: psutil.Process, output: IO[str]) -> PhaseResult:
    _expect(output, "begin")
    before = _cpu_seconds(server)
    _expect(output, "end")
    spent = _cpu_seconds(server) - before
    found = json.loads(output.readline() or "{}")
    if not found.get("deliveries"):
        raise TooManySubscribers("no message was delivered")
    return PhaseResult(spent / found["deliveries"] * 1e6, found["p99_ms"], found["deliveries"] / found["seconds"])


def _memory_per_subscriber(subscribers: Subscribers) -> float:
    """Kilobytes of the server's memory for each idle subscriber."""
    with _serving(GREENROOM) as (process, port):
        server = psutil.Process(process.pid)
        before = server.memory_info().rss
        with _connected(subscribers, GREENROOM, port, ()):
            return (server.memory_info().rss - before) / subscribers.count / KILOBYTE


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
    until = time.monotonic() + START_TIMEOUT_SECONDS
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.02)
    raise NoFigure("A server of the fan-out bench did not start.")


@contextlib.contextmanager
def _connected(subscribers: Subscribers, contender: Contender, port: int, phases: Sequence[str]) -> Generator[IO[str]]:
    """Runs the program that connects the subscribers and publishes the messages of the phases, if there are any."""
    arguments = (str(port), contender.path, str(subscribers.count), contender.hello, *(phases or (SLOW,)))
    command = [str(subscribers.program), *arguments]
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


def _expect(output: IO[str], word: str) -> None:
    line = output.readline().strip()
    if line != word:
        raise TooManySubscribers(f"the subscribers printed {line!r} instead of {word!r}")


def _cpu_seconds(server: psutil.Process) -> float:
    times = server.cpu_times()
    return times.user + times.system
