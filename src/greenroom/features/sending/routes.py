from typing import Annotated
from uuid import UUID

from fastapi import Query

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.platforms import Platforms
from greenroom.chat.sending.sender import Sender
from greenroom.features.sending import delivery, service
from greenroom.features.sending.schemas import MAX_PER_PAGE, RetryIn, SendIn, SentOut, SentPage
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Cursor, KernelDep, Provided, Reading
from greenroom.kernel.db.pages import decode_time_cursor, encode_cursor
from greenroom.kernel.timestamps import Timestamp

router = ApiRouter(prefix="/channels/{channel_id}/sent-messages", tags=["chat"])

Moderator = Annotated[Access, require(Permission.MODERATION_USE)]


@router.post("", status_code=202)
async def send_message(
    body: SendIn, access: Moderator, kernel: KernelDep, platforms: Provided[Platforms], sender: Provided[Sender]
) -> SentOut:
    """Sends a message to several platforms; each result is published on the chat topic as soon as it is known."""
    return await delivery.send_message(kernel, platforms, sender, access, body)


@router.post("/{sent_id}/retry", status_code=202)
async def retry_message(
    sent_id: UUID,
    body: RetryIn,
    access: Moderator,
    kernel: KernelDep,
    platforms: Provided[Platforms],
    sender: Provided[Sender],
) -> SentOut:
    """Sends a message again to one platform: only the parts that have not appeared there."""
    return await delivery.send_again(kernel, platforms, sender, access, sent_id, body.connection_id)


@router.get("")
async def list_sent_messages(
    access: Moderator,
    session: Reading,
    since: Timestamp | None = None,
    until: Timestamp | None = None,
    limit: Annotated[int, Query(ge=1, le=MAX_PER_PAGE)] = 100,
    cursor: Cursor = None,
) -> SentPage:
    """Sent messages, newest first; `since` is inclusive, `until` exclusive."""
    before = None if cursor is None else decode_time_cursor(cursor, UUID)
    found = await service.list_sent(
        session, access.channel_id, since=since, until=until, before=before, limit=limit + 1
    )
    records = found[:limit]
    last = records[-1] if len(found) > limit else None
    return SentPage(records=records, cursor=last and encode_cursor(last.created_at.isoformat(), str(last.id)))
