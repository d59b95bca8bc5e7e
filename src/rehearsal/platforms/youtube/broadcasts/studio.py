"""State of one YouTube channel: broadcasts, moderators, bans and members."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pydantic import JsonValue

from rehearsal.platforms.deliveries import Deliveries
from rehearsal.platforms.youtube.broadcasts.categories import DEFAULT
from rehearsal.platforms.youtube.chat.live_chat import Chat
from rehearsal.platforms.youtube.ids import ban_id, channel_id, chat_id, encode, etag_of, video_id
from rehearsal.simulation.world import Person

PAST_BROADCASTS = 2
WAITING = ("created", "ready", "testing")


def default_settings() -> dict[str, JsonValue]:
    return {
        "closedCaptionsType": "closedCaptionsDisabled",
        "enableAutoStart": True,
        "enableAutoStop": True,
        "enableClosedCaptions": False,
        "enableContentEncryption": False,
        "enableDvr": True,
        "enableEmbed": True,
        "enableLowLatency": False,
        "latencyPreference": "normal",
        "projection": "rectangular",
        "recordFromStart": True,
        "startWithSlate": False,
    }


@dataclass(slots=True)
class Broadcast:
    """A planned, live or completed broadcast, which is also a video."""

    id: str
    title: str
    chat: Chat
    published_at: datetime
    scheduled_at: datetime
    category_id: str = DEFAULT
    description: str = ""
    tags: list[str] = field(default_factory=list[str])
    privacy: str = "public"
    is_for_kids: bool = False
    # Created by "Stream now", not planned.
    is_persistent: bool = False
    life: str = "created"
    stream_id: str | None = None
    bound_at: datetime | None = None
    scheduled_end_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    viewer_count: int = 0
    has_monitor: bool = True
    delay_ms: int = 0
    settings: dict[str, JsonValue] = field(default_factory=default_settings)

    @property
    def is_live(self) -> bool:
        return self.life == "live"

    @property
    def has_chat(self) -> bool:
        return not (self.chat.is_disabled or self.is_for_kids)


@dataclass(frozen=True, slots=True)
class Ban:
    id: str
    chat_id: str
    channel_id: str
    # None for a permanent ban, which applies to the whole channel.
    ends_at: datetime | None

    def is_active(self, chat: Chat, now: datetime) -> bool:
        return self.ends_at is None or (self.chat_id == chat.id and self.ends_at > now)


@dataclass(slots=True)
class Studio:
    person: Person
    deliveries: Deliveries
    # The category of the next broadcast.
    category_id: str
    broadcasts: list[Broadcast] = field(default_factory=list[Broadcast])
    moderator_ids: list[str] = field(default_factory=list[str])
    bans: dict[str, Ban] = field(default_factory=dict[str, Ban])
    # Months and tier of each member, by channel id.
    members: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    can_stream: bool = True

    @property
    def channel_id(self) -> str:
        return channel_id(self.person.id)

    @property
    def stream_id(self) -> str:
        """The id of the API resource `liveStream`; each channel has one, and its broadcasts are bound to it."""
        return encode(self.channel_id.encode()[2:] + etag_of(f"line {self.person.id}").encode()[:12])

    @property
    def live(self) -> Broadcast | None:
        return next((each for each in self.broadcasts if each.is_live), None)

    @property
    def waiting(self) -> Broadcast | None:
        """The planned broadcast that starts when the channel goes live."""
        ready = (each for each in self.broadcasts if each.life in WAITING and each.settings["enableAutoStart"])
        return min(ready, key=lambda each: each.scheduled_at, default=None)

    def find(self, broadcast_id: str) -> Broadcast | None:
        return next((each for each in self.broadcasts if each.id == broadcast_id), None)

    def open(self, video: str, title: str, *, at: datetime, scheduled_at: datetime) -> Broadcast:
        chat = Chat(chat_id(self.channel_id, video), video, self.deliveries)
        broadcast = Broadcast(video, title, chat, at, scheduled_at, self.category_id)
        self.broadcasts.append(broadcast)
        return broadcast

    def bind(self, broadcast: Broadcast, now: datetime) -> None:
        broadcast.stream_id, broadcast.bound_at = self.stream_id, now
        broadcast.life = "ready" if broadcast.life == "created" else broadcast.life

    def start(self, broadcast: Broadcast, started_at: datetime, viewer_count: int) -> None:
        self.bind(broadcast, broadcast.bound_at or started_at)
        broadcast.life, broadcast.started_at, broadcast.viewer_count = "live", started_at, viewer_count

    def stop(self, broadcast: Broadcast, now: datetime) -> None:
        broadcast.life, broadcast.ended_at, broadcast.viewer_count = "complete", now, 0
        broadcast.chat.close(now)

    def add_past_broadcasts(self, title: str, now: datetime) -> None:
        """Adds completed broadcasts, so that the list does not begin with the live one."""
        for number in range(PAST_BROADCASTS, 0, -1):
            began = now - timedelta(days=7 * number)
            old = self.open(video_id("past", self.person.id, number), title, at=began, scheduled_at=began)
            self.start(old, began, 0)
            self.stop(old, began + timedelta(hours=3))

    def is_owner(self, channel: str) -> bool:
        return channel == self.channel_id

    def may_moderate(self, channel: str) -> bool:
        return self.is_owner(channel) or channel in self.moderator_ids

    def ban(self, chat: Chat, channel: str, ends_at: datetime | None) -> Ban:
        ban = Ban(ban_id(chat.id, channel), chat.id, channel, ends_at)
        self.bans[channel] = ban
        return ban

    def is_banned(self, channel: str, chat: Chat, now: datetime) -> bool:
        ban = self.bans.get(channel)
        return ban is not None and ban.is_active(chat, now)
