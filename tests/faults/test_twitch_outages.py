"""Outages, errors, repeats and session moves of Twitch: no event is lost or delivered twice."""

import asyncio

import pytest

from greenroom.chat.protocol.adapter_state import StoredAdapterState
from greenroom.chat.protocol.events import Connected, Event, StreamOnline
from greenroom.chat.protocol.platform import Account
from greenroom.platforms.twitch.eventsub.topics import TOPICS
from greenroom.platforms.twitch.pace import Pace
from support.rehearsal_process import QUICK, ConnectedAccount, ConnectionHost
from support.waiting import MAX_WAIT_SECONDS

SUBSCRIPTIONS = "/twitch/helix/eventsub/subscriptions"
STREAMS = "/twitch/helix/streams"


async def go_live(connection_host: ConnectionHost, connected: ConnectedAccount, after: int = 0) -> None:
    await connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
    await connection_host.updates.until(connected, lambda data: data["is_live"], after)


@pytest.mark.parametrize("close", [{}, {"code": 4000}, {"code": 4004}, {"code": 4006}])
async def test_lost_socket_is_reopened_and_receives_events(
    connection_host: ConnectionHost, close: dict[str, int]
) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        update_count = len(connection_host.updates.of(connected))
        await connection_host.rehearsal.command("/twitch/drop-sockets", **close)
        await connection_host.updates.state(connected, "failing", update_count)
        await connection_host.updates.state(connected, "connected", update_count)
        await go_live(connection_host, connected, update_count)


