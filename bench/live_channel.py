"""A channel with a live chat: Greenroom in this process, the rehearsal and the subscribers in other processes."""

import asyncio
import contextlib
import gc
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import httpx
from pydantic import SecretStr
from sqlalchemy import func, select, text
from starlette.applications import Starlette

from bench.figures import NoFigure
from bench.processes import ROOT
from bench.sustained_rate import RateTooHigh
from greenroom.app import create_app
from greenroom.chat.messages.models import ChatMessage
from greenroom.kernel.context import Kernel
from greenroom.kernel.fast.gc_tuning import tune_after_startup
from greenroom.kernel.logs import configure_logs
from greenroom.kernel.services import services_of
from greenroom.rehearse import rehearsal_environment
from greenroom.server import listen_on, running
from greenroom.settings import Settings

REHEARSAL_PORT = 8900
STREAMER = "pixelharbor"
# Long enough for a machine many times slower than a developer's.
TIMEOUT_SECONDS = 300.0
MAX_SOCKETS = 100_000
# Equal counts of stored messages in a row: on a busy machine a single pause is not the end.
QUIET_CHECKS, CHECK_SECONDS = 3, 0.2
COUNT_STORED = "SELECT coalesce(max(id), 0) FROM chat_messages"
# A JSON response; each measurement reads a part of it.
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Drained:
    """State at the first check that found all messages stored."""

    stored: int
    # CPU time of this process until then.
    cpu_seconds: float
    at: float


@dataclass
class LiveChannel:
    """One channel with Twitch connected and live."""

    app: Starlette
    origin: str
    token: str
    channel_id: str
    http: httpx.AsyncClient
    rehearsal: httpx.AsyncClient
    # Client of the rehearsal for calls that block the server.
    blocking: httpx.Client
    # Number of the rehearsal's last event before its rate was set.
    rehearsal_seq: int = 0
    gaps: int = 0
    began_at: float = 0.0
    stored_before: int = 0
    # Reads the SQLite file. Kept open: a new connection parses the whole schema, 2 ms that would count as the server's.
    reader: sqlite3.Connection | None = None

    @property
    def kernel(self) -> Kernel:
        return services_of(self.app).get(Kernel)

    async def call(self, method: str, path: str, **parts: Any) -> Json:  # noqa: ANN401  # httpx checks them
        response = await self.http.request(method, f"/api/2{path}", **parts)
        response.raise_for_status()
        return response.json() if response.content else {}

    async def control(self, path: str, **body: object) -> Json:
        """Sends a command to the rehearsal."""
        return (await self.rehearsal.post(path, json=body)).raise_for_status().json()

    async def set_rate(self, per_second: float) -> None:
        if per_second:
            self.began_at, self.stored_before = time.monotonic(), await self.count_stored()
        self.rehearsal_seq = (await self.control("/twitch/rate", per_second=per_second))["seq"]

    def count_actions(self) -> int:
        """Counts what the rehearsal's audience has done since its rate was set, in full hundreds; blocks the server."""
        events = self.blocking.get("/events", params={"after": self.rehearsal_seq}).raise_for_status().json()
        return 100 * sum(record["event"] == "audience_played" for record in events["records"])

    def stop_chat(self) -> None:
        """Stops the rehearsal's chat; blocks the server."""
        self.blocking.post("/twitch/rate", json={"per_second": 0}).raise_for_status()

    async def count_stored(self) -> int:
        """Number of stored messages, which is the highest id; on SQLite read without any work of the server."""
        url = next(iter(self.kernel.database.engines)).url
        if url.get_backend_name() == "sqlite":
            self.reader = self.reader or sqlite3.connect(str(url.database))
            [(count,)] = self.reader.execute(COUNT_STORED)
            return count
        async with self.kernel.database.read() as session:
            return (await session.execute(text(COUNT_STORED))).scalar_one()

    async def drain(self) -> Drained:
        """Stops the rehearsal's chat and waits until all messages are stored; raises RateTooHigh if some were lost."""
        await self.set_rate(0)
        return await self.drain_stopped()

    async def drain_stopped(self) -> Drained:
        """Like `drain`, after `stop_chat` has stopped the chat."""
        drained = await self._wait_until_quiet()
        gaps, gaps_before = await self._count_gaps(), self.gaps
        self.gaps = gaps
        if gaps > gaps_before:
            raise RateTooHigh((drained.stored - self.stored_before) / (drained.at - self.began_at))
        return drained

    async def _count_gaps(self) -> int:
        """Counts the notices in place of dropped messages."""
        query = select(func.count()).where(
            ChatMessage.channel_id == UUID(self.channel_id),
            ChatMessage.message_id >= "gap:",
            ChatMessage.message_id < "gap;",
        )
        async with self.kernel.database.read() as session:
            return await session.scalar(query) or 0

    async def _wait_until_quiet(self) -> Drained:
        checks: list[Drained] = []
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while len(checks) < QUIET_CHECKS or checks[-1].stored != checks[-QUIET_CHECKS].stored:
                if _has_waiting_messages():
                    # On a busy machine a single batch may take longer than the checks.
                    checks.clear()
                checks.append(Drained(await self.count_stored(), time.process_time(), time.monotonic()))
                await asyncio.sleep(CHECK_SECONDS)
        return checks[-QUIET_CHECKS]


