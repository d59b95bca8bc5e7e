"""The supervisor runs each connection in only one process; a failing connection does not affect others."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import func, select

from greenroom.accounts.platforms import Gone, Grant, PlatformInfo, Platforms
from greenroom.chat.connections.store import ConnectionStore
from greenroom.chat.connections.supervisor import Supervisor
from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.chat.protocol.events import ChannelUpdated, Connected, StreamOffline, StreamOnline, ViewersCounted
from greenroom.chat.protocol.platform import Account, Emit, Platform
from greenroom.features.stats.streams.models import StreamMinute
from greenroom.features.stats.streams.recorder import StreamRecorder
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.leases import Lease
from greenroom.platforms.kick.info import DESCRIPTOR
from support.rehearsal_process import (
    QUICK,
    ConnectedAccount,
    ConnectionHost,
    MovableClock,
    Rehearsal,
    another_process,
    open_kernel,
)

pytestmark = pytest.mark.both_databases

KICK = PlatformInfo(DESCRIPTOR, sign_in_scopes={}, user_scopes={}, channel_scopes={}, bot_scopes={})
LOGINS = ("junoplays", "hanamori", "marekfixes", "brisket99")


@pytest.fixture
async def kernel(rehearsal: Rehearsal, database_url: str, tmp_path: Path) -> AsyncGenerator[Kernel]:
    """A kernel on the database of the test."""
    async with open_kernel(rehearsal, tmp_path, database_url) as kernel:
        yield kernel


@pytest.fixture
async def peer(kernel: Kernel, rehearsal: Rehearsal) -> AsyncGenerator[ConnectionHost]:
    async with another_process(kernel) as second:
        yield ConnectionHost(second, rehearsal)


def clock_of(connection_host: ConnectionHost) -> MovableClock:
    assert isinstance(connection_host.kernel.clock, MovableClock)
    return connection_host.kernel.clock


async def lease_owner(connection_host: ConnectionHost, connected: ConnectedAccount) -> str | None:
    async with connection_host.kernel.database.read() as session:
        lease = await session.get(Lease, f"connection:{connected.id}")
        return lease.owner if lease else None


async def test_two_processes_never_run_one_connection_twice(
    connection_host: ConnectionHost, peer: ConnectionHost
) -> None:
    accounts = [await connection_host.connect(login) for login in LOGINS]
    async with connection_host.supervised(), peer.supervised():
        for connected in accounts:
            await connection_host.updates.state(connected, "connected")
        await connection_host.check_connections()
        sockets = await connection_host.rehearsal.sockets()
    assert sorted(socket["login"] for socket in sockets) == sorted(LOGINS)


async def test_process_that_stops_hands_its_connections_to_another_at_once(
    connection_host: ConnectionHost, peer: ConnectionHost
) -> None:
    connected = await connection_host.connect()
    first = Supervisor(
        connection_host.kernel,
        connection_host.platforms,
        [connection_host.twitch],
        QUICK,
        on_events=connection_host.chat,
    )
    await first.start()
    await connection_host.updates.state(connected, "connected")
    async with peer.supervised():
        assert await lease_owner(connection_host, connected) == connection_host.kernel.owner
        update_count = len(connection_host.updates.of(connected))
        await first.stop()
        await connection_host.updates.state(connected, "waiting", update_count)
        await connection_host.updates.state(connected, "connected", update_count)
        assert await lease_owner(connection_host, connected) == "another"


async def test_process_that_froze_loses_its_connections_and_closes_its_sockets(
    connection_host: ConnectionHost, peer: ConnectionHost
) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        update_count = len(connection_host.updates.of(connected))
        clock_of(connection_host).advance(QUICK.lease_seconds + 1)
        async with peer.supervised():
            await connection_host.updates.state(connected, "connecting", update_count)
            await connection_host.updates.state(connected, "connected", update_count)
            seq = await connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
            await connection_host.updates.until(connected, lambda data: data["is_live"], update_count)
            await connection_host.rehearsal.wait_for_event("socket_closed", after=seq, login="junoplays")
            assert await lease_owner(connection_host, connected) == "another"
            assert len(await connection_host.rehearsal.sockets()) == 1


async def test_lost_lease_is_noticed_at_the_next_renewal(connection_host: ConnectionHost, peer: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        clock_of(connection_host).advance(QUICK.lease_seconds + 1)
        assert await ConnectionStore(peer.kernel, peer.platforms, 30).claim([connected.id]) == {connected.id}
        seq = await connection_host.rehearsal.command("/clock", seconds=0)
        await connection_host.check_connections()
        await connection_host.rehearsal.wait_for_event("socket_closed", after=seq, login="junoplays")
        assert await connection_host.rehearsal.sockets() == []


async def test_offline_event_older_than_the_stream_does_not_end_it(connection_host: ConnectionHost) -> None:
    connected, now = await connection_host.connect(), connection_host.kernel.clock()
    store = ConnectionStore(connection_host.kernel, connection_host.platforms, 30)
    await store.claim([connected.id])
    await store.apply(connected.id, StreamOnline("42", now, now))
    await store.apply(connected.id, StreamOffline(as_of=now.replace(year=now.year - 1), received_at=now))
    assert (await connection_host.row(connected)).live_stream_id == "42"
    await store.apply(connected.id, StreamOffline(as_of=now, received_at=now))
    assert (await connection_host.row(connected)).live_stream_id is None


async def test_repeated_online_and_update_events_change_nothing(connection_host: ConnectionHost) -> None:
    connected, now = await connection_host.connect(), connection_host.kernel.clock()
    store = ConnectionStore(connection_host.kernel, connection_host.platforms, 30)
    await store.claim([connected.id])
    revisions = list[int]()
    for _ in range(2):
        await store.apply(connected.id, StreamOnline("42", now, now))
        await store.apply(connected.id, ChannelUpdated("Late shift", "Moth Court", now))
        revisions.append((await connection_host.row(connected)).revision)
    row = await connection_host.row(connected)
    assert revisions == [row.revision] * 2
    assert (row.is_live, row.live_stream_id, row.title) == (True, "42", "Late shift")


@dataclass
class FailingPlatform:
    """A platform whose `run` and `act` raise the same error."""

    failure: Exception
    info: PlatformInfo = KICK
    oauth: None = None
    registrar: None = None

    async def run(self, account: Account, emit: Emit) -> None:
        await account.token()
        raise self.failure

    async def act(self, account: Account, action: Action) -> Receipt:
        raise self.failure


async def connect_second(connection_host: ConnectionHost, platform: Platform) -> ConnectedAccount:
    """Connects junoplays's channel to Twitch and to this platform; returns the account on this platform."""
    first = await connection_host.connect()
    row = await connection_host.row(first)
    assert row.connected_by_id is not None
    connection_host.platforms = Platforms([connection_host.twitch, platform], [])
    grant = await connection_host.grant("junoplays")
    return await connection_host.connect_to(
        first.channel_id, row.connected_by_id, Grant("kick", grant.identity, grant.tokens)
    )


