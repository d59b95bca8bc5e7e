"""A sent message that appears in chat is matched with its receipt."""

from uuid import uuid4

import pytest

from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket
from support.sending import WRITABLE, Composer, receipt_of, until_connected


async def echoes(socket: LiveSocket, sent_id: str) -> tuple[Json, list[Json]]:
    """Waits for the final receipts of a sent message and the chat lines of all its parts; returns message and lines."""
    sent, lines = Json(), list[Json]()
    while not sent or len(lines) < sum(receipt["parts"] for receipt in sent["receipts"]):
        for event in (await socket.receive())["events"]:
            if event["type"] == "line":
                lines.append(event["line"])
            elif event["type"] == "sent" and event["sent"]["id"] == sent_id:
                sent = event["sent"]
    while any(receipt["state"] == "pending" for receipt in sent["receipts"]):
        for event in (await socket.receive())["events"]:
            sent = event["sent"] if event["type"] == "sent" else sent
    return sent, lines


@pytest.mark.rows("P4")
async def test_chat_lines_on_every_platform_have_the_ids_of_the_receipts(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await greenroom.control("/kick/webhook-url", url=f"{greenroom.url}/webhooks/kick")
    await greenroom.control("/youtube/go-live", login="marekfixes")
    composer = Composer(owner, channel_id)
    await composer.connect(*WRITABLE, login="marekfixes")
    await until_connected(owner, channel_id)
    async with owner.socket("/live") as socket:
        await socket.subscribe(channel_id, "chat")
        body = composer.body("word " * 45, id=str(uuid4()))
        assert (await composer.post(body)).status_code == 202
        sent, lines = await echoes(socket, body["id"])
    received = {(one["connection_id"], one["message_id"]) for one in lines}
    expected = {(one["connection_id"], each) for one in sent["receipts"] for each in one["message_ids"]}
    assert received == expected
    assert len(receipt_of(sent, "youtube")["message_ids"]) == 2
