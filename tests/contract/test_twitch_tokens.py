"""Tokens that end, and permissions that are taken back."""

import asyncio

import pytest

from backstage import Backstage, Rehearsal
from greenroom.chat.connection import Permission
from greenroom.chat.connections import Ledger, take_census
from greenroom.kernel.context import Kernel
from greenroom.tenancy.credentials.service import access_token
from greenroom.tenancy.platforms import AuthExpired

TOKEN = "/twitch/oauth2/token"
VALIDATE = "/twitch/oauth2/validate"


async def test_many_who_were_refused_at_once_cause_one_refresh(backstage: Backstage) -> None:
    connected = await backstage.connect()
    before = await backstage.rehearsal.requests("POST", TOKEN)
    await backstage.rehearsal.command("/twitch/expire-tokens", login="junoplays")
    old = backstage.kernel.vault.unlock((await backstage.credential(connected)).locked_access_token)
    asking = [
        access_token(backstage.kernel, backstage.platforms, connected.credential_id, rejected=old) for _ in range(20)
    ]
    tokens = set(await asyncio.gather(*asking))
    assert len(tokens) == 1
    assert tokens != {old}
    assert await backstage.rehearsal.requests("POST", TOKEN) == before + 1


async def test_refresh_token_that_comes_back_different_is_stored(backstage: Backstage) -> None:
    connected = await backstage.connect()
    await backstage.rehearsal.command("/twitch/rotate-refresh", on=True)
    first = (await backstage.credential(connected)).locked_refresh_token
    for _ in range(2):
        token = backstage.kernel.vault.unlock((await backstage.credential(connected)).locked_access_token)
        await access_token(backstage.kernel, backstage.platforms, connected.credential_id, rejected=token)
    credential = await backstage.credential(connected)
    assert credential.locked_refresh_token != first
    assert not credential.is_dead


async def test_refresh_under_way_is_stored_although_its_asker_is_stopped(backstage: Backstage) -> None:
    connected = await backstage.connect()
    await backstage.rehearsal.command("/twitch/rotate-refresh", on=True)
    await backstage.rehearsal.command("/twitch/delay", ms=200, path_prefix=TOKEN)
    before = await backstage.credential(connected)
    permission = Permission(backstage.kernel, backstage.platforms, connected.credential_id)
    asking = asyncio.create_task(permission(rejected=backstage.kernel.vault.unlock(before.locked_access_token)))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert (await backstage.credential(connected)).locked_refresh_token != before.locked_refresh_token


async def test_permission_renewed_while_the_old_one_failed_is_not_lost(backstage: Backstage) -> None:
    connected = await backstage.connect()
    ledger = Ledger(backstage.kernel, backstage.platforms, 30)
    await ledger.claim([connected.id])
    wanted = (await take_census(backstage.kernel, ["twitch"])).wanted[connected.id]
    old = backstage.kernel.vault.unlock((await backstage.credential(connected)).locked_access_token)
    await backstage.renew(connected)
    assert not await ledger.stop_for_good(wanted, old, "Reconnect Twitch")
    assert not (await backstage.credential(connected)).is_dead


async def test_permission_renewed_while_the_old_one_is_refreshed_is_not_lost(backstage: Backstage) -> None:
    connected = await backstage.connect()
    old = backstage.kernel.vault.unlock((await backstage.credential(connected)).locked_access_token)
    await backstage.rehearsal.command("/twitch/revoke", login="junoplays")
    after = await backstage.rehearsal.command("/twitch/delay", ms=600, path_prefix=TOKEN)
    asking = asyncio.create_task(
        access_token(backstage.kernel, backstage.platforms, connected.credential_id, rejected=old)
    )
    await backstage.rehearsal.happens("request_held", after=after)
    await backstage.rehearsal.command("/twitch/delay", ms=0, path_prefix=TOKEN)
    await backstage.renew(connected)
    renewed = backstage.kernel.vault.unlock((await backstage.credential(connected)).locked_access_token)
    assert await asking == renewed
    assert not (await backstage.credential(connected)).is_dead


async def test_token_that_ended_is_refreshed_when_the_connection_needs_it(backstage: Backstage) -> None:
    connected = await backstage.connect()
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        heard, before = len(backstage.news.of(connected)), await backstage.rehearsal.requests("POST", TOKEN)
        await backstage.rehearsal.command("/twitch/expire-tokens", login="junoplays")
        await backstage.rehearsal.command("/twitch/drop-sockets")
        await backstage.news.state(connected, "failing", heard)
        shown = await backstage.news.state(connected, "connected", heard)
    assert not shown["scope_needed"]
    assert await backstage.rehearsal.requests("POST", TOKEN) == before + 1