async def test_bug_in_one_platform_does_not_affect_others(connection_host: ConnectionHost) -> None:
    platform = FailingPlatform(ZeroDivisionError("a bug"))
    broken = await connect_second(connection_host, platform)
    works = await connection_host.connect("hanamori")
    supervisor = Supervisor(
        connection_host.kernel,
        connection_host.platforms,
        [connection_host.twitch, platform],
        QUICK,
        on_events=connection_host.chat,
    )
    await supervisor.start()
    shown = await connection_host.updates.state(broken, "failing")
    await connection_host.updates.state(works, "connected")
    await connection_host.rehearsal.command("/twitch/go-live", login="hanamori")
    await connection_host.updates.until(works, lambda data: data["is_live"])
    await supervisor.stop()
    assert "see the server log" in shown["connection"]["detail"]


async def test_connection_of_an_account_deleted_on_the_platform_is_not_retried(connection_host: ConnectionHost) -> None:
    platform = FailingPlatform(Gone("no such channel"))
    deleted = await connect_second(connection_host, platform)
    supervisor = Supervisor(
        connection_host.kernel,
        connection_host.platforms,
        [connection_host.twitch, platform],
        QUICK,
        on_events=connection_host.chat,
    )
    await supervisor.start()
    shown = await connection_host.updates.state(deleted, "stopped")
    await supervisor.stop()
    assert shown["connection"]["detail"] == "This account no longer exists on Kick."
    assert shown["scope_needed"]
    assert await lease_owner(connection_host, deleted) is None


@dataclass
class CountingPlatform:
    """A platform that reports its viewer count at the start, and another when `report_again` is set."""

    report_again: asyncio.Event = field(default_factory=asyncio.Event)
    reported_again: asyncio.Event = field(default_factory=asyncio.Event)
    info: PlatformInfo = KICK
    oauth: None = None
    registrar: None = None

    async def run(self, account: Account, emit: Emit) -> None:
        now = datetime.now(UTC)
        await emit(Connected(), StreamOnline("s1", now, now), ViewersCounted(10, now))
        await self.report_again.wait()
        await emit(ViewersCounted(70, datetime.now(UTC)))
        self.reported_again.set()
        await asyncio.Event().wait()

    async def act(self, account: Account, action: Action) -> Receipt:
        raise NotImplementedError


async def test_process_that_stops_stores_the_last_viewer_count(connection_host: ConnectionHost) -> None:
    platform = CountingPlatform()
    counted = await connect_second(connection_host, platform)
    rare = replace(QUICK, stats_seconds=600)
    supervisor = Supervisor(
        connection_host.kernel,
        connection_host.platforms,
        [platform],
        rare,
        on_events=connection_host.chat,
        on_change=StreamRecorder(connection_host.kernel.clock),
    )
    await supervisor.start()
    await connection_host.updates.until(counted, lambda data: data["health"]["viewers"] == 10)
    platform.report_again.set()
    await platform.reported_again.wait()
    await supervisor.stop()
    async with connection_host.kernel.database.read() as session:
        assert await session.scalar(select(func.max(StreamMinute.viewer_peak))) == 70
