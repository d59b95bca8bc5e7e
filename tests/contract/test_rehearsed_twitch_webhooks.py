"""Twitch events delivered over HTTP: webhooks, and a conduit with a webhook shard."""

import contextlib
from collections.abc import AsyncGenerator

import pytest
from fastapi import FastAPI

from greenroom.accounts.platforms import Platforms
from greenroom.chat.protocol.events import MessageReceived
from greenroom.kernel.context import Kernel
from greenroom.kernel.web.error_handlers import install_error_handlers
from greenroom.platforms.twitch.eventsub.topics import TOPICS
from greenroom.platforms.twitch.eventsub.webhooks import webhook_router
from greenroom.platforms.twitch.pace import Pace
from greenroom.platforms.twitch.platform import TwitchPlatform
from greenroom.server import listen_on, running
from support.rehearsal_process import ConnectionHost, Rehearsal

SUBSCRIPTIONS = "/twitch/helix/eventsub/subscriptions"
CONDUITS = "/twitch/helix/eventsub/conduits"
TOKEN = "/twitch/oauth2/token"
NOWHERE = "http://127.0.0.1:9"


@contextlib.asynccontextmanager
async def reachable_greenroom(
    kernel: Kernel, rehearsal: Rehearsal, transport: str, *, origin: str = "", pace: Pace | None = None
) -> AsyncGenerator[ConnectionHost]:
    """A Greenroom that the rehearsal's Twitch can call; if `origin` is given, Twitch is told to call that instead."""
    connection_host, settings = ConnectionHost(kernel, rehearsal), rehearsal.twitch_settings(transport=transport)
    app, listener = FastAPI(), listen_on("127.0.0.1", 0)
    install_error_handlers(app)
    app.include_router(webhook_router(settings, kernel.bus, kernel.clock))
    here = f"http://127.0.0.1:{listener.getsockname()[1]}"
    connection_host.twitch = TwitchPlatform(
        settings, kernel.http, kernel.clock, pace, bus=kernel.bus, origin=origin or here
    )
    connection_host.platforms = Platforms([connection_host.twitch], [connection_host.twitch.info.descriptor])
    async with running(app, listener):
        yield connection_host


async def say_and_receive(connection_host: ConnectionHost, text: str) -> None:
    await connection_host.rehearsal.command("/twitch/say", login="junoplays", text=text)
    await connection_host.chat.until(lambda one: isinstance(one.event, MessageReceived) and one.event.text == text)


@pytest.mark.parametrize("transport", ["webhook", "conduit"])
async def test_channel_is_read_without_a_socket(kernel: Kernel, rehearsal: Rehearsal, transport: str) -> None:
    async with reachable_greenroom(kernel, rehearsal, transport) as connection_host:
        connected = await connection_host.connect()
        async with connection_host.supervised():
            await connection_host.updates.state(connected, "connected")
            await rehearsal.command("/twitch/go-live", login="junoplays")
            await connection_host.updates.until(connected, lambda data: data["is_live"])
            await say_and_receive(connection_host, "no socket needed")
        assert await rehearsal.sockets() == []
    assert await rehearsal.count_requests("POST", SUBSCRIPTIONS) == len(TOPICS)


@pytest.mark.parametrize("transport", ["webhook", "conduit"])
async def test_subscriptions_survive_a_supervisor_restart_and_are_not_made_twice(
    kernel: Kernel, rehearsal: Rehearsal, transport: str
) -> None:
    async with reachable_greenroom(kernel, rehearsal, transport) as connection_host:
        connected = await connection_host.connect()
        for text in ("first", "second"):
            update_count = len(connection_host.updates.of(connected))
            async with connection_host.supervised():
                await connection_host.updates.state(connected, "connected", update_count)
                await say_and_receive(connection_host, text)
    assert await rehearsal.count_requests("POST", SUBSCRIPTIONS) == len(TOPICS)
    assert await rehearsal.count_requests("DELETE", SUBSCRIPTIONS) == 0


async def test_one_conduit_is_enough_for_all_channels(kernel: Kernel, rehearsal: Rehearsal) -> None:
    async with reachable_greenroom(kernel, rehearsal, "conduit") as connection_host:
        accounts = [await connection_host.connect(login) for login in ("junoplays", "hanamori", "marekfixes")]
        async with connection_host.supervised():
            for connected in accounts:
                await connection_host.updates.state(connected, "connected")
    assert await rehearsal.count_requests("POST", CONDUITS) == 1
    assert await rehearsal.count_requests("PATCH", CONDUITS) == 1


async def test_app_token_is_requested_once(kernel: Kernel, rehearsal: Rehearsal) -> None:
    async with reachable_greenroom(kernel, rehearsal, "webhook") as connection_host:
        connected = await connection_host.connect()
        before = await rehearsal.count_requests("POST", TOKEN)
        async with connection_host.supervised():
            await connection_host.updates.state(connected, "connected")
            assert await connection_host.twitch.emotes.global_emotes()
    assert await rehearsal.count_requests("POST", TOKEN) == before + 1


async def test_repeated_webhook_is_delivered_once(kernel: Kernel, rehearsal: Rehearsal) -> None:
    async with reachable_greenroom(kernel, rehearsal, "webhook") as connection_host:
        connected = await connection_host.connect()
        async with connection_host.supervised():
            await connection_host.updates.state(connected, "connected")
            await rehearsal.command("/twitch/repeat-notifications", on=True)
            await say_and_receive(connection_host, "once")
            await say_and_receive(connection_host, "and no more")
    texts = [one.event.text for one in connection_host.chat.events if isinstance(one.event, MessageReceived)]
    assert texts == ["once", "and no more"]


async def test_forged_webhook_is_rejected(kernel: Kernel, rehearsal: Rehearsal) -> None:
    async with reachable_greenroom(kernel, rehearsal, "webhook") as connection_host:
        connected = await connection_host.connect()
        async with connection_host.supervised():
            await connection_host.updates.state(connected, "connected")
            after = await rehearsal.command("/twitch/forge-signatures", on=True)
            await rehearsal.command("/twitch/say", login="junoplays", text="forged")
            refused = await rehearsal.wait_for_event("webhook_sent", after=after, type="channel.chat.message")
            await rehearsal.command("/twitch/forge-signatures", on=False)
            await say_and_receive(connection_host, "genuine")
    assert not refused["was_taken"]


async def test_revoked_authorization_stops_the_connection(kernel: Kernel, rehearsal: Rehearsal) -> None:
    async with reachable_greenroom(kernel, rehearsal, "webhook") as connection_host:
        connected = await connection_host.connect()
        async with connection_host.supervised():
            await connection_host.updates.state(connected, "connected")
            await rehearsal.command("/twitch/revoke", login="junoplays")
            shown = await connection_host.updates.state(connected, "stopped")
    assert shown["scope_needed"]


async def test_callback_address_unreachable_for_twitch_is_shown_on_the_card(
    kernel: Kernel, rehearsal: Rehearsal
) -> None:
    pace = Pace(verify_seconds=0.3)
    async with reachable_greenroom(kernel, rehearsal, "webhook", origin=NOWHERE, pace=pace) as connection_host:
        connected = await connection_host.connect()
        async with connection_host.supervised():
            shown = await connection_host.updates.state(connected, "failing")
    detail = "Twitch cannot reach the public address of this installation. Trying again."
    assert shown["connection"]["detail"] == detail
    assert not shown["scope_needed"]
