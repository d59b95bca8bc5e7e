"""Converts FrankerFaceZ's emote sets."""

from collections.abc import Iterable, Mapping

import msgspec

from greenroom.chat.emotes.emote import Emote
from greenroom.chat.emotes.lookup import picture_url

# Bit of `modifier_flags`: the emote changes how the previous emote is drawn, and its own picture is not drawn.
IS_NOT_DRAWN = 1 << 0


class Emoticon(msgspec.Struct):
    id: int
    name: str
    urls: dict[str, str | None]
    width: int = 28
    height: int = 28
    # URLs by size, like `urls`; null or missing if the emote is not animated.
    animated: dict[str, str | None] | None = None
    modifier: bool = False
    modifier_flags: int = 0


class EmoteSet(msgspec.Struct):
    emoticons: list[Emoticon] = []


class GlobalSets(msgspec.Struct):
    default_sets: list[int]
    sets: dict[str, EmoteSet]


class RoomInfo(msgspec.Struct):
    set: int | None = None


class Room(msgspec.Struct):
    room: RoomInfo
    sets: dict[str, EmoteSet]


def emotes_of(sets: Mapping[str, EmoteSet], set_ids: Iterable[int | None], api_url: str) -> list[Emote]:
    found = [sets[str(one)] for one in set_ids if str(one) in sets]
    emotes = [_emote(emoticon, api_url) for one in found for emoticon in one.emoticons]
    return [emote for emote in emotes if emote.url]


def _emote(emoticon: Emoticon, api_url: str) -> Emote:
    pictures = emoticon.animated or emoticon.urls
    small = pictures.get("1") or next((url for url in pictures.values() if url), "")
    is_only_effect = emoticon.modifier and bool(emoticon.modifier_flags & IS_NOT_DRAWN)
    return Emote(
        id=str(emoticon.id),
        name=emoticon.name,
        source="frankerfacez",
        url=picture_url(api_url, small),
        large_url=picture_url(api_url, pictures.get("2") or pictures.get("4") or small),
        width=emoticon.width,
        height=emoticon.height,
        is_zero_width=emoticon.modifier and not is_only_effect,
        is_animated=bool(emoticon.animated),
        is_modifier=is_only_effect,
    )
