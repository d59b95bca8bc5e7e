"""A chat message as filters see it; derived values are computed once and shared by all filters."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol, TypeVar

import msgspec

from greenroom.accounts.access.staff_accounts import StaffAccounts
from greenroom.chat.messages.levels import level_in_chat
from greenroom.chat.messages.line import ChatLine, Part
from greenroom.features.filters.matching.addresses import Address, find_addresses
from greenroom.features.filters.matching.normalization import leet_readings, original_offsets, plain, squeezed

Result_co = TypeVar("Result_co", covariant=True)
TYPED_PARTS = frozenset({"text", "mention", "link"})
SYSTEM_KINDS = frozenset({"notice", "gap"})


class Matcher(Protocol[Result_co]):
    def find(self, message: "Message") -> Result_co: ...


class Message(msgspec.Struct, eq=False, gc=False):
    """A message with its sender; expensive values are computed on first use."""

    text: str
    provider: str = ""
    viewer_id: str = ""
    name: str = ""
    level: int = 0
    message_id: str = ""
    # By the platform's clock; Unix time.
    sent_at: float = 0.0
    parts: tuple[Part, ...] = ()
    is_first: bool = False
    # What the message does if it is an expected text, such as “enters the giveaway …”; else empty.
    effect: str = ""
    _non_ascii: int = -1
    _plain: str | None = None
    _cached_typed_text: str | None = None
    _readings: tuple[tuple[str, str], ...] = ()
    _addresses: tuple[Address, ...] | None = None
    _match_result: tuple[object, Any] = (None, None)

    @classmethod
    def of(cls, line: ChatLine, staff: StaffAccounts, now: datetime) -> "Message | None":
        """The line as a message; None for lines without an author, and for notices without text of the viewer."""
        author = line.author
        if author is None or (line.kind in SYSTEM_KINDS and not _is_notice_with_text(line)):
            return None
        return cls(
            line.text,
            line.provider,
            author.id,
            author.name,
            level_in_chat(line.provider, author, staff, now),
            line.message_id,
            line.sent_at.timestamp(),
            line.parts,
            line.is_first,
        )

    @property
    def non_ascii_count(self) -> int:
        """Number of non-ASCII characters: there are at most as many emoji, combining marks and foreign letters."""
        if self._non_ascii < 0:
            self._non_ascii = 0 if self.text.isascii() else len(self.text) - len(self.text.encode("ascii", "ignore"))
        return self._non_ascii

    @property
    def plain(self) -> str:
        if self._plain is None:
            self._plain = plain(self.text)
        return self._plain

    @property
    def readings(self) -> tuple[tuple[str, str], ...]:
        """Pairs of a reading of the text (leetspeak as letters) and its squeezed form (repeated letters as one)."""
        if not self._readings:
            text = self.text if self.text.isascii() else self.plain
            self._readings = tuple([(reading, squeezed(reading)) for reading in leet_readings(text)])
        return self._readings

    @property
    def typed_text(self) -> str:
        """The text without emotes, gifts and the like, whose names may be in capitals."""
        if self._cached_typed_text is None:
            self._cached_typed_text = self._join_typed_parts() if self.parts else self.text
        return self._cached_typed_text

    def _join_typed_parts(self) -> str:
        written = [part.text for part in self.parts if part.kind in TYPED_PARTS]
        return "".join(written) if len(written) < len(self.parts) else self.text

    @property
    def addresses(self) -> tuple[Address, ...]:
        if self._addresses is None:
            self._addresses = find_addresses(self.text, self.plain)
        return self._addresses

    def original_offsets(self) -> Sequence[int]:
        return original_offsets(self.text)

    def matched_by(self, matcher: "Matcher[Result_co]") -> "Result_co":
        """Result of a matcher, cached because several filters share it."""
        if self._match_result[0] is not matcher:
            self._match_result = (matcher, matcher.find(self))
        return self._match_result[1]


def _is_notice_with_text(line: ChatLine) -> bool:
    """Whether the line is a notice with text of the viewer: with a part that is no gift."""
    return line.kind == "notice" and any(part.kind != "gift" for part in line.parts)
