"""The measured time of regexes tells harmless ones from those that are slow for some messages."""

import asyncio

import pytest

from greenroom.features.filters.engine import FilterEngine, FilterSpec
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.term_matcher import Term
from greenroom.features.filters.rows import settings_of
from greenroom.features.filters.types.banned_terms import BannedTermsFilter
from greenroom.kernel.ids import new_id
from greenroom.kernel.regex import cost as measured
from greenroom.kernel.regex.cost import first_too_slow, seconds_per_message
from greenroom.kernel.regex.safe_regex import ExpressionSets
from greenroom.kernel.tasks.threads import call_each

HARMLESS = [rf"free\s+(?:followers|viewers){number}" for number in range(83)]
SLOW = [
    [f"(a).{{1,200}}b.{{1,200}}z{number}" for number in range(83)],
    [f"(?:a|b).{{{number}}}z" for number in range(100, 200)],
    [f"{first}.{{90}}{second}" for first in "abcdefghi" for second in "rstuvwxyz"],
]
# Slow only for texts with exactly these characters.
SLOW_FOR_OTHER_CHARACTERS = [
    [f"!.{{1,200}}#.{{1,200}}~{number}" for number in range(83)],
    [rf"\x61.{{1,200}}\x{{62}}.{{1,200}}\172{number}" for number in range(83)],
    [rf"\Q!?\E.{{1,200}}\t.{{1,200}}\.{number}" for number in range(83)],
    [f"[«»].{{1,200}}[–—].{{1,200}}…{number}" for number in range(83)],
    [rf"(?-i)A.{{1,200}}B.{{1,200}}C{number}" for number in range(83)],
]
# None of the measured texts keeps them busy, but another text may.
SLOW_FOR_HIDDEN_TEXTS = [
    [f"!.{{1,200}}#.{{1,200}}~{number}|{'abcdefghijklmnop' * 8}" for number in range(83)],
    [f"!{'.?' * 150}#{'.?' * 50}~{number}" for number in range(83)],
    [f"!(?:[^x]{{1,20}}){{1,10}}#~{number}" for number in range(83)],
]
# Usual lists: letters that look alike, links, long words, a few characters between two words.
USUAL = [
    [f"[f4][r2][e3][e€]{number}[v\\/][i1!|][e3]w[s5$z]" for number in range(300)],
    [rf"\b(?:https?://)?[a-z0-9-]{{2,30}}\.example{number}\b" for number in range(50)],
    [r"\S{80,}", r"(?:ha){20,}", r"[^\x00-\x7F]{30,}", r"\p{Cyrillic}{5,}", r"[A-Z\s]{60,}"],
    [rf"cheap.{{0,20}}viewers{number}" for number in range(20)],
]


def cost(expressions: list[str], enough: float) -> float:
    return seconds_per_message(expressions, ExpressionSets(expressions).found_in, enough)


@pytest.mark.parametrize("slow", SLOW)
def test_slow_expressions_cost_far_more_than_harmless_ones(slow: list[str]) -> None:
    far_more = 20 * cost(HARMLESS, enough=1.0)
    assert cost(slow, enough=far_more) > far_more


@pytest.mark.parametrize("slow", SLOW_FOR_OTHER_CHARACTERS)
def test_texts_are_made_of_every_literal_character(slow: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured, "SECONDS_PER_POSITION", 0.0)
    far_more = 20 * cost(HARMLESS, enough=1.0)
    assert cost(slow, enough=far_more) > far_more


@pytest.mark.parametrize("slow", [*SLOW, *SLOW_FOR_OTHER_CHARACTERS, *SLOW_FOR_HIDDEN_TEXTS])
def test_counts_alone_can_exceed_the_budget(slow: list[str]) -> None:
    assert seconds_per_message(slow, lambda _: None) > measured.MAX_SECONDS


@pytest.mark.parametrize("usual", [HARMLESS, *USUAL])
def test_counts_of_usual_lists_stay_far_below_the_budget(usual: list[str]) -> None:
    assert seconds_per_message(usual, lambda _: None) < measured.MAX_SECONDS / 2


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


@pytest.mark.parametrize("slow", [*SLOW_FOR_OTHER_CHARACTERS, *SLOW_FOR_HIDDEN_TEXTS])
def test_not_even_the_first_slow_message_is_matched_on_the_event_loop(slow: list[str]) -> None:
    """Also for lists from before the budget, and for a single expression that stays below it."""
    assert engine_of(slow).pace.is_slow
    assert engine_of(slow[:1]).pace.is_slow


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
