"""Each filter type catches or passes a message, with a reason."""

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


def check_of(kind: str, **settings: object) -> FilterCheck:
    fields = FILTER_TYPES[kind].filter.model_validate({"type": kind, "name": kind, "settings": settings})
    spec = FilterSpec.of(uuid4(), fields, kind, settings_of(fields), [Term("rubbish"), Term("(a+)+$", "regex")])
    return FilterEngine.of([spec]).filters[0].check


def emotes(count: int) -> tuple[Part, ...]:
    return tuple(Part("emote", "KEKW", id=str(number)) for number in range(count))


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        ("caps", "THIS IS ALL SHOUTED OUT LOUD", "100% caps (limit 60%)"),
        ("caps", "ВСЕ КРИЧАТ ОЧЕНЬ ГРОМКО СЕГОДНЯ", "100% caps (limit 60%)"),
        ("symbol", "!" * 21, "21 symbols (max 20)"),
        ("emote", "🔥" * 21, "21 emotes (max 20)"),
        ("emote", "👨‍👩‍👧‍👦" * 21, "21 emotes (max 20)"),
        ("emote", "🇩🇪" * 21, "21 emotes (max 20)"),
        ("paragraph", "x" * 351, "351 characters (max 350)"),
        ("paragraph", "x" * 10_000, "10000 characters (max 350)"),
        ("non_latin", "привет всем", "100% non-Latin letters (limit 80%)"),
        ("mention", "@a @b @c @d @e @f", "6 mentions (max 5)"),
        ("zalgo", "h" + "\u0301" * 4 + "i", "4 marks on one letter (max 3)"),
        ("zalgo", "ก" + "็" * 9, "9 marks on one letter (max 8)"),
        ("zalgo", "!!!!!!!!!" + "ا" + "\u064b" * 40, "40 marks on one letter (max 8)"),
        # Invisible characters between marks do not begin another letter.
        ("zalgo", "a" + ("\u0301" * 3 + "\u200c") * 2, "6 marks on one letter (max 3)"),
        ("zalgo", "a" + ("\u0301" * 3 + "\ufe0f") * 2, "6 marks on one letter (max 3)"),
        ("zalgo", "ก" + ("็" * 5 + "\u200d") * 2, "10 marks on one letter (max 8)"),
        ("link", "evil.com", "links to evil.com"),
        ("banned_terms", "what rubbish", "contains “rubbish”"),
    ],
)
def test_caught_message_has_a_reason(kind: str, text: str, reason: str) -> None:
    catch = check_of(kind).catch(Message(text))
    assert catch is not None
    assert catch.reason == reason


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        ("caps", "SHORT SHOUT", "10 letters (minimum 20)"),
        ("caps", "this is nearly all quiet AND SO", "20% caps (limit 60%)"),
        ("caps", "こんにちは" * 10, "0 letters (minimum 20)"),
        ("symbol", "!" * 20, "20 symbols (max 20)"),
        ("symbol", "🔥" * 50, "0 symbols (max 20)"),
        ("symbol", "नमस्ते दोस्तों " * 10, "0 symbols (max 20)"),
        ("symbol", "สวัสดีครับทุกคน" * 10, "0 symbols (max 20)"),
        ("symbol", "བཀྲ་ཤིས་བདེ་ལེགས་" * 10, "0 symbols (max 20)"),
        ("symbol", "🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣" * 10, "0 symbols (max 20)"),
        ("emote", "🔥" * 20, "20 emotes (max 20)"),
        ("paragraph", "x" * 350, "350 characters (max 350)"),
        ("non_latin", "да", "2 letters (minimum 5)"),
        ("non_latin", "héllö wörld привет", "37% non-Latin letters (limit 80%)"),
        ("mention", "mail@host @a", "1 mentions (max 5)"),
        ("zalgo", "ồ Việt Nam", "0 marks on one letter (max 3)"),
        ("zalgo", "ที่นี่ หนึ่ง မြွှုံ བསྒྲུབས हिन्दी में", "0 marks on one letter (max 3)"),
        ("zalgo", "ก็!!!!!!!!!!!!!", "0 marks on one letter (max 3)"),
        ("zalgo", "क्\u200dष " * 10 + "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 4, "0 marks on one letter (max 3)"),
        ("link", "no link", "no links found"),
        ("banned_terms", "fine", "no banned terms found"),
        ("first_message_link", "evil.com", "not their first message"),
    ],
)
def test_passed_message_has_a_reason(kind: str, text: str, reason: str) -> None:
    check = check_of(kind)
    assert check.catch(Message(text)) is None
    assert check.explain_pass(Message(text)) == reason


