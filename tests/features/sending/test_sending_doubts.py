"""A message whose answer was lost was sent when the chat has it, and is not sent again."""

from frozen_clock import FrozenClock
from greenroom.features.sending.jobs import jobs
from greenroom.settings import Settings
from house import House, Json, Line, Visitor, open_house, refusal
from house_fixtures import on_one_database
from rehearsal.stage import Stage
from sending_desk import Desk, happened, listen, receipt_of, settled, states, until_connected

CHAT = "/twitch/helix/chat/messages"


async def connected(owner: Visitor, channel_id: str) -> Desk:
    desk = Desk(owner, channel_id)
    await desk.connect("twitch")
    await until_connected(owner, channel_id)
    return desk


async def line_of(line: Line, text: str) -> Json:
    while True:
        for event in (await line.hear()).get("events", []):
            if event["type"] == "line" and event["line"]["text"] == text:
                return event["line"]


async def said_there(house: House, desk: Desk, text: str, viewer: str) -> Json:
    async with desk.visitor.socket("/live") as line:
        await listen(line, desk.channel_id)
        await house.rehearse("/twitch/say", login="junoplays", viewer=viewer, text=text)
        return await line_of(line, text)


async def find_echoes(house: House) -> None:
    (job,) = [one for one in jobs(house.kernel, house.platforms) if one.name == "find_echoes_of_sent_messages"]
    await job.run()


async def failed(house: House, desk: Desk, text: str = "Hello, chat") -> Json:
    await house.rehearse("/twitch/fail", next=1, status=500, path_prefix=CHAT)
    sent = await desk.send(text)
    assert receipt_of(sent)["reason"] == "not_confirmed"
    return sent


async def test_message_that_is_in_the_chat_was_sent_though_nobody_answered(
    settings: Settings, stage: Stage, clock: FrozenClock
) -> None:
    async with open_house(settings, stage, clock) as house:
        owner = await house.sign_in()
        desk = await connected(owner, await owner.create_channel())
        await house.rehearse("/twitch/mute", next=1, path_prefix=CHAT)
        async with owner.socket("/live") as line:
            await listen(line, desk.channel_id)
            sent = (await desk.post(desk.body("Are you there?"))).json()
            echo = await line_of(line, "Are you there?")
    # The server was stopped while it waited for an answer.
    async with open_house(settings, stage, clock) as house:
        again = Desk(Visitor(house, (await house.visitor()).http, owner.token), desk.channel_id, desk.connections)
        (listed,) = await again.listed()
        assert (states(listed), receipt_of(listed)["message_ids"]) == ({"twitch": "sent"}, [echo["message_id"]])
        assert refusal(await again.retry(sent, "twitch")) == (409, "not_retryable")
        assert len(await happened(house, "chat_sent")) == 1


@on_one_database
async def test_echo_that_comes_after_the_answer_was_given_up_is_found(
    house: House, owner: Visitor, channel_id: str
) -> None:
    desk = await connected(owner, channel_id)
    sent = await failed(house, desk)
    await said_there(house, desk, "Hello, chat", "brisket99")
    await find_echoes(house)
    assert states((await desk.listed())[0]) == {"twitch": "failed"}
    async with desk.visitor.socket("/live") as line:
        await listen(line, desk.channel_id)
        echo = await said_there(house, desk, "Hello, chat", "junoplays")
        await find_echoes(house)
        told = await settled(line, sent["id"])
    assert (states(told), receipt_of(told)["message_ids"]) == ({"twitch": "sent"}, [echo["message_id"]])
    assert (receipt_of(told)["reason"], receipt_of(told)["detail"]) == ("", "")


@on_one_database
async def test_whoever_tries_again_is_told_that_it_was_sent(house: House, owner: Visitor, channel_id: str) -> None:
    desk = await connected(owner, channel_id)
    sent = await failed(house, desk)
    await said_there(house, desk, "Hello, chat", "junoplays")
    assert refusal(await desk.retry(sent, "twitch")) == (409, "not_retryable")
    assert states((await desk.listed())[0]) == {"twitch": "sent"}
    assert await happened(house, "chat_sent") == []


@on_one_database
async def test_one_echo_stands_for_one_message(house: House, owner: Visitor, channel_id: str) -> None:
    desk = await connected(owner, channel_id)
    for _ in range(2):
        await failed(house, desk)
    await said_there(house, desk, "Hello, chat", "junoplays")
    await find_echoes(house)
    assert sorted(receipt_of(one)["state"] for one in await desk.listed()) == ["failed", "sent"]
