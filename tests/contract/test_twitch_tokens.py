"""Twitch tokens: refreshing, revocation, additional scopes and authorization codes."""

import asyncio

import pytest

from greenroom.accounts.credentials.service import access_token
from greenroom.accounts.platforms import AuthExpired
from greenroom.chat.connections.store import ConnectionStore, load_connections
from greenroom.chat.connections.tokens import StoredTokens
from greenroom.kernel.context import Kernel
from support.rehearsal_process import ConnectionHost, Rehearsal

TOKEN = "/twitch/oauth2/token"
VALIDATE = "/twitch/oauth2/validate"


async def test_many_simultaneous_rejections_of_a_token_cause_one_refresh(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    before = await connection_host.rehearsal.count_requests("POST", TOKEN)
    await connection_host.rehearsal.command("/twitch/expire-tokens", login="junoplays")
    old = connection_host.kernel.vault.decrypt((await connection_host.credential(connected)).locked_access_token)
    refresh = [
        access_token(connection_host.kernel, connection_host.platforms, connected.credential_id, rejected=old)
        for _ in range(20)
    ]
    tokens = set(await asyncio.gather(*refresh))
    assert len(tokens) == 1
    assert tokens != {old}
    assert await connection_host.rehearsal.count_requests("POST", TOKEN) == before + 1


async def test_refresh_token_that_changes_with_each_refresh_is_stored(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    await connection_host.rehearsal.command("/twitch/rotate-refresh", on=True)
    first = (await connection_host.credential(connected)).locked_refresh_token
    for _ in range(2):
        token = connection_host.kernel.vault.decrypt((await connection_host.credential(connected)).locked_access_token)
        await access_token(connection_host.kernel, connection_host.platforms, connected.credential_id, rejected=token)
    credential = await connection_host.credential(connected)
    assert credential.locked_refresh_token != first
    assert not credential.is_dead


async def test_token_refresh_is_stored_although_its_caller_is_cancelled(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    await connection_host.rehearsal.command("/twitch/rotate-refresh", on=True)
    await connection_host.rehearsal.command("/twitch/delay", ms=200, path_prefix=TOKEN)
    before = await connection_host.credential(connected)
    stored = StoredTokens(connection_host.kernel, connection_host.platforms, connected.credential_id)
    refresh = asyncio.create_task(stored(rejected=connection_host.kernel.vault.decrypt(before.locked_access_token)))
    await asyncio.sleep(0)
    refresh.cancel()
    with pytest.raises(asyncio.CancelledError):
        await refresh
    assert (await connection_host.credential(connected)).locked_refresh_token != before.locked_refresh_token


async def test_authorization_renewed_before_the_old_token_fails_stays_valid(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    store = ConnectionStore(connection_host.kernel, connection_host.platforms, 30)
    await store.claim([connected.id])
    connection = (await load_connections(connection_host.kernel, ["twitch"])).wanted[connected.id]
    old = connection_host.kernel.vault.decrypt((await connection_host.credential(connected)).locked_access_token)
    await connection_host.renew(connected)
    assert not await store.stop_until_reconnected(connection, old, "Reconnect Twitch")
    assert not (await connection_host.credential(connected)).is_dead


async def test_authorization_renewed_during_a_refresh_of_the_old_stays_valid(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    old = connection_host.kernel.vault.decrypt((await connection_host.credential(connected)).locked_access_token)
    await connection_host.rehearsal.command("/twitch/revoke", login="junoplays")
    after = await connection_host.rehearsal.command("/twitch/delay", ms=600, path_prefix=TOKEN)
    refresh = asyncio.create_task(
        access_token(connection_host.kernel, connection_host.platforms, connected.credential_id, rejected=old)
    )
    await connection_host.rehearsal.wait_for_event("request_held", after=after)
    await connection_host.rehearsal.command("/twitch/delay", ms=0, path_prefix=TOKEN)
    await connection_host.renew(connected)
    renewed = connection_host.kernel.vault.decrypt((await connection_host.credential(connected)).locked_access_token)
    assert await refresh == renewed
    assert not (await connection_host.credential(connected)).is_dead


async def test_expired_token_is_refreshed_when_the_connection_needs_it(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        update_count, before = (
            len(connection_host.updates.of(connected)),
            await connection_host.rehearsal.count_requests("POST", TOKEN),
        )
        await connection_host.rehearsal.command("/twitch/expire-tokens", login="junoplays")
        await connection_host.rehearsal.command("/twitch/drop-sockets")
        await connection_host.updates.state(connected, "failing", update_count)
        shown = await connection_host.updates.state(connected, "connected", update_count)
    assert not shown["scope_needed"]
    assert await connection_host.rehearsal.count_requests("POST", TOKEN) == before + 1


async def test_revoked_authorization_stops_connection_and_asks_to_reconnect(connection_host: ConnectionHost) -> None:
    connected, other = await connection_host.connect(), await connection_host.connect("hanamori")
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        await connection_host.updates.state(other, "connected")
        await connection_host.rehearsal.command("/twitch/revoke", login="junoplays")
        shown = await connection_host.updates.state(connected, "stopped")
        requests = await connection_host.rehearsal.count_requests("GET", "/twitch")
        await connection_host.check_connections()
        await connection_host.rehearsal.command("/twitch/go-live", login="hanamori")
        await connection_host.updates.until(other, lambda data: data["is_live"])
        assert await connection_host.rehearsal.count_requests("GET", "/twitch") == requests
    assert shown["scope_needed"]
    assert shown["connection"]["detail"] == "Reconnect Twitch"


async def test_authorization_given_again_starts_the_connection(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        await connection_host.rehearsal.command("/twitch/revoke", login="junoplays")
        await connection_host.updates.state(connected, "stopped")
        update_count = len(connection_host.updates.of(connected))
        await connection_host.renew(connected)
        shown = await connection_host.updates.state(connected, "connected", update_count)
    assert not shown["scope_needed"]


async def test_additional_scopes_restart_a_running_connection(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect(scopes=["user:read:chat"])
    async with connection_host.supervised():
        assert (await connection_host.updates.state(connected, "connected"))["scope_needed"]
        update_count = len(connection_host.updates.of(connected))
        await connection_host.renew(connected)
        await connection_host.rehearsal.wait_for_event("socket_closed", login="junoplays", code=1000)
        shown = await connection_host.updates.until(connected, lambda data: not data["scope_needed"], update_count)
        await connection_host.updates.state(connected, "connecting", update_count)
        await connection_host.updates.state(connected, "connected", update_count)
    assert shown["data"]["missing_scopes"] == []


async def test_revoked_authorization_is_not_tried_when_greenroom_restarts(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    await connection_host.rehearsal.command("/twitch/revoke", login="junoplays")
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "stopped")
    requests = await connection_host.rehearsal.count_requests("GET", VALIDATE)
    other = await connection_host.connect("hanamori")
    async with connection_host.supervised():
        await connection_host.updates.state(other, "connected")
    assert (await connection_host.row(connected)).connection_state == "stopped"
    assert await connection_host.rehearsal.count_requests("GET", VALIDATE) == requests + 1


async def test_wrong_client_secret_is_shown_and_does_not_ask_to_reconnect(kernel: Kernel, rehearsal: Rehearsal) -> None:
    connected = await ConnectionHost(kernel, rehearsal).connect()
    misconfigured = ConnectionHost(kernel, rehearsal, client_secret="wrong")
    await rehearsal.command("/twitch/expire-tokens", login="junoplays")
    async with misconfigured.supervised():
        shown = await misconfigured.updates.state(connected, "failing")
    assert "client secret" in shown["connection"]["detail"]
    assert not shown["scope_needed"]


async def test_used_authorization_code_is_refused(connection_host: ConnectionHost) -> None:
    oauth = connection_host.twitch.oauth
    address = "http://127.0.0.1:8000/oauth/twitch"
    url = oauth.authorize_url(redirect_uri=address, state="s1", scopes=(), code_challenge=None)
    code = await connection_host.rehearsal.consent(url, "junoplays")
    tokens = await oauth.exchange(code=code, redirect_uri=address, code_verifier=None)
    with pytest.raises(AuthExpired):
        await oauth.exchange(code=code, redirect_uri=address, code_verifier=None)
    assert (await oauth.identify(tokens.access_token)).display_name == "JunoPlays"


async def test_revoked_token_is_invalid_and_may_be_revoked_again(connection_host: ConnectionHost) -> None:
    token = (await connection_host.grant("junoplays")).tokens.access_token
    await connection_host.twitch.oauth.revoke(token)
    await connection_host.twitch.oauth.revoke(token)
    with pytest.raises(AuthExpired):
        await connection_host.twitch.oauth.identify(token)
