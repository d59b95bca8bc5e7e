"""What other bots have, in one shape."""

from dataclasses import dataclass, field
from typing import Literal

ResponseType = Literal["say", "mention", "reply", "whisper", "announce"]
Mode = Literal["always", "online", "offline"]


@dataclass(slots=True)
class ExportedCommand:
    name: str
    text: str
    aliases: list[str] = field(default_factory=list[str])
    # The command that is run in its place.
    alias_of: str = ""
    # As they call it.
    level: str | int | None = None
    global_cooldown: int | None = None
    chatter_cooldown: int | None = None
    count: int = 0
    cost: int = 0
    enabled: bool = True
    public: bool = True
    mode: Mode = "always"
    says: ResponseType = "say"
    phrases: list[str] = field(default_factory=list[str])
    expressions: list[str] = field(default_factory=list[str])
    group: str = ""
    description: str = ""
    provider: str = ""
    # Which of their languages the text is in, where they have several.
    dialect: str = ""


@dataclass(slots=True)
class ExportedTimer:
    name: str
    texts: list[str]
    interval_minutes: int | None = None
    # What is not said by the number alone.
    interval_note: str = ""
    lines: int | None = None
    enabled: bool = True
    mode: Mode = "always"
    is_random: bool = False
    dialect: str = ""


@dataclass(slots=True)
class ExportedQuote:
    number: int | None
    text: str
    name: str = ""
    category: str = ""
    provider: str = ""
    said_at: str = ""


ExportedItem = ExportedCommand | ExportedTimer | ExportedQuote
