"""The rehearsal in its own process, and Greenroom's platform connections without a web server."""

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import httpx
import msgspec
from msgspec.structs import replace
from pydantic import SecretStr
from tenacity import wait_none

from greenroom.accounts.channel_providers.service import connect_provider
from greenroom.accounts.channels.service import create_channel
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.platforms import Grant, Platforms
from greenroom.accounts.topics import CONNECTIONS_CHANGED, providers_topic
from greenroom.accounts.users.service import create_user
from greenroom.assembly import build_kernel
from greenroom.chat.connections.rules import Timings
from greenroom.chat.connections.supervisor import Supervisor
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.kernel.clock import system_clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import migrate
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.twitch.pace import Pace
from greenroom.platforms.twitch.platform import TwitchPlatform
from greenroom.platforms.twitch.settings import TwitchSettings
from greenroom.settings import Settings
from support.checked_rehearsal import CONTRACT_VIOLATIONS_FILE
from support.tls import TLS
from support.waiting import MAX_WAIT_SECONDS

TESTS = Path(__file__).parents[1]
REDIRECT_URI = "http://127.0.0.1:8000/oauth/twitch"
# Retries are almost immediate, and periodic checks too rare to happen during a test.
QUICK = Timings(
    check_seconds=600,
    first_wait_seconds=0.01,
    max_wait_seconds=0.05,
    gap_seconds=0.001,
    stats_seconds=0.02,
    probe_seconds=600,
    recovery_spread_seconds=0.0,
)

# Parsed JSON of the control API or the bus.
Json = dict[str, Any]


class MovableClock:
    """The clock of the system with an offset that tests set; the rehearsal's process has no offset."""

    def __init__(self) -> None:
        self._offset = timedelta()

    def __call__(self) -> datetime:
        return system_clock() + self._offset

    def advance(self, seconds: float) -> None:
        self._offset += timedelta(seconds=seconds)


