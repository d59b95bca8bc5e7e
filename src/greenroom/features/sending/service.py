"""Sent messages and their receipts: stored before sending, published with every change."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import cast
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import Access
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.topics import chat_topic
from greenroom.chat.protocol.actions import Announce
from greenroom.chat.sending.retry_policy import RetryPolicy
from greenroom.features.sending import targets
from greenroom.features.sending.models import SentMessage, SentReceipt
from greenroom.features.sending.rules import (
    MAX_ECHO_DELAY,
    DeliveryResult,
    RepliedTo,
    Sendable,
    SentKind,
    message_to,
    parts_of,
    rest_of,
)
from greenroom.features.sending.schemas import ReplyOut, SendIn, SentMessageChanged, SentOut
from greenroom.features.sending.targets import Target
from greenroom.kernel.db.database import insert_into, publish
from greenroom.kernel.errors import Conflict, Invalid, NotFound


class IdTaken(Conflict):
    type = "id_taken"
    message = "Another message was sent with this id. Nothing was sent; try again."


class SentNotFound(NotFound):
    message = "This message is no longer stored."


class NotRetryable(Conflict):
    type = "not_retryable"
    message = "Already sent or still sending. Only failed or dropped messages can be retried."


class NotYours(Conflict):
    type = "not_yours"

    def __init__(self, name: str) -> None:
        super().__init__(f"Only {name} can send this again, because it is sent from their own account.")


class Delivery(Struct, frozen=True):
    """One message to one platform."""

    channel_id: UUID
    sent_id: UUID
    connection_id: UUID
    platform: str
    attempt: int
    message: Sendable
    # The user who sends as themselves. None: the channel's account sends if `as_channel`, else the bot.
    as_user: UUID | None
    as_channel: bool = False

    @property
    def key(self) -> tuple[UUID, UUID, UUID]:
        return self.channel_id, self.sent_id, self.connection_id


async def find_same(session: AsyncSession, access: Access, body: SendIn) -> SentOut | None:
    """The stored message with this id, if there is one; raises IdTaken if its content differs."""
    found = await _load(session, SentMessage.channel_id == access.channel_id, SentMessage.id == body.id)
    if not found:
        return None
    sent = found[0]
    requested = None if body.reply_to is None else (body.reply_to.connection_id, body.reply_to.message_id)
    stored = None if sent.reply_to is None else (sent.reply_to.connection_id, sent.reply_to.message_id)
    is_same = (sent.text, sent.kind, sent.speaker, sent.user_id, stored) == (
        body.text,
        body.kind,
        body.speaker,
        access.person.user_id,
        requested,
    )
    if not is_same or {receipt.connection_id for receipt in sent.receipts} != set(body.targets):
        raise IdTaken
    return sent


async def record_message(
    session: AsyncSession, platforms: Platforms, retry_policy: RetryPolicy, access: Access, body: SendIn, now: datetime
) -> tuple[SentOut, list[Delivery]]:
    """Stores the message with a receipt for each target; returns no deliveries if it was stored before."""
    if (same := await find_same(session, access, body)) is not None:
        return same, []
    found = await targets.find_targets(session, platforms, access.channel_id, body.targets, body.kind)
    await _refuse_announcing_elsewhere(session, access, body.kind, body.speaker, body.targets, "speaker")
    if body.kind != "message" and body.reply_to is not None:
        raise Invalid("reply_to", "Only a plain message can be a reply.")
    replied_to = await targets.find_replied_to(session, access.channel_id, body.reply_to)
    if replied_to is not None and set(body.targets) != {replied_to.connection_id}:
        raise Invalid("targets", "Replies go to the original platform only.")
    if not await _insert(session, access, body, replied_to, now):
        if (same := await find_same(session, access, body)) is None:
            # The same id was stored at the same time and has been deleted since.
            raise IdTaken
        return same, []
    receipts: list[SentReceipt] = []
    deliveries: list[Delivery] = []
    for position, target in enumerate(found):
        message = message_to(body.text, _reply(replied_to), target.destination, body.kind)
        receipts.append(_new_receipt(access.channel_id, body.id, position, target, message))
        deliveries.append(_delivery(receipts[-1], target, message, access.person.user_id, body.speaker))
        receipts[-1].due_at = now + timedelta(seconds=retry_policy.settled_within(message))
        receipts[-1].account_name = await targets.bot_name(session, target) if body.speaker == "bot" else ""
    session.add_all(receipts)
    await session.flush()
    return await publish_current(session, access.channel_id, body.id), deliveries


async def _refuse_announcing_elsewhere(
    session: AsyncSession, access: Access, kind: SentKind, speaker: str, target_ids: Sequence[UUID], field: str
) -> None:
    """Raises Invalid if a user announces as themselves on a connection whose account is not their own."""
    if kind != "announcement" or speaker != "me":
        return
    for connection_id in target_ids:
        if not await targets.is_own_channel(session, access.person.user_id, connection_id):
            raise Invalid(field, "Announcements are sent as the bot, or as yourself on your own channel.")


async def _insert(
    session: AsyncSession, access: Access, body: SendIn, replied_to: ReplyOut | None, now: datetime
) -> bool:
    """Stores the message; returns False if another request has just stored the same id."""
    statement = (
        insert_into(SentMessage, session)
        .values(
            channel_id=access.channel_id,
            id=body.id,
            user_id=access.person.user_id,
            author_name=access.person.display_name,
            speaker=body.speaker,
            text=body.text,
            kind=body.kind,
            reply_to=None if replied_to is None else replied_to.model_dump(mode="json"),
            created_at=now,
            revision=0,
        )
        .on_conflict_do_nothing()
    )
    return await session.scalar(statement.returning(SentMessage.id)) is not None


def _reply(replied_to: ReplyOut | None) -> RepliedTo | None:
    return (
        None
        if replied_to is None
        else RepliedTo(replied_to.connection_id, replied_to.message_id, replied_to.author_name)
    )


def kind_of(sent: SentMessage) -> SentKind:
    return cast("SentKind", sent.kind)


def whole_message(sent: SentMessage, target: Target) -> Sendable:
    replied_to = None if sent.reply_to is None else ReplyOut.model_validate(sent.reply_to)
    return message_to(sent.text, _reply(replied_to), target.destination, kind_of(sent))


def _new_receipt(channel_id: UUID, sent_id: UUID, position: int, target: Target, message: Sendable) -> SentReceipt:
    parts = parts_of(message, target.destination)
    return SentReceipt(
        channel_id=channel_id,
        sent_id=sent_id,
        connection_id=target.destination.connection_id,
        provider=target.provider,
        position=position,
        state="pending",
        reason="",
        detail="",
        message_ids=[],
        parts=len(parts),
        attempts=1,
    )


def _delivery(receipt: SentReceipt, target: Target, message: Sendable, user_id: UUID, speaker: str) -> Delivery:
    as_channel = speaker == "me" and isinstance(message, Announce)
    as_user = user_id if speaker == "me" and not as_channel else None
    ids = receipt.channel_id, receipt.sent_id, receipt.connection_id
    return Delivery(*ids, target.platform, receipt.attempts, message, as_user, as_channel)


async def retry(
    session: AsyncSession,
    platforms: Platforms,
    retry_policy: RetryPolicy,
    access: Access,
    sent_id: UUID,
    connection_id: UUID,
    now: datetime,
) -> tuple[SentOut, Delivery]:
    """Marks a failed or dropped receipt as pending again; returns a delivery of what was not sent yet."""
    sent = await lock_message(session, access.channel_id, sent_id)
    if sent is None or await session.get(SentReceipt, (access.channel_id, sent_id, connection_id)) is None:
        raise SentNotFound
    if sent.speaker == "me" and sent.user_id != access.person.user_id:
        raise NotYours(sent.author_name)
    (target,) = await targets.find_targets(
        session, platforms, access.channel_id, [connection_id], kind_of(sent), "connection_id"
    )
    # The account may have been disconnected or replaced since the first attempt.
    await _refuse_announcing_elsewhere(session, access, kind_of(sent), sent.speaker, [connection_id], "connection_id")
    message = whole_message(sent, target)
    receipt = await _claim(session, access.channel_id, sent_id, connection_id)
    message = rest_of(message, target.destination, len(receipt.message_ids))
    receipt.due_at = now + timedelta(seconds=retry_policy.settled_within(message))
    receipt.account_name = await targets.bot_name(session, target) if sent.speaker == "bot" else ""
    delivery = _delivery(receipt, target, message, access.person.user_id, sent.speaker)
    return await publish_current(session, access.channel_id, sent_id), delivery


async def _claim(session: AsyncSession, channel_id: UUID, sent_id: UUID, connection_id: UUID) -> SentReceipt:
    statement = (
        update(SentReceipt)
        .where(*_is_receipt(channel_id, sent_id, connection_id), SentReceipt.state.in_(["failed", "dropped"]))
        .values(state="pending", reason="", detail="", attempts=SentReceipt.attempts + 1)
        .returning(SentReceipt)
        .execution_options(populate_existing=True)
    )
    receipt = await session.scalar(statement)
    if receipt is None:
        raise NotRetryable
    return receipt


async def record_result(session: AsyncSession, delivery: Delivery, result: DeliveryResult, now: datetime) -> None:
    """Stores the result of a delivery, unless the message was meanwhile retried, deleted or found in chat."""
    if await lock_message(session, delivery.channel_id, delivery.sent_id) is None:
        return
    receipt = await session.get(SentReceipt, delivery.key, populate_existing=True)
    if receipt is None or receipt.attempts != delivery.attempt or not _is_open(receipt):
        return
    receipt.state, receipt.reason, receipt.detail = result.state, result.reason, result.detail
    # Parts of the message may have been found in chat before the answer came.
    receipt.message_ids = list(dict.fromkeys([*receipt.message_ids, *result.message_ids]))
    receipt.due_at = now + MAX_ECHO_DELAY if result.awaits_echo else None
    await session.flush()
    await publish_current(session, delivery.channel_id, delivery.sent_id)


def _is_open(receipt: SentReceipt) -> bool:
    """Whether a result may be stored: the receipt is pending, or failed because no result came in time."""
    return receipt.state == "pending" or receipt.reason == "interrupted"


async def list_sent(
    session: AsyncSession,
    channel_id: UUID,
    *,
    since: datetime | None,
    until: datetime | None,
    before: tuple[datetime, UUID] | None,
    limit: int,
) -> list[SentOut]:
    """Sent messages, newest first; `since` is inclusive, `until` exclusive."""
    conditions = [SentMessage.channel_id == channel_id]
    conditions += [SentMessage.created_at >= since] if since else []
    conditions += [SentMessage.created_at < until] if until else []
    if before is not None:
        moment, sent_id = before
        is_older = and_(SentMessage.created_at == moment, SentMessage.id < sent_id)
        conditions.append(or_(SentMessage.created_at < moment, is_older))
    return await _load(session, *conditions, limit=limit)


async def _load(session: AsyncSession, *conditions: ColumnElement[bool], limit: int = 1) -> list[SentOut]:
    order = (SentMessage.created_at.desc(), SentMessage.id.desc())
    statement = select(SentMessage).where(*conditions).order_by(*order).limit(limit)
    sent = list(await session.scalars(statement.execution_options(populate_existing=True)))
    if not sent:
        return []
    rows = await session.scalars(
        select(SentReceipt)
        .where(SentReceipt.channel_id == sent[0].channel_id, SentReceipt.sent_id.in_([one.id for one in sent]))
        .order_by(SentReceipt.position)
        .execution_options(populate_existing=True)
    )
    receipts: dict[UUID, list[SentReceipt]] = {one.id: [] for one in sent}
    for receipt in rows:
        receipts[receipt.sent_id].append(receipt)
    return [SentOut.of(one, receipts[one.id]) for one in sent]


async def lock_message(session: AsyncSession, channel_id: UUID, sent_id: UUID) -> SentMessage | None:
    """Locks the message until the transaction ends; None if it does not exist."""
    statement = select(SentMessage).where(SentMessage.channel_id == channel_id, SentMessage.id == sent_id)
    return await session.scalar(statement.with_for_update())


async def publish_current(session: AsyncSession, channel_id: UUID, sent_id: UUID) -> SentOut:
    await session.flush()
    await session.execute(
        update(SentMessage)
        .where(SentMessage.channel_id == channel_id, SentMessage.id == sent_id)
        .values(revision=SentMessage.revision + 1)
        .execution_options(synchronize_session=False)
    )
    (sent,) = await _load(session, SentMessage.channel_id == channel_id, SentMessage.id == sent_id)
    publish(session, chat_topic(channel_id), SentMessageChanged(sent=sent))
    return sent


def _is_receipt(channel_id: UUID, sent_id: UUID, connection_id: UUID) -> Sequence[ColumnElement[bool]]:
    return (
        SentReceipt.channel_id == channel_id,
        SentReceipt.sent_id == sent_id,
        SentReceipt.connection_id == connection_id,
    )
