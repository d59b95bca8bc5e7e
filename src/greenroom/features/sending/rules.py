"""Which text is sent to which platform, and how the platform's response becomes a receipt."""

import math
from collections.abc import Sequence
from datetime import timedelta
from typing import Literal
from uuid import UUID

from msgspec import Struct

from greenroom.accounts.platforms import PlatformBusy
from greenroom.chat.protocol.actions import Announce, Receipt, SendMessage
from greenroom.chat.sending import splitting
from greenroom.chat.sending.acting_as import NotConfirmed
from greenroom.chat.sending.recently_sent import comparable, possible_sent_texts
from greenroom.chat.sending.sender import Broken, Interrupted
from greenroom.kernel.errors import AppError
from greenroom.kernel.text import clean_message

# An action is a line such as "/me waves"; an announcement is highlighted.
SentKind = Literal["message", "action", "announcement"]
Sendable = SendMessage | Announce

MAX_TEXT_LENGTH = 2_000
MAX_DETAIL_LENGTH = 500
# Longer message ids of platforms are not stored.
MAX_ID_LENGTH = 200
# Message ids that are stored for one receipt: the longest text has fewer parts.
MAX_IDS = 100
# How long the message may still appear in chat if it is not known whether it was sent.
MAX_ECHO_DELAY = timedelta(minutes=1)
# Sending a message is assumed to take at most this long.
MAX_SENDING_TIME = timedelta(minutes=2)
# Maximum difference between the platform's clock and ours.
MAX_CLOCK_DIFFERENCE = timedelta(seconds=2)
# Types of errors after which the message may have appeared all the same.
RESULT_UNKNOWN = frozenset({NotConfirmed.type, Interrupted.type, Broken.type})


def clean_text(text: str, max_length: int = MAX_TEXT_LENGTH) -> str:
    line = clean_message(text, max_length)
    # Some platforms run a line with a leading slash as a command, others show it in chat.
    if line.startswith("/"):
        raise ValueError('must not start with "/": platform commands are not sent')
    return line


class RepliedTo(Struct, frozen=True):
    connection_id: UUID
    message_id: str
    author_name: str


class Destination(Struct, frozen=True):
    """Target connection, and what its platform accepts."""

    connection_id: UUID
    max_length: int
    supports_replies: bool
    supports_actions: bool = False


def message_to(
    text: str, replied_to: RepliedTo | None, destination: Destination, kind: SentKind = "message"
) -> Sendable:
    """The text in the form that the destination supports.

    In the chat of the original message a reply stays a reply, or becomes a mention if the platform has no replies;
    other chats get the plain text. Platforms without actions ("/me waves") get text between asterisks.
    """
    match kind:
        case "announcement":
            return Announce(text)
        case "action" if destination.supports_actions:
            return SendMessage(text, is_action=True)
        case "action":
            return SendMessage(f"*{text}*")
        case "message":
            return _reply_or_message(text, replied_to, destination)


def _reply_or_message(text: str, replied_to: RepliedTo | None, destination: Destination) -> SendMessage:
    if replied_to is None or replied_to.connection_id != destination.connection_id:
        return SendMessage(text)
    if destination.supports_replies:
        return SendMessage(text, replied_to.message_id)
    return SendMessage(f"@{replied_to.author_name.removeprefix('@')} {text}" if replied_to.author_name else text)


def parts_of(message: Sendable, destination: Destination) -> list[str]:
    """The texts into which the platform's adapter splits a long message."""
    return splitting.parts_of(message, destination.max_length)


def rest_of(message: Sendable, destination: Destination, sent_parts: int) -> Sendable:
    """The message without its first `sent_parts` parts; an announcement has one part and is sent whole."""
    if not sent_parts or isinstance(message, Announce):
        return message
    rest = " ".join(parts_of(message, destination)[sent_parts:])
    return SendMessage(rest, is_action=message.is_action)


class DeliveryResult(Struct, frozen=True):
    state: Literal["sent", "failed", "dropped"]
    reason: str = ""
    detail: str = ""
    message_ids: tuple[str, ...] = ()

    @property
    def awaits_echo(self) -> bool:
        """Whether to look for the message in chat, because the platform may not have reported all ids.

        True if it is not known whether the message was sent, if the platform gave no id, and if sending ended after
        some parts had ids: the next part may be in chat all the same.
        """
        match self.state:
            case "sent":
                return not self.message_ids
            case "dropped" if self.message_ids:
                return True
            case _:
                return self.reason in RESULT_UNKNOWN


def to_delivery_result(outcome: Receipt | AppError, platform: str) -> DeliveryResult:
    match outcome:
        case PlatformBusy():
            # The rate limit of the API; a chat's slow mode is reported in the platform's own words.
            seconds = max(math.ceil(outcome.after_seconds), 1)
            return DeliveryResult("failed", outcome.type, f"{platform} rate limit, {seconds} s left")
        case AppError():
            return DeliveryResult("failed", outcome.type, outcome.message[:MAX_DETAIL_LENGTH])
        case Receipt(outcome="done"):
            return DeliveryResult("sent", "", outcome.detail[:MAX_DETAIL_LENGTH], _storable_ids(outcome.message_ids))
        case Receipt(outcome="dropped"):
            detail = f"Dropped by {platform}: {outcome.detail}"[:MAX_DETAIL_LENGTH]
            return DeliveryResult("dropped", "dropped", detail, _storable_ids(outcome.message_ids))
        case _:
            return DeliveryResult(
                "failed", "refused", outcome.detail[:MAX_DETAIL_LENGTH], _storable_ids(outcome.message_ids)
            )


def _storable_ids(message_ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(each for each in message_ids[:MAX_IDS] if each and len(each) <= MAX_ID_LENGTH and each.isprintable())


class Echo(Struct, frozen=True):
    """A line in chat by the sending account."""

    message_id: str
    text: str


def echoes_of(parts: Sequence[str], lines: Sequence[Echo]) -> list[str]:
    """Ids of the lines with the texts of these parts, in order; stops at the first part without a line."""
    unmatched, found = list(lines), list[str]()
    for part in parts:
        echo = next((line for line in unmatched if comparable(part) in possible_sent_texts(line.text)), None)
        if echo is None:
            break
        unmatched.remove(echo)
        found.append(echo.message_id)
    return found
