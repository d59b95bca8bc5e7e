"""Cleans and validates untrusted texts and URLs."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

# Marks that change the direction of the text after them.
BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _is_forbidden(character: str) -> bool:
    return character in BIDI or unicodedata.category(character) in {"Cc", "Zl", "Zp", "Cs", "Co", "Cn"}


# Invisible, although their category is letter or symbol: Hangul fillers, the empty Braille pattern.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")

# First and last code points of joiners, direction marks, variation selectors, tags and the like.
INVISIBLE = (
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFF9, 0xFFFB),
    (0xE0000, 0xE01EF),
)
# For `str.translate`: removes them and the blanks.
WITHOUT_INVISIBLE = dict.fromkeys(
    (*map(ord, BLANK), *(point for first, last in INVISIBLE for point in range(first, last + 1)))
)


def _is_visible(character: str) -> bool:
    return character not in BLANK and unicodedata.category(character)[0] not in {"C", "Z", "M"}


def name_key(name: str) -> str:
    """The name without regard to case and Unicode form: names with the same key count as the same name."""
    return unicodedata.normalize("NFC", name).casefold()


def clean_line(text: str, max_length: int) -> str:
    """One line typed by a user; raises ValueError with the reason."""
    line = unicodedata.normalize("NFC", text).strip()
    if any(_is_forbidden(character) for character in line):
        raise ValueError("must not contain line breaks, control characters or marks that change the writing direction")
    if not any(_is_visible(character) for character in line):
        raise ValueError("must not be empty")
    if len(line) > max_length:
        raise ValueError(f"must be at most {max_length} characters long")
    return line


# Translates tabs, line breaks and the like to spaces.
BREAKS = {ord(character): " " for character in "\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"}


def clean_message(text: str, max_length: int) -> str:
    """A chat message in one line without control and direction characters; raises ValueError if empty or too long.

    Characters newer than our Unicode tables stay: each year adds emoji.
    """
    normal = unicodedata.normalize("NFC", text.translate(BREAKS))
    allowed = (each for each in normal if each not in BIDI and unicodedata.category(each) not in {"Cc", "Cs"})
    line = "".join(allowed).strip()
    if not any(_is_visible(character) or unicodedata.category(character) == "Cn" for character in line):
        raise ValueError("must not be empty")
    if len(line) > max_length:
        raise ValueError(f"must be at most {max_length} characters long")
    return line


def tidy_line(text: str, max_length: int, otherwise: str) -> str:
    """One line from a platform without forbidden characters; `otherwise` if nothing visible is left."""
    # Fast path: no printable ASCII character is forbidden.
    if text.isascii() and text.isprintable():
        return text.strip()[:max_length] or otherwise
    line = "".join(character for character in unicodedata.normalize("NFC", text) if not _is_forbidden(character))
    line = line.strip()[:max_length]
    return line if any(_is_visible(character) for character in line) else otherwise


def web_address(url: str) -> str:
    """A URL from a platform; empty if it is too long, not printable or not http(s)."""
    is_address = url.startswith(("https://", "http://")) and len(url) <= 500
    return url if is_address and url.isprintable() else ""


@dataclass(frozen=True, slots=True)
class Limited:
    """Annotation of a text with its maximum length: `clean` checks it, and the API's schema shows it."""

    max_length: int
    clean: Callable[[str, int], str]

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._clean, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, object]:
        return {**handler(schema), "maxLength": self.max_length}

    def _clean(self, text: str) -> str:
        return self.clean(text, self.max_length)


def line_of(max_length: int) -> Limited:
    return Limited(max_length, clean_line)


def optional_line_of(max_length: int) -> Limited:
    """One line; may be empty."""
    return Limited(max_length, lambda text, limit: clean_line(text, limit) if text.strip() else "")


def message_of(max_length: int) -> Limited:
    return Limited(max_length, clean_message)


MAX_DISPLAY_NAME_LENGTH = 40
DisplayName = Annotated[str, line_of(MAX_DISPLAY_NAME_LENGTH)]


def check_storable(text: str) -> str:
    if "\0" in text:
        raise ValueError("must not contain the character NUL")
    if not text.isascii() and any("\ud800" <= each <= "\udfff" for each in text):
        raise ValueError("must not contain an incomplete character")
    return text


# Search text: PostgreSQL refuses NUL, and no database accepts lone surrogates.
StorableText = Annotated[str, AfterValidator(check_storable)]
