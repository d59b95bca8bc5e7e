"""What each channel remembers: what was said, who is out, what can be redeemed and who paid."""

from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from rehearsal.crowd import Viewer

MESSAGES_KEPT = 2000
REDEMPTIONS_KEPT = 500


@dataclass(frozen=True, slots=True)
class Quoted:
    """The message that another one answers, as it is repeated there."""

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


@dataclass(slots=True)
class Reward:
    id: str
    title: str
    cost: int
    description: str = ""
    background_color: str = "#00e701"
    is_enabled: bool = True
    is_paused: bool = False
    is_user_input_required: bool = False
    should_redemptions_skip_request_queue: bool = False
    # Only the app that made a reward may change it; people make some on the site.
    is_made_by_app: bool = True
    is_deleted: bool = False


@dataclass(slots=True)
class Redemption:
    id: str
    reward: Reward
    viewer: Viewer
    user_input: str
    redeemed_at: datetime
    status: str


@dataclass(frozen=True, slots=True)
class Gift:
    """KICKs that somebody gave."""

    viewer: Viewer
    amount: int
    given_at: datetime


@dataclass(slots=True)
class Room:
    messages: dict[str, ChatMessage] = field(default_factory=dict[str, ChatMessage])
    # Until when; None is for good.
    bans: dict[str, datetime | None] = field(default_factory=dict[str, datetime | None])
    moderators: set[str] = field(default_factory=set[str])
    followers: set[str] = field(default_factory=set[str])
    is_followers_only: bool = False
    slow_seconds: int = 0
    last_said_at: dict[str, datetime] = field(default_factory=dict[str, datetime])
    rewards: dict[str, Reward] = field(default_factory=dict[str, Reward])
    redemptions: dict[str, Redemption] = field(default_factory=dict[str, Redemption])
    gifts: deque[Gift] = field(default_factory=lambda: deque[Gift](maxlen=2000))

    def keep(self, message: ChatMessage) -> None:
        self.messages[message.id] = message
        if len(self.messages) > MESSAGES_KEPT:
            del self.messages[next(iter(self.messages))]

    def keep_redemption(self, redemption: Redemption) -> None:
        self.redemptions[redemption.id] = redemption
        if len(self.redemptions) > REDEMPTIONS_KEPT:
            del self.redemptions[next(iter(self.redemptions))]

    def quote(self, message_id: str) -> Quoted | None:
        message = self.messages.get(message_id)
        return None if message is None else Quoted(message.id, message.content, message.sender)

    def is_banned(self, viewer_id: str, now: datetime) -> bool:
        """Time-outs end by themselves."""
        if viewer_id not in self.bans:
            return False
        until = self.bans[viewer_id]
        if until is not None and until <= now:
            del self.bans[viewer_id]
            return False
        return True

    def lets_speak(self, viewer_id: str, now: datetime) -> bool:
        """The room's modes; the broadcaster and the moderators are asked elsewhere."""
        if self.is_followers_only and viewer_id not in self.followers:
            return False
        last = self.last_said_at.get(viewer_id)
        return not self.slow_seconds or last is None or now - last >= timedelta(seconds=self.slow_seconds)