def test_emotes_count_as_emotes_but_not_as_caps() -> None:
    parts = emotes(25)
    message = Message("KEKW" * 25, parts=parts)
    assert check_of("emote").catch(message) is not None
    assert check_of("caps").catch(message) is None


def test_first_message_with_a_link_is_caught() -> None:
    catch = check_of("first_message_link").catch(Message("cheap at evil.com", is_first=True))
    assert catch is not None
    assert catch.reason == "first message: links to evil.com"
    allowed = check_of("first_message_link", allowed=["evil.com"])
    assert allowed.catch(Message("cheap at evil.com", is_first=True)) is None


def test_link_filter_that_catches_blocked_links_lets_all_others_pass() -> None:
    check = check_of("link", catches="blocked", blocked=["evil.com"], allowed=["evil.com"])
    assert check.catch(Message("fine.com")) is None
    assert check.catch(Message("evil.com")) is not None


def numbered_message(text: str, number: int, *, viewer: str = "1") -> Message:
    return Message(text, provider="twitch", viewer_id=viewer, message_id=str(number), sent_at=number)


def test_flood_is_caught_until_the_period_has_passed() -> None:
    check = check_of("flood", messages=3, seconds=10)
    caught = [check.catch(numbered_message(f"message {number}", number)) is not None for number in range(5)]
    assert caught == [False, False, False, True, True]
    assert check.catch(numbered_message("later", 100)) is None
    assert check.catch(numbered_message("another viewer", 5, viewer="2")) is None


@pytest.mark.parametrize("again", ["buy my nice things now", "BUY my nice things now!!", "buy my nice thinggs now ok"])
def test_similar_repetition_is_caught(again: str) -> None:
    check = check_of("repetition")
    assert check.catch(numbered_message("buy my nice things now", 1)) is None
    catch = check.catch(numbered_message(again, 2))
    assert catch is not None
    assert catch.reason.startswith("sent 2 times within 1 second")


def test_other_text_other_viewers_and_later_messages_are_not_repetition() -> None:
    check = check_of("repetition")
    assert check.catch(numbered_message("buy my nice things now", 1)) is None
    assert check.catch(numbered_message("what a lovely evening here", 2)) is None
    assert check.catch(numbered_message("buy my nice things now", 3, viewer="2")) is None
    assert check.catch(numbered_message("buy my nice things now", 60)) is None


def test_message_delivered_twice_is_not_a_repetition() -> None:
    flood, repetition = check_of("flood", messages=1), check_of("repetition")
    for _ in range(3):
        assert repetition.catch(numbered_message("buy my nice things now", 1)) is None
        assert flood.catch(numbered_message("buy my nice things now", 1)) is None


@pytest.mark.parametrize(
    "variation", ["join my great server now {}", "{} join my great server now", "join my great server now"]
)
def test_similar_text_from_many_accounts_is_caught_as_a_bot_raid(variation: str) -> None:
    check = check_of("raid_similarity", accounts=3)
    words = ("zebra", "quilt", "mango", "sable")
    caught = [
        check.catch(numbered_message(variation.format(word), number, viewer=word)) is not None
        for number, word in enumerate(words)
    ]
    assert caught == [False, False, True, True]


def test_repeats_of_one_account_are_not_a_bot_raid() -> None:
    check = check_of("raid_similarity", accounts=3)
    assert [check.catch(numbered_message("join my great server", number)) for number in range(10)] == [None] * 10


def raid_reasons(texts: list[str], **settings: object) -> list[str]:
    """Checks texts of different accounts, a second apart; returns each reason, empty for a text that passes."""
    check = check_of("raid_similarity", **settings)
    catches = [check.catch(numbered_message(text, at, viewer=str(at))) for at, text in enumerate(texts)]
    return ["" if catch is None else catch.reason for catch in catches]


@pytest.mark.parametrize("min_length", [2, 10])
@pytest.mark.parametrize("word", ["gg", "lol", "hype", "poggers"])
def test_short_words_with_repeated_letters_are_not_a_bot_raid(word: str, min_length: int) -> None:
    stretched = [word + word[-1] * count for count in range(20)]
    assert raid_reasons(stretched, min_length=min_length) == [""] * 20


def test_long_text_with_repeated_letters_is_a_bot_raid() -> None:
    assert "" in raid_reasons(["follow my channel", "folllow my channeel", "follow myy channel"], accounts=3)[:2]
    assert raid_reasons(["follow my channel", "folllow my channeel", "follow myy channel"], accounts=3)[2]


def test_texts_of_one_repeated_letter_are_a_bot_raid_only_if_they_have_equal_lengths() -> None:
    same = ["A" * 30] * 5
    assert (
        raid_reasons(same)[4] == "5 accounts sent the same 30 letters within 4 seconds (limit 5 accounts in 30 seconds)"
    )
    assert raid_reasons(["A" * count for count in range(30, 40)]) == [""] * 10