class Rehearsal:
    """A running rehearsal and a client of its control API."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        # Set by tests that make a platform deviate from its contract.
        self.allows_contract_violations = False
        self.http = httpx.AsyncClient(trust_env=False, verify=TLS, timeout=MAX_WAIT_SECONDS + 5)

    def twitch_settings(self, **changes: str) -> TwitchSettings:
        prefix = "GREENROOM_TWITCH__"
        found = {name.removeprefix(prefix).lower(): value for name, value in self.environment.items() if prefix in name}
        return TwitchSettings.model_validate(found | changes)

    async def command(self, path: str, **body: object) -> int:
        """Calls the control API; returns `seq`. All events of this call have higher sequence numbers."""
        response = await self.http.post(f"{self.environment['REHEARSAL_CONTROL_URL']}{path}", json=body)
        assert response.status_code == 200, response.text
        return response.json()["seq"]

    async def wait_for_event(self, event: str, **query: str | int) -> Json:
        address = f"{self.environment['REHEARSAL_CONTROL_URL']}/wait"
        response = await self.http.get(address, params={"event": event, "timeout": MAX_WAIT_SECONDS, **query})
        assert response.status_code == 200, response.text
        return response.json()["facts"]

    async def events(self, after: int, *names: str) -> list[Json]:
        """The events of these names after the given sequence number, in order."""
        address = f"{self.environment['REHEARSAL_CONTROL_URL']}/events"
        records = (await self.http.get(address, params={"after": after})).json()["records"]
        return [record for record in records if record["event"] in names]

    async def count_requests(self, method: str, path: str) -> int:
        """Number of logged requests with this method and path prefix; the log has the last 500 since the reset."""
        address = f"{self.environment['REHEARSAL_CONTROL_URL']}/requests"
        records = (await self.http.get(address, params={"path_prefix": path})).json()["records"]
        return sum(record["method"] == method for record in records)

    async def sockets(self) -> list[Json]:
        address = f"{self.environment['REHEARSAL_CONTROL_URL']}/twitch/sockets"
        return (await self.http.get(address)).json()["records"]

    async def consent(self, authorize_url: str, login: str) -> str:
        """Gives consent; returns the OAuth code of the redirect."""
        response = await self.http.post(authorize_url, data={"login": login, "decision": "authorize"})
        return parse_qs(urlsplit(response.headers["location"]).query)["code"][0]


@contextlib.contextmanager
def rehearsal_process(contract_violations_file: Path) -> Generator[dict[str, str]]:
    """Starts a rehearsal that writes contract violations to the file; yields its environment."""
    command = (sys.executable, "-m", "support.checked_rehearsal", "--port", "0", "--exit-with-parent")
    path = os.pathsep.join(str(TESTS / folder) for folder in ("", "contract"))
    environment = os.environ | {"PYTHONPATH": path, CONTRACT_VIOLATIONS_FILE: str(contract_violations_file)}
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        yield _environment(process.stdout)
        process.terminate()


def _environment(output: Iterable[str]) -> dict[str, str]:
    """The variables that the rehearsal prints before it is ready."""
    found: dict[str, str] = {}
    for line in output:
        if line == "ready\n":
            return found
        name, _, value = line.rstrip("\n").partition("=")
        found[name] = value
    raise AssertionError("the rehearsal ended before it was ready")


@dataclass(frozen=True, slots=True)
class ConnectedAccount:
    """An account that is connected to a channel."""

    id: UUID
    channel_id: UUID
    credential_id: UUID


class ConnectionRef(Protocol):
    """An object with the ids of a connection and its channel."""

    @property
    def id(self) -> UUID: ...
    @property
    def channel_id(self) -> UUID: ...


class ConnectionHost:
    """The Twitch connections of one Greenroom process."""

    def __init__(self, kernel: Kernel, rehearsal: Rehearsal, **settings: str) -> None:
        self.kernel = kernel
        self.rehearsal = rehearsal
        self._settings = rehearsal.twitch_settings(**settings)
        self.set_pace(Pace())
        self.updates = ProviderUpdates(kernel)
        self.chat = Chat()

    def set_pace(self, pace: Pace) -> None:
        """Sets the pace of Twitch connections; it applies to supervisors that start later."""
        self.twitch = TwitchPlatform(self._settings, self.kernel.http, self.kernel.clock, pace)
        self.platforms = Platforms([self.twitch], [self.twitch.info.descriptor])

    @contextlib.asynccontextmanager
    async def supervised(self, timings: Timings = QUICK) -> AsyncGenerator[Supervisor]:
        supervisor = Supervisor(self.kernel, self.platforms, [self.twitch], timings, on_events=self.chat)
        await supervisor.start()
        try:
            yield supervisor
        finally:
            await supervisor.stop()

    async def check_connections(self) -> None:
        """Makes every supervisor check its connections now."""
        await self.kernel.bus.publish(CONNECTIONS_CHANGED, b"")

    async def grant(self, login: str, scopes: Iterable[str] | None = None) -> Grant:
        oauth = self.twitch.oauth
        requested = self.twitch.info.channel_scopes if scopes is None else scopes
        url = oauth.authorize_url(redirect_uri=REDIRECT_URI, state="s1", scopes=requested, code_challenge=None)
        code = await self.rehearsal.consent(url, login)
        tokens = await oauth.exchange(code=code, redirect_uri=REDIRECT_URI, code_verifier=None)
        return Grant("twitch", await oauth.identify(tokens.access_token), tokens)

    async def connect(self, login: str = "junoplays", scopes: Iterable[str] | None = None) -> ConnectedAccount:
        """Creates a user with a channel and connects their account to it."""
        grant, now = await self.grant(login, scopes), self.kernel.clock()
        async with self.kernel.database.write() as session:
            user = await create_user(session, grant, now, may_become_operator=False)
            channel = await create_channel(session, user.id, login, now)
        return await self.connect_to(channel.id, user.id, grant)

    async def connect_to(self, channel_id: UUID, user_id: UUID, grant: Grant) -> ConnectedAccount:
        async with self.kernel.database.write() as session:
            provider_id = await connect_provider(
                session,
                self.kernel.vault,
                self.platforms,
                channel_id=channel_id,
                user_id=user_id,
                grant=grant,
                now=self.kernel.clock(),
            )
            row = await session.get_one(ChannelProvider, provider_id)
        return ConnectedAccount(provider_id, channel_id, row.credential_id)

    async def renew(self, connected: ConnectedAccount, login: str = "junoplays") -> None:
        """Connects the account again, as a user does who is asked to reconnect."""
        row = await self.row(connected)
        assert row.connected_by_id is not None
        await self.connect_to(connected.channel_id, row.connected_by_id, await self.grant(login))

    async def row(self, connected: ConnectedAccount) -> ChannelProvider:
        async with self.kernel.database.read() as session:
            return await session.get_one(ChannelProvider, connected.id)

    async def credential(self, connected: ConnectedAccount) -> Credential:
        async with self.kernel.database.read() as session:
            return await session.get_one(Credential, connected.credential_id)


class Chat:
    """Chat events of the connections, in order."""

    def __init__(self) -> None:
        self.events: list[ChannelEvent] = []
        self._more = asyncio.Event()

    async def __call__(self, events: Sequence[ChannelEvent]) -> None:
        self.events += events
        self._more.set()

    async def until(self, fits: Callable[[ChannelEvent], bool], after: int = 0) -> ChannelEvent:
        """Waits for the first event that `fits` accepts; skips the first `after` events."""
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while True:
                self._more.clear()
                for event in self.events[after:]:
                    if fits(event):
                        return event
                await self._more.wait()


class ProviderUpdates:
    """Updates of channel providers on the bus, in order."""

    def __init__(self, kernel: Kernel) -> None:
        self._updates: list[tuple[str, Json]] = []
        self._more = asyncio.Event()
        kernel.bus.subscribe(self._on_message)

    def _on_message(self, topic: str, payload: bytes) -> None:
        if topic.endswith(":providers"):
            self._updates.append((topic, msgspec.json.decode(payload)))
            self._more.set()

    def of(self, connected: ConnectionRef) -> list[Json]:
        of_channel = [update for topic, update in self._updates if topic == providers_topic(connected.channel_id)]
        return [update for update in of_channel if update["data"]["id"] == str(connected.id)]

    async def until(self, connected: ConnectionRef, fits: Callable[[Json], bool], after: int = 0) -> Json:
        """Waits for the first update of this connection that `fits` accepts; skips its first `after` updates."""
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while True:
                self._more.clear()
                for update in self.of(connected)[after:]:
                    if fits(update["data"]):
                        return update
                await self._more.wait()

    async def state(self, connected: ConnectionRef, state: str, after: int = 0) -> Json:
        update = await self.until(connected, lambda data: data["connection"]["state"] == state, after)
        return update["data"]


@contextlib.asynccontextmanager
async def open_kernel(rehearsal: Rehearsal, folder: Path, database_url: str) -> AsyncGenerator[Kernel]:
    given = {"data_dir": folder, "database_url": SecretStr(_plain(database_url)), "twitch": rehearsal.twitch_settings()}
    built = build_kernel(Settings.model_validate(given), MovableClock())
    await built.http.close()
    kernel = replace(built, http=HttpClient("Greenroom test", wait=wait_none()))
    await migrate(kernel.database.engine)
    kernel.vault.save()
    await kernel.bus.start()
    yield kernel
    await kernel.bus.stop()
    await kernel.http.close()
    await kernel.database.close()


@contextlib.asynccontextmanager
async def another_process(kernel: Kernel) -> AsyncGenerator[Kernel]:
    """The kernel of another process on the same database and bus."""
    url = kernel.database.engine.url.render_as_string(hide_password=False)
    database = Database(url, kernel.bus.publish)
    yield replace(kernel, owner="another", database=database)
    await database.close()


def _plain(database_url: str) -> str:
    """The URL without the name of the database driver."""
    return database_url.replace("+aiosqlite", "").replace("+asyncpg", "")
