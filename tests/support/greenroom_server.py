"""A Greenroom server on a real port beside the rehearsal, and API clients of its users."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Self, cast
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import httpx
from pydantic import SecretStr
from sqlalchemy import delete, select, text
from sqlalchemy.exc import DBAPIError
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from greenroom.accounts.channels.service import notify_access_changed, set_level
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.channels import ChannelUser
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.platforms import Grant, Identity, Platforms, Tokens
from greenroom.accounts.topics import CONNECTIONS_CHANGED, notify_processes
from greenroom.accounts.users.operators import set_operator
from greenroom.app import create_app
from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.sending.sender import Sender
from greenroom.feature import Features
from greenroom.features.sign_in.completion import complete
from greenroom.features.sign_in.rules import Purpose
from greenroom.features.sign_in.schemas import SignedInOut
from greenroom.features.sign_in.service import Consent, ConsentRequest
from greenroom.kernel.clock import Clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.services import ServiceMap, services_of
from greenroom.server import listen_on, running
from greenroom.settings import Settings
from greenroom.tables import metadata
from rehearsal.state import RehearsalState
from support.tls import TLS
from support.waiting import MAX_WAIT_SECONDS, wait_until

API = "/api/2"
USER_AGENT = "Firefox/140 Linux"
# A parsed JSON response.
Json = dict[str, Any]
PROTOCOL = "greenroom.v1"
# Query for the names of the tables that have rows, so that only these are emptied; referring tables are first.
FILLED_TABLES = text(
    " UNION ALL ".join(
        f"SELECT '{table.name}' WHERE EXISTS (SELECT 1 FROM {table.name})"  # noqa: S608  # our own names
        for table in reversed(metadata.sorted_tables)
    )
)


WITHOUT_LIMITS = {
    "sign_up": "open",
    "max_channels_per_user": 100_000,
    "max_platforms_per_user": 100_000,
    "max_invites_per_user": 100_000,
    "max_sign_ins_per_minute": 1_000_000,
    "max_sockets_per_address": 100_000,
    # Receivers of webhooks in tests listen on loopback.
    "webhook_hosts": "127.0.0.1",
}


def server_settings(
    rehearsal_state: RehearsalState, folder: Path, database_url: str = "", **changes: object
) -> Settings:
    defaults = {
        "data_dir": folder,
        "database_url": SecretStr(database_url),
        "port": 0,
        # Tests sign up many users, who own many channels and share one address. Tests of limits set them again.
        **WITHOUT_LIMITS,
        **platform_settings(rehearsal_state.environment()),
    }
    return Settings.model_validate(defaults | changes)


def platform_settings(environment: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Settings by section, parsed from environment variables such as GREENROOM_TWITCH__API_URL."""
    found: dict[str, dict[str, str]] = {}
    for name, value in environment.items():
        section, mark, key = name.removeprefix("GREENROOM_").lower().partition("__")
        if mark:
            found.setdefault(section, {})[key] = value
    return found


@contextlib.asynccontextmanager
async def open_server(
    settings: Settings, rehearsal_state: RehearsalState, clock: Clock
) -> AsyncGenerator["GreenroomServer"]:
    listener = listen_on(settings.host, settings.port)
    settings.port = listener.getsockname()[1]
    app = create_app(settings, clock)
    async with running(app, listener), contextlib.AsyncExitStack() as clients:
        services = services_of(app)
        yield GreenroomServer(
            settings,
            services.get(Kernel),
            services.get(Platforms),
            services.get(Sender),
            services.get(EmoteCache),
            services.get(Features),
            services,
            rehearsal_state,
            clients,
            await clients.enter_async_context(control_client(rehearsal_state)),
        )


# Clients close idle connections before the server does, so that no request is sent on a closed connection.
CONNECTION_LIMITS = httpx.Limits(keepalive_expiry=1.0)


def control_client(rehearsal_state: RehearsalState) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        base_url=rehearsal_state.base_url,
        trust_env=False,
        verify=TLS,
        timeout=MAX_WAIT_SECONDS + 5,
        limits=CONNECTION_LIMITS,
    )


