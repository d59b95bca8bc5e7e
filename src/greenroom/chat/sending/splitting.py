"""Splits a long text into messages that a platform accepts."""

import unicodedata

from greenroom.chat.protocol.actions import Action, Announce, SendMessage
from greenroom.chat.sending.safe_text import begins_command, is_blank

JOINER = "\u200d"
# Put in front of a part that would otherwise begin as a command: a text may be cut before any word.
CONTINUED = "…"
# Prefix of an action ("/me waves") on platforms that have actions; it counts as part of the message.
ACTION_PREFIX = "/me "
# For platforms that do not state a maximum length.
DEFAULT_MAX_LENGTH = 500


def parts_of(action: Action, max_length: int | None) -> list[str]:
    """The texts that an adapter sends for this action: long messages are split, announcements are cut off."""
    match action:
        case SendMessage():
            room = len(ACTION_PREFIX) if action.is_action else 0
            return split(action.text, (max_length or DEFAULT_MAX_LENGTH) - room)
        case Announce():
            return [action.text[: max_length or DEFAULT_MAX_LENGTH]]
        case _:
            return []


def split(text: str, max_length: int) -> list[str]:
    """Splits the text into lines of at most `max_length` characters, between words if possible.

    Characters beyond U+FFFF, such as emojis, count twice, as in a browser: platforms do not document whether they count
    them once or twice.
    """
    parts, line = list[str](), ""
    for written in text.split():
        word = CONTINUED + written if parts and is_blank(line) and begins_command(written) else written
        joined = f"{line} {word}" if line else word
        if _length(joined) <= max_length:
            line = joined
            continue
        parts += [line] if line else []
        *whole, line = _cut(word, max_length, is_first=not parts)
        parts += whole
    return [*parts, line] if line else parts


def _cut(word: str, max_length: int, *, is_first: bool) -> list[str]:
    """Cuts a word into pieces that fit on a line, never within a grapheme; a word that fits stays whole."""
    pieces, piece = list[str](), ""
    for cluster in _clusters(word):
        if piece and _length(piece + cluster) > max_length:
            pieces.append(piece)
            piece = ""
        if is_blank(piece) and (pieces or not is_first) and begins_command(cluster):
            piece += CONTINUED
        piece += cluster
    return [*pieces, piece]


def _clusters(word: str) -> list[str]:
    clusters = list[str]()
    for character in word:
        belongs = unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Sk", "Cf"}
        is_joined = bool(clusters) and clusters[-1].endswith(JOINER)
        if clusters and (belongs or is_joined) and len(clusters[-1]) < 20:
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def _length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
