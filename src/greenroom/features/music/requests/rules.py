"""Pure rules: which songs may be requested, the state of a queued song, and texts that name songs."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from greenroom.chat.protocol.actions import Song

ACTIVE = ("playing", "queued", "waiting")
MAX_LISTED = 5


def song_text(title: str, artists: str) -> str:
    return f"{title} by {artists}" if artists else title


class Limits(Struct, frozen=True):
    max_waiting: int
    max_per_viewer: int


def limit_refusal(limits: Limits, waiting: int, of_viewer: int) -> str:
    """Why a viewer who has `of_viewer` requests cannot add another request; empty if allowed."""
    if of_viewer >= limits.max_per_viewer:
        return "You already have a request." if of_viewer == 1 else f"You already have {of_viewer} requests."
    return f"The list is full ({waiting} songs are waiting)." if waiting >= limits.max_waiting else ""


def song_refusal(song: Song, *, max_minutes: int, allow_explicit: bool, active_ids: Sequence[str]) -> str:
    """Why this song cannot be requested; empty if it can."""
    name = song_text(song.title, ", ".join(song.artists))
    if song.is_explicit and not allow_explicit:
        return f"{name} is marked as explicit, and explicit songs are not allowed."
    if song.duration_ms > max_minutes * 60_000:
        return f"{name} is longer than {max_minutes} minutes."
    return f"{name} is already on the list." if song.id in active_ids else ""


def queued_state(song_id: str, queued_behind: str, now_playing: str) -> Literal["next", "playing", "over"]:
    """Whether a song that the music service has queued still waits, is playing, or is over."""
    if now_playing == song_id:
        return "playing"
    return "next" if queued_behind in {"", now_playing} else "over"


def list_text(songs: Sequence[str], total: int) -> str:
    if not songs:
        return "No songs are requested."
    numbered = ", ".join(f"{number}. {song}" for number, song in enumerate(songs, 1))
    return numbered if total <= len(songs) else f"{numbered} and {total - len(songs)} more"
