"""From BetterTTV's lists to emotes."""

from collections.abc import Iterable
from urllib.parse import quote

import msgspec

from greenroom.chat.emotes.emote import Emote
from greenroom.kernel.text import web_address

# BetterTTV does not say which emotes are drawn over the one before: these global ones are.
ZERO_WIDTH = frozenset({"SoSnowy", "IceCold", "SantaHat", "TopHat", "ReinDeer", "CandyCane", "cvMask", "cvHazmat"})


class ListedEmote(msgspec.Struct):
    id: str
    code: str
    animated: bool = False
    modifier: bool = False
    # Only when it is not square.
    width: int | None = None
    height: int | None = None


class User(msgspec.Struct):
    channelEmotes: list[ListedEmote] = []  # noqa: N815
    sharedEmotes: list[ListedEmote] = []  # noqa: N815


def emotes_of(listed: Iterable[ListedEmote], cdn_url: str, *, is_global: bool) -> list[Emote]:
    return [_emote(one, f"{cdn_url}/emote/{quote(one.id, safe='')}", is_global=is_global) for one in listed]


def _emote(one: ListedEmote, address: str, *, is_global: bool) -> Emote:
    return Emote(
        id=one.id,
        name=one.code,
        source="betterttv",
        url=web_address(f"{address}/1x.webp"),
        large_url=web_address(f"{address}/2x.webp"),
        width=one.width or 28,
        height=one.height or 28,
        is_zero_width=is_global and one.code in ZERO_WIDTH,
        is_animated=one.animated,
        is_modifier=is_global and one.modifier,
    )
