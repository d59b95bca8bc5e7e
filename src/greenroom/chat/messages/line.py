"""A chat line as browsers see it: built once, stored as it is sent."""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from greenroom.chat.protocol.events import Badge

# None of what follows can point back at itself, and there is much of it: the collector of garbage need not look.
LineKind = Literal["text", "action", "highlight", "announcement", "first", "paid", "notice", "gap"]

# Kind of the notice that Greenroom itself puts where messages are missing.
GAP_NOTICE = "greenroom:gap"


class Part(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A piece of a line; all texts together are the message."""

    kind: Literal["text", "emote", "mention", "link", "cheer", "gift"]
    text: str
    # Of the emote, of the person mentioned, or of the cheer's picture.
    id: str = ""
    # The picture of an emote, a cheer or a gift; where a link leads.
    url: str = ""
    large_url: str = ""
    # The service an emote comes from; empty for the platform's own.
    source: str = ""
    # Bits of a cheer, price of a gift.
    amount: int = 0
    width: int = 0
    height: int = 0
    # Drawn over the emote before it.
    is_zero_width: bool = False


class Author(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    id: str
    login: str
    name: str
    # Readable on our dark ground, whatever was chosen at the platform.
    colour: str
    avatar_url: str = ""
    badges: tuple[Badge, ...] = ()
    is_broadcaster: bool = False
    is_moderator: bool = False
    is_vip: bool = False
    is_subscriber: bool = False
    is_bot: bool = False
    # 0 where the platform does not say.
    sub_months: int = 0


class Parent(msgspec.Struct, frozen=True, gc=False):
    """What a reply answers."""

    message_id: str
    text: str
    author_id: str
    author_name: str


class ChatLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """`connection_id` and `message_id` together name it for good."""

    connection_id: UUID
    provider: str
    message_id: str
    kind: LineKind
    sent_at: datetime
    text: str
    parts: tuple[Part, ...]
    author: Author | None = None
    reply_to: Parent | None = None
    # Of a notice: the platform's own word for it, and the sentence to show; `text` is what the person added.
    notice: str = ""
    headline: str = ""
    bits: int = 0
    is_first: bool = False
    is_backlog: bool = False
    # Another channel's, when chats are shared.
    source_channel_id: str = ""


class Removal(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Why a line is struck through."""

    how: Literal["deleted", "timed_out", "banned", "cleared", "filtered"]
    at: datetime
    # Whoever did it, as a name to show; empty when nobody says.
    by: str = ""
    reason: str = ""
    seconds: int = 0
    # The platform still shows it: it takes no deletes, or did not carry this one out.
    is_here_only: bool = False


class StoredLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line as it is read again; `line` is passed on as it was stored."""

    line: msgspec.Raw
    removal: msgspec.Raw | None
    # It stands again here, but what a platform took away stays away there.
    former_removal: msgspec.Raw | None = None


class LineSaid(msgspec.Struct, frozen=True, tag="line", gc=False):
    line: ChatLine


class LineRef(msgspec.Struct, frozen=True, gc=False):
    connection_id: UUID
    message_id: str


class LinesRemoved(msgspec.Struct, frozen=True, tag="removed", gc=False):
    lines: tuple[LineRef, ...]
    removal: Removal


class LinesSwept(msgspec.Struct, frozen=True, tag="swept", gc=False):
    """Every line of the connection sent from `since` to `until` that is not removed yet; of one person, or of all."""

    connection_id: UUID
    author_id: str
    since: datetime
    until: datetime
    removal: Removal


class LinesRestored(msgspec.Struct, frozen=True, tag="restored", gc=False):
    lines: tuple[LineRef, ...]


ChatNews = LineSaid | LinesRemoved | LinesSwept | LinesRestored

encode = msgspec.json.Encoder().encode
