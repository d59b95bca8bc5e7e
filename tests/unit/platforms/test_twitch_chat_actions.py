"""Sending messages to Twitch: requests, drops and errors."""

import json

import pytest
from canned_server import CannedServer
from twitch_accounts import BOT, CHANNEL, SENT, WITH_BOT, data_response, recorded_call
from twitch_fixtures import server, twitch

from greenroom.chat.protocol.actions import Receipt, SendMessage
from greenroom.platforms.twitch.platform import TwitchPlatform

__all__ = ["server", "twitch"]


async def test_message_is_sent_as_the_channel(twitch: TwitchPlatform, server: CannedServer) -> None:
    server.respond(200, SENT)
    assert await twitch.act(CHANNEL, SendMessage("hello")) == Receipt("done", message_ids=("7b0c2f7e",))
    body = {"broadcaster_id": "1001", "sender_id": "1001", "message": "hello"}
    assert recorded_call(server) == ("POST", "/chat/messages", body)
    assert server.requests[0].headers["authorization"] == "bearer owner"


async def test_reply_of_a_bot_is_sent_as_the_bot(twitch: TwitchPlatform, server: CannedServer) -> None:
    server.respond(200, SENT)
    await twitch.act(WITH_BOT, SendMessage("hello", reply_to="p1"))
    body = {"broadcaster_id": "1001", "sender_id": BOT, "message": "hello", "reply_parent_message_id": "p1"}
    assert recorded_call(server)[2] == body
    assert server.requests[0].headers["authorization"] == "bearer bot"


def dropped_response(code: str, message: str) -> str:
    return data_response({"message_id": "", "is_sent": False, "drop_reason": {"code": code, "message": message}})


@pytest.mark.parametrize(
    ("response", "detail"),
    [
        (
            dropped_response("msg_duplicate", "Your message is identical…"),
            "Twitch shows the same text only once within 30 seconds.",
        ),
        (dropped_response("something_new", "Held by AutoMod."), "Held by AutoMod."),
        (data_response({"message_id": "", "is_sent": False}), "Twitch did not show the message and gave no reason."),
    ],
)
async def test_message_dropped_by_twitch_is_not_reported_as_sent(
    twitch: TwitchPlatform, server: CannedServer, response: str, detail: str
) -> None:
    server.respond(200, response)
    assert await twitch.act(CHANNEL, SendMessage("hello")) == Receipt("dropped", detail)


async def test_long_message_is_split_and_only_the_first_part_is_a_reply(
    twitch: TwitchPlatform, server: CannedServer
) -> None:
    server.respond(200, SENT).respond(200, SENT.replace("7b0c2f7e", "second"))
    receipt = await twitch.act(CHANNEL, SendMessage("word " * 150, reply_to="p1"))
    assert receipt == Receipt("done", message_ids=("7b0c2f7e", "second"))
    bodies = [json.loads(call.body) for call in server.requests]
    assert ["reply_parent_message_id" in body for body in bodies] == [True, False]


async def test_dropped_second_part_is_reported_with_the_reason(twitch: TwitchPlatform, server: CannedServer) -> None:
    server.respond(200, SENT).respond(200, dropped_response("held", "Held by AutoMod."))
    receipt = await twitch.act(CHANNEL, SendMessage("word " * 150))
    detail = "Only the first 1 of 2 parts were sent: Held by AutoMod."
    assert receipt == Receipt("dropped", detail, message_ids=("7b0c2f7e",))


@pytest.mark.parametrize("status", [429, 503])
async def test_partly_sent_message_is_not_retried(twitch: TwitchPlatform, server: CannedServer, status: int) -> None:
    server.respond(200, SENT).respond(status)
    receipt = await twitch.act(CHANNEL, SendMessage("word " * 150))
    assert (receipt.outcome, receipt.message_ids) == ("dropped", ("7b0c2f7e",))
    assert receipt.detail == "Only the first 1 of 2 parts were sent."
