"""Pure rules: the order of waiting viewers, states, rejoining, the texts of viewers, and finding a queue by name."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal, TypeVar
from uuid import UUID

from msgspec import Struct

from greenroom.kernel.text import name_key, tidy_line

State = Literal["waiting", "called", "playing", "done", "skipped", "no_show"]
Rejoin = Literal["at_once", "after_minutes", "next_session"]

ACTIVE: tuple[State, ...] = ("waiting", "called", "playing")
# States of viewers who had no turn yet.
UNSERVED: tuple[State, ...] = ("waiting", "called")
FINISHED: tuple[State, ...] = ("done", "skipped", "no_show")
# By state: the states that may follow. A finished viewer can be put back to the front.
TRANSITIONS: Mapping[State, frozenset[State]] = {
    "waiting": frozenset({"called", "playing", "skipped", "no_show"}),
    "called": frozenset({"waiting", "playing", "done", "skipped", "no_show"}),
    "playing": frozenset({"waiting", "done", "skipped", "no_show"}),
    "done": frozenset({"waiting", "playing"}),
    "skipped": frozenset({"waiting"}),
    "no_show": frozenset({"waiting"}),
}
# States that count as a turn; a skipped viewer may join again at once.
TURNS: tuple[State, ...] = ("done", "no_show")

# Viewers wait in the order of their places. A place is text: a tier, ten hexadecimal digits, and digits of a fraction.
# A viewer is moved by giving them a place between two others, so that one row is written.
FIRST_TIER, LAST_TIER = "0", "1"
NUMBER_DIGITS = 10
MIDDLE = 16**NUMBER_DIGITS // 2
# Longer places are replaced by new ones. A hundred viewers moved to the same spot add 25 digits.
MAX_PLACE_LENGTH = 400

MAX_GAME_NAME_LENGTH = 100
MAX_NOTE_LENGTH = 200

Entry = TypeVar("Entry")


def starting_place(tier: str, number: int = MIDDLE) -> str:
    return f"{tier}{number:0{NUMBER_DIGITS}x}"


def place_after(last: str) -> str:
    """The next place behind the last one of its tier."""
    return starting_place(last[0], _number(last) + 1)


def place_before(first: str) -> str:
    """The next place before the first one of its tier."""
    return starting_place(first[0], _number(first) - 1)


def place_between(before: str | None, after: str | None) -> str:
    """A place behind `before` (None: at the front) and ahead of `after` (None: at the end).

    Between two tiers, it is a place in the first of them.
    """
    if before is None:
        return starting_place(LAST_TIER) if after is None else place_before(after)
    if after is None or before[0] != after[0]:
        return place_after(before)
    # One more digit than both: there is always a number between them.
    length = max(len(before), len(after))
    low, high = (int(place[1:].ljust(length, "0"), 16) for place in (before, after))
    middle = f"{(low + high) // 2:0{length}x}"
    return before[0] + middle[:NUMBER_DIGITS] + middle[NUMBER_DIGITS:].rstrip("0")


def _number(place: str) -> int:
    return int(place[1 : NUMBER_DIGITS + 1], 16)


def pick_entries(
    waiting: Sequence[Entry], count: int, person_of: Callable[[Entry], object], shuffle: Callable[[list[Entry]], object]
) -> list[Entry]:
    """The first `count` entries in the order that `shuffle` gives; at most one entry for each person."""
    order = list(waiting)
    shuffle(order)
    persons: set[object] = set()
    picked: list[Entry] = []
    for entry in order:
        if len(picked) < count and person_of(entry) not in persons:
            persons.add(person_of(entry))
            picked.append(entry)
    return picked


class RejoinRule(Struct, frozen=True):
    # One of the values of Rejoin.
    rejoin: str
    minutes: int
    session_started_at: datetime

    def wait_until(self, last_turn_at: datetime | None) -> datetime | None:
        """When a viewer may join again after `minutes`; None if there is no such wait."""
        if last_turn_at is None or self.rejoin != "after_minutes":
            return None
        return last_turn_at + timedelta(minutes=self.minutes)

    def had_turn_in_session(self, last_turn_at: datetime | None) -> bool:
        """Whether the queue allows one turn in each of its sessions, and the viewer has had it."""
        return self.rejoin == "next_session" and last_turn_at is not None and last_turn_at >= self.session_started_at


class JoinTexts(Struct, frozen=True):
    game_name: str
    note: str


def join_texts(text: str, *, asks_name: bool) -> JoinTexts:
    """Splits `in-game name, note` at the first comma; without `asks_name` the whole text is the note."""
    name, _, note = text.partition(",") if asks_name else ("", "", text)
    return JoinTexts(tidy_line(name, MAX_GAME_NAME_LENGTH, ""), tidy_line(note, MAX_NOTE_LENGTH, ""))


class NameMatch(Struct, frozen=True):
    """Names of queues with which the text begins, or which its first word abbreviates; and the rest of the text."""

    names: tuple[str, ...]
    rest: str


def match_name(names: Sequence[str], text: str) -> NameMatch:
    """The longest whole name at the beginning of the text; else all names that begin with its first word."""
    text = text.strip()
    whole = max((name for name in names if _starts_with(text, name)), key=len, default="")
    if whole:
        return NameMatch((whole,), text[len(whole) :].strip())
    word, _, rest = text.partition(" ")
    begun = tuple(name for name in names if word and name_key(name).startswith(name_key(word)))
    return NameMatch(begun, rest.strip())


def _starts_with(text: str, name: str) -> bool:
    return name_key(text[: len(name)]) == name_key(name) and text[len(name) : len(name) + 1] in {"", " "}


def wait_text(seconds: float) -> str:
    minutes = max(1, -(-int(seconds) // 60))
    return f"{minutes} minute{'' if minutes == 1 else 's'}"


def list_text(names: Sequence[str], total: int) -> str:
    numbered = ", ".join(f"{number}. {name}" for number, name in enumerate(names, 1))
    return numbered if total <= len(names) else f"{numbered} and {total - len(names)} more"


class QueueRef(Struct, frozen=True):
    """The fields of a queue by which a command finds it."""

    id: UUID
    name: str
    is_open: bool


class QueueChoice(Struct, frozen=True):
    """The queue that the viewer chose, with the rest of the text; or the problem if no queue can be chosen."""

    queue: QueueRef | None
    text: str = ""
    problem: str = ""


def named_queue(queues: Sequence[QueueRef], name: str) -> QueueChoice:
    """Finds a queue by its whole name, or by the beginning of a name if only one queue matches."""
    key = name_key(name.strip())
    found = [queue for queue in queues if name_key(queue.name) == key]
    found = found or [queue for queue in queues if name_key(queue.name).startswith(key)]
    if len(found) == 1:
        return QueueChoice(found[0])
    if found:
        return QueueChoice(None, problem=f"Several queues match {name.strip()}: {_names(found)}.")
    return QueueChoice(None, problem=f"There is no queue named {name.strip()}.")


def queue_to_join(queues: Sequence[QueueRef], text: str) -> QueueChoice:
    """The only open queue; of several, the one that the text names; if none is open, the channel's oldest queue."""
    if not queues:
        return QueueChoice(None, problem="This channel has no queue.")
    open_queues = [queue for queue in queues if queue.is_open]
    if len(open_queues) < 2:
        return QueueChoice((open_queues or queues)[0], text)
    match = match_name([queue.name for queue in open_queues], text)
    if len(match.names) == 1:
        return QueueChoice(next(queue for queue in open_queues if queue.name == match.names[0]), match.rest)
    return QueueChoice(None, problem=f"Several queues are open: {_names(open_queues)}. Add the name of one.")


def mentioned_queue(queues: Sequence[QueueRef], text: str) -> QueueRef | None:
    """The queue whose name the text begins with or abbreviates; None if there is none, or more than one."""
    names = match_name([queue.name for queue in queues], text).names
    return next(queue for queue in queues if queue.name == names[0]) if len(names) == 1 else None


def _names(queues: Sequence[QueueRef]) -> str:
    return ", ".join(queue.name for queue in queues)
