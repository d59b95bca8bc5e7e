"""Converts BetterTTV's emote lists."""

from collections.abc import Iterable
from urllib.parse import quote

import msgspec

from greenroom.chat.emotes.emote import Emote
from greenroom.kernel.text import web_address

# Global emotes that are drawn over the previous emote; BetterTTV does not mark them.
ZERO_WIDTH = frozenset({"SoSnowy", "IceCold", "SantaHat", "TopHat", "ReinDeer", "CandyCane", "cvMask", "cvHazmat"})


class ListedEmote(msgspec.Struct):
    id: str
    code: str
    animated: bool = False
    modifier: bool = False
    # Missing if the emote is square.
    width: int | None = None
    height: int | None = None


class User(msgspec.Struct):
    channelEmotes: list[ListedEmote] = []  # noqa: N815
    sharedEmotes: list[ListedEmote] = []  # noqa: N815


def emotes_of(listed: Iterable[ListedEmote], cdn_url: str, *, is_global: bool) -> list[Emote]:
    return [_emote(one, f"{cdn_url}/emote/{quote(one.id, safe='')}", is_global=is_global) for one in listed]


def _emote(listed: ListedEmote, url: str, *, is_global: bool) -> Emote:
    return Emote(
        id=listed.id,
        name=listed.code,
        source="betterttv",
        url=web_address(f"{url}/1x.webp"),
        large_url=web_address(f"{url}/2x.webp"),
        width=listed.width or 28,
        height=listed.height or 28,
        is_zero_width=is_global and listed.code in ZERO_WIDTH,
        is_animated=listed.animated,
        is_modifier=is_global and listed.modifier,
    )
