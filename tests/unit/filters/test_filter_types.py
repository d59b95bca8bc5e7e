"""What each type of filter catches and lets through, with the figure that decided."""

from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greenroom.chat.messages.line import Part
from greenroom.features.filters.engine import FilterEngine, FilterSpec
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.sliding_memory import MAX_TEXTS, MAX_VIEWERS, RecentMessages, TextSenders
from greenroom.features.filters.matching.term_matcher import Term
from greenroom.features.filters.rows import settings_of
from greenroom.features.filters.types.filter_type import FilterCheck
from greenroom.features.filters.types.registry import FILTER_TYPES


def made(kind: str, **settings: object) -> FilterCheck:
    given = FILTER_TYPES[kind].filter.model_validate({"type": kind, "name": kind, "settings": settings})
    spec = FilterSpec.of(uuid4(), given, kind, settings_of(given), [Term("rubbish"), Term("(a+)+$", "regex")])
    return FilterEngine.of([spec]).ready[0].check


def emotes(count: int) -> tuple[Part, ...]:
    return tuple(Part("emote", "KEKW", id=str(number)) for number in range(count))


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        ("caps", "THIS IS ALL SHOUTED OUT LOUD", "100 % capitals, 60 % and more are caught"),
        ("caps", "ВСЕ КРИЧАТ ОЧЕНЬ ГРОМКО СЕГОДНЯ", "100 % capitals, 60 % and more are caught"),
        ("symbol", "!" * 21, "21 signs, 20 are allowed"),
        ("emote", "🔥" * 21, "21 emotes, 20 are allowed"),
        ("emote", "👨‍👩‍👧‍👦" * 21, "21 emotes, 20 are allowed"),
        ("emote", "🇩🇪" * 21, "21 emotes, 20 are allowed"),
        ("paragraph", "x" * 351, "351 letters, 350 are allowed"),
        ("paragraph", "x" * 10_000, "10000 letters, 350 are allowed"),
        ("non_latin", "привет всем", "100 % letters of other scripts, 80 % and more are caught"),
        ("mention", "@a @b @c @d @e @f", "6 mentions, 5 are allowed"),
        ("zalgo", "h" + "\u0301" * 4 + "i", "4 marks on one letter, 3 are allowed"),
        ("link", "evil.com", "links to evil.com"),
        ("banned_terms", "what rubbish", "contains “rubbish”"),
    ],
)
def test_too_much_is_caught_and_the_reason_has_the_figure(kind: str, text: str, reason: str) -> None:
    catch = made(kind).catch(Message(text))
    assert catch is not None
    assert catch.reason == reason


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        ("caps", "SHORT SHOUT", "10 letters, 20 needed"),
        ("caps", "this is nearly all quiet AND SO", "20 % capitals, 60 % needed"),
        ("caps", "こんにちは" * 10, "0 letters, 20 needed"),
        ("symbol", "!" * 20, "20 signs, 20 are allowed"),
        ("symbol", "🔥" * 50, "0 signs, 20 are allowed"),
        ("emote", "🔥" * 20, "20 emotes, 20 are allowed"),
        ("paragraph", "x" * 350, "350 letters, 350 are allowed"),
        ("non_latin", "да", "2 letters, 5 needed"),
        ("non_latin", "héllö wörld привет", "37 % letters of other scripts, 80 % needed"),
        ("mention", "mail@host @a", "1 mentions, 5 are allowed"),
        ("zalgo", "ồ Việt Nam", "0 marks on one letter, 3 are allowed"),
        ("link", "no link", "no address in it"),
        ("banned_terms", "fine", "none of the terms is in it"),
        ("first_message_link", "evil.com", "not their first message"),
    ],
)
def test_what_is_allowed_passes_and_says_why(kind: str, text: str, reason: str) -> None:
    check = made(kind)
    assert check.catch(Message(text)) is None
    assert check.passing(Message(text)) == reason


def test_emotes_of_every_service_count_and_do_not_shout() -> None:
    parts = emotes(25)
    message = Message("KEKW" * 25, parts=parts)
    assert made("emote").catch(message) is not None
    assert made("caps").catch(message) is None


def test_first_message_with_a_link_is_caught() -> None:
    catch = made("first_message_link").catch(Message("cheap at evil.com", is_first=True))
    assert catch is not None
    assert catch.reason == "first message: links to evil.com"
    allowed = made("first_message_link", allowed=["evil.com"])
    assert allowed.catch(Message("cheap at evil.com", is_first=True)) is None


