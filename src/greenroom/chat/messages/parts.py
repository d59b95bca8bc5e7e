"""Splits a message into parts: the platform's fragments, plus emotes, links and mentions in plain text."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256

from greenroom.chat.emotes.emote import Emote
from greenroom.chat.messages.line import Part
from greenroom.chat.protocol.events import Fragment
from greenroom.kernel.text import web_address

# Third-party emotes of one channel by name.
EmoteWords = Mapping[str, Part]

MAX_LINK_LENGTH = 2_000
MAX_ID_LENGTH = 200

SPACES = re.compile(r"(\s+)")
# Top-level domains of links that are recognised without a scheme.
ENDINGS = (
    "com|net|org|info|biz|app|dev|live|stream|video|games?|gay|chat|club|fun|link|shop|store|site|online|xyz|top|page|"
    "blog|news|media|social|team|tech|world|zone|art|pro|wiki|space|host|cloud|click|win|vip|bet|casino|porn|sex|xxx|"
    "loan|men|date|download|review|edu|gov|mil|mobi|moe|"
    # Country codes.
    "a[cdefgilmoqrstuwxz]|b[abdefghijmnorstvwyz]|c[acdfghiklmnoruvwxyz]|d[ejkmoz]|e[cegrstu]|f[ijkmor]|"
    "g[abdefghilmnpqrstuwy]|h[kmnrtu]|i[delmnoqrst]|j[emop]|k[eghimnprwyz]|l[abcikrstuvy]|m[acdeghklmnopqrstuvwxyz]|"
    "n[acefgilopruz]|om|p[aefghklmnrstwy]|qa|r[eosuw]|s[abcdeghijklmnorstuvxyz]|t[cdfghjklmnortvwz]|u[agksyz]|"
    "v[aceginu]|w[fs]|y[et]|z[amw]"
)
# Characters of a URL: no spaces, no delimiters of running text, no marks that change the text direction.
_CHARACTER = r"[^\s<>\"'`\\\x00-\x20\x7f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
LINK_OR_MENTION = re.compile(
    rf"(?P<full>\bhttps?://{_CHARACTER}+)"
    r"|(?P<bare>(?<![\w@./:-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}"
    rf"(?:{ENDINGS})(?![\w-]|\.\w)(?:[/?#]{_CHARACTER}*)?)"
    r"|(?P<mention>(?<![\w@])@\w(?:\.?[\w-]){0,49})",
    re.IGNORECASE,
)
# Punctuation after a URL that is not part of it.
TRAILING = ".,;:!?*_~)]}'\"…"
OPENING = {")": "(", "]": "[", "}": "{"}
HOST = re.compile(r"https?://[\w.-]+(?::\d{1,5})?(?:[/?#]|$)", re.IGNORECASE)


def clean_text(text: str) -> str:
    """Removes NUL and replaces lone surrogates, which databases cannot store."""
    if "\0" in text:
        text = text.replace("\0", "")
    return text if text.isascii() else _without_surrogates(text)


def clean_id(message_id: str) -> str:
    """Cleans the id; if it is longer than the column, replaces its end by a hash."""
    text = clean_text(message_id)
    if len(text) <= MAX_ID_LENGTH:
        return text
    digest = sha256(text.encode()).hexdigest()
    return f"{text[: MAX_ID_LENGTH - len(digest)]}{digest}"


def _without_surrogates(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def parts_of(text: str, fragments: Sequence[Fragment], emotes: EmoteWords) -> tuple[Part, ...]:
    """Splits the text into parts; the parts together equal `text`, even if the platform's fragments do not."""
    parts: list[Part] = []
    if len(fragments) == 1 and fragments[0].kind == "text":
        _add_text(parts, text, emotes)
        return tuple(parts)
    texts = [fragment.text for fragment in fragments]
    if "".join(texts) != text:
        texts = [clean_text(piece) for piece in texts]
        if "".join(texts) != text:
            _add_text(parts, text, emotes)
            return tuple(parts)
    for fragment, piece in zip(fragments, texts, strict=True):
        if fragment.kind == "text":
            _add_text(parts, piece, emotes)
        else:
            parts.append(_fragment_part(fragment, piece))
    return tuple(parts)


def typed_words(text: str, parts: Sequence[Part | Fragment]) -> str:
    """The text without its cheers, such as “Cheer100”: they stand for an amount and are no words of the viewer."""
    if all(part.kind != "cheer" for part in parts):
        return text
    return " ".join("".join(part.text for part in parts if part.kind != "cheer").split())


def emote_part(emote: Emote) -> Part:
    """A modifier gets no picture, because it is not drawn."""
    return Part(
        kind="emote",
        text=emote.name,
        id=emote.id,
        url="" if emote.is_modifier else emote.url,
        large_url="" if emote.is_modifier else emote.large_url,
        source=emote.source,
        width=emote.width,
        height=emote.height,
        is_zero_width=emote.is_zero_width,
    )


def _fragment_part(fragment: Fragment, text: str) -> Part:
    url = _address(fragment.url) if fragment.url else ""
    return Part(fragment.kind, text, id=clean_text(fragment.id)[:MAX_ID_LENGTH], url=url, amount=fragment.amount)


@lru_cache(maxsize=8_192)
def _address(url: str) -> str:
    return web_address(url)


def _add_text(parts: list[Part], text: str, emotes: EmoteWords) -> None:
    words = text.split() if emotes else []
    if emotes.keys().isdisjoint(words):
        _add_plain(parts, text)
        return
    # Fast path: nearly all texts have only spaces between their words.
    has_only_spaces = len(text) - text.count(" ") == sum(map(len, words))
    pieces, gap_length = (text.split(" "), 1) if has_only_spaces else (SPACES.split(text), 0)
    plain_start = position = 0
    for piece in pieces:
        emote = emotes.get(piece)
        if emote is not None:
            _add_plain(parts, text[plain_start:position])
            parts.append(emote)
            plain_start = position + len(piece)
        position += len(piece) + gap_length
    _add_plain(parts, text[plain_start:])


def _add_plain(parts: list[Part], text: str) -> None:
    if "@" not in text and "." not in text and "://" not in text:
        if text:
            parts.append(Part("text", text))
        return
    at = 0
    for found in LINK_OR_MENTION.finditer(text):
        part = Part("mention", found[0]) if found["mention"] else _link(found[0])
        if part is not None:
            if found.start() > at:
                parts.append(Part("text", text[at : found.start()]))
            parts.append(part)
            at = found.start() + len(part.text)
    if at < len(text):
        parts.append(Part("text", text[at:]))


def _link(text: str) -> Part | None:
    """The link as a part; None if the URL is too long or its host malformed, as in `https://user@example.com`."""
    text = _without_trailing(text[: MAX_LINK_LENGTH + 1])
    url = text if text[:4].lower() == "http" and "://" in text[:8] else f"https://{text}"
    if len(text) > MAX_LINK_LENGTH or HOST.match(url) is None:
        return None
    return Part("link", text, url=url)


def _without_trailing(text: str) -> str:
    while text and text[-1] in TRAILING:
        opening = OPENING.get(text[-1])
        if opening is not None and text.count(opening) >= text.count(text[-1]):
            break
        text = text[:-1]
    return text
