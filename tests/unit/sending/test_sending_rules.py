"""Rules of sending: messages per platform, receipts, allowed texts, and echoes of sent messages."""

from uuid import uuid4

import pytest

from greenroom.accounts.platforms import PlatformBusy
from greenroom.chat.protocol.actions import Receipt, SendMessage, dropped, refused
from greenroom.chat.sending.acting_as import AccountNeeded, ActingAs, NotConfirmed, ReconnectNeeded
from greenroom.chat.sending.sender import Broken, Interrupted, TooLate
from greenroom.features.sending.rules import (
    Destination,
    Echo,
    RepliedTo,
    clean_text,
    echoes_of,
    message_to,
    parts_of,
    rest_of,
    to_delivery_result,
)
from greenroom.kernel.errors import AppError
from greenroom.kernel.text import clean_message

DESTINATION = Destination(uuid4(), 100, supports_replies=True)
REPLIED_TO = RepliedTo(DESTINATION.connection_id, "m1", "Brisket")


def test_message_is_a_reply_only_in_the_chat_of_the_message_that_it_answers() -> None:
    other = Destination(uuid4(), 100, supports_replies=True)
    assert message_to("Yes", REPLIED_TO, DESTINATION) == SendMessage("Yes", "m1")
    assert message_to("Yes", REPLIED_TO, other) == SendMessage("Yes")
    assert message_to("Yes", None, DESTINATION) == SendMessage("Yes")


@pytest.mark.parametrize(("name", "text"), [("Brisket", "@Brisket Yes"), ("@Brisket", "@Brisket Yes"), ("", "Yes")])
def test_reply_becomes_a_mention_where_replies_are_not_supported(name: str, text: str) -> None:
    destination = Destination(DESTINATION.connection_id, 100, supports_replies=False)
    assert message_to("Yes", RepliedTo(destination.connection_id, "m1", name), destination) == SendMessage(text)


@pytest.mark.parametrize(
    "text", ["word " * 100, "x" * 450, "a " + "😀" * 120 + " b", "Z\u0351\u036b" * 120, "short " + "y" * 250 + " end"]
)
def test_rest_of_a_partly_sent_text_has_the_parts_that_were_not_sent(text: str) -> None:
    message = SendMessage(text, "m1")
    all_parts = parts_of(message, DESTINATION)
    assert rest_of(message, DESTINATION, 0) == message
    for sent in range(1, len(all_parts)):
        rest = rest_of(message, DESTINATION, sent)
        assert isinstance(rest, SendMessage)
        assert (parts_of(rest, DESTINATION), rest.reply_to) == (all_parts[sent:], "")


@pytest.mark.parametrize(
    ("outcome", "state", "reason", "detail"),
    [
        (Receipt("done", message_ids=("m1",)), "sent", "", ""),
        (dropped("held for review"), "dropped", "dropped", "Dropped by Twitch: held for review"),
        (refused("Twitch says: no"), "failed", "refused", "Twitch says: no"),
        (PlatformBusy("Twitch", 3.2), "failed", "platform_busy", "Twitch rate limit, 4 s left"),
        (PlatformBusy("Twitch", 0.0), "failed", "platform_busy", "Twitch rate limit, 1 s left"),
        (
            AccountNeeded("Twitch"),
            "failed",
            "account_needed",
            "Connect your Twitch account in your settings to do this from your own account.",
        ),
        (
            ReconnectNeeded("Twitch", ActingAs.OWN_BOT),
            "failed",
            "reconnect_needed",
            "Reconnect the bot of this channel on the Platforms screen.",
        ),
        (
            NotConfirmed("Twitch", "no answer"),
            "failed",
            "not_confirmed",
            "Twitch didn't respond (no answer). It may already have been sent — check before retrying.",
        ),
    ],
)
def test_outcome_becomes_a_delivery_result(outcome: Receipt | AppError, state: str, reason: str, detail: str) -> None:
    result = to_delivery_result(outcome, "Twitch")
    assert (result.state, result.reason, result.detail) == (state, reason, detail)


def test_platform_texts_are_truncated_and_unstorable_ids_left_out() -> None:
    result = to_delivery_result(Receipt("dropped", "x" * 9_000, ("m1", "", "n\0ul", "y" * 201)), "Twitch")
    assert (len(result.detail), result.message_ids) == (500, ("m1",))


@pytest.mark.parametrize("text", ["/ban", "  /me waves", "\n/"])
def test_platform_commands_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match='start with "/"'):
        clean_text(text)


@pytest.mark.parametrize(
    ("typed", "cleaned"),
    [
        ("a\r\nb", "a  b"),
        ("a\tb\x0bc", "a b c"),
        ("a\0b\x7f", "ab"),
        ("\u200fشكرا\u200e", "شكرا"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("\U0001fae8", "\U0001fae8"),
        ("e\u0301", "é"),
    ],
)
def test_message_is_one_line_without_control_and_direction_characters(typed: str, cleaned: str) -> None:
    assert clean_message(typed, 100) == cleaned


@pytest.mark.parametrize("text", ["", " \n", "\0", "\u202e\u200f", "\u200b\u2800", "x" * 101])
def test_empty_and_too_long_messages_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="must"):
        clean_message(text, 100)


def test_echoes_are_found_in_order_up_to_the_first_part_without_one() -> None:
    lines = [Echo("m1", "ONE  two"), Echo("m2", "@juno three"), Echo("m3", "five")]
    assert echoes_of(["one two", "three", "four", "five"], lines) == ["m1", "m2"]
    assert echoes_of(["five", "five"], lines) == ["m3"]
    assert echoes_of(["one"], lines) == []


def test_message_is_looked_for_if_a_part_may_be_in_chat_whose_id_was_not_reported() -> None:
    unanswered = (NotConfirmed("Kick", "no answer"), Interrupted(), Broken())
    incomplete = (Receipt("dropped", "cut", ("m1",)), Receipt("done"))
    known = (PlatformBusy("Kick", 4), TooLate(), Receipt("done", "", ("m1",)), Receipt("dropped"), Receipt("refused"))
    assert all(to_delivery_result(one, "Kick").awaits_echo for one in (*unanswered, *incomplete))
    assert not any(to_delivery_result(one, "Kick").awaits_echo for one in known)