def test_minimum_length_without_repeated_letters_can_be_set() -> None:
    stretched = ["hype" + "e" * count for count in range(20)]
    assert raid_reasons(stretched, min_length=2, min_collapsed_length=4)[4:] != [""] * 16
    assert raid_reasons(stretched, min_length=2, min_collapsed_length=5) == [""] * 20


def test_letters_are_counted_in_every_alphabet() -> None:
    assert raid_reasons(["привет"] * 5, min_length=7) == [""] * 5
    assert raid_reasons(["привет"] * 5, min_length=6, min_collapsed_length=6)[4]


def test_reason_of_a_bot_raid_has_the_number_of_accounts_and_the_time() -> None:
    reasons = raid_reasons(["join my great server now"] * 7)
    assert reasons[:4] == [""] * 4
    assert reasons[4] == "5 accounts sent the same 20 letters within 4 seconds (limit 5 accounts in 30 seconds)"
    assert reasons[6] == "7 accounts sent the same 20 letters within 6 seconds (limit 5 accounts in 30 seconds)"
    many = raid_reasons(["join my great server now"] * 130, seconds=3600)
    assert many[-1].startswith("100 or more accounts sent the same 20 letters within 99 seconds")


def test_reason_of_a_passed_bot_raid_check_has_the_measured_length() -> None:
    check = check_of("raid_similarity")
    assert check.explain_pass(Message("gg !!!!!!!!!!!!!!")) == "2 letters (minimum 10)"
    passed = "20 letters, from fewer than 5 accounts within 30 seconds"
    assert check.explain_pass(Message("join my great server now")) == passed


def test_reasons_of_flood_and_repetition_have_the_measured_values() -> None:
    flood = check_of("flood", messages=3, seconds=10)
    catches = [flood.catch(numbered_message(f"message {number}", number)) for number in range(5)]
    assert [catch and catch.reason for catch in catches[3:]] == [
        "4 messages within 3 seconds (max 3 in 10 seconds)"
    ] * 2
    repetition = check_of("repetition", times=2)
    texts = ["buy my nice things now", "buy my nice things now", "buy my nice thinggs now ok"]
    same = [repetition.catch(numbered_message(text, 3 * at)) for at, text in enumerate(texts)]
    assert same[:2] == [None, None]
    assert same[2] is not None
    assert same[2].reason == "sent 3 times within 6 seconds, 86% alike (max 2 repeats in 30 seconds)"


def test_memory_is_bounded() -> None:
    recent: RecentMessages[None] = RecentMessages(3)
    senders = TextSenders(5)
    for number in range(3 * MAX_TEXTS):
        message = numbered_message("x", number, viewer=str(number))
        recent.add(message, None)
        senders.add(str(number), message, 30)
        assert len(recent) <= MAX_VIEWERS
        assert len(senders) <= MAX_TEXTS
    assert (len(recent), len(senders)) == (MAX_VIEWERS, MAX_TEXTS)


HOSTILE_TEXT = st.text(st.sampled_from("aA1!@#. \n\0é\u0301\u200b\u202e\ud800ﷺ🔥👨\u200d🇩\u20e3ひ"), max_size=400)
CHECKS = {kind: check_of(kind) for kind in FILTER_TYPES}


@settings(max_examples=200)
@given(st.one_of(st.text(), HOSTILE_TEXT), st.booleans())
def test_checks_never_raise(text: str, is_first: bool) -> None:
    message = Message(text, provider="twitch", viewer_id="1", message_id=text[:5], is_first=is_first)
    for check in CHECKS.values():
        catch = check.catch(message)
        assert check.explain_pass(message)
        spans = catch.spans if catch else ()
        assert all(0 <= start <= end <= len(text) for start, end in spans)


@pytest.mark.parametrize(
    ("text", "caught_by"),
    [
        ("x" * 10_000, {"paragraph"}),
        ("🔥" * 10_000, {"paragraph", "emote"}),
        ("a." * 5_000, {"paragraph", "symbol"}),
        ("@" * 10_000, {"paragraph", "symbol"}),
        ("\u0301" * 10_000, {"paragraph", "zalgo"}),
        ("!1" * 5_000, {"paragraph", "symbol"}),
    ],
)
def test_every_type_handles_ten_thousand_characters(text: str, caught_by: set[str]) -> None:
    message = Message(text, provider="twitch", viewer_id="1", message_id="1")
    checks = {kind: check_of(kind) for kind in FILTER_TYPES}
    assert {kind for kind, check in checks.items() if check.catch(message) is not None} == caught_by
    assert all(check.explain_pass(message) for check in checks.values())
