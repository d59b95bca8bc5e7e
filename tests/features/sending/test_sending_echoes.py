"""A sent message that appears in chat is matched with its receipt."""

from uuid import uuid4

import pytest

from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket
from support.sending import WRITABLE, Composer, receipt_of, until_connected


async def echoes(line: LiveSocket, sent_id: str) -> tuple[Json, list[Json]]:
    """The message once it is settled, and as many lines of chats as it has parts everywhere."""
    sent, lines = Json(), list[Json]()
    while not sent or len(lines) < sum(receipt["parts"] for receipt in sent["receipts"]):
        for event in (await line.receive())["events"]:
            if event["type"] == "line":
                lines.append(event["line"])
            elif event["type"] == "sent" and event["sent"]["id"] == sent_id:
                sent = event["sent"]
    while any(receipt["state"] == "pending" for receipt in sent["receipts"]):
        for event in (await line.receive())["events"]:
            sent = event["sent"] if event["type"] == "sent" else sent
    return sent, lines


@pytest.mark.rows("P4")
async def test_echo_on_every_platform_carries_an_id_of_its_receipt(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await greenroom.control("/kick/webhook-url", url=f"{greenroom.url}/webhooks/kick")
    await greenroom.control("/youtube/go-live", login="marekfixes")
    composer = Composer(owner, channel_id)
    await composer.connect(*WRITABLE, login="marekfixes")
    await until_connected(owner, channel_id)
    async with owner.socket("/live") as line:
        await line.subscribe(channel_id, "chat")
        body = composer.body("word " * 45, id=str(uuid4()))
        assert (await composer.post(body)).status_code == 202
        sent, lines = await echoes(line, body["id"])
    heard = {(one["connection_id"], one["message_id"]) for one in lines}
    known = {(one["connection_id"], each) for one in sent["receipts"] for each in one["message_ids"]}
    assert heard == known
    assert len(receipt_of(sent, "youtube")["message_ids"]) == 2
