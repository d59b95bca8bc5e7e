"""Actions that an adapter performs, and the receipt that it returns."""

from datetime import datetime
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

# Error for a time-out of a banned viewer: it would replace the ban, or have no effect.
STILL_BANNED = "They are banned. Unban them first."


class SendMessage(Struct, frozen=True):
    text: str
    # The platform's id of the message to reply to; platforms without replies refuse it.
    reply_to: str = ""
    # Shown as an action of the sender ("/me waves"); only for platforms that support actions.
    is_action: bool = False


class Announce(Struct, frozen=True):
    text: str
    colour: str = "primary"


class DeleteMessage(Struct, frozen=True):
    message_id: str


class ClearChat(Struct, frozen=True):
    pass


class BanViewer(Struct, frozen=True):
    """A ban, or a time-out if seconds are given."""

    viewer_id: str
    seconds: int | None = None
    reason: str = ""


class UnbanViewer(Struct, frozen=True):
    viewer_id: str


class WarnViewer(Struct, frozen=True):
    viewer_id: str
    reason: str


class ShoutOut(Struct, frozen=True):
    """Recommends another channel of the same platform to the viewers."""

    channel_id: str


class StartRaid(Struct, frozen=True):
    """Sends the viewers to another channel of the same platform, after the platform's countdown."""

    channel_id: str


class CancelRaid(Struct, frozen=True):
    pass


class ChatModes(Struct, frozen=True):
    """Who may write in a chat, and how often."""

    # Minimum time between two messages of one viewer; None: off.
    slow_seconds: int | None = None
    # Only viewers who have followed for this long may write; 0: all followers; None: off.
    followers_seconds: int | None = None
    subscribers_only: bool = False
    emotes_only: bool = False


class ReadChatModes(Struct, frozen=True):
    pass


class ChangeChatModes(Struct, frozen=True):
    """Fields left UNSET stay as they are; None or False switches a mode off."""

    slow_seconds: int | UnsetType | None = UNSET
    followers_seconds: int | UnsetType | None = UNSET
    subscribers_only: bool | UnsetType = UNSET
    emotes_only: bool | UnsetType = UNSET


class ChangeTitle(Struct, frozen=True):
    title: str


class ChangeCategory(Struct, frozen=True):
    category_id: str


class SearchCategories(Struct, frozen=True):
    query: str


class RunAd(Struct, frozen=True):
    seconds: int


class ReadAdSchedule(Struct, frozen=True):
    pass


class SnoozeAd(Struct, frozen=True):
    """Postpones the next ad by a time that the platform decides."""


class CreateMarker(Struct, frozen=True):
    """Marks the current moment of the stream in its recording."""

    description: str = ""


class CreateClip(Struct, frozen=True):
    """Makes a clip of the last seconds of the stream."""


class ListChatters(Struct, frozen=True):
    """All viewers in the chat, including those who have not written."""


class LookUpViewer(Struct, frozen=True):
    viewer_id: str


class FindAccount(Struct, frozen=True):
    """The account with this login, in or outside this chat."""

    login: str


class CountFollowers(Struct, frozen=True):
    """Followers of the channel; on platforms where subscribing is free, subscribers."""


class ListEmotes(Struct, frozen=True):
    """The platform's own emotes for this channel."""


class ReadPlayback(Struct, frozen=True):
    """Reads what a music account is playing."""


class ReadLastSong(Struct, frozen=True):
    """The song that a music account played before the current one."""


class ReadPlaylist(Struct, frozen=True):
    # As in `Playback.list_id`.
    list_id: str


class FindSong(Struct, frozen=True):
    """A song by its link or id at the music service, or the best match for words."""

    text: str


class QueueSong(Struct, frozen=True):
    """Plays a song after the current one and those that were queued before."""

    # As in `Song.id`.
    song_id: str


class SkipSong(Struct, frozen=True):
    """Ends the current song."""


StreamAction = (
    SendMessage
    | Announce
    | DeleteMessage
    | ClearChat
    | BanViewer
    | UnbanViewer
    | WarnViewer
    | ShoutOut
    | StartRaid
    | CancelRaid
    | ReadChatModes
    | ChangeChatModes
    | ChangeTitle
    | ChangeCategory
    | SearchCategories
    | RunAd
    | ReadAdSchedule
    | SnoozeAd
    | CreateMarker
    | CreateClip
    | ListChatters
    | LookUpViewer
    | FindAccount
    | CountFollowers
    | ListEmotes
)
MusicAction = ReadPlayback | ReadLastSong | ReadPlaylist | FindSong | QueueSong | SkipSong
Action = StreamAction | MusicAction


class AdSchedule(Struct, frozen=True):
    # None if no ad is due.
    next_ad_at: datetime | None = None
    # None if no ad has run.
    last_ad_at: datetime | None = None
    # Length of the next ad.
    seconds: int = 0
    snoozes_left: int = 0


class Category(Struct, frozen=True):
    id: str
    name: str
    image_url: str = ""


class ViewerFound(Struct, frozen=True):
    id: str
    login: str
    name: str
    avatar_url: str = ""
    created_at: str = ""
    # Follow date; empty if the viewer does not follow, or the platform does not report it.
    followed_at: str = ""
    # None if the platform does not report it.
    follows: bool | None = None


class Song(Struct, frozen=True):
    title: str
    # For a podcast episode, the podcast's name.
    artists: tuple[str, ...]
    url: str
    picture_url: str
    duration_ms: int
    # The platform's id; empty for a local file.
    id: str = ""
    is_explicit: bool = False


class Playback(Struct, frozen=True):
    # None during an advertisement, or if the platform does not name what is playing.
    song: Song | None
    is_playing: bool
    progress_ms: int
    # The platform's id of the playlist or album; empty if the song was not started from one.
    list_id: str


class Playlist(Struct, frozen=True):
    name: str
    url: str


class Receipt(Struct, frozen=True):
    """`done`: confirmed by the platform; `dropped`: accepted but not shown; `refused`: will never be done.

    Other failures (no permission, rate limit, no answer) are raised as a PlatformFailure.
    """

    outcome: Literal["done", "dropped", "refused"]
    # Text for users: why it was dropped or refused, or what differs from the request ("rounded up to 2 minutes").
    detail: str = ""
    # The platform's ids of the messages that were sent: one for each part of a long text.
    message_ids: tuple[str, ...] = ()
    categories: tuple[Category, ...] = ()
    viewers: tuple[ViewerFound, ...] = ()
    # Result of ListEmotes.
    names: tuple[str, ...] = ()
    # Result of CountFollowers.
    followers: int = 0
    # Result of BanViewer if the platform rounds time-outs: the actual length.
    timeout_seconds: int = 0
    # Results of RunAd: the length of the ad, and the time until another may be started.
    ad_seconds: int = 0
    next_ad_seconds: int = 0
    # Result of CreateMarker: position in the stream.
    marker_seconds: int = 0
    # Result of CreateClip: the page of the clip.
    url: str = ""
    # Result of ReadAdSchedule and SnoozeAd.
    ad_schedule: AdSchedule | None = None
    # Result of ReadChatModes; after ChangeChatModes, the new modes.
    chat_modes: ChatModes | None = None
    # Result of ReadPlayback; None if nothing is loaded. Paused playback is returned, with `is_playing` False.
    playback: Playback | None = None
    # Result of ReadLastSong and FindSong.
    song: Song | None = None
    # Result of ReadPlaylist; None if it is not a playlist.
    playlist: Playlist | None = None


def refused(detail: str) -> Receipt:
    return Receipt("refused", detail)


def dropped(detail: str) -> Receipt:
    return Receipt("dropped", detail)
