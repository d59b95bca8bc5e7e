from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from greenroom.accounts.topics import channel_topic
from greenroom.kernel.schema import Schema, StrictSchema

# Finished requests that the screen shows.
MAX_RECENT = 10

song_requests_topic = channel_topic("song-requests")


class SongRequestSettings(StrictSchema):
    enabled: bool = False
    # Requests of all viewers that may wait at the same time.
    max_waiting: Annotated[int, Field(ge=1, le=100)] = 20
    # Requests of one viewer, with all linked accounts, that may wait at the same time.
    max_per_viewer: Annotated[int, Field(ge=1, le=20)] = 2
    max_minutes: Annotated[int, Field(ge=1, le=60)] = 8
    allow_explicit: bool = False
    subscribers_only: bool = False


class SongRequestOut(Schema):
    id: UUID
    provider: str
    viewer_id: str
    name: str
    title: str
    artists: str
    url: str
    picture_url: str
    duration_ms: int
    state: Literal["waiting", "queued", "playing", "played", "skipped", "removed"]
    # Removed while the music service had the song queued: it is skipped as soon as it plays.
    is_unwanted: bool
    created_at: datetime
    finished_at: datetime | None


class SongRequestsOut(Schema):
    settings: SongRequestSettings
    # Playing, queued and waiting requests in their order.
    records: list[SongRequestOut]
    # Finished requests, the newest first, at most 10.
    recent: list[SongRequestOut]
    # Why the last request to the music service failed; empty if it succeeded.
    problem: str
    # 0 until the settings are saved for the first time.
    revision: int
    updated_at: datetime | None
    updated_by: str


class PlayingSong(Schema):
    title: str
    artists: str
    url: str
    picture_url: str
    duration_ms: int
    progress_ms: int


class MusicOut(Schema):
    """What the channel's music account is playing."""

    # Keys of the platforms that can play music.
    providers: list[str]
    # Key of the connected music platform; empty if there is none.
    provider: str
    # None if nothing is playing, or playback is paused.
    playing: PlayingSong | None
    # Why the music service could not be read; empty if it could.
    problem: str


class SongRequestsChanged(Schema):
    """The settings or a request changed; the browser has to fetch the list again."""

    type: Literal["song_requests_changed"] = "song_requests_changed"
