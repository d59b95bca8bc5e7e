"""An evening to measure: Greenroom in this process, the rehearsal and the listeners in processes of their own."""

import asyncio
import contextlib
import gc
import json
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import httpx
from fastapi import FastAPI
from pydantic import SecretStr
from sqlalchemy import func, select, text

from bench.processes import ROOT
from greenroom.app import create_app
from greenroom.chat.models import ChatMessage
from greenroom.kernel.context import Kernel
from greenroom.kernel.garbage import settle
from greenroom.kernel.logs import configure_logs
from greenroom.rehearse import rehearsal_environment
from greenroom.server import listen_on, running
from greenroom.settings import Settings

REHEARSAL_PORT = 8900
STREAMER = "pixelharbor"
PATIENCE_SECONDS = 60.0
# An answer of the server; each measurement knows the part it reads.
Json = dict[str, Any]


@dataclass
class Evening:
    """One channel with Twitch connected and live."""

    app: FastAPI
    origin: str
    token: str
    channel_id: str
    http: httpx.AsyncClient
    desk: httpx.AsyncClient

    @property
    def kernel(self) -> Kernel:
        return cast("Kernel", self.app.state.kernel)

    async def ask(self, method: str, path: str, **parts: Any) -> Json:  # noqa: ANN401  # httpx checks them
        answer = await self.http.request(method, f"/api/2{path}", **parts)
        answer.raise_for_status()
        return answer.json() if answer.content else {}

    async def rehearse(self, path: str, **body: object) -> None:
        (await self.desk.post(path, json=body)).raise_for_status()

    async def stored(self) -> int:
        async with self.kernel.database.read() as session:
            return (await session.execute(text("SELECT coalesce(max(id), 0) FROM chat_messages"))).scalar_one()

    async def gaps(self) -> int:
        """How often messages were left out because too many came."""
        query = select(func.count()).where(
            ChatMessage.channel_id == UUID(self.channel_id),
            ChatMessage.message_id >= "gap:",
            ChatMessage.message_id < "gap;",
        )
        async with self.kernel.database.read() as session:
            return await session.scalar(query) or 0

    async def until_quiet(self) -> int:
        """How many lines are stored once no more come; rows do not call, so it looks again and again."""
        found = -1
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (count := await self.stored()) != found:
                found = count
                await asyncio.sleep(0.2)
        return found


@contextlib.asynccontextmanager
async def evening(database_url: str = "", redis_url: str = "", **changes: object) -> AsyncGenerator[Evening]:
    configure_logs("error", "text")
    # As `greenroom` does once it is loaded.
    gc.collect()
    settle()
    with (
        tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder,
        rehearsal_environment(REHEARSAL_PORT, Path(folder) / "state.json") as environment,
    ):
        given = {"data_dir": Path(folder), "port": 0, "database_url": SecretStr(database_url)}
        given |= {"redis_url": SecretStr(redis_url), **_sections(environment)}
        settings = Settings.model_validate(given | changes)
        listener = listen_on(settings.host, settings.port)
        settings.port = listener.getsockname()[1]
        app = create_app(settings)
        async with (
            running(app, listener),
            _client(settings.origin, 30) as http,
            _client(environment["REHEARSAL_CONTROL_URL"], 60) as desk,
        ):
            yield await _begin(app, settings.origin, http, desk)


def _client(base_url: str, timeout: float) -> httpx.AsyncClient:
    """Lets go of a connection before the server does: a question on its way to a closed one has no answer."""
    return httpx.AsyncClient(
        base_url=base_url, trust_env=False, timeout=timeout, limits=httpx.Limits(keepalive_expiry=1)
    )


async def _begin(app: FastAPI, origin: str, http: httpx.AsyncClient, desk: httpx.AsyncClient) -> Evening:
    one = Evening(app, origin, "", "", http, desk)
    signed_in = await _consent(one, "/twitch/sign-in-url", next="")
    one.token = signed_in["access_token"]
    http.headers["Authorization"] = f"Bearer {one.token}"
    one.channel_id = (await one.ask("POST", "/channels", json={"display_name": "Bench"}))["id"]
    # Some of the rehearsal's people are live from the start.
    await desk.post("/twitch/go-live", json={"login": STREAMER})
    await _consent(
        one, "/twitch/connect-chat-url", redirect_to="/channel-provider-connected", channel_id=one.channel_id
    )
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await _is_connected(one):  # noqa: ASYNC110  # the screen would be told, a bench looks
            await asyncio.sleep(0.05)
    return one


async def _consent(one: Evening, path: str, **query: str) -> Json:
    url = (await one.ask("GET", path, params=query))["url"]
    answer = await one.http.post(url, data={"login": STREAMER, "decision": "authorize"})
    back = {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["location"]).query).items()}
    back.pop("scope", None)
    return await one.ask("POST", "/oauth/twitch", json=back)


async def _is_connected(one: Evening) -> bool:
    records = cast("list[Json]", await one.ask("GET", f"/channels/{one.channel_id}/providers"))
    return [record["connection"]["state"] for record in records] == ["connected"]


def _sections(environment: Mapping[str, str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for name, value in environment.items():
        section, mark, key = name.removeprefix("GREENROOM_").lower().partition("__")
        if mark:
            found.setdefault(section, {})[key] = value
    return found


@contextlib.asynccontextmanager
async def listeners(one: Evening, count: int) -> AsyncGenerator[None]:
    """So many browsers that only listen, in a process whose CPU is not ours."""
    order = {
        "url": f"{one.origin.replace('http', 'ws')}/api/2/live",
        "token": one.token,
        "topic": f"{one.channel_id}:chat",
        "count": count,
    }
    command = [sys.executable, "-m", "bench.subscribers"]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        # Not as an argument: the token would stand in the list of processes.
        process.stdin.write(json.dumps(order).encode() + b"\n")
        if (await process.stdout.readline()).strip() != b"ready":
            raise SystemExit("The listeners of the bench did not connect.")
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
