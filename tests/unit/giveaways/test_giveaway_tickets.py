"""Draws from a seed and a list of entries."""

import hashlib
import hmac
from collections import Counter
from itertools import islice
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.giveaways.tickets import (
    ListedEntry,
    commitment_of,
    drawn_tickets,
    entries_text,
    hash_of,
    listed_name,
    new_seed,
    tickets_in,
)

SEED = "f76bef226ea39e22e565aefde6aa234a10108a33b043b850309877295054eaf6"
HASH = hash_of(b"list")


def seed_number(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()


def test_commitment_is_the_hash_of_the_seed_and_seeds_differ() -> None:
    assert commitment_of(SEED) == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    assert len({new_seed() for _ in range(50)}) == 50


def test_list_has_one_line_for_each_entry() -> None:
    entries = [ListedEntry(3, "twitch", "quietquill"), ListedEntry(1, "youtube", "Pixel Harbour")]
    content = entries_text(entries)
    assert content == b"1\t3\ttwitch\tquietquill\n2\t1\tyoutube\tPixel Harbour\n"
    assert tickets_in(content) == [3, 1]
    assert tickets_in(entries_text([])) == []


@pytest.mark.parametrize("name", ["two\nlines", "a\tb", "x\u2028y", "\u202eback", ""])
def test_name_adds_no_line_or_column_to_the_list(name: str) -> None:
    content = entries_text([ListedEntry(1, "twitch", listed_name(name)), ListedEntry(2, "kick", "after")])
    assert tickets_in(content) == [1, 2]
    assert content.decode().split("\n")[1] == "2\t2\tkick\tafter"


def test_first_draw_is_the_documented_remainder() -> None:
    number = int.from_bytes(hmac.digest(bytes.fromhex(SEED), f"{HASH}:1".encode(), "sha256"), "big")
    drawn = next(drawn_tickets(SEED, HASH, [100, 200, 112]))
    assert (drawn.counter, drawn.ticket) == (1, number % 412 + 1)


@given(st.lists(st.integers(1, 1_000), min_size=1, max_size=30))
def test_every_entry_is_drawn_once_and_by_a_ticket_of_its_own(tickets: list[int]) -> None:
    drawn = list(drawn_tickets(SEED, HASH, tickets))
    assert sorted(one.position for one in drawn) == list(range(1, len(tickets) + 1))
    for one in drawn:
        before = sum(tickets[: one.position - 1])
        assert before < one.ticket <= before + tickets[one.position - 1]


@given(st.integers(0, 20))
def test_later_draws_continue_the_sequence_of_earlier_draws(first: int) -> None:
    tickets = [5, 1, 8, 2, 2, 9, 1, 30, 4, 4, 1, 1, 7, 3, 3, 2, 6, 1, 1, 10]
    whole = list(drawn_tickets(SEED, HASH, tickets))
    earlier = whole[:first]
    later = drawn_tickets(SEED, HASH, tickets, [one.position for one in earlier], earlier[-1].counter if earlier else 0)
    assert [*earlier, *later] == whole


def test_weights_are_respected() -> None:
    # The tolerance is four standard errors; the seeds are fixed, so that every run has the same result.
    tickets, draws = [1, 2, 3, 10], 4_000
    first = Counter(next(drawn_tickets(seed_number(one), HASH, tickets)).position for one in range(draws))
    for position, weight in enumerate(tickets, 1):
        chance = weight / sum(tickets)
        assert abs(first[position] - draws * chance) < 4 * sqrt(draws * chance * (1 - chance))


def test_second_winner_is_drawn_from_the_remaining_entries_by_weight() -> None:
    tickets, draws = [1, 2, 1], 3_000
    pairs = [list(islice(drawn_tickets(seed_number(one), HASH, tickets), 2)) for one in range(draws)]
    after_the_first = [second.position for first, second in pairs if first.position == 1]
    count, wins = len(after_the_first), after_the_first.count(2)
    assert abs(wins - count * 2 / 3) < 4 * sqrt(count * 2 / 9)


def test_without_entries_nothing_is_drawn() -> None:
    assert list(drawn_tickets(SEED, HASH, [])) == []
