"""Looks in chat for sent messages whose ids the platform did not report, and marks them as sent."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.channel_providers.service import find_provider
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.user_providers.service import find_connection
from greenroom.chat.messages.line_ids import sent_by
from greenroom.chat.messages.models import ChatMessage
from greenroom.features.sending import service, targets
from greenroom.features.sending.models import SentMessage, SentReceipt
from greenroom.features.sending.rules import (
    MAX_CLOCK_DIFFERENCE,
    MAX_ECHO_DELAY,
    MAX_SENDING_TIME,
    Echo,
    echoes_of,
    parts_of,
)
from greenroom.kernel.db.database import advisory_lock
from greenroom.kernel.errors import Invalid

# Ids of the channel, the message and the connection.
ReceiptKey = tuple[UUID, UUID, UUID]

RECEIPTS_PER_RUN = 200
# All states but pending.
NOT_PENDING = ("sent", "failed", "dropped")


async def awaited_receipts(
    session: AsyncSession, now: datetime, channel_id: UUID | None = None
) -> Sequence[ReceiptKey]:
    """Keys of up to RECEIPTS_PER_RUN receipts whose message has to be found in chat, because its ids are unknown."""
    key = (SentReceipt.channel_id, SentReceipt.sent_id, SentReceipt.connection_id)
    of_channel = [] if channel_id is None else [SentReceipt.channel_id == channel_id]
    found = await session.execute(
        select(*key)
        .where(SentReceipt.state.in_(NOT_PENDING), SentReceipt.due_at > now, *of_channel)
        .order_by(*key)
        .limit(RECEIPTS_PER_RUN)
    )
    return [(channel_id, sent_id, connection_id) for channel_id, sent_id, connection_id in found]


async def confirm(session: AsyncSession, platforms: Platforms, key: ReceiptKey) -> None:
    """Looks for the message in chat; the receipt becomes `sent` when all parts of the message are found."""
    sent = await service.lock_message(session, key[0], key[1])
    receipt = await session.get(SentReceipt, key, populate_existing=True)
    if sent is None or receipt is None or receipt.state not in NOT_PENDING or receipt.due_at is None:
        return
    # Two messages with the same text must not claim the same line.
    await advisory_lock(session, f"echoes:{receipt.connection_id}")
    missing = await _missing_parts(session, platforms, sent, receipt)
    found = echoes_of(missing, await _unclaimed_lines(session, sent, receipt, receipt.due_at)) if missing else []
    if not found:
        return
    receipt.message_ids = [*receipt.message_ids, *found]
    if len(found) == len(missing):
        # Keeps the platform's remark on a message that it reported as sent.
        detail = receipt.detail if receipt.state == "sent" else ""
        receipt.state, receipt.reason, receipt.detail, receipt.due_at = "sent", "", detail, None
    await service.publish_current(session, sent.channel_id, sent.id)


async def _missing_parts(
    session: AsyncSession, platforms: Platforms, sent: SentMessage, receipt: SentReceipt
) -> list[str]:
    """Texts of the parts without an id, as the platform reports them in chat; empty if the platform is disconnected."""
    try:
        kind = service.kind_of(sent)
        (target,) = await targets.find_targets(session, platforms, sent.channel_id, [receipt.connection_id], kind)
    except Invalid:
        # The sending account of a disconnected platform is unknown.
        return []
    reported_text = platforms.info(receipt.provider).reported_text
    parts = parts_of(service.whole_message(sent, target), target.destination)
    return [reported_text(part) for part in parts[len(receipt.message_ids) :]]


async def _unclaimed_lines(
    session: AsyncSession, sent: SentMessage, receipt: SentReceipt, awaited_until: datetime
) -> list[Echo]:
    """Chat lines of the sending account since the last attempt, without lines whose ids a receipt already has."""
    account = await _sending_account_id(session, sent, receipt)
    since = max(sent.created_at - MAX_CLOCK_DIFFERENCE, awaited_until - MAX_ECHO_DELAY - MAX_SENDING_TIME)
    lines = await session.execute(
        select(ChatMessage.message_id, ChatMessage.text)
        .where(
            *sent_by(session, sent.channel_id, receipt.provider, account, since, awaited_until),
            ChatMessage.connection_id == receipt.connection_id,
        )
        .order_by(ChatMessage.sent_at, ChatMessage.id)
    )
    claimed = await session.scalars(
        select(SentReceipt.message_ids)
        .join(SentMessage, (SentMessage.channel_id == SentReceipt.channel_id) & (SentMessage.id == SentReceipt.sent_id))
        .where(
            SentMessage.channel_id == sent.channel_id,
            SentMessage.created_at >= since - MAX_SENDING_TIME,
            SentReceipt.connection_id == receipt.connection_id,
        )
    )
    taken = {message_id for ids in claimed for message_id in ids} | set(receipt.message_ids)
    return [Echo(message_id, text) for message_id, text in lines if message_id not in taken]


async def _sending_account_id(session: AsyncSession, sent: SentMessage, receipt: SentReceipt) -> str:
    """The platform's id of the sending account; empty if the user has disconnected it."""
    if sent.speaker == "bot":
        loaded = await find_provider(session, receipt.connection_id)
        return (loaded.own_bot or loaded.system_bot or loaded.credential).provider_user_id
    if sent.kind == "announcement":
        # A user announces as themselves only in their own channel, and the channel's account sends it.
        return (await find_provider(session, receipt.connection_id)).credential.provider_user_id
    connected = sent.user_id and await find_connection(session, sent.user_id, receipt.provider)
    return connected[1].provider_user_id if connected else ""
