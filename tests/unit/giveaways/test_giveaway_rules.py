"""Rules of giveaways: keywords, eligibility, weights and purchases."""

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.features.giveaways.rules import (
    Age,
    Candidate,
    Eligibility,
    Price,
    age_refusal,
    eligibility_refusal,
    fold_message,
    keyword_alone,
    limit_purchase,
    tickets_asked,
    weight_of,
)
from greenroom.kernel.text import name_key


@pytest.mark.parametrize(
    "invisible", ["\u00ad", "\u034f", "\u200b", "\u200e", "\u2064", "\u3164", "\ufe0f", "\uffa0", "\U000e0061"]
)
def test_keyword_is_the_same_with_and_without_invisible_characters(invisible: str) -> None:
    assert tickets_asked(fold_message("I want a mug"), fold_message(f"m{invisible}ug")) == 1
    assert tickets_asked(fold_message(f"I want a mu{invisible}g"), fold_message("mug")) == 1


@pytest.mark.parametrize(
    ("text", "tickets"),
    [
        ("!keycap", 1),
        ("I want this !KeyCap, please", 1),
        ("“!keycap”", 1),
        ("!keycap!!", 1),
        ("!keycap 3", 3),
        ("!keycap 3!", 3),
        ("!keycap 999999", 999_999),
        ("!keycap 0", 0),
        ("!keycap -5", 0),
        ("!keycap +5", 0),
        ("!keycap ٣", 0),
        ("!keycap 1.5", 0),
        ("!keycap .5", 0),
        ("!keycap 5k", 0),
        ("!keycap 1000000", 0),
        ("!keycap 50%", 0),
        ("!keycap 2nd try", 1),
        ("!keycap 4ever", 1),
        ("!keycap - please", 1),
        ("!keycap ...", 1),
        ("!keycaps", 0),
        ("x!keycap", 0),
        ("!keycap-set", 0),
        ("!keycap_set", 0),
        ("keycap", 0),
        ("", 0),
    ],
)
def test_keyword_is_a_whole_word_and_may_be_followed_by_a_number_of_tickets(text: str, tickets: int) -> None:
    assert tickets_asked(fold_message(text), name_key("!Keycap")) == tickets


@pytest.mark.parametrize(
    ("keyword", "text"), [("Straße", "STRASSE"), ("école", "E\u0301COLE"), ("win", "win\U000e0000")]
)
def test_keyword_ignores_case_and_unicode_form(keyword: str, text: str) -> None:
    assert tickets_asked(fold_message(text), name_key(keyword)) == 1
    assert keyword_alone(text, {name_key(keyword)}) == name_key(keyword)


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("!keycap", "!keycap"),
        (" !KeyCap \U000e0000", "!keycap"),
        ("“!keycap”!", "!keycap"),
        ("!keycap 3", "!keycap"),
        ("!keycap 3!", "!keycap"),
        ("!win!", "!win!"),
        ("!keycap 0", ""),
        ("!keycap 5k", ""),
        ("!keycap 2nd", ""),
        ("!keycap please", ""),
        ("!keycap 3 please", ""),
        ("please !keycap", ""),
        ("3 !keycap", ""),
        ("!keycap !keycap", ""),
        ("!keycaps", ""),
        ("", ""),
    ],
)
def test_message_is_the_keyword_alone_if_only_a_number_of_tickets_follows(text: str, keyword: str) -> None:
    assert keyword_alone(text, {"!keycap", "!win!"}) == keyword


@pytest.mark.parametrize(
    ("eligibility", "viewer", "reason"),
    [
        (Eligibility(), Candidate(0), ""),
        (Eligibility(excludes_staff=True), Candidate(Role.MOD), "Staff can't enter"),
        (Eligibility(excludes_staff=True), Candidate(Role.VIP), ""),
        (Eligibility(min_level=Role.SUB), Candidate(0), "Only for Sub and higher"),
        (Eligibility(min_messages=5), Candidate(0, messages=4), "4 of 5 messages written"),
        (Eligibility(watch_minutes=30), Candidate(0, watched_minutes=29), "29 of 30 minutes watched"),
        (Eligibility(past_winner_days=30), Candidate(0, is_past_winner=True), "Won within 30 days"),
    ],
)
def test_refusal_says_what_is_missing(eligibility: Eligibility, viewer: Candidate, reason: str) -> None:
    assert eligibility_refusal(eligibility, viewer) == reason


@pytest.mark.parametrize(
    ("age", "reason"),
    [
        (Age(7, 30), ""),
        (Age(None, None), ""),
        (Age(None, 90, follows=False), "Does not follow"),
        (Age(6, 90), "Follows for 6 of 7 days"),
        (Age(7, 29), "Account is 29 of 30 days old"),
    ],
)
def test_age_of_follow_and_account_is_required_if_the_platform_reports_it(age: Age, reason: str) -> None:
    assert age_refusal(7, 30, age) == reason


def test_weight_is_that_of_the_highest_role() -> None:
    weights = {Role.SUB: 2, Role.VIP: 3, Role.MOD: 1}
    found = [weight_of(level, weights) for level in (Role.PUBLIC, Role.SUB, Role.VIP, Role.MOD, Role.OWNER)]
    assert found == [1, 2, 3, 1, 1]


@pytest.mark.parametrize(
    ("asked", "has", "balance", "tickets", "reason"),
    [
        (1, 0, 50, 1, ""),
        (3, 0, 120, 2, ""),
        (9, 1, 10**9, 2, ""),
        (1, 0, 49, 0, "A ticket costs 50 leaves, has 49"),
        (1, 3, 500, 0, "Already has 3 tickets"),
    ],
)
def test_purchase_of_tickets_is_limited_by_the_maximum_and_the_balance(
    asked: int, has: int, balance: int, tickets: int, reason: str
) -> None:
    bought = limit_purchase(asked, has, max_tickets=3, price=Price(50, "50 leaves"), balance=balance)
    assert (bought.tickets, bought.refusal) == (tickets, reason)


def test_free_ticket_is_given_once() -> None:
    assert limit_purchase(5, 0, max_tickets=1, price=Price(), balance=0).tickets == 1
    assert limit_purchase(1, 1, max_tickets=1, price=Price(), balance=0).refusal == "Already entered"
