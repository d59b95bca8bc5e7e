"""A reported line is recognised as sent by Greenroom even before the platform has returned the message id."""

from datetime import timedelta

import pytest

from greenroom.chat.messages.line import Author, ChatLine
from greenroom.chat.sending.recently_sent import Sent, is_report_of
from greenroom.kernel.clock import system_clock
from greenroom.kernel.ids import new_id

NOW = system_clock()


def is_own(sent: str, reported: str, message_id: str | None = None) -> bool:
    author = Author("1", "juno", "Juno", "#fff")
    line = ChatLine(new_id(), "twitch", "m1", "action", NOW, reported, (), author)
    return is_report_of(Sent("1", sent, message_id, NOW - timedelta(seconds=1)), line, NOW)


@pytest.mark.parametrize("sent", ["/me !cmd add !x y", ".me !cmd add !x y", "!cmd add !x y", "!cmd add !x y z"])
def test_line_is_recognised_by_its_account_and_its_first_word(sent: str) -> None:
    assert is_own(sent, "!cmd add !x y")


def test_line_with_another_first_word_or_id_is_not_recognised() -> None:
    assert not is_own("hello everybody !cmd", "!cmd add !x y")
    assert not is_own("/me !cmd add !x y", "!cmd add !x y", message_id="m0")
