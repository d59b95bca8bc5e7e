"""A platform that sends far too much of something makes no line that nobody could carry."""

from datetime import UTC, datetime
from uuid import UUID

from greenroom.chat.events import Badge, Chatter, Fragment, MessageReceived, ReplyTo
from greenroom.chat.heard import Heard
from greenroom.chat.line import encode
from greenroom.chat.line_making import line_of
from greenroom.chat.pipeline import Said

CHANNEL = UUID("01890000-0000-7000-8000-0000000000aa")
NOW = datetime(2030, 1, 2, tzinfo=UTC)
HUGE = "x" * 50_000


def test_everything_beside_the_text_has_a_limit() -> None:
    badges = (Badge(HUGE, HUGE, HUGE),) * 500
    event = MessageReceived(
        HUGE,
        Chatter(HUGE, HUGE, HUGE, HUGE, HUGE, badges),
        "hi",
        (Fragment("hi", "emote", HUGE, f"https://{HUGE}"),),
        NOW,
        NOW,
        reply_to=ReplyTo(HUGE, HUGE, HUGE, HUGE),
        source_channel_id=HUGE,
    )
    line = line_of(Said(Heard(CHANNEL, CHANNEL, "twitch", event), event), {})
    assert line.author is not None
    assert len(line.author.badges) == 20
    assert len(encode(line)) < 20_000
