"""`greenroom serve`, `rehearse` and `rehearsal` respond, stop when they are told to, and lose nothing when killed."""

import asyncio
import contextlib
import os
import shutil
import signal
from pathlib import Path

import httpx
import psutil
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import open_server
from support.installation import GREENROOM, Installation
from support.tls import TLS
from support.waiting import MAX_WAIT_SECONDS, wait_until


@pytest.fixture
def installation(tmp_path: Path, migrated_file: Path) -> Installation:
    shutil.copy(migrated_file, tmp_path)
    return Installation(tmp_path, is_preloaded=True)


def get(url: str, headers: dict[str, str] | None = None) -> httpx.Response:
    return httpx.get(url, headers=headers, trust_env=False, verify=TLS, timeout=MAX_WAIT_SECONDS)


def has_ended(process: psutil.Process) -> bool:
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


async def test_server_with_open_sockets_stops_within_seconds(
    installation: Installation, rehearsal_state: RehearsalState
) -> None:
    installation.settings |= rehearsal_state.environment()
    async with (
        installation.serving() as server,
        httpx.AsyncClient(base_url=server.url, trust_env=False, verify=TLS, timeout=MAX_WAIT_SECONDS) as browser,
    ):
        token = (await sign_in(browser))["Authorization"].partition(" ")[2]
        protocols = [Subprotocol("greenroom.v1"), Subprotocol(f"bearer.{token}")]
        address = f"{server.url.replace('http', 'ws')}/api/2/live"
        async with (
            connect(address, subprotocols=protocols) as first,
            connect(address, subprotocols=protocols) as second,
        ):
            began = asyncio.get_running_loop().time()
            assert await server.stop() == 0
            assert asyncio.get_running_loop().time() - began < 20
            await asyncio.gather(first.wait_closed(), second.wait_closed())
            assert (first.close_code, second.close_code) == (1012, 1012)
    assert b"Traceback" not in server.log


async def test_rehearse_prints_working_addresses_and_stops_its_rehearsal(
    tmp_path: Path,
) -> None:
    async with Installation(tmp_path).serving("rehearse", "--port", "0") as server:
        (child,) = psutil.Process(server.process.pid).children()
        url = get(f"{server.url}/api/2/twitch/sign-in-url").json()["url"]
        assert (get(f"{server.url}/health").status_code, get(url).status_code) == (200, 200)
        assert 'id="greenroom-rehearsal"' in get(f"{server.url}/welcome").text
        webhook_setting = f"http://{httpx.URL(url).netloc.decode()}/control/kick/webhook-url"
        assert get(webhook_setting).json()["url"] == f"{server.url}/webhooks/kick"
        assert await server.stop(signal.SIGINT) == 0
        await wait_until(lambda: has_ended(child))


async def test_rehearsals_that_start_together_get_different_ports(tmp_path: Path, migrated_file: Path) -> None:
    # All rehearsals search for a free port near the same number, so each has to check and bind a port in one step.
    folders = [tmp_path / name for name in ("first", "second", "third")]
    for folder in folders:
        folder.mkdir()
        shutil.copy(migrated_file, folder)
    async with contextlib.AsyncExitStack() as running:
        starting = [
            running.enter_async_context(Installation(folder, is_preloaded=True).serving("rehearse", "--port", "0"))
            for folder in folders
        ]
        servers = await asyncio.gather(*starting)
        urls = [get(f"{server.url}/api/2/twitch/sign-in-url").json()["url"] for server in servers]
        ports = {httpx.URL(url).port for url in urls}
        for server in servers:
            await server.stop()
    assert len(ports) == len(folders)


async def test_rehearsal_ends_when_its_parent_is_killed(installation: Installation) -> None:
    async with installation.serving("rehearse", "--port", "0") as server:
        (child,) = psutil.Process(server.process.pid).children()
        await server.stop(signal.SIGKILL)
        await wait_until(lambda: has_ended(child))


async def test_rehearsal_alone_prints_working_addresses(installation: Installation) -> None:
    process = await asyncio.create_subprocess_exec(
        GREENROOM,
        *("rehearsal", "--port", "0"),
        env=installation.environment({}),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    lines: list[str] = []
    while (line := (await process.stdout.readuntil(b"\n")).decode().strip()) != "ready":
        lines.append(line)
    environment = dict(line.split("=", 1) for line in lines)
    assert get(environment["GREENROOM_TWITCH__OAUTH_URL"] + "/validate").status_code == 401
    assert get(environment["REHEARSAL_CONTROL_URL"] + "/people").status_code == 200
    process.terminate()
    assert await process.wait() == 0


@pytest.mark.both_databases
async def test_users_channels_and_connections_survive_a_restart(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    paths = ("/user", "/user/settings", "/user/providers", "/user/sessions", "/channels", "/system-bot-providers")
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        owner = await greenroom.sign_in()
        channel_id = await owner.create_channel()
        await owner.connect("junoplays", channel_id=channel_id)
        await owner.connect("stagehandbot", bot="system")
        await owner.ask("PUT", "/user/settings", json={"theme": "dark"})
        await owner.ask("POST", f"/channels/{channel_id}/invites", json={"level": 7})
        paths += (f"/channels/{channel_id}", f"/channels/{channel_id}/invites")
        before = {path: await owner.get(path) for path in paths}
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        client = await greenroom.client()
        client.token = owner.token
        assert {path: await client.get(path) for path in paths} == before
        (provider,) = await client.get(f"/channels/{channel_id}/providers")
        assert (provider["display_name"], provider["scope_needed"]) == ("JunoPlays", False)


async def test_killed_server_loses_nothing_that_it_had_confirmed(
    installation: Installation, rehearsal_state: RehearsalState
) -> None:
    installation.settings |= rehearsal_state.environment()
    async with (
        installation.serving() as server,
        httpx.AsyncClient(base_url=server.url, trust_env=False, verify=TLS, timeout=MAX_WAIT_SECONDS) as browser,
    ):
        headers = await sign_in(browser)
        created = await browser.post("/api/2/channels", json={"display_name": "Late Shift"}, headers=headers)
        os.kill(server.process.pid, signal.SIGKILL)
        await server.process.wait()
    async with installation.serving() as server:
        channels = get(f"{server.url}/api/2/channels", headers).json()
    assert channels["records"] == [created.json()]


async def sign_in(browser: httpx.AsyncClient) -> dict[str, str]:
    url = (await browser.get("/api/2/twitch/sign-in-url")).json()["url"]
    redirect = await browser.post(url, data={"login": "junoplays", "decision": "authorize"})
    callback = dict(httpx.URL(redirect.headers["location"]).params)
    completed = await browser.post("/api/2/oauth/twitch", json={"state": callback["state"], "code": callback["code"]})
    return {"Authorization": f"Bearer {completed.json()['access_token']}"}
