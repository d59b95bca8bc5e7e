"""Events that Twitch should never send leave the connection, and what comes after them, alone."""

import json
from itertools import product

from backstage import Backstage
from greenroom.chat.events import MessageReceived
from greenroom.platforms.twitch.subscriptions import TOPICS

NOTHING: dict[str, object] = {}
ODD: tuple[dict[str, object], ...] = (
    NOTHING,
    {"broadcaster_user_id": None},
    {"message": "text"},
    {"message": {"text": "x", "fragments": [{"type": "emote", "text": 7}]}},
    {"user_id": ["a list"], "action": "ban", "ban": 7},
)


async def test_odd_events_cost_nothing_but_themselves(backstage: Backstage) -> None:
    backstage.rehearsal.tells_lies = True
    connected = await backstage.connect()
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        heard = len(backstage.news.of(connected))
        for topic, event in product(TOPICS, ODD):
            await backstage.rehearsal.command("/twitch/event", login="junoplays", type=topic.type, event=event)
        await backstage.rehearsal.command("/twitch/say", login="junoplays", text="still there?")
        await backstage.chat.until(
            lambda one: isinstance(one.event, MessageReceived) and one.event.text == "still there?"
        )
        states = {update["data"]["connection"]["state"] for update in backstage.news.of(connected)[heard:]}
        assert states <= {"connected"}


async def test_event_of_an_unknown_type_is_passed_over(backstage: Backstage) -> None:
    backstage.rehearsal.tells_lies = True
    connected = await backstage.connect()
    metadata = {
        "message_id": "odd-1",
        "message_type": "notification",
        "message_timestamp": backstage.kernel.clock().isoformat(),
        "subscription_type": "channel.something_new",
        "subscription_version": "9",
    }
    subscription = {"status": "enabled", "type": "channel.something_new", "version": "9"}
    frame = {"metadata": metadata, "payload": {"subscription": subscription, "event": {"a": 1}}}
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        await backstage.rehearsal.command("/twitch/frame", login="junoplays", text=json.dumps(frame))
        await backstage.rehearsal.command("/twitch/frame", login="junoplays", text="[" * 500)
        await backstage.rehearsal.command("/twitch/say", login="junoplays", text="still there?")
        await backstage.chat.until(lambda one: isinstance(one.event, MessageReceived))
        assert len(await backstage.rehearsal.sockets()) == 1
