"""Terms as people send them: checked, cleared of what stands there twice, and kept as one piece."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.normalization import normal
from greenroom.features.filters.matching.phrases import MAX_SAME_LETTERS, MatchOptions, Phrase, without_covered
from greenroom.features.filters.matching.term_matcher import MAX_REGEX_STEPS, InvalidTerm, Term, check_term
from greenroom.features.filters.types.banned_terms import BannedTermsFilter, TermIn
from greenroom.kernel.errors import Invalid

MAX_DUPLICATES_REPORTED = 100
MAX_EXAMPLES = 3
# Checking takes a few microseconds for each, and longer for expressions: more than these are checked beside the loop.
MAX_TERMS_ON_EVENT_LOOP = 200
MAX_REGEXES_ON_EVENT_LOOP = 1

encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[Term, ...]).decode


@dataclass(frozen=True, slots=True)
class CheckedTerms:
    terms: tuple[Term, ...]
    merged: int = 0
    duplicates: tuple[str, ...] = ()


def decode(stored: bytes | None) -> tuple[Term, ...]:
    return _decode(stored) if stored else ()


async def check_filter_terms(given: FilterFields) -> CheckedTerms | None:
    """Of a filter that comes with terms; None when it brings none."""
    if not isinstance(given, BannedTermsFilter) or given.settings.terms is None:
        return None
    return await check(given.settings.terms, "settings.terms")


async def check(terms: Sequence[TermIn], field: str) -> CheckedTerms:
    """Refuses the first that cannot be looked for, by its place."""
    if len(terms) <= MAX_TERMS_ON_EVENT_LOOP and _expressions(terms) <= MAX_REGEXES_ON_EVENT_LOOP:
        return _check(terms, field)
    return await asyncio.to_thread(_check, terms, field)


def with_checked_terms(given: FilterFields) -> tuple[FilterFields, CheckedTerms | None]:
    """The filter with each of its terms once, none when it says nothing of them; raises Invalid."""
    if not isinstance(given, BannedTermsFilter):
        return given, None
    kept = _check(given.settings.terms or (), "settings.terms")
    terms = [TermIn.model_construct(kind=term.kind, text=term.text) for term in kept.terms]
    return given.model_copy(update={"settings": given.settings.model_copy(update={"terms": terms})}), kept


def _check(given: Sequence[TermIn], field: str) -> CheckedTerms:
    kept: dict[tuple[str, str], Term] = {}
    duplicates: list[str] = []
    steps = 0
    for place, one in enumerate(given):
        term = Term(one.text.strip() if one.kind != "regex" else one.text, one.kind)
        key = (term.kind, term.text.casefold() if term.kind != "regex" else term.text)
        if key in kept:
            duplicates.append(term.text)
            continue
        try:
            steps += check_term(term)
        except InvalidTerm as error:
            raise _refused(field, place, one, str(error)) from error
        if steps > MAX_REGEX_STEPS:
            raise _refused(field, place, one, "is too much: the expressions up to here are too large together")
        kept[key] = term
    _refuse_crowds(given, kept.values(), field)
    told = tuple(dict.fromkeys(duplicates))[:MAX_DUPLICATES_REPORTED]
    return CheckedTerms(tuple(kept.values()), len(duplicates), told)


def _refuse_crowds(given: Sequence[TermIn], terms: Iterable[Term], field: str) -> None:
    """Wherever the letters stand that terms have in common each of them is compared, so there must not be many."""
    crowds: dict[str, list[str]] = {}
    for term in terms:
        if term.kind == "phrase":
            crowds.setdefault(normal(term.text), []).append(term.text)
    for texts in crowds.values():
        if len(texts) <= MAX_SAME_LETTERS:
            continue
        alike = [one.term for one in without_covered([Phrase.of(0, text, MatchOptions()) for text in texts])]
        if len(alike) > MAX_SAME_LETTERS:
            place = next(at for at, one in enumerate(given) if one.text.strip() == alike[MAX_SAME_LETTERS])
            raise _refused(field, place, given[place], _crowded(alike))


def _crowded(alike: Sequence[str]) -> str:
    named = ", ".join(f"“{text[:60]}”" for text in alike[:MAX_EXAMPLES])
    return (
        f"is one of {len(alike):,} terms with the same letters, doubled differently: {named} …"
        f" At most {MAX_SAME_LETTERS} of them can be looked for"
    )


def _refused(field: str, place: int, term: TermIn, reason: str) -> Invalid:
    return Invalid(f"{field}.{place}.text", f"“{term.text[:60]}” {reason}")


def _expressions(terms: Iterable[TermIn]) -> int:
    return sum(term.kind == "regex" for term in terms)