async def test_stream_that_began_during_an_outage_is_shown_after_it(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        update_count = len(connection_host.updates.of(connected))
        await connection_host.rehearsal.command("/twitch/fail", next=5, status=503, path_prefix="/twitch/ws")
        await connection_host.rehearsal.command("/twitch/drop-sockets")
        await connection_host.updates.state(connected, "failing", update_count)
        await go_live(connection_host, connected, update_count)
        await connection_host.updates.state(connected, "connected", update_count)


async def test_silent_socket_is_reopened(connection_host: ConnectionHost) -> None:
    connection_host.set_pace(Pace(slack_seconds=0.2))
    connected = await connection_host.connect()
    await connection_host.rehearsal.command("/twitch/limits", values={"keepalive_default_seconds": 1})
    await connection_host.rehearsal.command("/twitch/keepalives", on=False)
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        shown = await connection_host.updates.state(connected, "failing")
        await connection_host.rehearsal.command("/twitch/keepalives", on=True)
        update_count = len(connection_host.updates.of(connected))
        await connection_host.updates.state(connected, "connected", update_count)
    assert shown["connection"]["detail"] == "Twitch stopped responding. Trying again."


async def test_keepalives_alone_keep_the_socket(connection_host: ConnectionHost) -> None:
    connection_host.set_pace(Pace(slack_seconds=1))
    connected = await connection_host.connect()
    await connection_host.rehearsal.command("/twitch/limits", values={"keepalive_default_seconds": 1})
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        await connection_host.rehearsal.command("/clock", seconds=1)
        await connection_host.rehearsal.command("/clock", seconds=1)
        await go_live(connection_host, connected)
    assert await connection_host.rehearsal.count_requests("POST", SUBSCRIPTIONS) == len(TOPICS)


@pytest.mark.parametrize(
    "path", ["/twitch/oauth2/validate", SUBSCRIPTIONS, "/twitch/helix/channels", STREAMS], ids=lambda path: path[-8:]
)
@pytest.mark.parametrize("status", [500, 503])
async def test_failing_responses_only_delay_the_connection(
    connection_host: ConnectionHost, path: str, status: int
) -> None:
    connected = await connection_host.connect()
    # One failure more than a call has attempts.
    await connection_host.rehearsal.command("/twitch/fail", next=4, status=status, path_prefix=path)
    async with connection_host.supervised():
        shown = await connection_host.updates.state(connected, "failing")
        await connection_host.updates.state(connected, "connected")
        await go_live(connection_host, connected)
    assert shown["connection"]["detail"] == f"Twitch is not responding (error {status}). Trying again."


async def test_rate_limit_is_waited_for(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    await connection_host.rehearsal.command("/twitch/fail", next=1, status=429, path_prefix=STREAMS, retry_after=1)
    async with connection_host.supervised():
        shown = await connection_host.updates.state(connected, "failing")
        began = asyncio.get_running_loop().time()
        await connection_host.updates.state(connected, "connected")
        waited = asyncio.get_running_loop().time() - began
    assert shown["connection"]["detail"] == "Twitch is rate-limiting this server. Trying again soon."
    assert waited > 0.5
    assert await connection_host.rehearsal.count_requests("GET", STREAMS) == 2


async def test_failed_token_refresh_is_retried_and_asks_for_no_reconnect(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    await connection_host.rehearsal.command("/twitch/expire-tokens", login="junoplays")
    await connection_host.rehearsal.command("/twitch/fail", next=2, status=500, path_prefix="/twitch/oauth2/token")
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "failing")
        shown = await connection_host.updates.state(connected, "connected")
    assert not shown["scope_needed"]


class AdapterRun:
    """Runs only the Twitch adapter and records its events."""

    def __init__(self, connection_host: ConnectionHost, connected: ConnectedAccount) -> None:
        self._host = connection_host
        self._connected = connected
        self.events: list[Event] = []
        self._more = asyncio.Condition()

    async def __aenter__(self) -> "AdapterRun":
        row = await self._host.row(self._connected)
        credential = await self._host.credential(self._connected)
        token = self._host.kernel.vault.decrypt(credential.locked_access_token)

        async def get_token(rejected: str | None = None) -> str:
            return token

        state = StoredAdapterState(self._host.kernel.database, str(row.id))
        account = Account(row.id, row.channel_id, row.provider_channel_id, row.provider_channel_name, get_token, state)
        self._task = asyncio.create_task(self._host.twitch.run(account, self._emit))
        await self.until(Connected)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _emit(self, *events: Event) -> None:
        async with self._more:
            self.events += events
            self._more.notify_all()

    async def until(self, kind: type[Event], count: int = 1) -> None:
        async with asyncio.timeout(MAX_WAIT_SECONDS), self._more:
            await self._more.wait_for(lambda: self.count(kind) >= count)

    def count(self, kind: type[Event]) -> int:
        return sum(isinstance(event, kind) for event in self.events)


async def test_session_move_loses_and_duplicates_no_event(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    command, wait_for_event = connection_host.rehearsal.command, connection_host.rehearsal.wait_for_event
    async with AdapterRun(connection_host, connected) as run:
        for number in range(1, 4):
            seq = await command("/twitch/reconnect-sockets")
            await command("/twitch/go-live", login="junoplays")
            await run.until(StreamOnline, number)
            await wait_for_event("socket_handed_over", after=seq)
            await wait_for_event("socket_closed", after=seq)
            await command("/twitch/end", login="junoplays")
        await command("/twitch/go-live", login="junoplays")
        await run.until(StreamOnline, 4)
        assert run.count(StreamOnline) == 4
        assert len(await connection_host.rehearsal.sockets()) == 1
    assert await connection_host.rehearsal.count_requests("POST", SUBSCRIPTIONS) == len(TOPICS)


async def test_repeated_notification_is_delivered_once(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    await connection_host.rehearsal.command("/twitch/repeat-notifications", on=True)
    async with AdapterRun(connection_host, connected) as run:
        for number in range(1, 4):
            await connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
            await run.until(StreamOnline, number)
            await connection_host.rehearsal.command("/twitch/end", login="junoplays")
        assert run.count(StreamOnline) == 3


async def test_failed_session_move_leads_to_a_new_connection(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised(QUICK):
        await connection_host.updates.state(connected, "connected")
        update_count = len(connection_host.updates.of(connected))
        await connection_host.rehearsal.command("/twitch/fail", next=1, status=503, path_prefix="/twitch/ws")
        await connection_host.rehearsal.command("/twitch/reconnect-sockets")
        await connection_host.updates.state(connected, "failing", update_count)
        await connection_host.updates.state(connected, "connected", update_count)
        await go_live(connection_host, connected, update_count)
