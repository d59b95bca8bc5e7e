"""Variables of responses, their context, and the registry that features fill."""

import re
from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from greenroom.kernel.services import provided
from greenroom.tenancy.access.rules import Role

Takes = Literal["nothing", "words", "text"]
Cost = Literal["none", "database", "platform", "web"]


# The viewer id of a caller whom somebody made up to see what would be answered; it belongs to nobody.
MADE_UP = "trial"


class NoValue(Exception):
    """A variable has nothing to say: chat sees its fallback or nothing, editors and "Why?" see the reason."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever typed the command."""

    provider: str
    viewer_id: str
    login: str
    name: str
    level: int


@dataclass(frozen=True, slots=True)
class CommandUsed:
    id: UUID
    # As it was typed, with its mark.
    name: str
    use_count: int


# In one answer, with those of the commands that it puts in.
MAX_CALLS = 50


@dataclass(slots=True)
class Budget:
    """What one answer may still cost."""

    calls: int = MAX_CALLS
    # For one variable, and for everything that the answer waits for.
    value_seconds: float = 5.0
    seconds: float = 10.0
    # By the clock of the event loop; it begins with the first variable that has to wait.
    deadline: float | None = None


@dataclass(frozen=True, slots=True)
class VariableContext:
    """Why something is said, where, and for whom; make a new one for each thing that is said."""

    channel_id: UUID
    # Where the answer goes.
    connection_id: UUID
    provider: str
    now: datetime
    # Nobody asked when a timer speaks.
    caller: Caller | None = None
    # The platform's id of what was typed, and what stood behind the command.
    message_id: str = ""
    query: str = ""
    command: CommandUsed | None = None
    # How many commands stand around this one.
    depth: int = 0
    # Somebody only looks at what would be said: nothing may change anywhere.
    is_trial: bool = False
    # Stays the same in a copy: a command within a command spends what is left.
    budget: Budget = field(default_factory=Budget, compare=False, repr=False)

    @property
    def words(self) -> list[str]:
        return self.query.split()


@dataclass(frozen=True, slots=True)
class Arguments:
    """What stands behind the variable's name, once the variables in it are values. Values are never read again."""

    # All of it, as one text.
    text: str = ""
    # Split at spaces; a value and a quoted text are one word, whatever is in them, even nothing.
    words: tuple[str, ...] = ()
    # The variable's name as it was asked for, in small letters: one variable may answer to many.
    name: str = ""


Evaluate = Callable[[VariableContext, Arguments], Awaitable[str]] | Callable[[VariableContext, Arguments], str]
# Asks for words by their place: what is not asked for never happens. Those that are known without asking are shown.
Choose = Callable[[VariableContext, Sequence[str | None]], Generator[int, str, str]]


def strictly(choose: Choose) -> Callable[[VariableContext, Arguments], str]:
    """The same where all words are values already."""

    def evaluate(occasion: VariableContext, given: Arguments) -> str:
        asking = choose(occasion, given.words)
        try:
            place = next(asking)
            while True:
                place = asking.send(given.words[place])
        except StopIteration as end:
            return str(end.value)

    return evaluate


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    group: str
    # One sentence, what is written, and what is shown then.
    summary: str
    example: str
    shows: str
    evaluate: Evaluate = field(repr=False)
    aliases: tuple[str, ...] = ()
    # Further names, as a pattern for all of them: the numbers of words.
    also: re.Pattern[str] | None = field(default=None, repr=False)
    takes: Takes = "nothing"
    # Where it has an answer; None is everywhere.
    providers: frozenset[str] | None = None
    needs_caller: bool = False
    # Changes something: said in a trial instead of done.
    has_side_effect: bool = False
    # What is shown in a trial in place of the deed; waits for something only where `evaluate` does too.
    pretend: Evaluate | None = field(default=None, repr=False)
    cost: Cost = "none"
    # Whoever is below it gets nothing.
    least_level: int = Role.PUBLIC
    # In place of `evaluate`, where not all of the words may be looked at.
    choose: Choose | None = field(default=None, repr=False)


class VariableRegistry:
    def __init__(self, variables: Iterable[Variable] = ()) -> None:
        self._found: dict[str, Variable] = {}
        self._listed: list[Variable] = []
        self._families: list[tuple[re.Pattern[str], Variable]] = []
        for variable in variables:
            self.add(variable)

    def add(self, variable: Variable) -> None:
        self._listed.append(variable)
        if variable.also is not None:
            self._families.append((variable.also, variable))
        for name in (variable.name, *variable.aliases):
            if name in self._found:
                raise ValueError(f"Two variables are called {name}")
            self._found[name] = variable

    def find(self, name: str) -> Variable | None:
        """In any case; numbers are the words behind a command."""
        wanted = name.lower()
        found = self._found.get(wanted)
        if found is not None:
            return found
        return next((variable for names, variable in self._families if names.fullmatch(wanted)), None)

    @property
    def names(self) -> list[str]:
        return list(self._found)

    def __iter__(self) -> Iterator[Variable]:
        return iter(self._listed)


RegistryDep = Annotated[VariableRegistry, provided(VariableRegistry)]
