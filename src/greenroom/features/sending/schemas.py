from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal, cast
from uuid import UUID

from pydantic import Field

from greenroom.features.sending.models import SentMessage, SentReceipt
from greenroom.features.sending.rules import MAX_TEXT_LENGTH, SentKind, clean_text
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import Limited, StorableText

Speaker = Literal["me", "bot"]
ReceiptState = Literal["pending", "sent", "failed", "dropped"]

MAX_TARGETS = 20
MAX_PER_PAGE = 200


class ReplyIn(StrictSchema):
    """The message to reply to."""

    connection_id: UUID
    message_id: Annotated[StorableText, Field(min_length=1, max_length=200)]


class SendIn(StrictSchema):
    """The browser makes the `id`, so that a repeated request sends the message only once."""

    id: UUID
    text: Annotated[str, Limited(MAX_TEXT_LENGTH, clean_text)]
    # Connections, in the display order of their receipts.
    targets: Annotated[list[UUID], Field(min_length=1, max_length=MAX_TARGETS)]
    speaker: Speaker
    kind: SentKind = "message"
    reply_to: ReplyIn | None = None


class RetryIn(StrictSchema):
    connection_id: UUID


class ReplyOut(Schema):
    """The original message of a reply, as it was when the reply was sent."""

    connection_id: UUID
    message_id: str
    author_name: str
    text: str


class ReceiptOut(Schema):
    connection_id: UUID
    provider: str
    # The account that sends as the bot; empty for a message that a user sends as themselves.
    account_name: str
    state: ReceiptState
    # Type of the error; empty if there is none.
    reason: str
    # Error text for users; if the message was sent, the platform's remark.
    detail: str
    # Number of messages that the text is split into on this platform.
    parts: int
    # The platform's ids of the messages that appeared.
    message_ids: list[str]
    attempts: int

    @classmethod
    def of(cls, receipt: SentReceipt) -> "ReceiptOut":
        return cls.model_validate(receipt, from_attributes=True)


class SentOut(Schema):
    id: UUID
    text: str
    kind: SentKind
    speaker: Speaker
    author_name: str
    # None if the user has deleted their account.
    user_id: UUID | None
    created_at: datetime
    reply_to: ReplyOut | None
    receipts: list[ReceiptOut]
    # Of two versions of a message, the higher number is the newer.
    revision: int

    @classmethod
    def of(cls, sent: SentMessage, receipts: Sequence[SentReceipt]) -> "SentOut":
        return cls(
            id=sent.id,
            text=sent.text,
            kind=cast("SentKind", sent.kind),
            speaker=cast("Speaker", sent.speaker),
            author_name=sent.author_name,
            user_id=sent.user_id,
            created_at=sent.created_at,
            reply_to=None if sent.reply_to is None else ReplyOut.model_validate(sent.reply_to),
            receipts=[ReceiptOut.of(receipt) for receipt in receipts],
            revision=sent.revision,
        )


class SentPage(Schema):
    records: list[SentOut]
    cursor: str | None


class SentMessageChanged(Schema):
    """Published on the chat topic when a message is sent and when one of its receipts changes."""

    type: Literal["sent"] = "sent"
    sent: SentOut
