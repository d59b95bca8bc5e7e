"""Splits a message into fragments: text, emotes, mentions, cheermotes, GIFs."""

import re
from collections.abc import Callable, Mapping

from rehearsal.platforms.twitch.chat.emotes import CHEERMOTES, GLOBAL_EMOTES, Emote, cheer_tier
from rehearsal.platforms.twitch.eventsub.payloads import Named
from rehearsal.platforms.twitch.eventsub.subscriptions import JsonObject

CHEER = re.compile(rf"({'|'.join(CHEERMOTES)})(\d{{1,7}})", re.IGNORECASE)

# Ids of GIFs by the word in the message.
GIFS = {"[wave]": "rehearsal-wave", "[dance]": "rehearsal-dance"}

FindViewer = Callable[[str], Named | None]


def split_fragments(
    text: str, emotes: Mapping[str, Emote], find: FindViewer, *, gifs_url: str, is_cheer: bool = False
) -> list[JsonObject]:
    """The fragments in order; their joined texts are the message."""
    fragments: list[JsonObject] = []
    plain: list[str] = []

    def flush() -> None:
        if plain:
            fragments.append(fragment("text", "".join(plain)))
            plain.clear()

    for number, word in enumerate(text.split(" ")):
        if number:
            plain.append(" ")
        special = _gif_fragment(word, gifs_url) or _special_fragment(word, emotes, find, is_cheer=is_cheer)
        if special is None:
            if word:
                plain.append(word)
        else:
            flush()
            fragments.append(special)
    flush()
    return fragments


def fragment(
    kind: str,
    text: str,
    *,
    cheermote: JsonObject | None = None,
    emote: JsonObject | None = None,
    mention: JsonObject | None = None,
    gif: JsonObject | None = None,
) -> JsonObject:
    return {"type": kind, "text": text, "cheermote": cheermote, "emote": emote, "mention": mention, "gif": gif}


def _gif_fragment(word: str, gifs_url: str) -> JsonObject | None:
    gif_id = GIFS.get(word)
    return None if gif_id is None else fragment("gif", word, gif={"gif_id": gif_id, "url": f"{gifs_url}/{gif_id}.gif"})


def _special_fragment(word: str, emotes: Mapping[str, Emote], find: FindViewer, *, is_cheer: bool) -> JsonObject | None:
    """The fragment of an emote, a mention or a cheermote; None for a plain word."""
    emote = GLOBAL_EMOTES.get(word) or emotes.get(word)
    if emote is not None:
        shown: JsonObject = {
            "id": emote.id,
            "emote_set_id": emote.set_id,
            "owner_id": emote.owner_id,
            "format": ["static"],
        }
        return fragment("emote", word, emote=shown)
    if word.startswith("@") and (viewer := find(word[1:])) is not None:
        mention: JsonObject = {"user_id": viewer.id, "user_login": viewer.login, "user_name": viewer.display_name}
        return fragment("mention", word, mention=mention)
    match = CHEER.fullmatch(word) if is_cheer else None
    if match is None:
        return None
    bits = int(match[2])
    return fragment("cheermote", word, cheermote={"prefix": match[1], "bits": bits, "tier": cheer_tier(bits)})


def emote_positions(text: str, emotes: Mapping[str, Emote]) -> list[JsonObject]:
    """First and last index of each emote, for `channel.subscription.message`."""
    positions: list[JsonObject] = []
    start = 0
    for word in text.split(" "):
        emote = GLOBAL_EMOTES.get(word) or emotes.get(word)
        if emote is not None:
            positions.append({"begin": start, "end": start + len(word) - 1, "id": emote.id})
        start += len(word) + 1
    return positions
