"""Marks interrupted messages as failed, and deletes old messages."""

from datetime import datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channels import Channel
from greenroom.chat.sending.sender import Interrupted
from greenroom.features.sending import service
from greenroom.features.sending.models import SentMessage, SentReceipt
from greenroom.features.sending.rules import MAX_ECHO_DELAY
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

MESSAGES_PER_BATCH = 200


async def give_up_interrupted(session: AsyncSession, now: datetime) -> bool:
    """Marks receipts as failed if their sending process has died; returns whether there may be more of them."""
    # While a receipt is pending, `due_at` is the time by which its process has finished or died.
    overdue = (SentReceipt.state == "pending", SentReceipt.due_at <= now)
    found = select(SentReceipt.channel_id, SentReceipt.sent_id).distinct().where(*overdue).limit(MESSAGES_PER_BATCH)
    messages = [(channel_id, sent_id) for channel_id, sent_id in await session.execute(found)]
    for channel_id, sent_id in sorted(messages):
        await service.lock_message(session, channel_id, sent_id)
        # From now on, `due_at` is the time until which the message may still appear in chat.
        failed = await session.execute(
            update(SentReceipt)
            .where(SentReceipt.channel_id == channel_id, SentReceipt.sent_id == sent_id, *overdue)
            .values(state="failed", reason=Interrupted.type, detail=Interrupted().message, due_at=now + MAX_ECHO_DELAY)
            .returning(SentReceipt.connection_id)
            .execution_options(synchronize_session=False)
        )
        if failed.all():
            log.warning("sent_message_interrupted", channel=str(channel_id), message=str(sent_id))
            await service.publish_current(session, channel_id, sent_id)
    return len(messages) == MESSAGES_PER_BATCH


async def delete_old_messages(session: AsyncSession, now: datetime) -> bool:
    """Deletes messages older than the channel's chat retention; returns whether there may be more."""
    channels = await session.execute(
        select(Channel.id, Channel.chat_retention_days).where(Channel.chat_retention_days > 0)
    )
    has_more = False
    for channel_id, days in channels.all():
        old = (
            select(SentMessage.id)
            .where(SentMessage.channel_id == channel_id, SentMessage.created_at < now - timedelta(days=days))
            .limit(MESSAGES_PER_BATCH)
        )
        ids = list(await session.scalars(old))
        await session.execute(
            delete(SentMessage)
            .where(SentMessage.channel_id == channel_id, SentMessage.id.in_(ids))
            .execution_options(synchronize_session=False)
        )
        has_more |= len(ids) == MESSAGES_PER_BATCH
    return has_more
