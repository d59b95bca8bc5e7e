"""Fields of a command with their limits and validation."""

import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints, field_validator

from greenroom.accounts.stream_platforms import StreamProvider
from greenroom.channel_file.command_names import bare, has_invisible
from greenroom.channel_file.entry_limits import (
    MAX_COMMAND_COST,
    MAX_COOLDOWN_SECONDS,
    MAX_DESCRIPTION_LENGTH,
    MAX_GROUP_LENGTH,
    MAX_NAMES,
    MAX_PATTERNS,
)
from greenroom.features.commands.rules import fold
from greenroom.kernel.regex.safe_regex import BadExpression, Expression
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.text import BIDI, BREAKS, Limited, StorableText, clean_line, optional_line_of

MAX_NAME_LENGTH = 50
RESERVED_NAME = "!cmd"
MAX_PATTERN_LENGTH = 200
MAX_RESPONSES = 10
MAX_RESPONSE_LENGTH = 1_500
# Limit of the total matching cost of a channel's patterns, which are all matched against each message.
MAX_STEPS = 300_000
# Matching cost by kind of pattern; `words` cost more: they are all checked whenever the rarest of them occurs.
STEPS = {"phrase": 1, "words": 20}
MAX_COMMANDS = 10_000

PatternKind = Literal["words", "phrase", "regex"]
Pick = Literal["first", "random", "round_robin"]
ResponseType = Literal["say", "mention", "reply", "announce"]
# The levels of all roles; the screens do not offer Editor (100) and Admin (200), which are no roles on platforms.
Level = Literal[0, 1, 2, 7, 100, 200, 500]
ActiveMode = Literal["always", "online", "offline"]
ChatManagement = Literal["editors", "mods"]
Seconds = Annotated[int, Field(ge=0, le=MAX_COOLDOWN_SECONDS)]
# In seconds; used unless the author or the channel sets others.
GLOBAL_COOLDOWN, CHATTER_COOLDOWN = 5, 15


def _name(text: str, max_length: int) -> str:
    name = clean_line(bare(text), max_length)
    if any(character.isspace() for character in name):
        raise ValueError("must not contain spaces")
    if has_invisible(name):
        raise ValueError("must not contain invisible characters")
    if fold(name) == RESERVED_NAME:
        raise ValueError("is reserved for editing commands from chat")
    if name.startswith("/"):
        raise ValueError('must not start with "/"')
    return name


def _response_text(text: str) -> str:
    """Validates the text and replaces each line break by one character, so that positions in errors stay right."""
    line = text.translate(BREAKS)
    if any(each in BIDI or unicodedata.category(each) in {"Cc", "Cs"} for each in line):
        raise ValueError("must not contain control or text-direction characters")
    if not line.strip():
        raise ValueError("must not be empty")
    return line


def _without_duplicates(providers: list[str]) -> list[str]:
    return list(dict.fromkeys(providers))


# Empty means all platforms.
Providers = Annotated[list[StreamProvider], Field(max_length=20), AfterValidator(_without_duplicates)]


class Pattern(StrictSchema):
    """`words`: all words, in any order; `phrase`: the words in this order; `regex`: RE2 syntax. Case is ignored."""

    kind: PatternKind = "words"
    text: Annotated[StorableText, StringConstraints(min_length=1, max_length=MAX_PATTERN_LENGTH)]

    @field_validator("text")
    @classmethod
    def _is_not_empty(cls, text: str) -> str:
        if not fold(text).strip():
            raise ValueError("must not be empty")
        return text.strip()

    def steps(self) -> int:
        """The cost of matching; raises ValueError for an invalid regex, or a regex that matches every message."""
        if self.kind != "regex":
            return STEPS[self.kind]
        try:
            expression = Expression(self.text)
        except BadExpression as error:
            raise ValueError(f"is not a valid regex: {error}") from error
        if expression.matches_empty_text():
            raise ValueError("matches every message")
        return expression.size


class Response(StrictSchema):
    text: Annotated[str, StringConstraints(max_length=MAX_RESPONSE_LENGTH), AfterValidator(_response_text)]
    providers: Providers = []
    # Chance relative to the other responses, if `pick` is random.
    weight: Annotated[int, Field(ge=1, le=100)] = 1


class CommandFields(StrictSchema):
    cmds: Annotated[
        list[Annotated[StorableText, Limited(MAX_NAME_LENGTH, _name)]], Field(min_length=1, max_length=MAX_NAMES)
    ]
    patterns: Annotated[list[Pattern], Field(max_length=MAX_PATTERNS)] = []
    description: Annotated[StorableText, optional_line_of(MAX_DESCRIPTION_LENGTH)] = ""
    responses: Annotated[list[Response], Field(min_length=1, max_length=MAX_RESPONSES)]
    # Which response is sent if there are several for the platform.
    pick: Pick = "random"
    response_type: ResponseType = "say"
    access_level: Level = 0
    providers: Providers = []
    # Seconds until anyone can use the command again.
    global_cooldown: Seconds = GLOBAL_COOLDOWN
    # Seconds until the same viewer can use the command again.
    chatter_cooldown: Seconds = CHATTER_COOLDOWN
    mods_skip_cooldown: bool = True
    # In points, refunded if the command fails.
    cost: Annotated[int, Field(ge=0, le=MAX_COMMAND_COST)] = 0
    active_mode: ActiveMode = "always"
    group: Annotated[StorableText, optional_line_of(MAX_GROUP_LENGTH)] = ""
    enabled: bool = True
    # Whether the public page and `$(commands)` list the command.
    public: bool = True

    @field_validator("cmds")
    @classmethod
    def _each_name_once(cls, names: list[str]) -> list[str]:
        folded = [fold(name) for name in names]
        duplicate = next((name for name in names if folded.count(fold(name)) > 1), None)
        if duplicate is not None:
            raise ValueError(f"contains {duplicate} twice")
        return names
