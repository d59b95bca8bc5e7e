"""How a connection feels is told, and never at the price of a write for each message."""

from dataclasses import replace

from backstage import QUICK, Backstage, Json
from greenroom.chat.connections import Ledger
from greenroom.chat.events import MessageReceived
from greenroom.kernel.leases import Lease

PATIENT = replace(QUICK, pulse_seconds=600)


def health(data: Json) -> Json:
    return data["health"]


async def test_messages_are_handed_on_in_order_with_the_connection_they_came_through(backstage: Backstage) -> None:
    connected = await backstage.connect()
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        for number in range(5):
            await backstage.rehearsal.command("/twitch/say", login="junoplays", text=f"line {number}")
        await backstage.chat.until(lambda heard: said(heard.event) == "line 4")
    heard = [one for one in backstage.chat.heard if isinstance(one.event, MessageReceived)]
    assert [said(one.event) for one in heard] == [f"line {number}" for number in range(5)]
    assert {(one.channel_id, one.connection_id, one.provider) for one in heard} == {
        (connected.channel_id, connected.id, "twitch")
    }


def said(event: object) -> str:
    return event.text if isinstance(event, MessageReceived) else ""


async def test_chat_is_felt_as_lag_pace_and_last_event(backstage: Backstage) -> None:
    connected = await backstage.connect()
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        await backstage.rehearsal.command("/twitch/say", login="junoplays", text="hello", count=20)
        told = await backstage.news.until(connected, lambda data: health(data)["messages_per_minute"] == 20)
    felt = health(told["data"])
    assert 0 <= felt["lag_ms"] < 10_000
    assert len(felt["lag_history"]) in {1, 2}
    assert felt["last_event_at"] is not None


async def test_hundreds_of_messages_cause_a_single_write(backstage: Backstage) -> None:
    connected = await backstage.connect()
    async with backstage.supervised(PATIENT):
        await backstage.news.state(connected, "connected")
        await backstage.rehearsal.command("/twitch/say", login="junoplays", text="first")
        await backstage.news.until(connected, lambda data: health(data)["lag_ms"] is not None)
        before = (await backstage.row(connected)).revision
        await backstage.rehearsal.command("/twitch/say", login="junoplays", text="again", count=300)
        await backstage.rehearsal.command("/twitch/say", login="junoplays", text="last")
        await backstage.chat.until(lambda heard: said(heard.event) == "last")
        assert (await backstage.row(connected)).revision == before
        await backstage.rehearsal.command("/twitch/go-live", login="junoplays")
        live = await backstage.news.until(connected, lambda data: data["is_live"])
    assert health(live["data"])["messages_per_minute"] == 302
    assert live["data"]["revision"] <= before + 2


async def test_lease_that_was_lost_is_noticed_by_the_next_sign_of_life(backstage: Backstage) -> None:
    connected = await backstage.connect()
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        async with backstage.kernel.database.write() as session:
            (await session.get_one(Lease, f"connection:{connected.id}")).owner = "another"
        seq = await backstage.rehearsal.command("/twitch/say", login="junoplays", text="who hears this?")
        await backstage.rehearsal.happens("socket_closed", after=seq, login="junoplays")
        assert await Ledger(backstage.kernel, backstage.platforms, 30).renew([connected.id]) == set()


async def test_connection_that_nobody_listens_to_has_no_pace(backstage: Backstage) -> None:
    connected = await backstage.connect()
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        await backstage.rehearsal.command("/twitch/say", login="junoplays", text="hello", count=5)
        await backstage.news.until(connected, lambda data: health(data)["messages_per_minute"] == 5)
    row = await backstage.row(connected)
    assert (row.connection_state, row.messages_per_minute) == ("waiting", 0)
    assert row.lag_ms is not None
