"""Similarity of two normalized texts."""

import re

# Minimum Jaccard index of the trigram sets of similar texts.
MIN_SIMILARITY = 0.8
# Longer texts are cut to this length.
MAX_COMPARED_LENGTH = 400
MIN_LENGTH = 8
NGRAM_LENGTH = 3

_LETTERS = re.compile(r"[^\W\d_]+")
_LETTERS_AND_DIGITS = re.compile(r"[^\W_]+")
_NON_LETTERS = bytes(at for at in range(256) if not chr(at).isascii() or not chr(at).isalpha())


def similarity(one: str, other: str) -> float:
    """Similarity from 0 to 1, by sets of trigrams; 0 for short texts and for texts of too different lengths."""
    one, other = one[:MAX_COMPARED_LENGTH], other[:MAX_COMPARED_LENGTH]
    shorter, longer = sorted((len(one), len(other)))
    if shorter < MIN_LENGTH or shorter < MIN_SIMILARITY * longer:
        return 0.0
    first, second = _ngrams(one), _ngrams(other)
    shared = len(first & second)
    return shared / (len(first) + len(second) - shared)


def _ngrams(text: str) -> set[str]:
    return {text[at : at + NGRAM_LENGTH] for at in range(len(text) - NGRAM_LENGTH + 1)}


def fingerprints(text: str) -> list[str]:
    """The letters of the text; for four or more words, further texts without the first and without the last word.

    Texts that differ only in the first or only in the last word share a fingerprint.
    """
    text = text[:MAX_COMPARED_LENGTH].strip()
    whole = _letters(text)
    if text.count(" ") < 3:
        return [whole]
    first, last = _letters(text[: text.index(" ")]), _letters(text[text.rindex(" ") :])
    return [whole, whole[len(first) :], whole[: len(whole) - len(last)]]


def _letters(text: str) -> str:
    if text.isascii():
        return text.encode().translate(None, _NON_LETTERS).decode()
    return "".join(_LETTERS.findall(text))


def letters_and_digits(text: str) -> str:
    return "".join(_LETTERS_AND_DIGITS.findall(text))
