"""Each connection runs in one process, and what goes wrong with one stays there."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path

import pytest

from backstage import QUICK, Backstage, Connected, MovableClock, Rehearsal, another_process, open_kernel
from greenroom.chat.actions import Action, Receipt
from greenroom.chat.connections import Ledger
from greenroom.chat.events import ChannelUpdated, StreamOffline, StreamOnline
from greenroom.chat.platform import Account, Emit
from greenroom.chat.supervisor import Supervisor
from greenroom.kernel.context import Kernel
from greenroom.kernel.leases import Lease
from greenroom.platforms.kick.info import DESCRIPTOR
from greenroom.tenancy.platforms import Gone, Grant, PlatformInfo, Platforms

KICK = PlatformInfo(DESCRIPTOR, sign_in_scopes={}, user_scopes={}, channel_scopes={}, bot_scopes={})
PEOPLE = ("junoplays", "hanamori", "marekfixes", "brisket99")


@pytest.fixture
async def kernel(rehearsal: Rehearsal, database_url: str, tmp_path: Path) -> AsyncGenerator[Kernel]:
    """Once for each kind of database."""
    async with open_kernel(rehearsal, tmp_path, database_url) as kernel:
        yield kernel


@pytest.fixture
async def other(kernel: Kernel, rehearsal: Rehearsal) -> AsyncGenerator[Backstage]:
    async with another_process(kernel) as second:
        yield Backstage(second, rehearsal)


def clock_of(backstage: Backstage) -> MovableClock:
    assert isinstance(backstage.kernel.clock, MovableClock)
    return backstage.kernel.clock


async def lease_owner(backstage: Backstage, connected: Connected) -> str | None:
    async with backstage.kernel.database.read() as session:
        lease = await session.get(Lease, f"connection:{connected.id}")
        return lease.owner if lease else None


async def test_two_processes_never_run_one_connection_twice(backstage: Backstage, other: Backstage) -> None:
    everybody = [await backstage.connect(login) for login in PEOPLE]
    async with backstage.supervised(), other.supervised():
        for connected in everybody:
            await backstage.news.state(connected, "connected")
        await backstage.look()
        sockets = await backstage.rehearsal.sockets()
    assert sorted(socket["login"] for socket in sockets) == sorted(PEOPLE)


async def test_process_that_stops_hands_its_connections_to_another_at_once(
    backstage: Backstage, other: Backstage
) -> None:
    connected = await backstage.connect()
    leaving = Supervisor(backstage.kernel, backstage.platforms, [backstage.twitch], QUICK, hear=backstage.chat)
    await leaving.start()
    await backstage.news.state(connected, "connected")
    async with other.supervised():
        assert await lease_owner(backstage, connected) == backstage.kernel.owner
        heard = len(backstage.news.of(connected))
        await leaving.stop()
        await backstage.news.state(connected, "waiting", heard)
        await backstage.news.state(connected, "connected", heard)
        assert await lease_owner(backstage, connected) == "another"


async def test_process_that_froze_loses_its_connections_and_writes_no_more(
    backstage: Backstage, other: Backstage
) -> None:
    connected = await backstage.connect()
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        heard = len(backstage.news.of(connected))
        clock_of(backstage).advance(QUICK.lease_seconds + 1)
        async with other.supervised():
            await backstage.news.state(connected, "connecting", heard)
            await backstage.news.state(connected, "connected", heard)
            seq = await backstage.rehearsal.command("/twitch/go-live", login="junoplays")
            await backstage.news.until(connected, lambda data: data["is_live"], heard)
            await backstage.rehearsal.happens("socket_closed", after=seq, login="junoplays")
            assert await lease_owner(backstage, connected) == "another"
            assert len(await backstage.rehearsal.sockets()) == 1


async def test_lease_lost_to_another_is_noticed_at_the_next_look(backstage: Backstage, other: Backstage) -> None:
    connected = await backstage.connect()
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        clock_of(backstage).advance(QUICK.lease_seconds + 1)
        assert await Ledger(other.kernel, other.platforms, 30).claim([connected.id]) == {connected.id}
        seq = await backstage.rehearsal.command("/clock", seconds=0)
        await backstage.look()
        await backstage.rehearsal.happens("socket_closed", after=seq, login="junoplays")
        assert await backstage.rehearsal.sockets() == []


async def test_offline_from_before_a_stream_began_does_not_end_it(backstage: Backstage) -> None:
    connected, now = await backstage.connect(), backstage.kernel.clock()
    ledger = Ledger(backstage.kernel, backstage.platforms, 30)
    await ledger.claim([connected.id])
    await ledger.apply(connected.id, StreamOnline("42", now, now))
    await ledger.apply(connected.id, StreamOffline(as_of=now.replace(year=now.year - 1), heard_at=now))
    assert (await backstage.row(connected)).live_stream_id == "42"
    await ledger.apply(connected.id, StreamOffline(as_of=now, heard_at=now))
    assert (await backstage.row(connected)).live_stream_id is None


async def test_repeated_online_changes_nothing(backstage: Backstage) -> None:
    connected, now = await backstage.connect(), backstage.kernel.clock()
    ledger = Ledger(backstage.kernel, backstage.platforms, 30)
    await ledger.claim([connected.id])
    for _ in range(2):
        await ledger.apply(connected.id, StreamOnline("42", now, now))
        await ledger.apply(connected.id, ChannelUpdated("Late shift", "Moth Court", now))
    row = await backstage.row(connected)
    assert (row.is_live, row.live_stream_id, row.title) == (True, "42", "Late shift")


@dataclass
class Stubborn:
    """A platform that fails in one way only."""

    failure: Exception
    info: PlatformInfo = KICK
    oauth: None = None
    registrar: None = None

    async def run(self, account: Account, emit: Emit) -> None:
        await account.token()
        raise self.failure

    async def perform(self, account: Account, action: Action) -> Receipt:
        raise self.failure


async def connect_stubborn(backstage: Backstage, platform: Stubborn) -> Connected:
    """A second account of junoplays's channel, on the platform that fails."""
    first = await backstage.connect()
    row = await backstage.row(first)
    assert row.connected_by_id is not None
    backstage.platforms = Platforms([backstage.twitch, platform], [])
    grant = await backstage.grant("junoplays")
    return await backstage.connect_to(
        first.channel_id, row.connected_by_id, Grant("kick", grant.identity, grant.tokens)
    )


