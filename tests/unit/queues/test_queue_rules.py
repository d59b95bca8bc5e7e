"""Places of waiting viewers, picks, rejoining, and the queue that a viewer's text refers to."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.queues.rules import (
    FIRST_TIER,
    LAST_TIER,
    NUMBER_DIGITS,
    QueueRef,
    RejoinRule,
    join_texts,
    list_text,
    mentioned_queue,
    named_queue,
    pick_entries,
    place_after,
    place_between,
    queue_to_join,
    starting_place,
    wait_text,
)

NOON = datetime(2030, 1, 2, 12, tzinfo=UTC)
RACES, RANKED, DUELS = (
    QueueRef(UUID(int=number), name, is_open)
    for number, (name, is_open) in enumerate([("Races", True), ("Ranked duos", True), ("Duels", False)])
)


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=25))
def test_places_sort_like_the_list_after_any_moves(moves: list[tuple[int, int]]) -> None:
    places = [starting_place(FIRST_TIER), starting_place(LAST_TIER)]
    while len(places) < 20:
        places.append(place_after(places[-1]))
    for start, end in moves:
        places.pop(start % len(places))
        index = end % (len(places) + 1)
        before = places[index - 1] if index else None
        after = places[index] if index < len(places) else None
        places.insert(index, place_between(before, after))
        assert places == sorted(places)
        assert len(set(places)) == len(places)


def test_place_grows_by_one_digit_in_four_moves_to_the_same_spot() -> None:
    low, high = starting_place(LAST_TIER), place_after(starting_place(LAST_TIER))
    for _ in range(100):
        high = place_between(low, high)
    assert len(high) == 1 + NUMBER_DIGITS + 25


def test_viewer_between_subscribers_and_others_belongs_to_the_subscribers() -> None:
    moved = place_between(starting_place(FIRST_TIER), starting_place(LAST_TIER))
    assert starting_place(FIRST_TIER) < moved < starting_place(LAST_TIER)
    assert moved[0] == FIRST_TIER


def test_pick_takes_the_first_or_random_entries_and_each_person_once() -> None:
    waiting = [("juno", 1), ("juno on YouTube", 1), ("kes", 2), ("odalys", 3)]
    assert pick_entries(waiting, 2, lambda one: one[1], lambda _: None) == [("juno", 1), ("kes", 2)]
    assert pick_entries(waiting, 9, lambda one: one[1], lambda order: order.reverse()) == [
        waiting[3],
        waiting[2],
        waiting[1],
    ]


@pytest.mark.parametrize(
    ("rejoin", "minutes_ago", "had_turn", "waits_until"),
    [
        ("at_once", 1, False, None),
        ("after_minutes", 10, False, NOON + timedelta(minutes=20)),
        ("next_session", 10, True, None),
        ("next_session", 90, False, None),
    ],
)
def test_rejoin_rule_is_obeyed(rejoin: str, minutes_ago: int, *, had_turn: bool, waits_until: datetime | None) -> None:
    rule = RejoinRule(rejoin, 30, session_started_at=NOON - timedelta(hours=1))
    last_turn_at = NOON - timedelta(minutes=minutes_ago)
    assert (rule.had_turn_in_session(last_turn_at), rule.wait_until(last_turn_at)) == (had_turn, waits_until)
    assert (rule.had_turn_in_session(None), rule.wait_until(None)) == (False, None)


def test_text_after_the_command_is_name_and_note() -> None:
    both = join_texts(" Bracken#4410 , no mic, sorry ", asks_name=True)
    assert (both.game_name, both.note) == ("Bracken#4410", "no mic, sorry")
    alone = join_texts("first time, hello", asks_name=False)
    assert (alone.game_name, alone.note) == ("", "first time, hello")
    assert join_texts("\u202ex" * 300, asks_name=True).game_name == "x" * 100


@pytest.mark.parametrize(
    ("name", "found", "problem"),
    [
        ("RACES", RACES, ""),
        ("rank", RANKED, ""),
        ("ra", None, "Several queues match ra: Races, Ranked duos."),
        ("chess", None, "There is no queue named chess."),
    ],
)
def test_queue_is_found_by_name_or_an_unambiguous_beginning(name: str, found: QueueRef | None, problem: str) -> None:
    choice = named_queue([RACES, RANKED, DUELS], name)
    assert (choice.queue, choice.problem) == (found, problem)


@pytest.mark.parametrize(
    ("queues", "text", "found", "note"),
    [
        ([DUELS, RACES], "kestrel", RACES, "kestrel"),
        ([DUELS], "kestrel", DUELS, "kestrel"),
        ([RACES, RANKED], "ranked duos kestrel, hi", RANKED, "kestrel, hi"),
        ([RACES, RANKED], "rac kestrel", RACES, "kestrel"),
        ([RACES, RANKED], "racesuit", None, ""),
        ([RACES, RANKED], "", None, ""),
        ([], "", None, ""),
    ],
)
def test_named_or_only_queue_is_joined(queues: list[QueueRef], text: str, found: QueueRef | None, note: str) -> None:
    choice = queue_to_join(queues, text)
    assert (choice.queue, choice.text) == (found, note)
    assert bool(choice.problem) == (found is None)


def test_name_of_a_queue_counts_as_a_mention_only_at_the_beginning_of_a_text() -> None:
    assert mentioned_queue([RACES, RANKED], "@juno races") is None
    assert mentioned_queue([RACES, RANKED], "races") is RACES


def test_waiting_time_and_list_are_written_as_text() -> None:
    assert [wait_text(seconds) for seconds in (1, 60, 61)] == ["1 minute", "1 minute", "2 minutes"]
    assert list_text(["Juno", "Kes"], 2) == "1. Juno, 2. Kes"
    assert list_text(["Juno", "Kes"], 9) == "1. Juno, 2. Kes and 7 more"