def test_only_blocked_links_are_caught_when_asked_for() -> None:
    check = made("link", catches="blocked", blocked=["evil.com"], allowed=["evil.com"])
    assert check.catch(Message("fine.com")) is None
    assert check.catch(Message("evil.com")) is not None


def said(text: str, number: int, *, viewer: str = "1", every: float = 1.0) -> Message:
    return Message(text, provider="twitch", viewer_id=viewer, message_id=str(number), seconds=number * every)


def test_flood_is_caught_from_one_too_many_and_forgotten() -> None:
    check = made("flood", messages=3, seconds=10)
    caught = [check.catch(said(f"message {number}", number)) is not None for number in range(5)]
    assert caught == [False, False, False, True, True]
    assert check.catch(said("later", 100)) is None
    assert check.catch(said("somebody else", 5, viewer="2")) is None


@pytest.mark.parametrize("again", ["buy my nice things now", "BUY my nice things now!!", "buy my nice thinggs now ok"])
def test_repetition_is_caught_also_when_it_is_changed_a_little(again: str) -> None:
    check = made("repetition")
    assert check.catch(said("buy my nice things now", 1)) is None
    catch = check.catch(said(again, 2))
    assert catch is not None
    assert catch.reason == "said 2 times within 30 seconds"


def test_other_words_other_people_and_later_are_no_repetition() -> None:
    check = made("repetition")
    assert check.catch(said("buy my nice things now", 1)) is None
    assert check.catch(said("what a lovely evening here", 2)) is None
    assert check.catch(said("buy my nice things now", 3, viewer="2")) is None
    assert check.catch(said("buy my nice things now", 60)) is None


def test_message_that_is_heard_twice_is_no_repetition_of_itself() -> None:
    flood, repetition = made("flood", messages=1), made("repetition")
    for _ in range(3):
        assert repetition.catch(said("buy my nice things now", 1)) is None
        assert flood.catch(said("buy my nice things now", 1)) is None


@pytest.mark.parametrize(
    "variation", ["join my great server now {}", "{} join my great server now", "join my great server now"]
)
def test_one_text_from_many_accounts_is_caught(variation: str) -> None:
    check = made("raid_similarity", accounts=3)
    words = ("zebra", "quilt", "mango", "sable")
    caught = [
        check.catch(said(variation.format(word), number, viewer=word)) is not None for number, word in enumerate(words)
    ]
    assert caught == [False, False, True, True]


def test_one_account_alone_is_no_raid() -> None:
    check = made("raid_similarity", accounts=3)
    assert [check.catch(said("join my great server", number)) for number in range(10)] == [None] * 10


def test_memory_does_not_grow() -> None:
    recent: RecentMessages[None] = RecentMessages(3)
    crowds = TextSenders(5)
    for number in range(3 * MAX_TEXTS):
        message = said("x", number, viewer=str(number))
        recent.add(message, None)
        crowds.join(b"%d" % number, message, 30)
        assert len(recent) <= MAX_VIEWERS
        assert len(crowds) <= MAX_TEXTS
    assert (len(recent), len(crowds)) == (MAX_VIEWERS, MAX_TEXTS)


NASTY = st.text(st.sampled_from("aA1!@#. \n\0é\u0301\u200b\u202e\ud800ﷺ🔥👨\u200d🇩\u20e3ひ"), max_size=400)
CHECKS = {kind: made(kind) for kind in FILTER_TYPES}


@settings(max_examples=200)
@given(st.one_of(st.text(), NASTY), st.booleans())
def test_no_check_ever_fails(text: str, is_first: bool) -> None:  # given by hypothesis
    message = Message(text, provider="twitch", viewer_id="1", message_id=text[:5], is_first=is_first)
    for check in CHECKS.values():
        catch = check.catch(message)
        assert check.passing(message)
        spans = catch.spans if catch else ()
        assert all(0 <= start <= end <= len(text) for start, end in spans)


@pytest.mark.parametrize(
    "text", ["x" * 10_000, "🔥" * 10_000, "a." * 5_000, "@" * 10_000, "\u0301" * 10_000, "!1" * 5_000]
)
def test_ten_thousand_characters_are_looked_at_by_every_type(text: str) -> None:
    for check in CHECKS.values():
        check.catch(Message(text, provider="twitch", viewer_id="1", message_id="1"))
