"""Stores a title or category that was changed here, and records it in the audit log."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.audit.record import Subject, record_change
from greenroom.accounts.channel_providers import state
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.platforms import Platforms
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.text import tidy_line

# Limit of the database columns.
MAX_STORED_LENGTH = 200
SECTION = "stream"
# Titles in the audit log by field.
LABELS = {"title": "Title", "category": "Category"}


async def store_stream_texts(
    session: AsyncSession,
    platforms: Platforms,
    connection_id: UUID,
    by: ChangedBy,
    before: JsonObject,
    *,
    title: str = "",
    category: str = "",
) -> None:
    """Stores the texts without waiting for the platform's report; an empty text changes nothing.

    `before` has the texts from before the platform was called: its report of the new ones may be stored already.
    """

    def put(provider: ChannelProvider) -> None:
        provider.title = tidy_line(title, MAX_STORED_LENGTH, "") or provider.title
        provider.category = tidy_line(category, MAX_STORED_LENGTH, "") or provider.category

    provider = await state.change(session, platforms, connection_id, put)
    if provider is None:
        return
    for field, label in LABELS.items():
        if not (title if field == "title" else category):
            continue
        record_change(
            session,
            provider.channel_id,
            by,
            section=SECTION,
            item=f"{connection_id}:{field}",
            title=label,
            old={field: before[field]},
            new={field: getattr(provider, field)},
            subject=Subject("", account=f"{provider.provider}:{provider.provider_channel_id}"),
        )
