"""Chat messages that one Twitch adapter receives from the rehearsal in a second, both at full speed."""

import asyncio
import contextlib
import tempfile
import time
from pathlib import Path
from uuid import UUID

import httpx
import psutil

from bench.figures import Figure, Figures
from greenroom.chat.protocol.events import Event
from greenroom.chat.protocol.platform import Account
from greenroom.kernel.clock import system_clock
from greenroom.kernel.http.client import HttpClient
from greenroom.kernel.logs import configure_logs
from greenroom.platforms.twitch.platform import TwitchPlatform
from greenroom.platforms.twitch.settings import TwitchSettings
from greenroom.rehearse import rehearsal_environment

PORT = 8900
# Fewer than the frames that the rehearsal queues for a slow socket before closing it.
MESSAGES = 15_000
TIMEOUT_SECONDS = 300
ROUNDS = 3
LOGIN = "pixelharbor"
REDIRECT_URI = "http://127.0.0.1:8000/oauth/twitch"


class EmptyState:
    """Adapter state that stores nothing."""

    async def get(self, key: str) -> str | None:
        return None

    async def put(self, key: str, value: str) -> None: ...

    async def delete(self, key: str) -> None: ...

    async def add(self, key: str, amount: int) -> int:
        return amount


class EventCounter:
    def __init__(self) -> None:
        self.count = 0
        self._more = asyncio.Event()

    async def __call__(self, *events: Event) -> None:
        self.count += len(events)
        self._more.set()

    async def until(self, count: int) -> None:
        while self.count < count:
            self._more.clear()
            await self._more.wait()


def measure_rehearsal_rate() -> Figures:
    configure_logs("error", "text")
    with (
        tempfile.TemporaryDirectory() as folder,
        rehearsal_environment(PORT, Path(folder) / "state.json") as environment,
    ):
        rate, details = asyncio.run(_measure(environment))
    return {"rehearsal-rate": Figure(rate, details)}


async def _measure(environment: dict[str, str]) -> tuple[float, tuple[str, ...]]:
    http = HttpClient("Greenroom bench")
    prefix = "GREENROOM_TWITCH__"
    settings = {
        name.removeprefix(prefix).lower(): value for name, value in environment.items() if name.startswith(prefix)
    }
    platform = TwitchPlatform(TwitchSettings.model_validate(settings), http, system_clock)
    events, account = EventCounter(), await _account(platform)
    connection = asyncio.create_task(platform.run(account, events))
    await events.until(1)
    url = environment["REHEARSAL_CONTROL_URL"]
    async with httpx.AsyncClient(trust_env=False, base_url=url, timeout=TIMEOUT_SECONDS) as control:
        await _send_burst(control, events)
        rate, details = await _measure_bursts(control, events)
    connection.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await connection
    await http.close()
    return rate, details


async def _account(platform: TwitchPlatform) -> Account:
    url = platform.oauth.authorize_url(
        redirect_uri=REDIRECT_URI, state="s", scopes=platform.info.channel_scopes, code_challenge=None
    )
    async with httpx.AsyncClient(trust_env=False, timeout=TIMEOUT_SECONDS) as browser:
        response = await browser.post(url, data={"login": LOGIN, "decision": "authorize"})
    code = httpx.URL(response.headers["location"]).params["code"]
    tokens = await platform.oauth.exchange(code=code, redirect_uri=REDIRECT_URI, code_verifier=None)
    identity = await platform.oauth.identify(tokens.access_token)

    async def token(rejected: str | None = None) -> str:
        return tokens.access_token

    return Account(UUID(int=1), UUID(int=2), identity.provider_user_id, identity.login, token, EmptyState())


async def _measure_bursts(control: httpx.AsyncClient, events: EventCounter) -> tuple[float, tuple[str, ...]]:
    rehearsal = psutil.Process().children()[0]
    before, adapter_before, rehearsal_before = events.count, time.process_time(), sum(rehearsal.cpu_times()[:2])
    began = time.monotonic()
    for _ in range(ROUNDS):
        await _send_burst(control, events)
    seconds = time.monotonic() - began
    count = events.count - before
    adapter_cost = (time.process_time() - adapter_before) / count * 1e6
    rehearsal_cost = (sum(rehearsal.cpu_times()[:2]) - rehearsal_before) / count * 1e6
    return count / seconds, (f"CPU per message: rehearsal {rehearsal_cost:.0f} µs, adapter {adapter_cost:.0f} µs",)


async def _send_burst(control: httpx.AsyncClient, events: EventCounter) -> None:
    """Sends many messages at once; returns when the last one is received."""
    expected = events.count + MESSAGES
    await control.post("/twitch/say", json={"login": LOGIN, "text": "and again", "count": MESSAGES})
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await events.until(expected)
