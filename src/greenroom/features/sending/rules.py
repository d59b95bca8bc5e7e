"""What is sent where, and how receipts are judged."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal
from uuid import UUID

from greenroom.chat.protocol.actions import Receipt, SendMessage
from greenroom.chat.sending.acting_as import NotConfirmed
from greenroom.chat.sending.recently_sent import compared, readings
from greenroom.chat.sending.sender import Broken, Interrupted
from greenroom.chat.sending.splitting import split
from greenroom.kernel.errors import AppError
from greenroom.kernel.text import clean_message
from greenroom.tenancy.platforms import PlatformBusy

MAX_TEXT_LENGTH = 2_000
MAX_DETAIL_LENGTH = 500
# Of an id that a platform gives, and of how many are kept: a text of the greatest length has fewer parts.
MAX_ID_LENGTH = 200
MAX_IDS = 100
# For a platform that does not say how much it takes.
USUAL_LENGTH = 500
# After the answer was given up, a message that appeared is heard within this; before that it was under way.
ECHO_WITHIN = timedelta(minutes=1)
UNDER_WAY_WITHIN = timedelta(minutes=2)
# The platform's clock and ours: a message never appears earlier than it was sent.
CLOCKS_APART = timedelta(seconds=2)
# Nobody answered: it may have appeared all the same.
UNANSWERED = frozenset({NotConfirmed.type, Interrupted.type, Broken.type})


def clean_text(text: str) -> str:
    line = clean_message(text, MAX_TEXT_LENGTH)
    # Some platforms take such a line for a command of theirs, others show it to everybody.
    if line.startswith("/"):
        raise ValueError('must not begin with "/": commands of the platforms are not passed on')
    return line


@dataclass(frozen=True, slots=True)
class Answered:
    """The message that a text replies to."""

    connection_id: UUID
    message_id: str
    author_name: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is sent, and what that platform takes."""

    connection_id: UUID
    longest: int
    takes_replies: bool


def wording(text: str, answered: Answered | None, place: Place) -> SendMessage:
    """A reply where the message is that is answered; a name in front where the platform has no replies."""
    if answered is None or answered.connection_id != place.connection_id:
        return SendMessage(text)
    if place.takes_replies:
        return SendMessage(text, answered.message_id)
    return SendMessage(f"@{answered.author_name.removeprefix('@')} {text}" if answered.author_name else text)


def parts_of(message: SendMessage, place: Place) -> list[str]:
    """As the platform's adapter splits it."""
    return split(message.text, place.longest)


def rest_of(message: SendMessage, place: Place, sent: int) -> SendMessage:
    """What is still to be said after the first parts have appeared."""
    return SendMessage(" ".join(parts_of(message, place)[sent:])) if sent else message


@dataclass(frozen=True, slots=True)
class Verdict:
    state: Literal["sent", "failed", "dropped"]
    reason: str = ""
    detail: str = ""
    message_ids: tuple[str, ...] = ()

    @property
    def is_in_doubt(self) -> bool:
        """Also where the first parts appeared: adapters do not say whether the next was refused or not answered."""
        return self.reason in UNANSWERED or (self.state == "dropped" and bool(self.message_ids))


def judge(outcome: Receipt | AppError, platform: str) -> Verdict:
    match outcome:
        case PlatformBusy():
            # The limit of its API: what the chat's own slow mode does to a message is told in the platform's words.
            seconds = max(math.ceil(outcome.after_seconds), 1)
            return Verdict("failed", outcome.type, f"{platform} asks for a pause, {seconds} s left")
        case AppError():
            return Verdict("failed", outcome.type, outcome.message[:MAX_DETAIL_LENGTH])
        case Receipt(outcome="done"):
            return Verdict("sent", "", outcome.detail[:MAX_DETAIL_LENGTH], _kept(outcome.message_ids))
        case Receipt(outcome="dropped"):
            detail = f"Dropped by {platform}: {outcome.detail}"[:MAX_DETAIL_LENGTH]
            return Verdict("dropped", "dropped", detail, _kept(outcome.message_ids))
        case _:
            return Verdict("failed", "refused", outcome.detail[:MAX_DETAIL_LENGTH], _kept(outcome.message_ids))


def _kept(message_ids: tuple[str, ...]) -> tuple[str, ...]:
    """Ids come from a platform: one that nobody could store is of no use to recognise an echo."""
    return tuple(each for each in message_ids[:MAX_IDS] if each and len(each) <= MAX_ID_LENGTH and each.isprintable())


@dataclass(frozen=True, slots=True)
class Echo:
    """A line of the chat by the account that spoke."""

    message_id: str
    text: str


def echoes_of(parts: Sequence[str], lines: Sequence[Echo]) -> list[str]:
    """Ids of the lines that say these parts, each line for one part; up to the first part that nobody has seen."""
    left, found = list(lines), list[str]()
    for part in parts:
        echo = next((line for line in left if compared(part) in readings(line.text)), None)
        if echo is None:
            break
        left.remove(echo)
        found.append(echo.message_id)
    return found
