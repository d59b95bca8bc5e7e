"""The estimated search time of a list of regexes: over the limit for hostile lists, within it for usual lists."""

import asyncio
from itertools import product

import pytest

from greenroom.features.filters.engine import FilterEngine, FilterSpec
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.term_matcher import Term
from greenroom.features.filters.rows import settings_of
from greenroom.features.filters.types.banned_terms import BannedTermsFilter
from greenroom.kernel.ids import new_id
from greenroom.kernel.regex.cost import MAX_SECONDS, MAX_SECONDS_ON_LOOP, first_too_slow, seconds_per_message
from greenroom.kernel.regex.safe_regex import Expression, ExpressionSets
from greenroom.kernel.tasks.threads import call_each
from support.cpu_growth import cpu_growth

WORDS = ["".join(letters) for letters in product("bdfglmnprst", "aeiou", "bdfglmnprst", "aeiou")]
CYRILLIC_WORDS = ["".join(letters) for letters in product("бгдлмнпрст", "аеиоу", "бгдлмнпрст", "аеиоу")]
SLOW = [
    [f"(a).{{1,200}}b.{{1,200}}z{number}" for number in range(83)],
    [f"(?:a|b).{{{number}}}z" for number in range(100, 200)],
    [rf"\b[a-z0-9-]{{1,63}}\.tld{number}\b" for number in range(70)],
]
# Slow only for texts with exactly these characters.
SLOW_FOR_OTHER_CHARACTERS = [
    [f"!.{{1,200}}#.{{1,200}}~{number}" for number in range(83)],
    [rf"\x61.{{1,200}}\x{{62}}.{{1,200}}\172{number}" for number in range(83)],
    [rf"\Q!?\E.{{1,200}}\t.{{1,200}}\.{number}" for number in range(83)],
    [f"[«»].{{1,200}}[–—].{{1,200}}…{number}" for number in range(83)],
    [rf"(?-i)A.{{1,200}}B.{{1,200}}C{number}" for number in range(83)],
    [f"{'k' if number % 2 else 'K'}[k\u212a]{{300}}{number}" for number in range(40)],
    [rf"[^\x00-\x7F](?:[😀😁]{{1,90}})z{number}" for number in range(20)],
]
# Slow only for a few of very many texts.
SLOW_FOR_HIDDEN_TEXTS = [
    [f"!.{{1,200}}#.{{1,200}}~{number}|{'abcdefghijklmnop' * 8}" for number in range(83)],
    [f"!{'.?' * 150}#{'.?' * 50}~{number}" for number in range(20)],
    [f"!(?:[^x]{{1,20}}){{1,10}}#~{number}" for number in range(83)],
    # Narrow classes with small counts, many times.
    [f"[x{number}]{'([c-n]{10})' * 40}" for number in range(80)],
    [f"(?:#|[y{number}]){'([#~]{10})' * 30}[z{number}]" for number in range(100)],
    [f"a{{{number}}}b" for number in range(100, 200)],
    [f"(?:ab?){{90}}{number}" for number in range(40)],
    [f"x(?:{'|'.join(f'{letter}{number}?' for letter in 'abcdefgh')}){{50}}" for number in range(20)],
    [f"a(?:(?:b|c){{1,9}}d?){{1,9}}{number}" for number in range(40)],
    [rf"a\pL{{1,90}}{number}" for number in range(4)],
    [rf"[[:alpha:]\pN]{{100}}{number}" for number in range(8)],
    # Lists whose expressions all begin with the same word.
    [f"free.{{0,60}}{word}" for word in WORDS[:100]],
    # Words that are equal when case is ignored, although each of their letters folds to two letters.
    [f"{''.join(letters)}.{{0,100}}x{number}" for number, letters in enumerate(product("ßẞ", repeat=6))],
    [f"{''.join(letters)}.{{0,100}}x{number}" for number, letters in enumerate(product("ᾳᾼ", repeat=6))],
]
HARMLESS = [rf"free\s+(?:followers|viewers){number}" for number in range(83)]
# Usual lists: words, words with characters between them, letters that look alike, links, long words.
USUAL = [
    [rf"\b{word}\b" for word in WORDS[:1_000]],
    [rf"\b{word}\b" for word in CYRILLIC_WORDS[:1_000]],
    [f"(?i){word}s?" for word in WORDS[:1_000]],
    [rf"\b{word}{word[-1]}?here\b" for word in WORDS],
    [f"{first}.{{0,30}}{second}" for first, second in zip(WORDS[:200], WORDS[200:], strict=False)],
    [f"{word}.{{0,20}}here" for word in WORDS[:200]] + [rf"cheap.{{0,20}}viewers{number}" for number in range(8)],
    [rf"{first}\s+{second}" for first, second in zip(WORDS[:200], WORDS[200:], strict=False)],
    [f"[f4][r2][e3][e€]{number}[v\\/][i1!|][e3]w[s5$z]" for number in range(300)],
    [rf"\b(?:https?://)?[a-z0-9-]{{2,30}}\.example{number}\b" for number in range(20)],
    [rf"(?:https?://)?(?:www\.)?site{number}\.example/\S*" for number in range(100)],
    [r"\S{80,}", r"(?:ha){20,}", r"[^\x00-\x7F]{30,}", r"\p{Cyrillic}{5,}", r"[A-Z\s]{60,}"],
    [rf"cheap.{{0,20}}viewers{number}" for number in range(20)],
    ["(a).{1,200}b.{1,200}z"],
]


