"""Viewer actions, which each platform translates into its own events or refuses."""

from dataclasses import dataclass

from rehearsal.simulation.viewers import Viewer


@dataclass(frozen=True, slots=True)
class Say:
    viewer: Viewer
    text: str
    # Id of the message to reply to.
    reply_to: str = ""


@dataclass(frozen=True, slots=True)
class Follow:
    viewer: Viewer


@dataclass(frozen=True, slots=True)
class Subscribe:
    """A new or renewed subscription or membership."""

    viewer: Viewer
    months: int = 1
    tier: int = 1
    text: str = ""


@dataclass(frozen=True, slots=True)
class GiftSubs:
    # None for an anonymous gift.
    viewer: Viewer | None
    count: int = 1
    tier: int = 1


@dataclass(frozen=True, slots=True)
class Pay:
    """`amount` is in bits on Twitch, cents on YouTube, KICKs on Kick and diamonds on TikTok."""

    viewer: Viewer
    amount: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Raid:
    viewer: Viewer
    viewers: int


@dataclass(frozen=True, slots=True)
class Redeem:
    viewer: Viewer
    title: str
    text: str = ""
    cost: int = 500


@dataclass(frozen=True, slots=True)
class Like:
    viewer: Viewer
    count: int = 1


@dataclass(frozen=True, slots=True)
class Share:
    viewer: Viewer


@dataclass(frozen=True, slots=True)
class Join:
    viewer: Viewer


@dataclass(frozen=True, slots=True)
class BanOnSite:
    """A ban, or with `seconds` a time-out, on the platform's own site."""

    viewer: Viewer
    seconds: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class UnbanOnSite:
    viewer: Viewer


@dataclass(frozen=True, slots=True)
class DeleteOnSite:
    message_id: str


@dataclass(frozen=True, slots=True)
class ClearOnSite:
    pass


ViewerAction = (
    Say
    | Follow
    | Subscribe
    | GiftSubs
    | Pay
    | Raid
    | Redeem
    | Like
    | Share
    | Join
    | BanOnSite
    | UnbanOnSite
    | DeleteOnSite
    | ClearOnSite
)


class ActionRefused(ValueError):
    """The platform does not have this action, or it is not possible now."""
