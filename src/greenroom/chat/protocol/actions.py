"""Actions that an adapter performs, and its receipt."""

from dataclasses import dataclass
from typing import Literal

# Error for a time-out of a banned viewer: it would replace the ban, or have no effect.
BAN_STANDS = "They are banned. Unban them first."


@dataclass(frozen=True, slots=True)
class SendMessage:
    text: str
    # The platform's id of the message to reply to; platforms without replies refuse it.
    reply_to: str = ""


@dataclass(frozen=True, slots=True)
class Announce:
    text: str
    colour: str = "primary"


@dataclass(frozen=True, slots=True)
class DeleteMessage:
    message_id: str


@dataclass(frozen=True, slots=True)
class ClearChat:
    pass


@dataclass(frozen=True, slots=True)
class BanViewer:
    """A ban, or a time-out if seconds are given."""

    viewer_id: str
    seconds: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class UnbanViewer:
    viewer_id: str


@dataclass(frozen=True, slots=True)
class WarnViewer:
    viewer_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class ShoutOut:
    """Recommends another channel of the same platform to the viewers."""

    channel_id: str


@dataclass(frozen=True, slots=True)
class ChangeTitle:
    title: str


@dataclass(frozen=True, slots=True)
class ChangeCategory:
    category_id: str


@dataclass(frozen=True, slots=True)
class SearchCategories:
    query: str


@dataclass(frozen=True, slots=True)
class RunAd:
    seconds: int


@dataclass(frozen=True, slots=True)
class ListChatters:
    """All viewers in the chat, including those who have not written."""


@dataclass(frozen=True, slots=True)
class LookUpViewer:
    viewer_id: str


@dataclass(frozen=True, slots=True)
class CountFollowers:
    """Followers of the channel; on platforms where subscribing is free, subscribers."""


@dataclass(frozen=True, slots=True)
class ListEmotes:
    """The platform's own emotes for this channel."""


Action = (
    SendMessage
    | Announce
    | DeleteMessage
    | ClearChat
    | BanViewer
    | UnbanViewer
    | WarnViewer
    | ShoutOut
    | ChangeTitle
    | ChangeCategory
    | SearchCategories
    | RunAd
    | ListChatters
    | LookUpViewer
    | CountFollowers
    | ListEmotes
)


@dataclass(frozen=True, slots=True)
class Category:
    id: str
    name: str
    image_url: str = ""


@dataclass(frozen=True, slots=True)
class ViewerFound:
    id: str
    login: str
    name: str
    avatar_url: str = ""
    created_at: str = ""
    # Follow date if the platform reports it; empty if they do not follow.
    followed_at: str = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """`done`: confirmed by the platform; `dropped`: accepted but not shown; `refused`: will never be done.

    Other failures (no permission, rate limit, no answer) are raised as a PlatformFailure.
    """

    outcome: Literal["done", "dropped", "refused"]
    # For users: why it was dropped or refused, or what differs from the request ("rounded up to 2 minutes").
    detail: str = ""
    # One for each part of a split text.
    message_ids: tuple[str, ...] = ()
    categories: tuple[Category, ...] = ()
    viewers: tuple[ViewerFound, ...] = ()
    # Result of a List action.
    names: tuple[str, ...] = ()
    # Result of a Count action.
    count: int = 0
    # Actual length of an ad or time-out, or the wait before the next ad, in seconds.
    seconds: int = 0


def refused(detail: str) -> Receipt:
    return Receipt("refused", detail)


def dropped(detail: str) -> Receipt:
    return Receipt("dropped", detail)
