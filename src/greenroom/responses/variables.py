"""Variables of responses, their context, and the registry that features fill."""

import re
from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Literal
from uuid import UUID

from msgspec import Struct, field

from greenroom.accounts.access.rules import Role

Takes = Literal["nothing", "words", "text"]
Cost = Literal["none", "database", "platform", "web"]


# Viewer id of the made-up caller in previews; no real viewer has it.
PREVIEW_CALLER_ID = "trial"


class NoValue(Exception):
    """A variable has no value: chat sees its fallback or nothing, staff see the reason in previews and in "Why?"."""


class Refused(NoValue):
    """A variable does not do what the caller asked for, such as a bet without the points: chat sees the reason.

    A fallback replaces the reason. The command has failed: what it cost is refunded.
    """


class Caller(Struct, frozen=True):
    """The viewer who typed the command."""

    provider: str
    viewer_id: str
    login: str
    name: str
    level: int
    # By the subscriber badge, which a VIP or moderator may have too.
    is_subscriber: bool = False


class CommandUsed(Struct, frozen=True):
    id: UUID
    # As typed, with its prefix.
    name: str
    # Including this use; a nested command is not counted as used.
    use_count: int


# Maximum number of variables in a response, including the commands that it contains.
MAX_CALLS = 50


class Budget(Struct):
    """Calls and time that a response and its nested commands have left, and whether they have changed something."""

    calls: int = MAX_CALLS
    # Time limit of one variable.
    value_seconds: float = 5.0
    # Time limit of the whole response.
    seconds: float = 10.0
    # Event loop time; set by the first variable that has to wait.
    deadline: float | None = None
    has_changed: bool = False


def level_from_author(author_level: int, access_level: int, caller_level: int) -> int:
    """The level that variables with `follows_author` accept besides the caller's own: the author's, or Public.

    A command that everyone may use gives the author's level to Mods only: new commands are open to everyone by default.
    """
    return author_level if access_level > Role.PUBLIC or caller_level >= Role.MOD else Role.PUBLIC


class VariableContext(Struct, frozen=True):
    """Where, when and for whom a response is rendered; each response needs a new one."""

    channel_id: UUID
    # The connection that the response is sent to.
    connection_id: UUID
    provider: str
    now: datetime
    # None if no viewer has typed a command, as in timers and widgets.
    caller: Caller | None = None
    # The platform's id of the caller's message.
    message_id: str = ""
    # When the caller's message was sent.
    sent_at: datetime | None = None
    # The text after the command.
    query: str = ""
    command: CommandUsed | None = None
    # The result of `level_from_author`, for variables with `follows_author`.
    author_level: int = Role.PUBLIC
    # Number of enclosing commands.
    depth: int = 0
    # In previews and widgets: nothing may be changed.
    is_preview: bool = False
    # Values of the variables that only this text has.
    values: Mapping[str, str] = MappingProxyType({})
    # Shared by copies: a nested command uses what is left.
    budget: Budget = field(default_factory=Budget)

    @property
    def words(self) -> list[str]:
        return self.query.split()


class Arguments(Struct, frozen=True):
    """Arguments of a variable, with inner variables replaced by their values. Values are never parsed again."""

    # All arguments as one text.
    text: str = ""
    # Split at spaces; a value or a quoted text is never split, and an empty one is a word too.
    words: tuple[str, ...] = ()
    # The variable's name as written, in lower case: one variable may have many names.
    name: str = ""


Evaluate = Callable[[VariableContext, Arguments], Awaitable[str]] | Callable[[VariableContext, Arguments], str]
# Gets the words (None: has variables); yields the index of a word to evaluate, is sent its value; returns the result.
Choose = Callable[[VariableContext, Sequence[str | None]], Generator[int, str, str]]


def choose_evaluated(choose: Choose) -> Callable[[VariableContext, Arguments], str]:
    """Makes a function like `evaluate` from `choose`, for words that are all evaluated already."""

    def evaluate(context: VariableContext, arguments: Arguments) -> str:
        requests = choose(context, arguments.words)
        try:
            index = next(requests)
            while True:
                index = requests.send(arguments.words[index])
        except StopIteration as end:
            return str(end.value)

    return evaluate


class Variable(Struct, frozen=True):
    name: str
    group: str
    # One sentence.
    summary: str
    example: str
    # What chat shows for the example.
    shows: str
    evaluate: Evaluate
    aliases: tuple[str, ...] = ()
    # Pattern of further names, such as `1` and `2` for the words of a message.
    also: re.Pattern[str] | None = None
    takes: Takes = "nothing"
    # Supported platforms; None for all.
    providers: frozenset[str] | None = None
    needs_caller: bool = False
    # Whether it changes something, so that it is not evaluated in a preview.
    has_side_effect: bool = False
    # Whether it renders another response if it has arguments; that response may change something.
    runs_others: bool = False
    # Evaluated in a preview in place of `evaluate`; asynchronous only if `evaluate` is.
    preview: Evaluate | None = None
    cost: Cost = "none"
    # Callers below this role get no value.
    min_level: int = Role.PUBLIC
    # Whether it is enough that the author of the command has the role `min_level`.
    follows_author: bool = False
    # Replaces `evaluate` if not all words may be evaluated.
    choose: Choose | None = None


class VariableRegistry:
    def __init__(self, variables: Iterable[Variable] = ()) -> None:
        self._by_name: dict[str, Variable] = {}
        self._listed: list[Variable] = []
        self._patterns: list[tuple[re.Pattern[str], Variable]] = []
        for variable in variables:
            self.add(variable)

    def add(self, variable: Variable) -> None:
        self._listed.append(variable)
        if variable.also is not None:
            self._patterns.append((variable.also, variable))
        for name in (variable.name, *variable.aliases):
            if name in self._by_name:
                raise ValueError(f"Two variables are called {name}")
            self._by_name[name] = variable

    def find(self, name: str) -> Variable | None:
        """The variable with this name or alias, in upper or lower case; None if there is none."""
        wanted = name.lower()
        found = self._by_name.get(wanted)
        if found is not None:
            return found
        return next((variable for names, variable in self._patterns if names.fullmatch(wanted)), None)

    @property
    def names(self) -> list[str]:
        return list(self._by_name)

    def __iter__(self) -> Iterator[Variable]:
        return iter(self._listed)
