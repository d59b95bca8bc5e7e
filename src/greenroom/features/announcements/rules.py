"""Pure rules: which streams are announced, and what an announcement says."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

import msgspec
from msgspec import Struct

from greenroom.chat.protocol.announcements import AnnouncementMessage, Embed, EmbedField, EmbedLink
from greenroom.responses.text_values import TextVariable

# The `subject` of an announcement that covers all platforms.
ALL_PLATFORMS = "all"
# A stream that is noticed later than this after its start is not announced.
MAX_DELAY = timedelta(minutes=30)
# The platforms' clocks can differ from ours by this much.
CLOCK_TOLERANCE = timedelta(minutes=1)
# A failed announcement is tried again after this time, which doubles with each try.
FIRST_WAIT = timedelta(seconds=15)
MAX_WAIT = timedelta(minutes=5)
# Calls to the service take less time: an older claim belongs to a process that has stopped.
CLAIM_TIME = timedelta(seconds=60)
ENDED_COLOUR = "#747f8d"

VARIABLES = (
    TextVariable("channel", "Name of the channel", "JunoPlays"),
    TextVariable("title", "Title of the stream", "Building a clock"),
    TextVariable("game", "Category of the stream", "Makers & Crafting"),
    TextVariable("platform", "The platform that is live, or the first of them", "Castly"),
    TextVariable("platforms", "All platforms that are live", "Castly, Streamo"),
    TextVariable("link", "Where to watch, or the first place", "https://example.com/junoplays"),
    TextVariable("links", "All places to watch", "https://example.com/junoplays https://example.org/juno"),
    TextVariable("duration", "How long the stream was; only after its end", "3 hours 12 minutes"),
    TextVariable("peak", "Most viewers at the same time; only after its end", "4,623"),
)


class AnnouncedPart(Struct, frozen=True):
    """A stream on one platform."""

    connection_id: UUID
    provider: str
    # Name of the platform.
    platform: str
    # Colour of the platform.
    colour: str
    # The page to watch on; empty if it is unknown.
    url: str
    title: str
    category: str
    started_at: datetime
    # None while the stream is live.
    ended_at: datetime | None = None
    peak_viewers: int | None = None

    @property
    def is_live(self) -> bool:
        return self.ended_at is None


class AnnouncedStream(Struct, frozen=True):
    """What an announcement is about: a stream on all its platforms, or on one."""

    channel: str
    started_at: datetime
    # None while the stream is live.
    ended_at: datetime | None
    # In the order in which the parts began; never empty.
    parts: tuple[AnnouncedPart, ...]
    peak_viewers: int | None = None

    @property
    def title(self) -> str:
        return next((part.title for part in self.parts if part.title), "")

    @property
    def category(self) -> str:
        return next((part.category for part in self.parts if part.category), "")

    @property
    def shown_parts(self) -> Sequence[AnnouncedPart]:
        """The parts that are live; all parts of a stream that has ended."""
        return [part for part in self.parts if part.is_live] or self.parts


def newest_parts(parts: Iterable[AnnouncedPart]) -> tuple[AnnouncedPart, ...]:
    """Joins the parts of each connection into one: the newest, with the start of the first."""
    newest: dict[UUID, AnnouncedPart] = {}
    for part in sorted(parts, key=lambda each: each.started_at):
        earlier = newest.pop(part.connection_id, None)
        newest[part.connection_id] = part if earlier is None else _joined(earlier, part)
    return tuple(sorted(newest.values(), key=lambda each: each.started_at))


def _joined(first: AnnouncedPart, second: AnnouncedPart) -> AnnouncedPart:
    return msgspec.structs.replace(second, started_at=first.started_at, title=second.title or first.title)


def subjects(mode: str, parts: Iterable[AnnouncedPart]) -> list[str]:
    return [ALL_PLATFORMS] if mode == "once" else [str(part.connection_id) for part in parts]


def stream_of(stream: AnnouncedStream, subject: str) -> AnnouncedStream:
    """The whole stream if the subject is ALL_PLATFORMS, else its part with this connection id."""
    if subject == ALL_PLATFORMS:
        return stream
    part = next(part for part in stream.parts if str(part.connection_id) == subject)
    return AnnouncedStream(stream.channel, part.started_at, part.ended_at, (part,), part.peak_viewers)


def needs_announcement(stream: AnnouncedStream, enabled_at: datetime | None, now: datetime) -> bool:
    """Whether the stream is live and began lately, after announcements were turned on."""
    is_new = enabled_at is not None and stream.started_at >= enabled_at - CLOCK_TOLERANCE
    return stream.ended_at is None and is_new and now - stream.started_at <= MAX_DELAY


def wait_after(tries: int) -> timedelta:
    return min(FIRST_WAIT * 2 ** min(tries, 10), MAX_WAIT)


def values_of(stream: AnnouncedStream) -> dict[str, str]:
    shown = stream.shown_parts
    links = [part.url for part in shown if part.url]
    values = {
        "channel": stream.channel,
        "title": stream.title,
        "game": stream.category,
        "platform": shown[0].platform,
        "platforms": ", ".join(dict.fromkeys(part.platform for part in shown)),
        "link": links[0] if links else "",
        "links": " ".join(links),
    }
    if stream.ended_at is not None:
        values["duration"] = duration_text(stream.ended_at - stream.started_at)
        values["peak"] = "" if stream.peak_viewers is None else f"{stream.peak_viewers:,}"
    return values


def duration_text(duration: timedelta) -> str:
    minutes = max(round(duration.total_seconds() / 60), 1)
    hours, minutes = divmod(minutes, 60)
    parts = [_counted(hours, "hour"), _counted(minutes, "minute")]
    return " ".join(part for part in parts if part)


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}{'' if number == 1 else 's'}" if number else ""


def embed_of(stream: AnnouncedStream) -> Embed:
    shown, ended = stream.shown_parts, stream.ended_at
    fields = [("Duration", duration_text(ended - stream.started_at) if ended else "")]
    if ended is not None and stream.peak_viewers is not None:
        fields.append(("Peak viewers", f"{stream.peak_viewers:,}"))
    fields.append(("Category", stream.category))
    return Embed(
        author=stream.channel,
        title=stream.title or (f"{stream.channel} was live" if ended else f"{stream.channel} is live"),
        url=next((part.url for part in shown if part.url), ""),
        colour=ENDED_COLOUR if ended else shown[0].colour,
        fields=tuple(EmbedField(name, value) for name, value in fields if value),
        links_name="Streamed on" if ended else "Watch on",
        links=tuple(EmbedLink(part.platform, part.url) for part in shown),
        at=stream.started_at,
    )


def digest(message: AnnouncementMessage) -> str:
    return sha256(msgspec.json.encode(message)).hexdigest()
