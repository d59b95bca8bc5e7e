"""Terms as people send them: checked, cleared of what stands there twice, and kept as one piece."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.lexicon import MOST_STEPS, BadTerm, Term, check_term
from greenroom.features.filters.normalising import normal
from greenroom.features.filters.phrases import MOST_ALIKE, Phrase, Reading, folded
from greenroom.features.filters.types.banned_terms import BannedTermsFilter, TermIn
from greenroom.kernel.errors import Invalid

MOST_DUPLICATES_TOLD = 100
MOST_ALIKE_NAMED = 3
# Checking takes a few microseconds for each, and longer for expressions: more than these are checked beside the loop.
CHECKED_AT_ONCE = 200
EXPRESSIONS_AT_ONCE = 1

encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[Term, ...]).decode


@dataclass(frozen=True, slots=True)
class Kept:
    terms: tuple[Term, ...]
    merged: int = 0
    duplicates: tuple[str, ...] = ()


def decode(stored: bytes | None) -> tuple[Term, ...]:
    return _decode(stored) if stored else ()


async def prepare(given: FilterFields) -> Kept | None:
    """Of a filter that comes with terms; None when it brings none."""
    if not isinstance(given, BannedTermsFilter) or given.settings.terms is None:
        return None
    return await check(given.settings.terms, "settings.terms")


async def check(terms: Sequence[TermIn], field: str) -> Kept:
    """Refuses the first that cannot be looked for, by its place."""
    if len(terms) <= CHECKED_AT_ONCE and _expressions(terms) <= EXPRESSIONS_AT_ONCE:
        return _check(terms, field)
    return await asyncio.to_thread(_check, terms, field)


def settle(given: FilterFields) -> tuple[FilterFields, Kept | None]:
    """The filter with each of its terms once, none when it says nothing of them; raises Invalid."""
    if not isinstance(given, BannedTermsFilter):
        return given, None
    kept = _check(given.settings.terms or (), "settings.terms")
    terms = [TermIn.model_construct(kind=term.kind, text=term.text) for term in kept.terms]
    return given.model_copy(update={"settings": given.settings.model_copy(update={"terms": terms})}), kept


def _check(given: Sequence[TermIn], field: str) -> Kept:
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
        except BadTerm as error:
            raise _refused(field, place, one, str(error)) from error
        if steps > MOST_STEPS:
            raise _refused(field, place, one, "is too much: the expressions up to here are too large together")
        kept[key] = term
    _refuse_crowds(given, kept.values(), field)
    told = tuple(dict.fromkeys(duplicates))[:MOST_DUPLICATES_TOLD]
    return Kept(tuple(kept.values()), len(duplicates), told)


def _refuse_crowds(given: Sequence[TermIn], terms: Iterable[Term], field: str) -> None:
    """Wherever the letters stand that terms have in common each of them is compared, so there must not be many."""
    crowds: dict[str, list[str]] = {}
    for term in terms:
        if term.kind == "phrase":
            crowds.setdefault(normal(term.text), []).append(term.text)
    for texts in crowds.values():
        if len(texts) <= MOST_ALIKE:
            continue
        alike = [one.term for one in folded([Phrase.of(0, text, Reading()) for text in texts])]
        if len(alike) > MOST_ALIKE:
            place = next(at for at, one in enumerate(given) if one.text.strip() == alike[MOST_ALIKE])
            raise _refused(field, place, given[place], _crowded(alike))


def _crowded(alike: Sequence[str]) -> str:
    named = ", ".join(f"“{text[:60]}”" for text in alike[:MOST_ALIKE_NAMED])
    return (
        f"is one of {len(alike):,} terms with the same letters, doubled differently: {named} …"
        f" At most {MOST_ALIKE} of them can be looked for"
    )


def _refused(field: str, place: int, term: TermIn, reason: str) -> Invalid:
    return Invalid(f"{field}.{place}.text", f"“{term.text[:60]}” {reason}")


def _expressions(terms: Iterable[TermIn]) -> int:
    return sum(term.kind == "regex" for term in terms)
