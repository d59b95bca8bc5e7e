"""How long regular expressions take for one chat message: measured on texts made to be slow for them, and counted."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from time import thread_time

from greenroom.kernel.regex.syntax import USUAL_CHARACTERS, Syntax, read_syntaxes

# The longest message that a platform allows, in characters.
MAX_MESSAGE_LENGTH = 500
# Of CPU time for one message, for all expressions of a channel.
MAX_SECONDS = 0.025
# Expressions that need less are matched on the event loop.
MAX_SECONDS_ON_LOOP = 0.001
# The best of these counts: a busy machine must not refuse a harmless expression.
RUNS = 3
# So far over a limit, one run is enough.
CERTAIN_FACTOR = 5
# Lowest cost, in CPU time per character of a message, of a position that RE2 follows together with all others.
SECONDS_PER_POSITION = 12e-9
MAX_ALPHABET = 12
MAX_FRAGMENTS = 200
# Expressions whose own characters are tried.
MAX_SINGLE_EXPRESSIONS = 5

MakeText = Callable[[random.Random], str]


def seconds_per_message(
    expressions: Sequence[str], match: Callable[[str], object], enough: float = MAX_SECONDS
) -> float:
    """CPU time of this thread for the slowest kind of text; measuring ends when it is more than `enough`.

    Each run has a new text, because RE2 remembers the texts it has seen. No less than what the wide classes and the
    counts of the expressions may cost, because there may be a slower text than those that are tried.
    """
    chance = random.Random(len(expressions))  # noqa: S311  # texts need no secrets
    syntaxes = read_syntaxes(expressions)
    slowest = sum(one.positions for one in syntaxes) * MAX_MESSAGE_LENGTH * SECONDS_PER_POSITION
    if slowest > enough:
        return slowest
    for make_text in _texts(syntaxes):
        slowest = max(slowest, _best(make_text, match, chance, enough))
        if slowest > enough:
            break
    return slowest


def first_too_slow(
    others: Sequence[str], sent: Sequence[str], are_slow: Callable[[tuple[str, ...]], bool]
) -> int | None:
    """Index of the first expression with which those before it, and the others, take too long together."""
    if not sent or not are_slow((*others, *sent)):
        return None
    low, high = 0, len(sent) - 1
    while low < high:
        middle = (low + high) // 2
        if are_slow((*others, *sent[: middle + 1])):
            high = middle
        else:
            low = middle + 1
    return low


def _best(make_text: MakeText, match: Callable[[str], object], chance: random.Random, enough: float) -> float:
    best = _measure(match, make_text(chance))
    for _ in range(RUNS - 1):
        if best > enough * CERTAIN_FACTOR:
            break
        best = min(best, _measure(match, make_text(chance)))
    return best


def _measure(match: Callable[[str], object], text: str) -> float:
    began = thread_time()
    match(text)
    return thread_time() - began


def _texts(syntaxes: Sequence[Syntax]) -> Iterator[MakeText]:
    """Characters and fragments of the expressions in random order keep the most alternatives open."""
    common = _most_common(syntaxes)
    if common:
        yield _letters(common)
        yield _letters(common[:3])
    yield _letters([*common, *USUAL_CHARACTERS])
    fragments = [fragment for one in syntaxes for fragment in one.fragments][:MAX_FRAGMENTS]
    if fragments:
        yield _joined(fragments)
    for one in sorted(syntaxes, key=lambda one: (one.positions, len(one.atoms)), reverse=True)[:MAX_SINGLE_EXPRESSIONS]:
        if own := _most_common([one]):
            yield _letters(own)


def _most_common(syntaxes: Sequence[Syntax]) -> list[str]:
    """Those in counted repetitions first."""
    counts: Counter[str] = Counter()
    for one in syntaxes:
        for atom in one.atoms:
            for member in atom.members:
                counts[member] += atom.repeats
    return [character for character, _ in counts.most_common(MAX_ALPHABET)]


def _letters(alphabet: Sequence[str]) -> MakeText:
    return lambda chance: "".join(chance.choices(alphabet, k=MAX_MESSAGE_LENGTH))


def _joined(fragments: Sequence[str]) -> MakeText:
    def make_text(chance: random.Random) -> str:
        text = ""
        while len(text) < MAX_MESSAGE_LENGTH:
            text += chance.choice(fragments) + chance.choice(("", " "))
        return text[:MAX_MESSAGE_LENGTH]

    return make_text
