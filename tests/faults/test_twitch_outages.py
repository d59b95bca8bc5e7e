"""Twitch that cuts, refuses, repeats and moves: nothing is lost, nothing comes twice."""

import asyncio

import pytest

from greenroom.chat.protocol.adapter_state import StoredAdapterState
from greenroom.chat.protocol.events import Connected as Listening
from greenroom.chat.protocol.events import Event, StreamOnline
from greenroom.chat.protocol.platform import Account
from greenroom.platforms.twitch.eventsub.topics import TOPICS
from greenroom.platforms.twitch.pace import Pace
from support.rehearsal_process import QUICK, ConnectedAccount, ConnectionHost
from support.waiting import MAX_WAIT_SECONDS

SUBSCRIPTIONS = "/twitch/helix/eventsub/subscriptions"
STREAMS = "/twitch/helix/streams"


async def goes_live(connection_host: ConnectionHost, connected: ConnectedAccount, after: int = 0) -> None:
    await connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
    await connection_host.updates.until(connected, lambda data: data["is_live"], after)


@pytest.mark.parametrize("how", [{}, {"code": 4000}, {"code": 4004}, {"code": 4006}])
async def test_lost_socket_is_reopened_and_receives_events(
    connection_host: ConnectionHost, how: dict[str, int]
) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        heard = len(connection_host.updates.of(connected))
        await connection_host.rehearsal.command("/twitch/drop-sockets", **how)
        await connection_host.updates.state(connected, "failing", heard)
        await connection_host.updates.state(connected, "connected", heard)
        await goes_live(connection_host, connected, heard)


