"""Oversized fields in a platform's message make a line of bounded size."""

from datetime import UTC, datetime
from uuid import UUID

from greenroom.chat.messages.line import encode
from greenroom.chat.messages.line_builder import build_line
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import Badge, Chatter, Fragment, MessageReceived, Parent

CHANNEL = UUID("01890000-0000-7000-8000-0000000000aa")
NOW = datetime(2030, 1, 2, tzinfo=UTC)
HUGE = "x" * 50_000


def test_fields_besides_the_text_are_limited() -> None:
    badges = (Badge(HUGE, HUGE, HUGE),) * 500
    event = MessageReceived(
        HUGE,
        Chatter(HUGE, HUGE, HUGE, HUGE, HUGE, badges),
        "hi",
        (Fragment("hi", "emote", HUGE, f"https://{HUGE}"),),
        NOW,
        NOW,
        reply_to=Parent(HUGE, HUGE, HUGE, HUGE),
        source_channel_id=HUGE,
    )
    line = build_line(ChannelEvent(CHANNEL, CHANNEL, "twitch", event), event, {}, is_first=False)
    assert line.author is not None
    assert len(line.author.badges) == 20
    assert len(encode(line)) < 20_000
