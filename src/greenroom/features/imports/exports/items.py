"""Commands, timers and quotes of other bots in a common format."""

from typing import Literal

from msgspec import Struct, field

ResponseType = Literal["say", "mention", "reply", "whisper", "announce"]
Mode = Literal["always", "online", "offline"]


class ExportedCommand(Struct):
    name: str
    text: str
    aliases: list[str] = field(default_factory=list[str])
    # Name of the command that this one runs.
    alias_of: str = ""
    # Access level as the other bot states it.
    level: str | int | None = None
    # Cooldowns are in seconds.
    global_cooldown: int | None = None
    chatter_cooldown: int | None = None
    count: int = 0
    cost: int = 0
    enabled: bool = True
    public: bool = True
    mode: Mode = "always"
    response_type: ResponseType = "say"
    phrases: list[str] = field(default_factory=list[str])
    expressions: list[str] = field(default_factory=list[str])
    group: str = ""
    description: str = ""
    provider: str = ""
    # Variable syntax of the text, if the bot has several.
    syntax: str = ""


class ExportedTimer(Struct):
    name: str
    texts: list[str]
    interval_minutes: int | None = None
    # What the other bot has besides an interval in minutes, such as fixed times; for the notes of the import.
    interval_note: str = ""
    min_chat_messages: int | None = None
    enabled: bool = True
    mode: Mode = "always"
    is_random: bool = False
    syntax: str = ""


class ExportedQuote(Struct):
    number: int | None
    text: str
    name: str = ""
    category: str = ""
    provider: str = ""
    said_at: str = ""


ExportedItem = ExportedCommand | ExportedTimer | ExportedQuote
