"""Converts 7TV's emote sets."""

import msgspec

from greenroom.chat.emotes.emote import Emote
from greenroom.chat.emotes.lookup import picture_url

# Flag of an emote in a set: it is drawn over the previous emote.
ZERO_WIDTH = 1 << 0
# Flag of the emote itself: 7TV forbids it on Twitch. Greenroom shows it on no platform.
FORBIDDEN = 1 << 24
DELETED = -1


class File(msgspec.Struct):
    name: str
    width: int = 0
    height: int = 0


class Host(msgspec.Struct):
    # Without a scheme: //cdn.7tv.app/emote/{id}
    url: str
    files: list[File] = []


class EmoteData(msgspec.Struct):
    host: Host
    flags: int = 0
    lifecycle: int = 3
    listed: bool = True
    animated: bool = False


class ActiveEmote(msgspec.Struct):
    id: str
    # Name in this channel, which may differ from the emote's original name.
    name: str
    data: EmoteData
    flags: int = 0


class EmoteSet(msgspec.Struct):
    # Missing if the set is empty.
    emotes: list[ActiveEmote] | None = None


class Connection(msgspec.Struct):
    """Response for a channel; `emote_set` has been null since August 2026, so its set is fetched by `emote_set_id`."""

    emote_set_id: str | None = None
    emote_set: EmoteSet | None = None


def emotes_of(found: EmoteSet, api_url: str, *, hide_unlisted: bool) -> list[Emote]:
    shown = [active for active in found.emotes or [] if _is_shown(active.data, hide_unlisted=hide_unlisted)]
    emotes = [_emote(active, api_url) for active in shown]
    return [emote for emote in emotes if emote.url]


def _is_shown(data: EmoteData, *, hide_unlisted: bool) -> bool:
    is_allowed = not data.flags & FORBIDDEN and data.lifecycle != DELETED
    return is_allowed and (data.listed or not hide_unlisted)


def _emote(active: ActiveEmote, api_url: str) -> Emote:
    host = active.data.host
    small, large = _file(host, "1x"), _file(host, "2x")
    return Emote(
        id=active.id,
        name=active.name,
        source="7tv",
        url=picture_url(api_url, f"{host.url}/{small.name}"),
        large_url=picture_url(api_url, f"{host.url}/{large.name}"),
        width=small.width or 32,
        height=small.height or 32,
        is_zero_width=bool(active.flags & ZERO_WIDTH),
        is_animated=active.data.animated,
    )


def _file(host: Host, size: str) -> File:
    """The WEBP file of this size; if `host` does not list it, one with its usual name, and width and height 0."""
    return next((file for file in host.files if file.name == f"{size}.webp"), File(f"{size}.webp"))