async def test_platform_with_a_bug_touches_no_other(backstage: Backstage) -> None:
    platform = Stubborn(ZeroDivisionError("a bug"))
    broken = await connect_stubborn(backstage, platform)
    works = await backstage.connect("hanamori")
    supervisor = Supervisor(
        backstage.kernel, backstage.platforms, [backstage.twitch, platform], QUICK, hear=backstage.chat
    )
    await supervisor.start()
    shown = await backstage.news.state(broken, "failing")
    await backstage.news.state(works, "connected")
    await backstage.rehearsal.command("/twitch/go-live", login="hanamori")
    await backstage.news.until(works, lambda data: data["is_live"])
    await supervisor.stop()
    assert "the log has the details" in shown["connection"]["detail"]


async def test_account_that_is_gone_is_not_asked_for_again(backstage: Backstage) -> None:
    platform = Stubborn(Gone("no such channel"))
    gone = await connect_stubborn(backstage, platform)
    supervisor = Supervisor(
        backstage.kernel, backstage.platforms, [backstage.twitch, platform], QUICK, hear=backstage.chat
    )
    await supervisor.start()
    shown = await backstage.news.state(gone, "stopped")
    await supervisor.stop()
    assert shown["connection"]["detail"] == "This account is gone from Kick."
    assert shown["scope_needed"]
    assert await lease_owner(backstage, gone) is None
