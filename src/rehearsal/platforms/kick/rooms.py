"""State of a channel's chat: messages, bans, roles, modes and rewards."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from rehearsal.simulation.viewers import Viewer

MAX_MESSAGES_KEPT = 2000


@dataclass(frozen=True, slots=True)
class Quoted:
    """The message that a reply quotes."""

    id: str
    content: str
    sender: Viewer


@dataclass(frozen=True, slots=True)
class ChatMessage:
    id: str
    sender: Viewer
    content: str
    created_at: datetime
    replies_to: Quoted | None = None


@dataclass(frozen=True, slots=True)
class Reward:
    id: str
    title: str
    cost: int


@dataclass(frozen=True, slots=True)
class Redemption:
    id: str
    reward: Reward
    viewer: Viewer
    user_input: str
    redeemed_at: datetime


@dataclass(frozen=True, slots=True)
class Gift:
    """KICKs (Kick's paid currency) that a viewer gave."""

    viewer: Viewer
    amount: int
    given_at: datetime


@dataclass(slots=True)
class Room:
    messages: dict[str, ChatMessage] = field(default_factory=dict[str, ChatMessage])
    # The end of each ban; None is permanent.
    bans: dict[str, datetime | None] = field(default_factory=dict[str, datetime | None])
    moderators: set[str] = field(default_factory=set[str])
    followers: set[str] = field(default_factory=set[str])
    is_followers_only: bool = False
    slow_seconds: int = 0
    last_message_at: dict[str, datetime] = field(default_factory=dict[str, datetime])
    rewards: dict[str, Reward] = field(default_factory=dict[str, Reward])

    def keep(self, message: ChatMessage) -> None:
        self.messages[message.id] = message
        if len(self.messages) > MAX_MESSAGES_KEPT:
            del self.messages[next(iter(self.messages))]

    def quote(self, message_id: str) -> Quoted | None:
        message = self.messages.get(message_id)
        return None if message is None else Quoted(message.id, message.content, message.sender)

    def is_banned(self, viewer_id: str, now: datetime) -> bool:
        """Whether the viewer is banned or timed out; removes an expired time-out."""
        if viewer_id not in self.bans:
            return False
        until = self.bans[viewer_id]
        if until is not None and until <= now:
            del self.bans[viewer_id]
            return False
        return True

    def modes_allow_message(self, viewer_id: str, now: datetime) -> bool:
        """Whether followers-only and slow mode allow a message of a viewer who is no moderator."""
        if self.is_followers_only and viewer_id not in self.followers:
            return False
        last = self.last_message_at.get(viewer_id)
        return not self.slow_seconds or last is None or now - last >= timedelta(seconds=self.slow_seconds)
