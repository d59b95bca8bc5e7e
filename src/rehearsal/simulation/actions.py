"""What an audience does, before any platform puts it into its own words."""

from dataclasses import dataclass

from rehearsal.simulation.viewers import Viewer


@dataclass(frozen=True, slots=True)
class Say:
    viewer: Viewer
    text: str
    # Answers this message of the same platform; empty for none.
    reply_to: str = ""


@dataclass(frozen=True, slots=True)
class Follow:
    viewer: Viewer


@dataclass(frozen=True, slots=True)
class Subscribe:
    """A sub, a membership: the first month or a later one."""

    viewer: Viewer
    months: int = 1
    tier: int = 1
    text: str = ""


@dataclass(frozen=True, slots=True)
class GiftSubs:
    # None gives without a name.
    viewer: Viewer | None
    count: int = 1
    tier: int = 1


@dataclass(frozen=True, slots=True)
class Pay:
    """`amount` is in the platform's own coin: bits, cents of a Super Chat, kicks, diamonds of a TikTok gift."""

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
    """A moderator acts on the platform's own site; for good, or for some seconds."""

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
    """This platform has no such thing, or cannot do it now."""
