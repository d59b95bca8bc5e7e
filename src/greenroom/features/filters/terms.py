"""Validates banned terms, merges duplicates, and encodes them for storage."""

from collections.abc import Iterable, Sequence
from uuid import UUID

import msgspec
from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.normalization import normal
from greenroom.features.filters.matching.phrases import MAX_SAME_LETTERS, MatchOptions, Phrase, without_covered
from greenroom.features.filters.matching.term_matcher import (
    InvalidTerm,
    Term,
    check_term,
)
from greenroom.features.filters.models import Filter, FilterTerms
from greenroom.features.filters.types.banned_terms import BannedTermsFilter, TermIn
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import advisory_lock
from greenroom.kernel.errors import Invalid
from greenroom.kernel.regex.cost import TOO_LARGE, StepBudget, first_too_large
from greenroom.kernel.tasks.parsing import Turns, stop_if_asked
from greenroom.kernel.tasks.threads import COMPILING

MAX_DUPLICATES_REPORTED = 100
MAX_EXAMPLES = 3
TOO_SLOW = f"makes matching too slow: all regexes of a channel together {TOO_LARGE}"
# Limit for one filter whose channel's other regexes are not known yet, so that it is checked in well below a second.
MAX_STEPS_CHECKED = 300_000
# Longer lists, and all regexes, are checked in a thread: a term takes microseconds, a regex much longer.
MAX_TERMS_ON_EVENT_LOOP = 200

encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[Term, ...]).decode


class StoredRegexes(Struct, frozen=True):
    """A channel's stored regexes: `replaced` are those of the filters that are being changed, `kept` all others."""

    kept: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()


class CheckedTerms(Struct, frozen=True):
    terms: tuple[Term, ...]
    merged: int = 0
    duplicates: tuple[str, ...] = ()
    # The channel's regexes when the terms were checked.
    stored: StoredRegexes = StoredRegexes()


def decode(stored: bytes | None) -> tuple[Term, ...]:
    return _decode(stored) if stored else ()


class TermChecks(Struct, frozen=True):
    """Checks terms that a person sends, in that person's turn (`Turns`) if there are many terms or any regex."""

    kernel: Kernel
    turns: Turns
    person_id: UUID
    channel_id: UUID

    async def check_filter(self, fields: FilterFields, filter_id: UUID | None) -> CheckedTerms | None:
        """Checks the terms in a request; None if the request has no terms."""
        if not isinstance(fields, BannedTermsFilter) or fields.settings.terms is None:
            return None
        return await self.check(fields.settings.terms, "settings.terms", filter_id)

    async def check(self, terms: Sequence[TermIn], field: str, filter_id: UUID | None) -> CheckedTerms:
        """Checks the new terms of a filter; raises Invalid for the first invalid term, with its index."""
        has_regexes = any(term.kind == "regex" for term in terms)
        if len(terms) <= MAX_TERMS_ON_EVENT_LOOP and not has_regexes:
            return check(terms, field)
        stored = StoredRegexes()
        if has_regexes:
            async with self.kernel.database.read() as session:
                stored = await read_regexes(session, self.channel_id, filter_id)
        async with self.turns(self.person_id) as turn:
            return await turn.run(check, terms, field, stored)

    async def check_again(self, session: AsyncSession, checked: CheckedTerms | None, filter_id: UUID | None) -> None:
        """Checks the cost of the regexes again before they are written, if other regexes were saved since `check`."""
        if checked is None or not _regexes_of(checked.terms):
            return
        await advisory_lock(session, f"filters:{self.channel_id}")
        stored = await read_regexes(session, self.channel_id, filter_id)
        if stored != checked.stored:
            # Not in a turn: another request of the person may have the turn and wait for the lock.
            await COMPILING.run(refuse_costly_regexes, "terms", _regexes_of(checked.terms), stored)


async def read_regexes(session: AsyncSession, channel_id: UUID, filter_id: UUID | None) -> StoredRegexes:
    rows = await session.execute(
        select(FilterTerms.filter_id, FilterTerms.terms)
        .join(Filter, Filter.id == FilterTerms.filter_id)
        .where(Filter.channel_id == channel_id)
        .order_by(Filter.id)
    )
    regexes = [(row.filter_id, text) for row in rows for text in _regexes_of(decode(row.terms))]
    return StoredRegexes(
        tuple(text for owner_id, text in regexes if owner_id != filter_id),
        tuple(text for owner_id, text in regexes if owner_id == filter_id),
    )


def _regexes_of(terms: Iterable[Term]) -> tuple[str, ...]:
    return tuple(term.text for term in terms if term.kind == "regex")


def with_checked_terms(fields: FilterFields) -> tuple[FilterFields, CheckedTerms | None]:
    """The filter with duplicate terms merged, and its checked terms; None for types that have no terms."""
    if not isinstance(fields, BannedTermsFilter):
        return fields, None
    checked = check(fields.settings.terms or (), "settings.terms")
    terms = [TermIn.model_construct(kind=term.kind, text=term.text) for term in checked.terms]
    return fields.model_copy(update={"settings": fields.settings.model_copy(update={"terms": terms})}), checked


def check(terms: Sequence[TermIn], field: str, stored: StoredRegexes | None = None) -> CheckedTerms:
    """Checks terms and merges duplicates; raises Invalid for the first invalid term, with its index.

    Without `stored`, `refuse_costly_regexes` checks the limit of steps, for several filters at once.
    """
    unique: dict[tuple[str, str], Term] = {}
    duplicates: list[str] = []
    budget = StepBudget.beside(stored.kept, stored.replaced) if stored else StepBudget(MAX_STEPS_CHECKED, set())
    for index, one in enumerate(terms):
        stop_if_asked()
        term = Term(one.text.strip() if one.kind != "regex" else one.text, one.kind)
        key = (term.kind, term.text.casefold() if term.kind != "regex" else term.text)
        if key in unique:
            duplicates.append(term.text)
            continue
        try:
            check_term(term)
        except InvalidTerm as error:
            raise _invalid(field, index, one, str(error)) from error
        if term.kind == "regex" and not budget.spend(term.text):
            raise _invalid(field, index, one, TOO_SLOW)
        unique[key] = term
    _limit_same_letters(terms, unique.values(), field)
    reported = tuple(dict.fromkeys(duplicates))[:MAX_DUPLICATES_REPORTED]
    return CheckedTerms(tuple(unique.values()), len(duplicates), reported, stored or StoredRegexes())


def refuse_costly_regexes(field: str, regexes: tuple[str, ...], stored: StoredRegexes) -> None:
    """Raises Invalid if the regexes have too many steps together with `stored.kept`."""
    if first_too_large(stored.kept, regexes, stored.replaced) is not None:
        raise Invalid(field, f"the regexes of all filters together: this {TOO_SLOW}")


def _limit_same_letters(submitted: Sequence[TermIn], unique: Iterable[Term], field: str) -> None:
    """Raises Invalid if too many phrases have the same normalized text: each match is compared with all of them."""
    groups: dict[str, list[str]] = {}
    for term in unique:
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