@pytest.mark.parametrize("slow", [*SLOW, *SLOW_FOR_OTHER_CHARACTERS, *SLOW_FOR_HIDDEN_TEXTS], ids=lambda some: some[0])
def test_hostile_lists_exceed_the_budget(slow: list[str]) -> None:
    assert seconds_per_message(slow) > MAX_SECONDS


@pytest.mark.parametrize("usual", [HARMLESS, *USUAL], ids=lambda some: some[0])
def test_usual_lists_are_within_the_budget(usual: list[str]) -> None:
    assert seconds_per_message(usual) <= MAX_SECONDS


@pytest.mark.parametrize("some", [HARMLESS, SLOW[1], *USUAL[3:7]], ids=lambda some: some[0])
def test_time_grows_with_each_expression_and_does_not_depend_on_their_order(some: list[str]) -> None:
    # About twenty prefixes of the list: checking every prefix would take quadratic time.
    times = [seconds_per_message(some[:count]) for count in range(0, len(some), max(len(some) // 20, 5))]
    assert times == sorted(times)
    assert seconds_per_message(some[::-1]) == pytest.approx(seconds_per_message(some))


def slow_expression(number: int) -> str:
    """A regex that takes more than half of the budget."""
    return f"(a).{{1,200}}b.{{1,200}}z{number}"


def test_position_of_the_first_expression_over_the_budget_is_found() -> None:
    assert first_too_slow((), ["x", slow_expression(1), "y", slow_expression(2), "z"]) == 3
    assert first_too_slow([slow_expression(1)], ["x", slow_expression(2), "y"]) == 1
    assert first_too_slow([slow_expression(1)], ["x", "y"]) is None
    assert first_too_slow([slow_expression(1), slow_expression(2)], []) is None


def test_list_that_was_too_slow_may_be_changed_but_not_become_slower() -> None:
    before = [slow_expression(1), slow_expression(2), slow_expression(3)]
    assert first_too_slow((), [*before, slow_expression(4)], before) == 3
    assert first_too_slow((), [slow_expression(1), slow_expression(4), slow_expression(3)], before) is None
    assert first_too_slow((), before[:2], before) is None
    assert first_too_slow(before[:1], [slow_expression(4)], before[1:]) is None
    assert first_too_slow(before[:2], [slow_expression(4), slow_expression(5)], before[2:]) == 1


def engine_of(expressions: list[str]) -> FilterEngine:
    fields = BannedTermsFilter(type="banned_terms", name="Terms")
    terms = [Term(text, "regex") for text in expressions]
    return FilterEngine.of([FilterSpec.of(new_id(), fields, "banned_terms", settings_of(fields), terms)])


def test_only_slow_filters_are_marked_as_slow() -> None:
    assert [engine_of(some).speed.is_slow for some in (USUAL[0], HARMLESS[:20], *SLOW)] == [
        False,
        False,
        True,
        True,
        True,
    ]


@pytest.mark.parametrize("some", [*SLOW_FOR_OTHER_CHARACTERS, *SLOW_FOR_HIDDEN_TEXTS], ids=lambda some: some[0])
def test_four_slow_expressions_exceed_the_budget_of_the_event_loop(some: list[str]) -> None:
    assert seconds_per_message(some[:4]) > MAX_SECONDS_ON_LOOP


async def test_event_loop_goes_on_while_a_slow_filter_matches() -> None:
    engine = engine_of(SLOW[0])
    messages = [Message("abz0" * 100 + f" {number}", provider="twitch") for number in range(5)]
    turns, matching = (
        0,
        asyncio.create_task(call_each(lambda message: engine.evaluate(message, {}, 0.0), messages, engine.speed)),
    )
    while not matching.done():
        turns += 1
        await asyncio.sleep(0)
    assert all(result.deciding is not None for result in matching.result())
    # On the event loop all messages would be matched in the first turn.
    assert turns > 10 * len(messages)


def test_equal_expressions_of_several_filters_are_searched_once_and_all_found() -> None:
    assert ExpressionSets(["a", "b", "a"]).found_in("xa") == [0, 2]
    text = "ab" * 240 + "z1"
    assert cpu_growth(lambda count: ExpressionSets([slow_expression(1)] * count).found_in(text), 25) < 2


def test_capturing_groups_do_not_enlarge_an_expression() -> None:
    assert Expression("((a)|(b))").size == Expression("(?:(?:a)|(?:b))").size
