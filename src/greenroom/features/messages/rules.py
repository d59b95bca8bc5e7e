"""Search queries for each kind of database, names of exported files, lines for public viewers."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

import msgspec
from msgspec import Struct

from greenroom.chat.messages.line import ChatLine
from greenroom.chat.messages.linked_accounts import Account
from greenroom.chat.messages.search_marks import channel_mark, provider_mark, query, viewer_mark
from greenroom.kernel.db.pages import decode_time_cursor, encode_cursor
from greenroom.kernel.errors import Invalid

# The last word of a search matches as a prefix from this length on; a shorter one would match too many words.
MIN_PREFIX_LENGTH = 4
MAX_ID = 2**63 - 1
# SQLite's index ignores accents; for PostgreSQL the migration 0003_chat.py and `ts_query` remove them.
ACCENTS = re.compile("[\u0300-\u036f]")


class LinePosition(Struct, frozen=True):
    """Position of a line among all lines in the order of time; the id decides between equal times."""

    sent_at: datetime
    id: int

    def cursor(self) -> str:
        return encode_cursor(self.sent_at.isoformat(), str(self.id))

    @classmethod
    def of_cursor(cls, cursor: str) -> "LinePosition":
        position = cls(*decode_time_cursor(cursor, int))
        if not 0 <= position.id <= MAX_ID:
            raise Invalid("cursor", "is not a valid cursor")
        return position


class LineQuery(Struct, frozen=True):
    """Filter for lines of one channel; `since` is inclusive, `until` exclusive."""

    channel_id: UUID
    provider: str = ""
    viewer_id: str = ""
    words: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    before: LinePosition | None = None
    # Also the lines of accounts that are linked to the viewer's account.
    with_linked: bool = False
    # If not empty: lines of any of these accounts; provider and viewer_id are empty then.
    accounts: tuple[Account, ...] = ()

    def __post_init__(self) -> None:
        if self.viewer_id and not self.provider:
            raise Invalid("viewer_id", "requires `provider`")
        if self.with_linked and not self.viewer_id:
            raise Invalid("with_linked", "requires `viewer_id`")

    def of_accounts(self, accounts: Sequence[Account]) -> "LineQuery":
        return msgspec.structs.replace(self, provider="", viewer_id="", with_linked=False, accounts=tuple(accounts))


def words_of(text: str) -> tuple[str, ...]:
    """Words of a search text, which are separated by all characters but letters, digits and combining marks."""
    candidates = "".join(c if _is_in_word(c) else " " for c in unicodedata.normalize("NFC", text)).split()
    # A combining mark alone is no word (many emoji leave one behind), nor are fractions and circled digits.
    words = tuple(word for word in candidates if any(unicodedata.category(c) in _WORD_CATEGORIES for c in word))
    if text.strip() and not words:
        raise Invalid("q", "has no letter or digit to look for")
    return words


_WORD_CATEGORIES = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl"})


def _is_in_word(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNM"


def fts_query(line_query: LineQuery) -> str:
    """Query for SQLite's FTS5; words are quoted, so that none is an operator."""
    viewers = [viewer_mark(*account) for account in line_query.accounts]
    marked = query(marks_of(line_query), line_query.since, line_query.until, any_of=viewers)
    if not line_query.words:
        return marked
    words = [f'"{word}"' for word in line_query.words]
    if len(line_query.words[-1]) >= MIN_PREFIX_LENGTH:
        words[-1] += " *"
    return f"{marked} AND text : ({' AND '.join(words)})"


def marks_of(line_query: LineQuery) -> list[str]:
    """The words in SQLite's index that stand for the channel and the viewer or platform of the query."""
    marks = [channel_mark(line_query.channel_id)]
    if line_query.viewer_id:
        marks.append(viewer_mark(line_query.provider, line_query.viewer_id))
    elif line_query.provider:
        marks.append(provider_mark(line_query.provider))
    return marks


def ts_query(words: tuple[str, ...]) -> str:
    """Query for PostgreSQL; words contain no operators or quotation marks."""
    quoted = [f"'{ACCENTS.sub('', unicodedata.normalize('NFD', word))}'" for word in words]
    if len(words[-1]) >= MIN_PREFIX_LENGTH:
        quoted[-1] += ":*"
    return " & ".join(quoted)


def file_name(channel_name: str, day: date, suffix: str) -> str:
    """File name of an export, safe for shells, headers and file systems."""
    plain = unicodedata.normalize("NFKD", channel_name).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "channel"
    return f"chat-{name}-{day:%Y-%m-%d}.{suffix}"


def for_public(line: ChatLine) -> ChatLine:
    """The line without the text of the quoted message, which may be removed, and without first-message marks."""
    if line.reply_to is None and not line.is_first and line.kind != "first":
        return line
    kind = "text" if line.kind == "first" else line.kind
    parent = None if line.reply_to is None else msgspec.structs.replace(line.reply_to, text="")
    return msgspec.structs.replace(line, kind=kind, is_first=False, reply_to=parent)