async def test_withdrawn_permission_stops_the_connection_and_asks_for_it_again(backstage: Backstage) -> None:
    connected, other = await backstage.connect(), await backstage.connect("hanamori")
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        await backstage.news.state(other, "connected")
        await backstage.rehearsal.command("/twitch/revoke", login="junoplays")
        shown = await backstage.news.state(connected, "stopped")
        asked = await backstage.rehearsal.requests("GET", "/twitch")
        await backstage.look()
        await backstage.rehearsal.command("/twitch/go-live", login="hanamori")
        await backstage.news.until(other, lambda data: data["is_live"])
        assert await backstage.rehearsal.requests("GET", "/twitch") == asked
    assert shown["scope_needed"]
    assert shown["connection"]["detail"] == "Reconnect Twitch"


async def test_permission_given_again_starts_the_connection(backstage: Backstage) -> None:
    connected = await backstage.connect()
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        await backstage.rehearsal.command("/twitch/revoke", login="junoplays")
        await backstage.news.state(connected, "stopped")
        heard = len(backstage.news.of(connected))
        await backstage.renew(connected)
        shown = await backstage.news.state(connected, "connected", heard)
    assert not shown["scope_needed"]


async def test_wider_permission_starts_a_running_connection_anew(backstage: Backstage) -> None:
    connected = await backstage.connect(scopes=["user:read:chat"])
    async with backstage.supervised():
        assert (await backstage.news.state(connected, "connected"))["scope_needed"]
        heard = len(backstage.news.of(connected))
        await backstage.renew(connected)
        await backstage.rehearsal.happens("socket_closed", login="junoplays", code=1000)
        shown = await backstage.news.until(connected, lambda data: not data["scope_needed"], heard)
        await backstage.news.state(connected, "connecting", heard)
        await backstage.news.state(connected, "connected", heard)
    assert shown["data"]["missing_scopes"] == []


async def test_withdrawn_permission_is_not_tried_after_a_restart(backstage: Backstage) -> None:
    connected = await backstage.connect()
    await backstage.rehearsal.command("/twitch/revoke", login="junoplays")
    async with backstage.supervised():
        await backstage.news.state(connected, "stopped")
    asked = await backstage.rehearsal.requests("GET", VALIDATE)
    other = await backstage.connect("hanamori")
    async with backstage.supervised():
        await backstage.news.state(other, "connected")
    assert (await backstage.row(connected)).connection_state == "stopped"
    assert await backstage.rehearsal.requests("GET", VALIDATE) == asked + 1


async def test_wrong_client_secret_costs_nobody_their_permission(kernel: Kernel, rehearsal: Rehearsal) -> None:
    connected = await Backstage(kernel, rehearsal).connect()
    mistaken = Backstage(kernel, rehearsal, client_secret="wrong")
    await rehearsal.command("/twitch/expire-tokens", login="junoplays")
    async with mistaken.supervised():
        shown = await mistaken.news.state(connected, "failing")
    assert "client secret" in shown["connection"]["detail"]
    assert not shown["scope_needed"]


async def test_code_that_was_used_is_refused(backstage: Backstage) -> None:
    oauth = backstage.twitch.oauth
    address = "http://127.0.0.1:8000/oauth/twitch"
    url = oauth.authorize_url(redirect_uri=address, state="s1", scopes=(), code_challenge=None)
    code = await backstage.rehearsal.consent(url, "junoplays")
    tokens = await oauth.exchange(code=code, redirect_uri=address, code_verifier=None)
    with pytest.raises(AuthExpired):
        await oauth.exchange(code=code, redirect_uri=address, code_verifier=None)
    assert (await oauth.identify(tokens.access_token)).display_name == "JunoPlays"


async def test_revoked_token_identifies_nobody_and_may_be_revoked_again(backstage: Backstage) -> None:
    token = (await backstage.grant("junoplays")).tokens.access_token
    await backstage.twitch.oauth.revoke(token)
    await backstage.twitch.oauth.revoke(token)
    with pytest.raises(AuthExpired):
        await backstage.twitch.oauth.identify(token)
