"""Validates banned terms, merges duplicates, and encodes them for storage."""

import asyncio
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.normalization import normal
from greenroom.features.filters.matching.phrases import MAX_SAME_LETTERS, MatchOptions, Phrase, without_covered
from greenroom.features.filters.matching.term_matcher import MAX_REGEX_STEPS, InvalidTerm, Term, check_term
from greenroom.features.filters.types.banned_terms import BannedTermsFilter, TermIn
from greenroom.kernel.errors import Invalid

MAX_DUPLICATES_REPORTED = 100
MAX_EXAMPLES = 3
# Longer lists are checked in a thread: a term takes microseconds, a regex much longer.
MAX_TERMS_ON_EVENT_LOOP = 200
MAX_REGEXES_ON_EVENT_LOOP = 1

encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[Term, ...]).decode


class CheckedTerms(Struct, frozen=True):
    terms: tuple[Term, ...]
    merged: int = 0
    duplicates: tuple[str, ...] = ()


def decode(stored: bytes | None) -> tuple[Term, ...]:
    return _decode(stored) if stored else ()


async def check_filter_terms(fields: FilterFields) -> CheckedTerms | None:
    """None if the request contains no terms."""
    if not isinstance(fields, BannedTermsFilter) or fields.settings.terms is None:
        return None
    return await check(fields.settings.terms, "settings.terms")


async def check(terms: Sequence[TermIn], field: str) -> CheckedTerms:
    """Raises Invalid for the first invalid term, with its index."""
    if len(terms) <= MAX_TERMS_ON_EVENT_LOOP and _count_regexes(terms) <= MAX_REGEXES_ON_EVENT_LOOP:
        return _check(terms, field)
    return await asyncio.to_thread(_check, terms, field)


def with_checked_terms(fields: FilterFields) -> tuple[FilterFields, CheckedTerms | None]:
    """The filter with duplicate terms merged, and the checked terms; None instead for filters of other types."""
    if not isinstance(fields, BannedTermsFilter):
        return fields, None
    kept = _check(fields.settings.terms or (), "settings.terms")
    terms = [TermIn.model_construct(kind=term.kind, text=term.text) for term in kept.terms]
    return fields.model_copy(update={"settings": fields.settings.model_copy(update={"terms": terms})}), kept


def _check(terms: Sequence[TermIn], field: str) -> CheckedTerms:
    kept: dict[tuple[str, str], Term] = {}
    duplicates: list[str] = []
    steps = 0
    for index, one in enumerate(terms):
        term = Term(one.text.strip() if one.kind != "regex" else one.text, one.kind)
        key = (term.kind, term.text.casefold() if term.kind != "regex" else term.text)
        if key in kept:
            duplicates.append(term.text)
            continue
        try:
            steps += check_term(term)
        except InvalidTerm as error:
            raise _invalid(field, index, one, str(error)) from error
        if steps > MAX_REGEX_STEPS:
            raise _invalid(field, index, one, "is too large: all regexes of a filter together exceed the limit")
        kept[key] = term
    _limit_same_letters(terms, kept.values(), field)
    reported = tuple(dict.fromkeys(duplicates))[:MAX_DUPLICATES_REPORTED]
    return CheckedTerms(tuple(kept.values()), len(duplicates), reported)


def _limit_same_letters(submitted: Sequence[TermIn], kept: Iterable[Term], field: str) -> None:
    """Limits the number of terms with the same normalized text: all of them are compared at each match."""
    groups: dict[str, list[str]] = {}
    for term in kept:
        if term.kind == "phrase":
            groups.setdefault(normal(term.text), []).append(term.text)
    for texts in groups.values():
        if len(texts) <= MAX_SAME_LETTERS:
            continue
        same = [one.term for one in without_covered([Phrase.of(0, text, MatchOptions()) for text in texts])]
        if len(same) > MAX_SAME_LETTERS:
            index = next(at for at, one in enumerate(submitted) if one.text.strip() == same[MAX_SAME_LETTERS])
            raise _invalid(field, index, submitted[index], _same_letters_message(same))


def _same_letters_message(same: Sequence[str]) -> str:
    examples = ", ".join(f"“{text[:60]}”" for text in same[:MAX_EXAMPLES])
    return (
        f"is one of {len(same):,} terms with the same letters: {examples} …"
        f" A filter can have {MAX_SAME_LETTERS} of them at most"
    )


def _invalid(field: str, index: int, term: TermIn, reason: str) -> Invalid:
    return Invalid(f"{field}.{index}.text", f"“{term.text[:60]}” {reason}")


def _count_regexes(terms: Iterable[TermIn]) -> int:
    return sum(term.kind == "regex" for term in terms)
