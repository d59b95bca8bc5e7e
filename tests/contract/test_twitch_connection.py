"""Twitch from connecting to disconnecting, against the running rehearsal."""

from datetime import datetime

from greenroom.accounts.channel_providers.service import disconnect_provider
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.platforms.twitch.eventsub.topics import TOPICS
from greenroom.platforms.twitch.pace import Pace
from support.rehearsal_process import QUICK, ConnectionHost

SUBSCRIPTIONS = "/twitch/helix/eventsub/subscriptions"


async def test_connected_channel_shows_when_it_goes_live(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        await connection_host.rehearsal.command(
            "/twitch/go-live", login="junoplays", title="No map", category="Moth Court"
        )
        update = await connection_host.updates.until(connected, lambda data: data["is_live"])
        row = await connection_host.row(connected)
    assert update["action"] == "updated"
    assert row.is_live
    assert row.live_stream_id == update["data"]["live_stream_id"]
    assert row.live_since == datetime.fromisoformat(update["data"]["live_since"])
    assert (row.title, row.category) == ("No map", "Moth Court")


async def test_running_stream_is_shown_on_connect(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect("pixelharbor")
    async with connection_host.supervised():
        shown = await connection_host.updates.state(connected, "connected")
    assert shown["is_live"]
    assert shown["live_stream_id"]
    assert (connection_host.kernel.clock() - datetime.fromisoformat(shown["live_since"])).total_seconds() > 40 * 60
    assert shown["title"]
    assert shown["category"]


async def test_end_of_a_stream_is_shown(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect("pixelharbor")
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        update_count = len(connection_host.updates.of(connected))
        await connection_host.rehearsal.command("/twitch/end", login="pixelharbor")
        update = await connection_host.updates.until(connected, lambda data: not data["is_live"], update_count)
    assert update["data"]["live_since"] is None
    assert update["data"]["live_stream_id"] is None


async def test_stream_that_ended_while_disconnected_is_not_shown_as_live(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect("pixelharbor")
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
    await connection_host.rehearsal.command("/twitch/end", login="pixelharbor")
    update_count = len(connection_host.updates.of(connected))
    async with connection_host.supervised():
        shown = await connection_host.updates.state(connected, "connected", update_count)
    assert not shown["is_live"]


async def test_new_stream_stays_live_although_twitch_does_not_list_it_yet(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        await connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
        await connection_host.updates.until(connected, lambda data: data["is_live"])
    # Ended while disconnected, so that Twitch does not list the stream, as in the first minutes of a stream.
    await connection_host.rehearsal.command("/twitch/end", login="junoplays")
    update_count = len(connection_host.updates.of(connected))
    async with connection_host.supervised():
        shown = await connection_host.updates.state(connected, "connected", update_count)
    assert shown["is_live"]


async def test_stream_that_twitch_does_not_list_after_the_usual_lag_has_ended(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        await connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
        await connection_host.updates.until(connected, lambda data: data["is_live"])
    await connection_host.rehearsal.command("/twitch/end", login="junoplays")
    update_count = len(connection_host.updates.of(connected))
    connection_host.set_pace(Pace(list_lag_seconds=1.5))
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected", update_count)
        await connection_host.updates.until(connected, lambda data: not data["is_live"], update_count)


async def test_token_is_validated_at_the_start_and_again_while_connected(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    connection_host.set_pace(Pace(validate_seconds=0.1))
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        seq = await connection_host.rehearsal.command("/twitch/expire-tokens", login="junoplays")
        await connection_host.rehearsal.wait_for_event("token_refreshed", after=seq, login="junoplays")
        assert len(await connection_host.rehearsal.sockets()) == 1
    assert await connection_host.rehearsal.count_requests("GET", "/twitch/oauth2/validate") >= 2


async def test_disconnecting_closes_the_socket(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        async with connection_host.kernel.database.write() as session:
            by = ChangedBy("Juno", connection_host.kernel.clock())
            await disconnect_provider(session, connection_host.platforms, connected.channel_id, connected.id, by)
        await connection_host.rehearsal.wait_for_event("socket_closed", login="junoplays", code=1000)


async def test_channel_connected_while_greenroom_runs_is_picked_up_at_once(connection_host: ConnectionHost) -> None:
    async with connection_host.supervised(QUICK):
        connected = await connection_host.connect()
        await connection_host.updates.state(connected, "connected")
    assert await connection_host.rehearsal.count_requests("POST", SUBSCRIPTIONS) == len(TOPICS)


async def test_stopped_supervisor_leaves_connection_waiting_and_socket_closed(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
    assert (await connection_host.row(connected)).connection_state == "waiting"
    await connection_host.rehearsal.wait_for_event("socket_closed", login="junoplays", code=1000)
