"""Finds rows by pairs of values, such as platform and viewer id."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, and_, tuple_
from sqlalchemy.orm import InstrumentedAttribute


def in_pairs(
    scope: ColumnElement[bool],
    first: InstrumentedAttribute[str],
    second: InstrumentedAttribute[str],
    pairs: Iterable[tuple[str, str]],
) -> ColumnElement[bool]:
    """Condition for the rows of the scope, such as a channel, with one of the pairs.

    Each column is also compared by itself: with `(first, second) IN (…)` alone, or with one condition for each first
    value, SQLite would read all rows of the scope.
    """
    wanted = sorted(set(pairs))
    firsts, seconds = sorted({one for one, _ in wanted}), sorted({other for _, other in wanted})
    found = and_(scope, first.in_(firsts), second.in_(seconds))
    return found if len(firsts) == 1 else and_(found, tuple_(first, second).in_(wanted))
