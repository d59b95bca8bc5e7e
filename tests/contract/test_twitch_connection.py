"""Twitch from connecting to disconnecting, against the running rehearsal."""

from datetime import datetime

from backstage import QUICK, Backstage
from greenroom.platforms.twitch.pace import Pace
from greenroom.platforms.twitch.subscriptions import TOPICS
from greenroom.tenancy.channel_providers.service import disconnect_provider

SUBSCRIPTIONS = "/twitch/helix/eventsub/subscriptions"


async def test_connected_channel_shows_when_it_goes_live(backstage: Backstage) -> None:
    connected = await backstage.connect()
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        await backstage.rehearsal.command("/twitch/go-live", login="junoplays", title="No map", category="Moth Court")
        update = await backstage.news.until(connected, lambda data: data["is_live"])
        row = await backstage.row(connected)
    assert update["action"] == "updated"
    assert row.is_live
    assert row.live_stream_id == update["data"]["live_stream_id"]
    assert row.live_since == datetime.fromisoformat(update["data"]["live_since"])
    assert (row.title, row.category) == ("No map", "Moth Court")


async def test_stream_that_runs_already_is_shown_at_connect(backstage: Backstage) -> None:
    connected = await backstage.connect("pixelharbor")
    async with backstage.supervised():
        shown = await backstage.news.state(connected, "connected")
    assert shown["is_live"]
    assert shown["live_stream_id"]
    assert (backstage.kernel.clock() - datetime.fromisoformat(shown["live_since"])).total_seconds() > 40 * 60
    assert shown["title"]
    assert shown["category"]


async def test_end_of_a_stream_is_shown(backstage: Backstage) -> None:
    connected = await backstage.connect("pixelharbor")
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        heard = len(backstage.news.of(connected))
        await backstage.rehearsal.command("/twitch/end", login="pixelharbor")
        update = await backstage.news.until(connected, lambda data: not data["is_live"], heard)
    assert update["data"]["live_since"] is None
    assert update["data"]["live_stream_id"] is None


async def test_stream_that_ended_while_nobody_listened_is_not_shown_as_live(backstage: Backstage) -> None:
    connected = await backstage.connect("pixelharbor")
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
    await backstage.rehearsal.command("/twitch/end", login="pixelharbor")
    heard = len(backstage.news.of(connected))
    async with backstage.supervised():
        shown = await backstage.news.state(connected, "connected", heard)
    assert not shown["is_live"]


async def test_stream_that_began_after_the_list_was_drawn_up_stays_live(backstage: Backstage) -> None:
    connected = await backstage.connect()
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        await backstage.rehearsal.command("/twitch/go-live", login="junoplays")
        await backstage.news.until(connected, lambda data: data["is_live"])
    await backstage.rehearsal.command("/twitch/end", login="junoplays")
    heard = len(backstage.news.of(connected))
    async with backstage.supervised():
        shown = await backstage.news.state(connected, "connected", heard)
    assert shown["is_live"]


async def test_stream_that_the_list_still_lacks_after_its_lag_is_ended(backstage: Backstage) -> None:
    connected = await backstage.connect()
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        await backstage.rehearsal.command("/twitch/go-live", login="junoplays")
        await backstage.news.until(connected, lambda data: data["is_live"])
    await backstage.rehearsal.command("/twitch/end", login="junoplays")
    heard = len(backstage.news.of(connected))
    backstage.set_pace(Pace(list_lag_seconds=1.5))
    async with backstage.supervised():
        await backstage.news.state(connected, "connected", heard)
        await backstage.news.until(connected, lambda data: not data["is_live"], heard)


async def test_permission_is_validated_at_the_start_and_again_while_connected(backstage: Backstage) -> None:
    connected = await backstage.connect()
    backstage.set_pace(Pace(validate_seconds=0.1))
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        seq = await backstage.rehearsal.command("/twitch/expire-tokens", login="junoplays")
        await backstage.rehearsal.happens("token_refreshed", after=seq, login="junoplays")
        assert len(await backstage.rehearsal.sockets()) == 1
    assert await backstage.rehearsal.requests("GET", "/twitch/oauth2/validate") >= 2


async def test_disconnecting_closes_the_socket(backstage: Backstage) -> None:
    connected = await backstage.connect()
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        async with backstage.kernel.database.write() as session:
            await disconnect_provider(session, backstage.platforms, connected.channel_id, connected.id)
        await backstage.rehearsal.happens("socket_closed", login="junoplays", code=1000)


async def test_channel_connected_while_running_is_picked_up_at_once(backstage: Backstage) -> None:
    async with backstage.supervised(QUICK):
        connected = await backstage.connect()
        await backstage.news.state(connected, "connected")
    assert await backstage.rehearsal.requests("POST", SUBSCRIPTIONS) == len(TOPICS)


async def test_clean_stop_leaves_the_connection_waiting_and_its_socket_closed(backstage: Backstage) -> None:
    connected = await backstage.connect()
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
    assert (await backstage.row(connected)).connection_state == "waiting"
    await backstage.rehearsal.happens("socket_closed", login="junoplays", code=1000)
