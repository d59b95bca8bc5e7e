"""The measured time of regexes tells harmless ones from those that are slow for some messages."""

import asyncio

import pytest

from greenroom.features.filters.engine import FilterEngine, FilterSpec
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.term_matcher import Term
from greenroom.features.filters.rows import settings_of
from greenroom.features.filters.types.banned_terms import BannedTermsFilter
from greenroom.kernel.ids import new_id
from greenroom.kernel.regex.cost import first_too_slow, seconds_per_message
from greenroom.kernel.regex.safe_regex import ExpressionSets
from greenroom.kernel.tasks.threads import call_each

HARMLESS = [rf"free\s+(?:followers|viewers){number}" for number in range(83)]
SLOW = [
    [f"(a).{{1,200}}b.{{1,200}}z{number}" for number in range(83)],
    [f"(?:a|b).{{{number}}}z" for number in range(100, 200)],
    [f"{first}.{{90}}{second}" for first in "abcdefghi" for second in "rstuvwxyz"],
]


def cost(expressions: list[str], enough: float) -> float:
    return seconds_per_message(expressions, ExpressionSets(expressions).found_in, enough)


@pytest.mark.parametrize("slow", SLOW)
def test_slow_expressions_cost_far_more_than_harmless_ones(slow: list[str]) -> None:
    far_more = 20 * cost(HARMLESS, enough=1.0)
    assert cost(slow, enough=far_more) > far_more


def test_first_expression_over_the_budget_is_named() -> None:
    budget, steps = 100, {"a": 60, "b": 30, "c": 20, "d": 1}

    def are_slow(some: tuple[str, ...]) -> bool:
        return sum(steps[one] for one in some) > budget

    assert first_too_slow((), ["a", "b", "c", "d"], are_slow) == 2
    assert first_too_slow(["a"], ["b", "c"], are_slow) == 1
    assert first_too_slow(["a", "b", "c"], ["d"], are_slow) == 0
    assert first_too_slow(["a"], ["b"], are_slow) is None


def engine_of(expressions: list[str]) -> FilterEngine:
    fields = BannedTermsFilter(type="banned_terms", name="Terms")
    terms = [Term(text, "regex") for text in expressions]
    return FilterEngine.of([FilterSpec.of(new_id(), fields, "banned_terms", settings_of(fields), terms)])


def test_only_slow_filters_leave_the_event_loop() -> None:
    assert [engine_of(expressions).pace.is_slow for expressions in (HARMLESS, *SLOW)] == [False, True, True, True]


async def test_event_loop_goes_on_while_a_slow_filter_matches() -> None:
    engine = engine_of(SLOW[0])
    messages = [Message("abz0" * 100 + f" {number}", provider="twitch") for number in range(5)]
    turns, matching = (
        0,
        asyncio.create_task(call_each(lambda message: engine.evaluate(message, {}, 0.0), messages, engine.pace)),
    )
    while not matching.done():
        turns += 1
        await asyncio.sleep(0)
    assert all(result.deciding is not None for result in matching.result())
    # On the event loop all messages would be matched in the first turn.
    assert turns > 10 * len(messages)
