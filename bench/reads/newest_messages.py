"""CPU time of reading the newest hundred messages, against a bare Starlette app."""

import asyncio
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

import httpx
import psutil

from bench.figures import Figure, Figures
from bench.processes import Server, free_port, greenroom, serving
from bench.reads.stored_chat import MAIN, stored_chat
from bench.signed_in import sign_in_as
from greenroom.accounts.access.rules import Role
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database

MESSAGES = 50_000
TIMEOUT_SECONDS = 120
ROUNDS = 5
# The system counts CPU time in hundredths of a second; with 1,000 requests one hundredth makes no difference.
REQUESTS = 1_000
MICROSECONDS_PER_SECOND = 1e6
PATH = f"/api/2/channels/{MAIN}/chat-messages"


def measure_hot_reads() -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        path = Path(shutil.copy(stored_chat(MESSAGES), Path(folder) / "greenroom.db"))
        headers = asyncio.run(_sign_in(path))
        port = free_port()
        bare_command = [sys.executable, "-m", "bench.reads.bare_app", str(port), str(path)]
        with greenroom(Path(folder)) as whole, serving(bare_command, port, "/", {}) as bare:
            return _compare(whole, bare, headers)


async def _sign_in(path: Path) -> dict[str, str]:
    database = Database(f"sqlite+aiosqlite:///{path}", MemoryBus().publish)
    headers = await sign_in_as(database, MAIN, Role.MOD)
    await database.close()
    return headers


def _compare(whole: Server, bare: Server, headers: dict[str, str]) -> Figures:
    """Measures the two servers in turn, so that other processes slow both; the first round fills caches."""
    greenroom_times = [0.0] * (ROUNDS + 1)
    bare_times = [0.0] * (ROUNDS + 1)
    for number in range(ROUNDS + 1):
        greenroom_times[number] = _measure(whole, f"{whole.url}{PATH}", headers)
        bare_times[number] = _measure(bare, f"{bare.url}/", {})
    greenroom_median, bare_median = statistics.median(greenroom_times[1:]), statistics.median(bare_times[1:])
    details = f"Greenroom {greenroom_median:.0f} µs of CPU time for each response, bare Starlette {bare_median:.0f} µs"
    return {"hot-reads": Figure(bare_median / greenroom_median, (details,))}


def _measure(server: Server, url: str, headers: dict[str, str]) -> float:
    """Microseconds of the server's CPU time for one response."""
    process = psutil.Process(server.process.pid)
    with httpx.Client(headers=headers, trust_env=False, timeout=TIMEOUT_SECONDS) as client:
        before = process.cpu_times()
        for _ in range(REQUESTS):
            response = client.get(url)
            assert response.status_code == 200, response.text
        after = process.cpu_times()
    return (after.user + after.system - before.user - before.system) / REQUESTS * MICROSECONDS_PER_SECOND
