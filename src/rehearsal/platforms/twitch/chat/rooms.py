"""State of a channel's chat: roles, messages, bans, followers and rewards."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pydantic import JsonValue

from rehearsal.platforms.twitch.channels.rewards import Reward
from rehearsal.platforms.twitch.chat.emotes import Emote, channel_emotes, sub_badge
from rehearsal.platforms.twitch.eventsub.payloads import broadcaster
from rehearsal.platforms.twitch.eventsub.subscriptions import JsonObject
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import Person, World


@dataclass(slots=True)
class ChatMessage:
    """A message that is kept for replies and deletions."""

    id: str
    viewer: Viewer
    text: str
    at: datetime
    # Id of the thread's first message; its own id if it is not a reply.
    thread_id: str = ""


@dataclass(frozen=True, slots=True)
class Ban:
    viewer: Viewer
    moderator: Viewer
    reason: str
    created_at: datetime
    # None for a permanent ban.
    ends_at: datetime | None


@dataclass(slots=True)
class Sub:
    viewer: Viewer
    tier: str
    months: int
    gifter: Viewer | None = None
    is_gift: bool = False


@dataclass(slots=True)
class ChatSettings:
    """Chat modes; None means off."""

    slow_seconds: int | None = None
    follower_minutes: int | None = None
    is_subscribers_only: bool = False
    is_emotes_only: bool = False


@dataclass(frozen=True, slots=True)
class PendingRaid:
    target: Viewer
    started_at: datetime


@dataclass(slots=True)
class RateLimits:
    """Rate limits of one room, by the action's name."""

    times: dict[str, list[datetime]] = field(default_factory=dict[str, list[datetime]])

    def allows(self, name: str, now: datetime, limit: int, seconds: int) -> bool:
        """Whether the action is within the limit; only such actions are counted."""
        oldest = now - timedelta(seconds=seconds)
        recent = self.times[name] = [at for at in self.times.get(name, []) if at > oldest]
        if len(recent) >= limit:
            return False
        recent.append(now)
        return True


@dataclass(slots=True)
class Room:
    person: Person
    owner: Viewer
    messages_kept: int
    moderators: dict[str, Viewer]
    vips: dict[str, Viewer]
    subs: dict[str, Sub]
    followers: dict[str, tuple[Viewer, datetime]] = field(default_factory=dict[str, tuple[Viewer, datetime]])
    bans: dict[str, Ban] = field(default_factory=dict[str, Ban])
    messages: OrderedDict[str, ChatMessage] = field(default_factory=OrderedDict[str, ChatMessage])
    last_messages: dict[str, ChatMessage] = field(default_factory=dict[str, ChatMessage])
    chatters: dict[str, Viewer] = field(default_factory=dict[str, Viewer])
    # Number of subs that each viewer has gifted, by viewer id.
    gift_counts: dict[str, int] = field(default_factory=dict[str, int])
    last_ad_at: datetime | None = None
    # Snoozes used so far; they are never given back.
    ad_snoozes: int = 0
    # Why Twitch refuses ads; empty if it accepts them.
    ad_refusal: str = ""
    # Only affiliates and partners have subscribers.
    has_subscribers: bool = True
    markers: list[tuple[datetime, str]] = field(default_factory=list[tuple[datetime, str]])
    clips: list[str] = field(default_factory=list[str])
    shoutouts: dict[str, datetime] = field(default_factory=dict[str, datetime])
    settings: ChatSettings = field(default_factory=ChatSettings)
    raid: PendingRaid | None = None
    rewards: dict[str, Reward] = field(default_factory=dict[str, Reward])
    rate_limits: RateLimits = field(default_factory=RateLimits)
    broadcaster_fields: JsonObject = field(default_factory=dict[str, JsonValue])
    emotes: dict[str, Emote] = field(default_factory=dict[str, Emote])

    def __post_init__(self) -> None:
        self.broadcaster_fields = broadcaster(self.person)
        self.emotes = channel_emotes(self.person)

    def is_moderator(self, user_id: str) -> bool:
        """Whether the user is the broadcaster or a moderator."""
        return user_id == self.person.id or user_id in self.moderators

    def ban_of(self, user_id: str, now: datetime) -> Ban | None:
        """The user's ban or time-out; None if there is none or it is over."""
        ban = self.bans.get(user_id)
        if ban is not None and ban.ends_at is not None and ban.ends_at <= now:
            del self.bans[user_id]
            return None
        return ban

    def keep(self, message: ChatMessage) -> None:
        self.messages[message.id] = message
        self.last_messages[message.viewer.id] = message
        self.chatters[message.viewer.id] = message.viewer
        if len(self.messages) > self.messages_kept:
            self.messages.popitem(last=False)

    def remove_messages(self, user_id: str) -> None:
        """Removes all messages of a user."""
        for message_id in [each.id for each in self.messages.values() if each.viewer.id == user_id]:
            del self.messages[message_id]

    def badges(self, viewer: Viewer) -> list[JsonObject]:
        badges: list[JsonObject] = []
        if viewer.id == self.person.id:
            badges.append({"set_id": "broadcaster", "id": "1", "info": ""})
        elif viewer.id in self.moderators:
            badges.append({"set_id": "moderator", "id": "1", "info": ""})
        elif viewer.id in self.vips:
            badges.append({"set_id": "vip", "id": "1", "info": ""})
        sub = self.subs.get(viewer.id)
        if sub is not None:
            badges.append({"set_id": "subscriber", "id": sub_badge(sub.months), "info": str(sub.months)})
        return badges


class Rooms:
    """Rooms of all channels, created on first access."""

    def __init__(self, world: Callable[[], World], messages_kept: int) -> None:
        self._world = world
        self._messages_kept = messages_kept
        self._rooms: dict[str, Room] = {}

    def of(self, person: Person) -> Room:
        room = self._rooms.get(person.id)
        if room is None:
            room = self._rooms[person.id] = self._open(person)
        return room

    def all(self) -> list[Room]:
        return [self.of(person) for person in self._world().people]

    def _open(self, person: Person) -> Room:
        viewers = self._world().viewers_on("twitch")
        owner = Viewer(person.id, person.login, person.display_name, "", "en")
        return Room(
            person,
            owner,
            self._messages_kept,
            moderators={each.id: each for each in viewers if each.is_moderator},
            vips={each.id: each for each in viewers if each.is_vip and not each.is_moderator},
            subs={each.id: Sub(each, "1000", each.sub_months) for each in viewers if each.sub_months},
        )
