"""Actions that an adapter performs, and its receipt."""

from dataclasses import dataclass
from typing import Literal

# To whoever wants a time-out for somebody who is out for good: it would end the ban, or never begin.
BAN_STANDS = "They are banned. Unban them first."


@dataclass(frozen=True, slots=True)
class SendMessage:
    text: str
    # The platform's id of the message this answers; platforms without replies refuse it.
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
    """For good, or for a while when seconds are given."""

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
    """Point the audience at another channel of the same platform."""

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
    """Who is in the chat now, spoken or not."""


@dataclass(frozen=True, slots=True)
class LookUpViewer:
    viewer_id: str


@dataclass(frozen=True, slots=True)
class CountFollowers:
    """Of the channel; subscribers, where that is what people do for nothing."""


@dataclass(frozen=True, slots=True)
class ListEmotes:
    """Those that the platform itself has for this channel."""


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
    # When they followed, where the platform tells us; empty when they do not follow.
    followed_at: str = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """`done` is what the platform confirmed, `dropped` what it took and did not show, `refused` what it will never do.

    What failed for other reasons (no permission, too many requests, no answer) is raised as a PlatformFailure.
    """

    outcome: Literal["done", "dropped", "refused"]
    # Words for people: why it was dropped or refused, or what differs from what was asked ("rounded up to 2 minutes").
    detail: str = ""
    # One for each part a long text was split into.
    message_ids: tuple[str, ...] = ()
    categories: tuple[Category, ...] = ()
    viewers: tuple[ViewerFound, ...] = ()
    # Of what was to be listed.
    names: tuple[str, ...] = ()
    # What was to be counted.
    count: int = 0
    # A shorter ad, or a wait before the next one, in seconds; how long a time-out really lasts, where that may differ.
    seconds: int = 0


def refused(detail: str) -> Receipt:
    return Receipt("refused", detail)


def dropped(detail: str) -> Receipt:
    return Receipt("dropped", detail)
