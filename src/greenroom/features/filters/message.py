"""A message as the filters see it: read once, whatever number of them looks at it."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, cast

from greenroom.chat.line import Author, ChatLine, Part
from greenroom.features.filters.addresses import Address, find_addresses
from greenroom.features.filters.normalising import leet_readings, origins, plain, squeezed
from greenroom.tenancy.access.rules import Role

Found_co = TypeVar("Found_co", covariant=True)
WRITTEN = frozenset({"text", "mention", "link"})


class Finder(Protocol[Found_co]):
    def look(self, message: "Message") -> Found_co: ...


class Message:
    """Everything that costs time is worked out when the first filter asks for it."""

    __slots__ = (
        "_addresses",
        "_foreign",
        "_found",
        "_plain",
        "_readings",
        "_words",
        "is_first",
        "level",
        "message_id",
        "name",
        "parts",
        "provider",
        "seconds",
        "text",
        "viewer_id",
    )

    def __init__(  # noqa: PLR0913  # all of it is known from the start
        self,
        text: str,
        *,
        provider: str = "",
        viewer_id: str = "",
        name: str = "",
        level: int = 0,
        message_id: str = "",
        seconds: float = 0.0,
        parts: tuple[Part, ...] = (),
        is_first: bool = False,
    ) -> None:
        self.text = text
        self.provider = provider
        self.viewer_id = viewer_id
        self.name = name
        self.level = level
        self.message_id = message_id
        # Of the platform's clock.
        self.seconds = seconds
        self.parts = parts
        self.is_first = is_first
        self._foreign = -1
        self._plain: str | None = None
        self._words: str | None = None
        self._readings: tuple[tuple[str, str], ...] = ()
        self._addresses: tuple[Address, ...] | None = None
        self._found: tuple[object, Any] = (None, None)

    @classmethod
    def of(cls, line: ChatLine) -> "Message | None":
        """None of a line that nobody wrote."""
        author = line.author
        if author is None or line.kind in {"notice", "gap"}:
            return None
        return cls(
            line.text,
            provider=line.provider,
            viewer_id=author.id,
            name=author.name,
            level=_level(author),
            message_id=line.message_id,
            seconds=line.sent_at.timestamp(),
            parts=line.parts,
            is_first=line.is_first,
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
            self._readings = tuple((read, squeezed(read)) for read in leet_readings(self.plain))
        return self._readings

    @property
    def words(self) -> str:
        """What the person typed themselves: emotes are in capitals without anybody shouting."""
        if self._words is None:
            self._words = self._typed() if self.parts else self.text
        return self._words

    def _typed(self) -> str:
        written = [part.text for part in self.parts if part.kind in WRITTEN]
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
        return cast("Found_co", self._found[1])


def _level(author: Author) -> int:
    if author.is_broadcaster:
        return Role.OWNER
    if author.is_moderator:
        return Role.MOD
    if author.is_vip:
        return Role.VIP
    return Role.SUB if author.is_subscriber else Role.PUBLIC
