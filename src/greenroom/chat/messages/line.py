"""Lines, removals and live updates as browsers receive them; a line is encoded once and stored in the same form."""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from greenroom.chat.protocol.events import Badge, Parent

# `gc=False` below: these objects are numerous and cannot form reference cycles.
LineKind = Literal["text", "action", "highlight", "announcement", "first", "paid", "notice", "gap"]

# Kind of the notice that Greenroom inserts where messages are missing.
GAP_NOTICE = "greenroom:gap"


class Part(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of a line; the texts of all parts together are the message."""

    kind: Literal["text", "emote", "mention", "link", "cheer", "gift", "gif"]
    text: str
    # Id of the emote, GIF or gift, of the mentioned viewer or of the cheer's picture.
    id: str = ""
    # Picture URL of an emote, a GIF, a cheer or a gift; target of a link.
    url: str = ""
    large_url: str = ""
    # The emote service; empty for the platform's own emotes.
    source: str = ""
    # Bits of a cheer, or price of a gift.
    amount: int = 0
    width: int = 0
    height: int = 0
    # Drawn on top of the previous emote.
    is_zero_width: bool = False


class Author(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    id: str
    login: str
    name: str
    # Adjusted to be readable on the dark background.
    colour: str
    avatar_url: str = ""
    badges: tuple[Badge, ...] = ()
    is_broadcaster: bool = False
    is_moderator: bool = False
    is_vip: bool = False
    is_subscriber: bool = False
    is_bot: bool = False
    # 0 if the platform does not report it.
    sub_months: int = 0


class ChatLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A chat message or notice as browsers see it; `connection_id` and `message_id` together identify it."""

    connection_id: UUID
    provider: str
    message_id: str
    kind: LineKind
    sent_at: datetime
    text: str
    parts: tuple[Part, ...]
    author: Author | None = None
    reply_to: Parent | None = None
    # Only for notices: the platform's name of the kind of notice.
    notice: str = ""
    # Only for notices: the sentence to show; `text` is the viewer's own message.
    headline: str = ""
    # Only for a gift to several viewers: the number of gifts.
    gifts: int = 0
    # Only for such a gift: the names of its recipients, as far as reported.
    recipients: tuple[str, ...] = ()
    bits: int = 0
    is_first: bool = False
    is_backlog: bool = False
    # The filters failed for this line, so only staff see it.
    is_unfiltered: bool = False
    # Set if the message comes from another channel of a shared chat.
    source_channel_id: str = ""


class Removal(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """How, when, by whom and why a line was removed."""

    how: Literal["deleted", "timed_out", "banned", "cleared", "filtered"]
    at: datetime
    # Display name of the moderator, or name of the filter; empty if unknown.
    by: str = ""
    reason: str = ""
    # Duration of a time-out.
    seconds: int = 0
    # The platform still shows the message: it does not support deletion, or the deletion failed.
    is_here_only: bool = False


class StoredLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line as read from the database; `line` is passed on without decoding."""

    line: msgspec.Raw
    removal: msgspec.Raw | None
    # Set if the line was restored here: the platform does not restore what it removed.
    former_removal: msgspec.Raw | None = None


class LineAdded(msgspec.Struct, frozen=True, tag="line", gc=False):
    line: ChatLine


class LineRef(msgspec.Struct, frozen=True, gc=False):
    connection_id: UUID
    message_id: str


class LinesRemoved(msgspec.Struct, frozen=True, tag="removed", gc=False):
    lines: tuple[LineRef, ...]
    removal: Removal


class LinesSwept(msgspec.Struct, frozen=True, tag="swept", gc=False):
    """Removes the lines of a connection from `since` to `until`; only those of `author_id`, unless that is empty."""

    connection_id: UUID
    author_id: str
    since: datetime
    until: datetime
    removal: Removal


class LinesRestored(msgspec.Struct, frozen=True, tag="restored", gc=False):
    lines: tuple[LineRef, ...]


class ChatHeld(msgspec.Struct, frozen=True, tag="held", gc=False):
    """New messages wait for the filters; sent repeatedly while they wait."""


class ChatReleased(msgspec.Struct, frozen=True, tag="released", gc=False):
    """The messages that waited are processed."""


class LinesUnfiltered(msgspec.Struct, frozen=True, tag="unfiltered", gc=False):
    """The filters failed for `count` messages, which were shown to staff only."""

    count: int


ChatUpdate = LineAdded | LinesRemoved | LinesSwept | LinesRestored | ChatHeld | ChatReleased | LinesUnfiltered

encode = msgspec.json.Encoder().encode


def live_event(line: bytes) -> bytes:
    """The JSON of `LineAdded` with a line that is already encoded."""
    return b'{"type":"line","line":%b}' % line
