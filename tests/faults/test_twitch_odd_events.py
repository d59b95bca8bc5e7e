"""Malformed and unknown events of Twitch do not affect the connection or later events."""

import json
from itertools import product

from greenroom.chat.protocol.events import MessageReceived
from greenroom.platforms.twitch.eventsub.topics import TOPICS
from support.rehearsal_process import ConnectionHost

EMPTY: dict[str, object] = {}
ODD: tuple[dict[str, object], ...] = (
    EMPTY,
    {"broadcaster_user_id": None},
    {"message": "text"},
    {"message": {"text": "x", "fragments": [{"type": "emote", "text": 7}]}},
    {"user_id": ["a list"], "action": "ban", "ban": 7},
)


async def test_malformed_events_do_not_affect_the_connection(connection_host: ConnectionHost) -> None:
    connection_host.rehearsal.allows_contract_violations = True
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        before = len(connection_host.updates.of(connected))
        for topic, event in product(TOPICS, ODD):
            await connection_host.rehearsal.command("/twitch/event", login="junoplays", type=topic.type, event=event)
        await connection_host.rehearsal.command("/twitch/say", login="junoplays", text="still there?")
        await connection_host.chat.until(
            lambda one: isinstance(one.event, MessageReceived) and one.event.text == "still there?"
        )
        states = {update["data"]["connection"]["state"] for update in connection_host.updates.of(connected)[before:]}
        assert states <= {"connected"}


async def test_event_of_an_unknown_type_and_a_malformed_frame_are_ignored(connection_host: ConnectionHost) -> None:
    connection_host.rehearsal.allows_contract_violations = True
    connected = await connection_host.connect()
    metadata = {
        "message_id": "odd-1",
        "message_type": "notification",
        "message_timestamp": connection_host.kernel.clock().isoformat(),
        "subscription_type": "channel.something_new",
        "subscription_version": "9",
    }
    subscription = {"status": "enabled", "type": "channel.something_new", "version": "9"}
    frame = {"metadata": metadata, "payload": {"subscription": subscription, "event": {"a": 1}}}
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        await connection_host.rehearsal.command("/twitch/frame", login="junoplays", text=json.dumps(frame))
        await connection_host.rehearsal.command("/twitch/frame", login="junoplays", text="[" * 500)
        await connection_host.rehearsal.command("/twitch/say", login="junoplays", text="still there?")
        await connection_host.chat.until(lambda one: isinstance(one.event, MessageReceived))
        assert len(await connection_host.rehearsal.sockets()) == 1
