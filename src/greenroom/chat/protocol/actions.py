"""Actions that an adapter performs, and its receipt."""

from typing import Literal

from msgspec import Struct

# Error for a time-out of a banned viewer: it would replace the ban, or have no effect.
STILL_BANNED = "They are banned. Unban them first."


class SendMessage(Struct, frozen=True):
    text: str
    # The platform's id of the message to reply to; platforms without replies refuse it.
    reply_to: str = ""


class Announce(Struct, frozen=True):
    text: str
    colour: str = "primary"


class DeleteMessage(Struct, frozen=True):
    message_id: str


class ClearChat(Struct, frozen=True):
    pass


class BanViewer(Struct, frozen=True):
    """A ban, or a time-out if seconds are given."""

    viewer_id: str
    seconds: int | None = None
    reason: str = ""


class UnbanViewer(Struct, frozen=True):
    viewer_id: str


class WarnViewer(Struct, frozen=True):
    viewer_id: str
    reason: str


class ShoutOut(Struct, frozen=True):
    """Recommends another channel of the same platform to the viewers."""

    channel_id: str


class ChangeTitle(Struct, frozen=True):
    title: str


class ChangeCategory(Struct, frozen=True):
    category_id: str


class SearchCategories(Struct, frozen=True):
    query: str


class RunAd(Struct, frozen=True):
    seconds: int


class ListChatters(Struct, frozen=True):
    """All viewers in the chat, including those who have not written."""


class LookUpViewer(Struct, frozen=True):
    viewer_id: str


class CountFollowers(Struct, frozen=True):
    """Followers of the channel; on platforms where subscribing is free, subscribers."""


class ListEmotes(Struct, frozen=True):
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


class Category(Struct, frozen=True):
    id: str
    name: str
    image_url: str = ""


class ViewerFound(Struct, frozen=True):
    id: str
    login: str
    name: str
    avatar_url: str = ""
    created_at: str = ""
    # Follow date; empty if they do not follow, or the platform does not report it.
    followed_at: str = ""
    # None if the platform does not report it.
    follows: bool | None = None


class Receipt(Struct, frozen=True):
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
    # Result of ListEmotes.
    names: tuple[str, ...] = ()
    # Result of CountFollowers.
    count: int = 0
    # Actual length of a time-out, or the wait before the next ad.
    seconds: int = 0


def refused(detail: str) -> Receipt:
    return Receipt("refused", detail)


def dropped(detail: str) -> Receipt:
    return Receipt("dropped", detail)
