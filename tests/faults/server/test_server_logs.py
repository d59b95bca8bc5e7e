"""Logs contain no secrets, in either format and also when requests are refused."""

import contextlib
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.crypto.vault import Vault
from greenroom.kernel.db.database import Database
from rehearsal.state import RehearsalState
from support.installation import Installation
from support.tls import TLS
from support.waiting import MAX_WAIT_SECONDS

API = "/api/2"


class Browser:
    """HTTP client that records the secrets that it sends or receives."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.secrets: list[str] = []
        self.headers: dict[str, str] = {}

    async def consent(self, path: str) -> httpx.Response:
        url = (await self.http.get(f"{API}{path}", headers=self.headers)).json()["url"]
        redirect = await self.http.post(url, data={"login": "junoplays", "decision": "authorize"})
        callback = dict(httpx.URL(redirect.headers["location"]).params)
        self.secrets += [callback["state"], callback["code"], self.http.cookies["greenroom_browser"]]
        body = {"state": callback["state"], "code": callback["code"]}
        return await self.http.post(f"{API}/oauth/twitch", json=body, headers=self.headers)

    async def sign_in(self) -> None:
        token = (await self.consent("/twitch/sign-in-url?next=/")).json()["access_token"]
        self.secrets.append(token)
        self.headers = {"Authorization": f"Bearer {token}"}

    async def open_live_socket(self) -> None:
        token, cookie = self.headers["Authorization"].partition(" ")[2], self.http.cookies["greenroom_browser"]
        protocols = [Subprotocol("greenroom.v1"), Subprotocol(f"bearer.{token}")]
        address = str(self.http.base_url).replace("http", "ws").rstrip("/")
        headers = {"Cookie": f"greenroom_browser={cookie}"}
        async with connect(f"{address}{API}/live", subprotocols=protocols, additional_headers=headers) as socket:
            await socket.send("ping")
            assert await socket.recv() == "pong"

    async def send_refused_requests(self) -> None:
        """Sends requests that are refused, with secrets in the right and in wrong places."""
        secret = "a-secret-in-the-wrong-place"
        self.secrets.append(secret)
        await self.http.get(f"{API}/user?access_token={secret}")
        await self.http.get(f"{API}/user", headers={"Authorization": f"Bearer {secret}"})
        await self.http.post(f"{API}/oauth/twitch", json={"state": secret, "code": secret})
        await self.http.post(f"{API}/channels", json={"token": secret}, headers=self.headers)


async def platform_tokens(folder: Path) -> list[str]:
    database, vault = (
        Database(f"sqlite+aiosqlite:///{folder / 'greenroom.db'}", MemoryBus().publish),
        Vault(folder / "secret.key"),
    )
    async with database.read() as session:
        rows = await session.execute(text("SELECT locked_access_token, locked_refresh_token FROM credentials"))
        tokens = [vault.decrypt(locked) for row in rows for locked in row]
    await database.close()
    return tokens


@contextlib.asynccontextmanager
async def browser_at(url: str) -> AsyncGenerator[Browser]:
    async with httpx.AsyncClient(base_url=url, trust_env=False, verify=TLS, timeout=MAX_WAIT_SECONDS) as http:
        yield Browser(http)


@pytest.mark.parametrize("log_format", ["text", "json"])
async def test_log_of_a_whole_visit_contains_no_secret(
    tmp_path: Path, rehearsal_state: RehearsalState, log_format: str
) -> None:
    installation = Installation(tmp_path, rehearsal_state.environment(), is_preloaded=True)
    logs = {"GREENROOM_LOG_LEVEL": "debug", "GREENROOM_LOG_FORMAT": log_format}
    async with installation.serving(**logs) as server, browser_at(server.url) as browser:
        await browser.sign_in()
        channel = await browser.http.post(f"{API}/channels", json={"display_name": "Show"}, headers=browser.headers)
        await browser.consent(f"/twitch/connect-chat-url?redirect_to=/&channel_id={channel.json()['id']}")
        await browser.open_live_socket()
        await browser.send_refused_requests()
        invite = await browser.http.post(
            f"{API}/channels/{channel.json()['id']}/invites", json={"level": 7}, headers=browser.headers
        )
        browser.secrets.append(invite.json()["link"].partition("token=")[2])
        assert await server.stop() == 0
    secrets = [
        *browser.secrets,
        *await platform_tokens(tmp_path),
        rehearsal_state.environment()["GREENROOM_TWITCH__CLIENT_SECRET"],
    ]
    log = server.log.decode()
    assert len(log) > 1000
    assert [line for line in log.splitlines() for secret in secrets if secret in line] == []
