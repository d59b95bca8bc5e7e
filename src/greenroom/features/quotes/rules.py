"""Pure rules: cleaning, searching and formatting quotes."""

import re
import unicodedata
from datetime import datetime

from msgspec import Struct

from greenroom.channel_file.entry_limits import MAX_QUOTE_LINE_LENGTH
from greenroom.kernel.db.pages import decode_cursor, encode_cursor
from greenroom.kernel.errors import Invalid
from greenroom.kernel.text import clean_message

MAX_TEXT_LENGTH = 1_000
# Further words are ignored: each word of a search is compared with every quote of the channel.
MAX_SEARCH_WORDS = 8
# Limit of the database column.
MAX_NUMBER = 2**31 - 1
# Per letter. No language needs more; with more it is "Zalgo" text, which covers the lines around it.
MAX_COMBINING_MARKS = 4
NUMBER = re.compile(r"#?(\d{1,10})", re.ASCII)


def clean_quote(text: str, max_length: int) -> str:
    """Returns one clean line; raises ValueError for an empty or too long text."""
    return clean_message(_without_zalgo(text), max_length)


def _without_zalgo(text: str) -> str:
    characters, marks = list[str](), 0
    for character in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if marks <= MAX_COMBINING_MARKS:
            characters.append(character)
    return "".join(characters)


def fold_text(text: str) -> str:
    """The text without case and accents, for comparing."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in unicodedata.normalize("NFKD", plain) if unicodedata.category(c) not in {"Mn", "Cc"})


def search_text(*parts: str) -> str:
    return " ".join(fold_text(part) for part in parts if part)


class QuoteQuery(Struct, frozen=True):
    """A search for quotes that contain all words, or have the number; an empty search finds all quotes."""

    words: tuple[str, ...] = ()
    number: int | None = None


def parse_query(text: str) -> QuoteQuery:
    """Reads a search: `12` matches as a number or as a word, `#12` only as a number."""
    plain = text.strip()
    number = number_in(plain)
    if number is not None and plain.startswith("#"):
        return QuoteQuery(number=number)
    return QuoteQuery(tuple(dict.fromkeys(fold_text(plain).split()))[:MAX_SEARCH_WORDS], number)


def number_in(text: str) -> int | None:
    found = NUMBER.fullmatch(text.strip())
    if found is None or not 0 < int(found[1]) <= MAX_NUMBER:
        return None
    return int(found[1])


def cursor_of(number: int) -> str:
    return encode_cursor(str(number))


def number_of_cursor(cursor: str) -> int:
    number = number_in(decode_cursor(cursor, 1)[0])
    if number is None:
        raise Invalid("cursor", "is not a valid cursor")
    return number


def chat_text(number: int, text: str, quoted_name: str, said_at: datetime) -> str:
    """A quote as the bot posts it."""
    author = f" — {quoted_name}" if quoted_name else ""
    return f'#{number}: "{text}"{author} ({date_text(said_at)})'


def date_text(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"


def split_mention(text: str) -> tuple[str, str]:
    """Splits `@name text` into the name and the text; the name is empty without @."""
    first, _, rest = text.strip().partition(" ")
    if first.startswith("@") and len(first) > 1 and rest.strip():
        return first[1 : MAX_QUOTE_LINE_LENGTH + 1], rest.strip()
    return "", text.strip()


def offset_in(live_since: datetime | None, now: datetime) -> int | None:
    """Seconds since the stream began, 0 if a platform's clock is ahead of ours; None if the start is unknown."""
    return None if live_since is None else max(int((now - live_since).total_seconds()), 0)
