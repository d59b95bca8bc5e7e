"""Server processes that are started for a measurement, with the time and CPU time to their first response."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from bench.figures import NoFigure

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
START_TIMEOUT_SECONDS = 180
STOP_TIMEOUT_SECONDS = 60
WITHOUT_DEV_PACKAGES = ROOT / "bench" / "startup" / "without_dev_packages"


@dataclass(frozen=True, slots=True)
class Server:
    process: subprocess.Popen[str]
    port: int
    # Time from the start to the first response.
    seconds: float
    cpu_seconds: float

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def responds(port: int, path: str) -> bool:
    """Whether a request gets status 200; a raw socket costs less CPU time than an HTTP client."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=START_TIMEOUT_SECONDS) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            return connection.recv(16).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


@contextlib.contextmanager
def serving(command: Sequence[str], port: int, path: str, env: Mapping[str, str]) -> Generator[Server]:
    """Runs a server process and waits for its first response."""
    with tempfile.TemporaryFile("w+") as log:
        started = time.perf_counter()
        process = subprocess.Popen(command, cwd=ROOT, env={**_inherited(), **env}, stdout=log, stderr=log, text=True)
        try:
            seconds = _seconds_to_first_response(process, port, path, started)
            if seconds is None:
                log.seek(0)
                raise NoFigure(f"No answer from {' '.join(command)}\n{log.read()}")
            yield Server(process, port, seconds, _cpu_seconds(process))
        finally:
            process.terminate()
            process.wait(timeout=STOP_TIMEOUT_SECONDS)


def _inherited() -> dict[str, str]:
    """Environment as in an installation: compiled files stay for the second start, developers' packages are hidden."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**inherited, "PYTHONPATH": str(WITHOUT_DEV_PACKAGES)}


def _seconds_to_first_response(process: subprocess.Popen[str], port: int, path: str, started: float) -> float | None:
    while time.perf_counter() - started < START_TIMEOUT_SECONDS and process.poll() is None:
        if responds(port, path):
            return time.perf_counter() - started
        time.sleep(0.002)
    return None


def _cpu_seconds(process: subprocess.Popen[str]) -> float:
    root = psutil.Process(process.pid)
    times = [one.cpu_times() for one in (root, *root.children(recursive=True))]
    return sum(one.user + one.system for one in times)


@contextlib.contextmanager
def greenroom(data_dir: Path) -> Generator[Server]:
    """Runs `greenroom serve` with one platform configured; nothing is sent to the platform."""
    port = free_port()
    env = {
        "GREENROOM_PORT": str(port),
        "GREENROOM_DATA_DIR": str(data_dir),
        "GREENROOM_TWITCH__CLIENT_ID": "bench",
        "GREENROOM_TWITCH__CLIENT_SECRET": "bench",
    }
    with serving([str(BIN / "greenroom"), "serve"], port, "/health", env) as server:
        yield server


@contextlib.contextmanager
def greenroom_with_empty_data() -> Generator[Server]:
    """Runs `greenroom serve` with an empty data folder."""
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder, greenroom(Path(folder)) as server:
        yield server
