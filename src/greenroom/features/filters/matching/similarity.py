"""When two texts are the same to a reader. Both are given as they are compared: small letters, each once in a row."""

import re

# Nearly the same: this share of what either has.
MIN_SIMILARITY = 0.8
# Of a long text this much is compared.
MAX_COMPARED_LENGTH = 400
MIN_LENGTH = 8
NGRAM_LENGTH = 3

_LETTERS = re.compile(r"[^\W\d_]+")
_NO_LETTERS = bytes(at for at in range(256) if not chr(at).isascii() or not chr(at).isalpha())


def is_similar(one: str, other: str) -> bool:
    """Four fifths of their pieces of three characters are in both; short texts must be the same."""
    one, other = one[:MAX_COMPARED_LENGTH], other[:MAX_COMPARED_LENGTH]
    shorter, longer = sorted((len(one), len(other)))
    if shorter < MIN_LENGTH or shorter < MIN_SIMILARITY * longer:
        return False
    first, second = _pieces(one), _pieces(other)
    shared = len(first & second)
    return shared >= MIN_SIMILARITY * (len(first) + len(second) - shared)


def _pieces(text: str) -> set[str]:
    return {text[at : at + NGRAM_LENGTH] for at in range(len(text) - NGRAM_LENGTH + 1)}


def fingerprints(text: str) -> list[bytes]:
    """What a text and its variations have in common: its letters, and those without its first or its last word."""
    text = text[:MAX_COMPARED_LENGTH].strip()
    whole = _letters(text)
    if text.count(" ") < 3:
        return [whole]
    first, last = _letters(text[: text.index(" ")]), _letters(text[text.rindex(" ") :])
    return [whole, whole[len(first) :], whole[: len(whole) - len(last)]]


def _letters(text: str) -> bytes:
    if text.isascii():
        return text.encode().translate(None, _NO_LETTERS)
    return "".join(_LETTERS.findall(text)).encode("utf-8", "replace")
