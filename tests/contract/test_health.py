"""Messages are delivered in order; connection health is published without a database write for each message."""

from msgspec.structs import replace

from greenroom.chat.connections.store import ConnectionStore
from greenroom.chat.protocol.events import MessageReceived
from greenroom.kernel.db.leases import Lease
from support.rehearsal_process import QUICK, ConnectionHost, Json

RARE_STATS = replace(QUICK, stats_seconds=600)


def health(data: Json) -> Json:
    return data["health"]


async def test_messages_are_delivered_in_order_with_their_connection(
    connection_host: ConnectionHost,
) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        for number in range(5):
            await connection_host.rehearsal.command("/twitch/say", login="junoplays", text=f"line {number}")
        await connection_host.chat.until(lambda one: message_text(one.event) == "line 4")
    received = [one for one in connection_host.chat.events if isinstance(one.event, MessageReceived)]
    assert [message_text(one.event) for one in received] == [f"line {number}" for number in range(5)]
    assert {(one.channel_id, one.connection_id, one.provider) for one in received} == {
        (connected.channel_id, connected.id, "twitch")
    }


def message_text(event: object) -> str:
    return event.text if isinstance(event, MessageReceived) else ""


async def test_chat_updates_lag_rate_and_last_event(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        await connection_host.rehearsal.command("/twitch/say", login="junoplays", text="hello", count=20)
        update = await connection_host.updates.until(connected, lambda data: health(data)["messages_per_minute"] == 20)
    reported = health(update["data"])
    assert 0 <= reported["lag_ms"] < 10_000
    assert len(reported["lag_history"]) in {1, 2}
    assert reported["last_event_at"] is not None


async def test_hundreds_of_messages_cause_no_database_write(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised(RARE_STATS):
        await connection_host.updates.state(connected, "connected")
        await connection_host.rehearsal.command("/twitch/say", login="junoplays", text="first")
        await connection_host.updates.until(connected, lambda data: health(data)["lag_ms"] is not None)
        before = (await connection_host.row(connected)).revision
        await connection_host.rehearsal.command("/twitch/say", login="junoplays", text="again", count=300)
        await connection_host.rehearsal.command("/twitch/say", login="junoplays", text="last")
        await connection_host.chat.until(lambda one: message_text(one.event) == "last")
        assert (await connection_host.row(connected)).revision == before
        await connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
        live = await connection_host.updates.until(connected, lambda data: data["is_live"])
    assert health(live["data"])["messages_per_minute"] == 302
    assert live["data"]["revision"] <= before + 2


async def test_lost_lease_is_noticed_by_the_next_write_of_stats(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        async with connection_host.kernel.database.write() as session:
            (await session.get_one(Lease, f"connection:{connected.id}")).owner = "another"
        seq = await connection_host.rehearsal.command("/twitch/say", login="junoplays", text="who hears this?")
        await connection_host.rehearsal.wait_for_event("socket_closed", after=seq, login="junoplays")
        assert (
            await ConnectionStore(connection_host.kernel, connection_host.platforms, 30).renew([connected.id]) == set()
        )


async def test_connection_of_a_stopped_process_has_no_rate_and_keeps_its_lag(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        await connection_host.rehearsal.command("/twitch/say", login="junoplays", text="hello", count=5)
        await connection_host.updates.until(connected, lambda data: health(data)["messages_per_minute"] == 5)
    row = await connection_host.row(connected)
    assert (row.connection_state, row.messages_per_minute) == ("waiting", 0)
    assert row.lag_ms is not None
