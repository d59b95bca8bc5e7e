"""How loud the rehearsal can get: what one adapter hears in a second while both run as fast as they can."""

import asyncio
import contextlib
import tempfile
import time
from pathlib import Path
from uuid import UUID

import httpx
import psutil

from bench.figures import Figure, Figures
from greenroom.chat.events import Event
from greenroom.chat.platform import Account
from greenroom.kernel.clock import system_clock
from greenroom.kernel.http import HttpClient
from greenroom.kernel.logs import configure_logs
from greenroom.platforms.twitch.platform import TwitchPlatform
from greenroom.platforms.twitch.settings import TwitchSettings
from greenroom.rehearse import rehearsal_environment

PORT = 8900
# Less than what a socket may fall behind before it is cut.
LINES = 15_000
ROUNDS = 3
LOGIN = "pixelharbor"
REDIRECT_URI = "http://127.0.0.1:8000/oauth/twitch"


class Nothing:
    """Notes of an adapter that needs none."""

    async def get(self, key: str) -> str | None:
        return None

    async def put(self, key: str, value: str) -> None: ...

    async def drop(self, key: str) -> None: ...

    async def add(self, key: str, amount: int) -> int:
        return amount


class Ear:
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
    ear, account = Ear(), await _account(platform)
    listening = asyncio.create_task(platform.run(account, ear))
    await ear.until(1)
    async with httpx.AsyncClient(trust_env=False, base_url=environment["REHEARSAL_CONTROL_URL"]) as desk:
        await _shout(desk, ear)
        heard, details = await _listen(desk, ear)
    listening.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await listening
    await http.close()
    return heard, details


async def _account(platform: TwitchPlatform) -> Account:
    url = platform.oauth.authorize_url(
        redirect_uri=REDIRECT_URI, state="s", scopes=platform.info.channel_scopes, code_challenge=None
    )
    async with httpx.AsyncClient(trust_env=False) as browser:
        answer = await browser.post(url, data={"login": LOGIN, "decision": "authorize"})
    code = httpx.URL(answer.headers["location"]).params["code"]
    tokens = await platform.oauth.exchange(code=code, redirect_uri=REDIRECT_URI, code_verifier=None)
    identity = await platform.oauth.identify(tokens.access_token)

    async def token(rejected: str | None = None) -> str:
        return tokens.access_token

    return Account(UUID(int=1), UUID(int=2), identity.provider_user_id, identity.login, token, Nothing())


async def _listen(desk: httpx.AsyncClient, ear: Ear) -> tuple[float, tuple[str, ...]]:
    stand_in = psutil.Process().children()[0]
    before, ours, theirs = ear.count, time.process_time(), sum(stand_in.cpu_times()[:2])
    began = time.monotonic()
    for _ in range(ROUNDS):
        await _shout(desk, ear)
    seconds = time.monotonic() - began
    count = ear.count - before
    adapter = (time.process_time() - ours) / count * 1e6
    rehearsal = (sum(stand_in.cpu_times()[:2]) - theirs) / count * 1e6
    return count / seconds, (f"CPU for each: stand-in {rehearsal:.0f} µs, adapter {adapter:.0f} µs",)


async def _shout(desk: httpx.AsyncClient, ear: Ear) -> None:
    """Many lines at once; returns when the last of them is heard."""
    wanted = ear.count + LINES
    await desk.post("/twitch/say", json={"login": LOGIN, "text": "and again", "count": LINES}, timeout=60)
    async with asyncio.timeout(60):
        await ear.until(wanted)
