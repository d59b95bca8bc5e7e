"""Terms as people send them: checked, cleared of what stands there twice, and kept as one piece."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.lexicon import MOST_EXPRESSIONS, MOST_STEPS, BadTerm, Term, check_term
from greenroom.features.filters.types.banned_terms import BannedTermsFilter, TermIn
from greenroom.kernel.errors import Invalid

MOST_DUPLICATES_TOLD = 100
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
    if _expressions(kept.values()) > MOST_EXPRESSIONS:
        raise Invalid(field, f"must have at most {MOST_EXPRESSIONS} expressions among them")
    told = tuple(dict.fromkeys(duplicates))[:MOST_DUPLICATES_TOLD]
    return Kept(tuple(kept.values()), len(duplicates), told)


def _refused(field: str, place: int, term: TermIn, reason: str) -> Invalid:
    return Invalid(f"{field}.{place}.text", f"“{term.text[:60]}” {reason}")


def _expressions(terms: Iterable[TermIn | Term]) -> int:
    return sum(term.kind == "regex" for term in terms)
