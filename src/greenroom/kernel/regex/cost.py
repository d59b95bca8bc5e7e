"""Measures how long regular expressions take for one chat message, on texts made to be slow for them."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from time import thread_time

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
MAX_ALPHABET = 12
MAX_FRAGMENTS = 200
# Expressions whose own letters are tried.
MAX_SINGLE_EXPRESSIONS = 5

# Counts, classes such as \w and \pL, and the marks of groups are not literal text.
_SYNTAX = re.compile(r"\{[\d,]*\}|\\[pPx]\{[^}]*\}|\\[pP].|\\x..|\\[a-zA-Z]|\(\?P<[^>]*>|\(\?[a-zA-Z^-]*[:)]?")
_FRAGMENT = re.compile(r"[^\W_]{2,}")
_OTHER_LETTERS = "x 0é日"

MakeText = Callable[[random.Random], str]


def seconds_per_message(
    expressions: Sequence[str], match: Callable[[str], object], enough: float = MAX_SECONDS
) -> float:
    """CPU time of this thread for the slowest kind of text; measuring ends when it is more than `enough`.

    Each run has a new text, because RE2 remembers the texts it has seen.
    """
    chance = random.Random(len(expressions))  # noqa: S311  # texts need no secrets
    slowest = 0.0
    for make_text in _texts(expressions):
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


def _texts(expressions: Sequence[str]) -> Iterator[MakeText]:
    """Letters and fragments of the expressions in random order keep the most alternatives open."""
    plain = [_SYNTAX.sub(" ", one) for one in expressions]
    letters = Counter(letter for one in plain for letter in one.lower() if letter.isalnum())
    common = [letter for letter, _ in letters.most_common(MAX_ALPHABET)]
    if common:
        yield _letters(common)
        yield _letters(common[:3])
    yield _letters([*common, *_OTHER_LETTERS])
    fragments = [fragment for one in plain for fragment in _FRAGMENT.findall(one)][:MAX_FRAGMENTS]
    if fragments:
        yield _joined(fragments)
    for one in sorted(plain, key=len, reverse=True)[:MAX_SINGLE_EXPRESSIONS]:
        if own := sorted({letter for letter in one.lower() if letter.isalnum()}):
            yield _letters(own[:MAX_ALPHABET])


def _letters(alphabet: Sequence[str]) -> MakeText:
    return lambda chance: "".join(chance.choices(alphabet, k=MAX_MESSAGE_LENGTH))


def _joined(fragments: Sequence[str]) -> MakeText:
    def make_text(chance: random.Random) -> str:
        text = ""
        while len(text) < MAX_MESSAGE_LENGTH:
            text += chance.choice(fragments) + chance.choice(("", " "))
        return text[:MAX_MESSAGE_LENGTH]

    return make_text