async def test_stream_that_began_during_an_outage_is_shown_after_it(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        heard = len(connection_host.updates.of(connected))
        await connection_host.rehearsal.command("/twitch/fail", next=5, status=503, path_prefix="/twitch/ws")
        await connection_host.rehearsal.command("/twitch/drop-sockets")
        await connection_host.updates.state(connected, "failing", heard)
        await goes_live(connection_host, connected, heard)
        await connection_host.updates.state(connected, "connected", heard)


async def test_silent_socket_is_given_up_and_opened_again(connection_host: ConnectionHost) -> None:
    connection_host.set_pace(Pace(slack_seconds=0.2))
    connected = await connection_host.connect()
    await connection_host.rehearsal.command("/twitch/limits", values={"keepalive_default_seconds": 1})
    await connection_host.rehearsal.command("/twitch/keepalives", on=False)
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        shown = await connection_host.updates.state(connected, "failing")
        await connection_host.rehearsal.command("/twitch/keepalives", on=True)
        heard = len(connection_host.updates.of(connected))
        await connection_host.updates.state(connected, "connected", heard)
    assert shown["connection"]["detail"] == "Twitch fell silent. Trying again."


async def test_keepalives_alone_keep_the_socket(connection_host: ConnectionHost) -> None:
    connection_host.set_pace(Pace(slack_seconds=1))
    connected = await connection_host.connect()
    await connection_host.rehearsal.command("/twitch/limits", values={"keepalive_default_seconds": 1})
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        await connection_host.rehearsal.command("/clock", seconds=1)
        await connection_host.rehearsal.command("/clock", seconds=1)
        await goes_live(connection_host, connected)
    assert await connection_host.rehearsal.requests("POST", SUBSCRIPTIONS) == len(TOPICS)


@pytest.mark.parametrize(
    "path", ["/twitch/oauth2/validate", SUBSCRIPTIONS, "/twitch/helix/channels", STREAMS], ids=lambda path: path[-8:]
)
@pytest.mark.parametrize("status", [500, 503])
async def test_failing_answers_delay_the_connection_and_no_more(
    connection_host: ConnectionHost, path: str, status: int
) -> None:
    connected = await connection_host.connect()
    # Three tries of one call, and then once more.
    await connection_host.rehearsal.command("/twitch/fail", next=4, status=status, path_prefix=path)
    async with connection_host.supervised():
        shown = await connection_host.updates.state(connected, "failing")
        await connection_host.updates.state(connected, "connected")
        await goes_live(connection_host, connected)
    assert shown["connection"]["detail"] == f"Twitch answered with error {status}. Trying again."


async def test_full_bucket_is_waited_for(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    await connection_host.rehearsal.command("/twitch/fail", next=1, status=429, path_prefix=STREAMS, retry_after=1)
    async with connection_host.supervised():
        shown = await connection_host.updates.state(connected, "failing")
        began = asyncio.get_running_loop().time()
        await connection_host.updates.state(connected, "connected")
        waited = asyncio.get_running_loop().time() - began
    assert shown["connection"]["detail"] == "Twitch asked for a pause. Trying again soon."
    assert waited > 0.5
    assert await connection_host.rehearsal.requests("GET", STREAMS) == 2


async def test_refused_token_call_is_tried_again_without_losing_the_permission(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    await connection_host.rehearsal.command("/twitch/expire-tokens", login="junoplays")
    await connection_host.rehearsal.command("/twitch/fail", next=2, status=500, path_prefix="/twitch/oauth2/token")
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "failing")
        shown = await connection_host.updates.state(connected, "connected")
    assert not shown["scope_needed"]


class Hearing:
    """Runs the platform alone and keeps what it says."""

    def __init__(self, connection_host: ConnectionHost, connected: ConnectedAccount) -> None:
        self._backstage = connection_host
        self._connected = connected
        self.events: list[Event] = []
        self._more = asyncio.Condition()

    async def __aenter__(self) -> "Hearing":
        row = await self._backstage.row(self._connected)
        credential = await self._backstage.credential(self._connected)
        token = self._backstage.kernel.vault.decrypt(credential.locked_access_token)

        async def give(rejected: str | None = None) -> str:
            return token

        notes = StoredAdapterState(self._backstage.kernel.database, str(row.id))
        account = Account(row.id, row.channel_id, row.provider_channel_id, row.provider_channel_name, give, notes)
        self._task = asyncio.create_task(self._backstage.twitch.run(account, self._emit))
        await self.until(Listening)
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


async def test_session_that_moves_loses_nothing_and_doubles_nothing(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    command, happens = connection_host.rehearsal.command, connection_host.rehearsal.wait_for_event
    async with Hearing(connection_host, connected) as hearing:
        for turn in range(1, 4):
            seq = await command("/twitch/reconnect-sockets")
            await command("/twitch/go-live", login="junoplays")
            await hearing.until(StreamOnline, turn)
            await happens("socket_handed_over", after=seq)
            await happens("socket_closed", after=seq)
            await command("/twitch/end", login="junoplays")
        await command("/twitch/go-live", login="junoplays")
        await hearing.until(StreamOnline, 4)
        assert hearing.count(StreamOnline) == 4
        assert len(await connection_host.rehearsal.sockets()) == 1
    assert await connection_host.rehearsal.requests("POST", SUBSCRIPTIONS) == len(TOPICS)


async def test_repeated_notification_is_delivered_once(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    await connection_host.rehearsal.command("/twitch/repeat-notifications", on=True)
    async with Hearing(connection_host, connected) as hearing:
        for turn in range(1, 4):
            await connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
            await hearing.until(StreamOnline, turn)
            await connection_host.rehearsal.command("/twitch/end", login="junoplays")
        assert hearing.count(StreamOnline) == 3


async def test_failed_session_move_leads_to_a_new_connection(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised(QUICK):
        await connection_host.updates.state(connected, "connected")
        heard = len(connection_host.updates.of(connected))
        await connection_host.rehearsal.command("/twitch/fail", next=1, status=503, path_prefix="/twitch/ws")
        await connection_host.rehearsal.command("/twitch/reconnect-sockets")
        await connection_host.updates.state(connected, "failing", heard)
        await connection_host.updates.state(connected, "connected", heard)
        await goes_live(connection_host, connected, heard)
