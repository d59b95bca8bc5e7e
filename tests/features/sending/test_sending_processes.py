"""Several processes on one database: what is asked of all of them is sent by one of them."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

from frozen_clock import FrozenClock
from greenroom.settings import Settings
from house import House, Visitor, open_house
from rehearsal.stage import Stage
from sending_desk import Desk, happened, states


@contextlib.asynccontextmanager
async def two_desks(settings: Settings, stage: Stage, clock: FrozenClock) -> AsyncGenerator[tuple[House, Desk, Desk]]:
    """One person with two browsers, each of which talks to another process."""
    another = settings.model_copy(update={"role": "web", "port": 0})
    async with open_house(settings, stage, clock) as first, open_house(another, stage, clock) as second:
        owner = await first.sign_in()
        elsewhere = Visitor(second, (await second.visitor()).http, owner.token)
        desk = Desk(owner, await owner.create_channel())
        await desk.connect("twitch")
        yield first, desk, Desk(elsewhere, desk.channel_id, desk.connections)


async def at_both(first: Desk, second: Desk) -> None:
    """Each process has sent whatever it had to send before this."""
    for desk in (first, second):
        await desk.send(f"Last words to {desk.visitor.house.url}")


async def test_id_asked_for_in_two_processes_at_once_is_sent_once(
    settings: Settings, stage: Stage, clock: FrozenClock
) -> None:
    async with two_desks(settings, stage, clock) as (house, first, second):
        body = first.body("Only once")
        answers = await asyncio.gather(*(desk.post(body) for desk in (first, second) * 4))
        assert {(answer.status_code, answer.json()["id"]) for answer in answers} == {(202, body["id"])}
        await at_both(first, second)
        assert len(await happened(house, "chat_sent")) == 3


async def test_retry_asked_for_in_two_processes_at_once_is_sent_once(
    settings: Settings, stage: Stage, clock: FrozenClock
) -> None:
    async with two_desks(settings, stage, clock) as (house, first, second):
        await house.rehearse("/twitch/drop-messages", code="msg_rejected")
        sent = await first.send("Only once")
        asked = await asyncio.gather(*(desk.retry(sent, "twitch") for desk in (first, second) * 3))
        assert sorted(answer.status_code for answer in asked) == [202, 409, 409, 409, 409, 409]
        await at_both(first, second)
        assert len(await happened(house, "chat_sent")) == 3


async def test_process_for_the_web_alone_sends_too(settings: Settings, stage: Stage, clock: FrozenClock) -> None:
    async with two_desks(settings, stage, clock) as (_, first, second):
        sent = await second.send("From the web")
        assert sent["receipts"][0]["state"] == "sent"
        assert await first.listed() == [sent]


async def test_server_that_stops_says_what_it_has_not_sent(
    settings: Settings, stage: Stage, clock: FrozenClock
) -> None:
    async with open_house(settings, stage, clock) as house:
        owner = await house.sign_in()
        desk = Desk(owner, await owner.create_channel())
        await desk.connect("twitch")
        await house.rehearse("/twitch/delay", ms=60_000, path_prefix="/twitch/helix/chat/messages")
        answers = [await desk.post(desk.body(f"Number {number}")) for number in range(2)]
        assert [answer.status_code for answer in answers] == [202, 202]
        await house.happens("request_held", path="/twitch/helix/chat/messages")
    async with open_house(settings, stage, clock) as house:
        visitor = Visitor(house, (await house.visitor()).http, owner.token)
        again = Desk(visitor, desk.channel_id, desk.connections)
        reasons = {one["text"]: one["receipts"][0]["reason"] for one in await again.listed()}
        assert reasons == {"Number 0": "interrupted", "Number 1": "server_stopped"}
        await house.rehearse("/twitch/delay", ms=0, path_prefix="/twitch/helix/chat/messages")
        sent = await again.send_again(answers[1].json(), "twitch")
        assert (states(sent), sent["text"]) == ({"twitch": "sent"}, "Number 1")
