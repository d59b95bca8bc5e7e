"""A message as the filters see it: read once, whatever number of them looks at it."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from greenroom.chat.messages.levels import level_of
from greenroom.chat.messages.line import ChatLine, Part
from greenroom.features.filters.matching.addresses import Address, find_addresses
from greenroom.features.filters.matching.normalization import leet_readings, origins, plain, squeezed

Found_co = TypeVar("Found_co", covariant=True)
TYPED_PARTS = frozenset({"text", "mention", "link"})
SYSTEM_KINDS = frozenset({"notice", "gap"})


class Finder(Protocol[Found_co]):
    def look(self, message: "Message") -> Found_co: ...


class Message(msgspec.Struct, eq=False, gc=False):
    """Everything that costs time is worked out when the first filter asks for it."""

    text: str
    provider: str = ""
    viewer_id: str = ""
    name: str = ""
    level: int = 0
    message_id: str = ""
    # Of the platform's clock.
    seconds: float = 0.0
    parts: tuple[Part, ...] = ()
    is_first: bool = False
    _foreign: int = -1
    _plain: str | None = None
    _words: str | None = None
    _readings: tuple[tuple[str, str], ...] = ()
    _addresses: tuple[Address, ...] | None = None
    _found: tuple[object, Any] = (None, None)

    @classmethod
    def of(cls, line: ChatLine) -> "Message | None":
        """None of a line that nobody wrote. Of a notice it is what the person added, never the platform's sentence."""
        author = line.author
        if author is None or (line.kind in SYSTEM_KINDS and not _has_words(line)):
            return None
        return cls(
            line.text,
            line.provider,
            author.id,
            author.name,
            level_of(author),
            line.message_id,
            line.sent_at.timestamp(),
            line.parts,
            line.is_first,
        )

    @property
    def foreign(self) -> int:
        """How many characters are not ASCII: what needs some of them need not look closer where there are too few."""
        if self._foreign < 0:
            self._foreign = 0 if self.text.isascii() else len(self.text) - len(self.text.encode("ascii", "ignore"))
        return self._foreign

    @property
    def plain(self) -> str:
        if self._plain is None:
            self._plain = plain(self.text)
        return self._plain

    @property
    def readings(self) -> tuple[tuple[str, str], ...]:
        """Each way to read it, with digits as letters, and the same with every letter once in a row."""
        if not self._readings:
            text = self.text if self.text.isascii() else self.plain
            self._readings = tuple([(read, squeezed(read)) for read in leet_readings(text)])
        return self._readings

    @property
    def words(self) -> str:
        """What the person typed themselves: emotes are in capitals without anybody shouting."""
        if self._words is None:
            self._words = self._typed() if self.parts else self.text
        return self._words

    def _typed(self) -> str:
        written = [part.text for part in self.parts if part.kind in TYPED_PARTS]
        return "".join(written) if len(written) < len(self.parts) else self.text

    @property
    def addresses(self) -> tuple[Address, ...]:
        if self._addresses is None:
            self._addresses = find_addresses(self.text, self.plain)
        return self._addresses

    def origins(self) -> Sequence[int]:
        return origins(self.text)

    def found_by(self, finder: "Finder[Found_co]") -> "Found_co":
        """What one finder makes of it, asked once however many want to know."""
        if self._found[0] is not finder:
            self._found = (finder, finder.look(self))
        return self._found[1]


def _has_words(line: ChatLine) -> bool:
    """A gift that stands in the place of words was chosen, not written."""
    return line.kind == "notice" and any(part.kind != "gift" for part in line.parts)