# Without a repr, so that the debug output of asyncio, which prints the values of fixtures, contains no settings.
@dataclass(repr=False)
class GreenroomServer:
    """A running server with helpers for tests."""

    settings: Settings
    kernel: Kernel
    platforms: Platforms
    sender: Sender
    emotes: EmoteCache
    features: Features
    services: ServiceMap
    rehearsal_state: RehearsalState
    _clients: contextlib.AsyncExitStack
    _control: httpx.AsyncClient
    # The grant of the first `sign_in_directly` with each login.
    _grants: dict[str, Grant] = field(default_factory=dict[str, Grant], repr=False)

    @property
    def url(self) -> str:
        return self.settings.origin

    @contextlib.asynccontextmanager
    async def emptied_afterwards(self) -> AsyncGenerator["GreenroomServer"]:
        """Yields this server for one test, then closes its clients, stops its connections and empties the tables."""
        async with contextlib.AsyncExitStack() as clients:
            yield replace(self, _clients=clients)
        async with self.kernel.database.write() as session:
            await session.execute(delete(ChannelProvider))
            notify_processes(session, CONNECTIONS_CHANGED, "greenroom")
        await wait_until(self._has_no_connections)
        await wait_until(self._empty_tables)

    async def _has_no_connections(self) -> bool:
        return not await self.rows("SELECT name FROM leases WHERE name LIKE 'connection:%'")

    async def _empty_tables(self) -> bool:
        """Empties the tables; returns False if PostgreSQL reports a deadlock."""
        try:
            async with self.kernel.database.write() as session:
                for name in (await session.scalars(FILLED_TABLES)).all():
                    await session.execute(delete(metadata.tables[name]))
        except DBAPIError as error:
            # The server may still be storing the receipt of an action.
            if "deadlock detected" not in str(error):
                raise
            return False
        return True

    async def client(self) -> "ApiClient":
        """A client with its own cookies, not signed in."""
        client = httpx.AsyncClient(
            base_url=self.url,
            trust_env=False,
            verify=TLS,
            headers={"User-Agent": USER_AGENT},
            timeout=MAX_WAIT_SECONDS,
            limits=CONNECTION_LIMITS,
        )
        return ApiClient(self, await self._clients.enter_async_context(client))

    async def keep_open(self, socket: "LiveSocket") -> "LiveSocket":
        """Opens a socket that is closed at the end of the test."""
        return await self._clients.enter_async_context(socket)

    async def sign_in(self, login: str = "junoplays") -> "ApiClient":
        signed_in = await self.client()
        await signed_in.sign_in(login)
        return signed_in

    async def sign_in_directly(self, login: str = "junoplays") -> "ApiClient":
        """Signs in; later sign-ins with the same login reuse the grant of the first one, without the OAuth pages.

        If the rehearsal was reset in between, it refuses the tokens of the grant.
        """
        if login not in self._grants:
            signed_in = await self.sign_in(login)
            self._grants[login] = await self._grant_of(login)
            return signed_in
        signed_in = await self.client()
        consent = Consent(ConsentRequest("twitch", Purpose.SIGN_IN, redirect_to=""), self._grants[login])
        completed = await complete(self.kernel, self.platforms, consent, USER_AGENT)
        assert isinstance(completed, SignedInOut)
        signed_in.token = completed.access_token
        return signed_in

    async def _grant_of(self, login: str) -> Grant:
        async with self.kernel.database.read() as session:
            by_login = select(Credential).where(Credential.provider == "twitch", Credential.login == login)
            found = (await session.scalars(by_login)).first()
        assert found is not None
        identity = Identity(found.provider_user_id, found.login, found.display_name, found.avatar_url)
        access_token = self.kernel.vault.decrypt(found.locked_access_token)
        scopes = frozenset(self.platforms.info("twitch").sign_in_scopes)
        return Grant("twitch", identity, Tokens(access_token, None, found.expires_at, scopes))

    async def staff(self, login: str, channel_id: str, level: int) -> "ApiClient":
        """Signs a user in and gives them this role in the channel."""
        signed_in = await self.sign_in_directly(login)
        user = await signed_in.get("/user")
        await self.set_level(channel_id, user["id"], level)
        return signed_in

    async def set_level(self, channel_id: str, user_id: str, level: int) -> None:
        """Sets a role and publishes the change, as the API does."""
        async with self.kernel.database.write() as session:
            await set_level(session, UUID(channel_id), UUID(user_id), level, self.kernel.clock())

    async def set_operator(self, username: str, *, is_operator: bool) -> None:
        async with self.kernel.database.write() as session:
            await set_operator(session, username, is_operator=is_operator)

    async def set_access_end(self, channel_id: str, user_id: str, moment: datetime) -> None:
        """Sets when the role of a guest ends."""
        async with self.kernel.database.write() as session:
            member = await session.get_one(ChannelUser, (UUID(channel_id), UUID(user_id)))
            member.expires_at = moment
            notify_access_changed(session, UUID(channel_id), UUID(user_id))

    async def control(self, path: str, **body: object) -> int:
        """Calls the control API of the rehearsal, which makes something happen on a platform.

        Returns `seq` of the response, or 0 if it has none. All events of this call have higher sequence numbers.
        """
        response = await self._control.post(f"/control{path}", json=body)
        assert response.status_code == 200, response.text
        return response.json().get("seq", 0)

    async def wait_for_event(self, event: str, **facts: str) -> None:
        """Returns when the rehearsal has recorded this event; at once if it has already."""
        query = {"event": event, "timeout": MAX_WAIT_SECONDS, **facts}
        response = await self._control.get("/control/wait", params=query)
        assert response.status_code == 200, response.text

    async def twitch_state(self, login: str) -> Json:
        """The rehearsal's state of an account on Twitch."""
        people = (await self._control.get("/control/people")).json()["records"]
        return next(person["platforms"]["twitch"] for person in people if person["login"] == login)

    async def rows(self, query: str) -> list[Json]:
        async with self.kernel.database.read() as session:
            return [dict(row) for row in (await session.execute(text(query))).mappings()]