def _has_waiting_messages() -> bool:
    """Whether any inbox runs its task; the task ends when no messages wait."""
    return any(task.get_name().startswith("inbox:") for task in asyncio.all_tasks())


@contextlib.asynccontextmanager
async def live_channel(
    database_url: str = "",
    redis_url: str = "",
    prepare: Callable[[Path], object] = bool,
    **changes: object,
) -> AsyncGenerator[LiveChannel]:
    """`prepare` may fill the data folder before the server starts."""
    configure_logs("error", "text")
    # As the `greenroom` command does after its imports.
    gc.collect()
    tune_after_startup()
    with (
        tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder,
        rehearsal_environment(REHEARSAL_PORT, Path(folder) / "state.json") as environment,
    ):
        await asyncio.to_thread(prepare, Path(folder))
        values = {"data_dir": Path(folder), "port": 0, "database_url": SecretStr(database_url)}
        # All sockets of a measurement come from one address.
        values |= {"sign_up": "open", "max_sockets_per_address": MAX_SOCKETS}
        values |= {"redis_url": SecretStr(redis_url), **_settings_by_section(environment)}
        settings = Settings.model_validate(values | changes)
        listener = listen_on(settings.host, settings.port)
        settings.port = listener.getsockname()[1]
        app, control_url = create_app(settings), environment["REHEARSAL_CONTROL_URL"]
        async with (
            running(app, listener),
            _client(settings.origin) as http,
            _client(control_url) as rehearsal,
        ):
            with httpx.Client(base_url=control_url, trust_env=False, timeout=TIMEOUT_SECONDS) as blocking:
                channel = LiveChannel(app, settings.origin, "", "", http, rehearsal, blocking)
                try:
                    yield await _connect(channel)
                finally:
                    if channel.reader is not None:
                        channel.reader.close()


def _client(base_url: str) -> httpx.AsyncClient:
    """Client that closes idle connections before the server does, so that no request is sent on a closed one."""
    limits = httpx.Limits(keepalive_expiry=1)
    return httpx.AsyncClient(base_url=base_url, trust_env=False, timeout=TIMEOUT_SECONDS, limits=limits)


async def _connect(channel: LiveChannel) -> LiveChannel:
    signed_in = await _consent(channel, "/twitch/sign-in-url", next="")
    channel.token = signed_in["access_token"]
    channel.http.headers["Authorization"] = f"Bearer {channel.token}"
    channel.channel_id = (await channel.call("POST", "/channels", json={"display_name": "Bench"}))["id"]
    # The rehearsal refuses this for an account that is live from the start; the refusal is ignored.
    await channel.rehearsal.post("/twitch/go-live", json={"login": STREAMER})
    back = {"redirect_to": "/channel-provider-connected", "channel_id": channel.channel_id}
    await _consent(channel, "/twitch/connect-chat-url", **back)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not await _is_connected(channel):  # noqa: ASYNC110  # the API has no call that waits
            await asyncio.sleep(0.05)
    return channel


async def _consent(channel: LiveChannel, path: str, **query: str) -> Json:
    url = (await channel.call("GET", path, params=query))["url"]
    response = await channel.http.post(url, data={"login": STREAMER, "decision": "authorize"})
    back = {name: values[0] for name, values in parse_qs(urlsplit(response.headers["location"]).query).items()}
    back.pop("scope", None)
    return await channel.call("POST", "/oauth/twitch", json=back)


async def _is_connected(channel: LiveChannel) -> bool:
    records = cast("list[Json]", await channel.call("GET", f"/channels/{channel.channel_id}/providers"))
    return [record["connection"]["state"] for record in records] == ["connected"]


def _settings_by_section(environment: Mapping[str, str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for name, value in environment.items():
        section, mark, key = name.removeprefix("GREENROOM_").lower().partition("__")
        if mark:
            found.setdefault(section, {})[key] = value
    return found


@contextlib.asynccontextmanager
async def subscribers(channel: LiveChannel, count: int, delays: Path | None = None) -> AsyncGenerator[None]:
    """WebSocket subscribers of the chat, in a process whose CPU time is not counted.

    They write to the file `delays` when each frame with messages was received, and how old its oldest message was.
    """
    config = {
        "url": f"{channel.origin.replace('http', 'ws')}/api/2/live",
        "token": channel.token,
        "topic": f"{channel.channel_id}:chat",
        "count": count,
        "delays": str(delays or ""),
    }
    command = [sys.executable, "-m", "bench.subscribers"]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        # Arguments are visible in the list of processes, and the token is secret.
        process.stdin.write(json.dumps(config).encode() + b"\n")
        if (await process.stdout.readline()).strip() != b"ready":
            raise NoFigure("The subscribers of the bench did not connect.")
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