@dataclass
class ApiClient:
    """The HTTP client of one user: cookies and access token."""

    greenroom: GreenroomServer
    http: httpx.AsyncClient
    token: str | None = field(default=None, repr=False)

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    async def ask(self, method: str, path: str, **parts: Any) -> httpx.Response:  # noqa: ANN401  # httpx checks them
        headers = self.headers() | parts.pop("headers", {})
        return await self.http.request(method, f"{API}{path}", headers=headers, **parts)

    async def get(self, path: str, **query: str | int) -> Any:  # noqa: ANN401  # a JSON response
        response = await self.ask("GET", path, params=query)
        assert response.status_code == 200, response.text
        return response.json()

    async def sign_in(self, login: str, next_path: str = "") -> Json:
        url = (await self.get("/twitch/sign-in-url", next=next_path))["url"]
        response = await self.complete_oauth(await self.consent(url, login))
        assert response.status_code == 200, response.text
        self.token = response.json()["access_token"]
        return response.json()

    async def consent(self, url: str, login: str, decision: str = "authorize") -> dict[str, str]:
        """Submits the consent page; returns the query of the URL that it redirects to, without `scope`."""
        response = await self.http.post(url, data={"login": login, "decision": decision})
        assert response.status_code in {302, 303}, response.text
        query = parse_qs(urlsplit(response.headers["location"]).query)
        return {name: values[0] for name, values in query.items() if name != "scope"}

    async def complete_oauth(self, query: dict[str, str], provider: str = "twitch") -> httpx.Response:
        return await self.ask("POST", f"/oauth/{provider}", json=query)

    async def connect(
        self, login: str, redirect_to: str = "/channel-provider-connected", provider: str = "twitch", **target: str
    ) -> Json:
        url = (await self.get(f"/{provider}/connect-chat-url", redirect_to=redirect_to, **target))["url"]
        response = await self.complete_oauth(await self.consent(url, login), provider)
        assert response.status_code == 200, response.text
        return response.json()

    async def create_channel(self, display_name: str = "Late Shift") -> str:
        response = await self.ask("POST", "/channels", json={"display_name": display_name})
        assert response.status_code == 201, response.text
        return response.json()["id"]

    def socket(self, path: str, token: str | None = None) -> "LiveSocket":
        bearer = token or self.token
        subprotocols = [PROTOCOL, *([f"bearer.{bearer}"] if bearer else [])]
        return LiveSocket(f"{self.greenroom.url.replace('http', 'ws')}{API}{path}", subprotocols)


def refusal(response: httpx.Response) -> tuple[int, str]:
    """HTTP status and error type of a failed request."""
    return response.status_code, response.json()["type"]


def error_fields(response: httpx.Response) -> list[str]:
    return [error["field"] for error in response.json()["errors"]]


class LiveSocket:
    """A live socket with decoded frames; an async context manager."""

    def __init__(self, url: str, subprotocols: list[str], user_agent: str = USER_AGENT) -> None:
        # websockets allows no empty list, and types subprotocols as a NewType of str.
        offered = cast("Any", subprotocols or None)
        self._connecting = connect(url, subprotocols=offered, user_agent_header=user_agent)
        self.socket: ClientConnection

    async def __aenter__(self) -> Self:
        self.socket = await self._connecting.__aenter__()
        return self

    async def __aexit__(self, *failure: Any) -> None:  # noqa: ANN401  # as given by `async with`
        await self._connecting.__aexit__(*failure)

    async def receive(self) -> Json:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            return json.loads(await self.socket.recv())

    async def send(self, frame: Json) -> None:
        await self.socket.send(json.dumps(frame))

    async def subscribe(self, channel_id: str, *topics: str) -> None:
        for topic in topics:
            await self.send({"type": "subscribe", "topic": f"{channel_id}:{topic}"})
            while (await self.receive())["type"] != "subscribed":
                pass

    async def drain(self) -> list[Json]:
        """Sends a ping; returns all frames that arrive before the pong."""
        await self.socket.send("ping")
        frames: list[Json] = []
        while (frame := await self.socket.recv()) != "pong":
            frames.append(json.loads(frame))
        return frames

    async def wait_closed(self) -> tuple[int | None, str | None]:
        """Waits until the server closes the socket, ignoring frames; returns close code and reason."""
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            with contextlib.suppress(ConnectionClosed):
                while True:
                    await self.socket.recv()
        return self.socket.close_code, self.socket.close_reason
