"""Snapshots of a channel's configuration, taken before large changes."""

import asyncio
import zlib
from datetime import datetime
from uuid import UUID

import msgspec
from sqlalchemy import ForeignKey, Index, LargeBinary, String, delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.channel_file.sections import Editor, Sections
from greenroom.kernel.db.change_tracking import MAX_SIGNATURE_LENGTH, STAFF_NAME
from greenroom.kernel.db.database import JsonObject, Table
from greenroom.kernel.ids import new_id

MAX_SNAPSHOTS = 50
MAX_REASON_LENGTH = 200

# Key in a snapshot, beside the sections: section → normalised key of the entry → level of its author.
AUTHOR_LEVELS = "author_levels"

# Section → key of the entry → entry.
Contents = dict[str, dict[str, JsonObject]]
_decode = msgspec.json.Decoder(Contents).decode


class ChannelSnapshot(Table):
    __tablename__ = "channel_versions"
    __table_args__ = (Index("ix_channel_versions_channel", "channel_id", "id"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    # The change before which the snapshot was taken.
    reason: Mapped[str] = mapped_column(String(MAX_REASON_LENGTH))
    # Number of entries per section.
    counts: Mapped[JsonObject]
    # Compressed JSON.
    contents: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    created_at: Mapped[datetime]
    created_by: Mapped[str] = mapped_column(String(MAX_SIGNATURE_LENGTH), info={STAFF_NAME: None})


async def read_all(session: AsyncSession, sections: Sections, channel_id: UUID) -> Contents:
    return {key: await section.read(session, channel_id) for key, section in sections.items()}


async def lock_and_read(session: AsyncSession, sections: Sections, channel_id: UUID) -> Contents:
    """Locks all sections until the transaction ends, and reads them."""
    for section in sections.values():
        await section.lock(session, channel_id)
    return await read_all(session, sections, channel_id)


async def store_snapshot(
    session: AsyncSession, sections: Sections, editor: Editor, reason: str, contents: Contents
) -> UUID:
    """Stores the contents that `lock_and_read` returned in this transaction; deletes snapshots beyond the newest 50."""
    levels = {key: await section.author_levels(session, editor.channel_id) for key, section in sections.items()}
    authors: dict[str, JsonObject] = {key: {**by_key} for key, by_key in levels.items() if by_key}
    row = ChannelSnapshot(
        id=new_id(),
        channel_id=editor.channel_id,
        reason=reason[:MAX_REASON_LENGTH],
        counts={key: len(entries) for key, entries in contents.items()},
        contents=await asyncio.to_thread(_compress, {**contents, AUTHOR_LEVELS: authors}),
        created_at=editor.now,
        created_by=editor.changed_by.signature,
    )
    session.add(row)
    await session.flush()
    await _delete_oldest(session, editor.channel_id)
    return row.id


async def _delete_oldest(session: AsyncSession, channel_id: UUID) -> None:
    of_channel = ChannelSnapshot.channel_id == channel_id
    newest = select(ChannelSnapshot.id).where(of_channel).order_by(ChannelSnapshot.id.desc()).limit(MAX_SNAPSHOTS)
    await session.execute(delete(ChannelSnapshot).where(of_channel, ChannelSnapshot.id.not_in(newest)))


def _compress(contents: Contents) -> bytes:
    return zlib.compress(msgspec.json.encode(contents))


def contents_of(compressed: bytes) -> Contents:
    return _decode(zlib.decompress(compressed))


def author_levels_in(contents: Contents) -> dict[str, dict[str, int]]:
    """Section → normalised key of the entry → level of its author; empty for old snapshots without levels."""
    stored = contents.get(AUTHOR_LEVELS, {})
    return {
        section: {key: level for key, level in levels.items() if isinstance(level, int)}
        for section, levels in stored.items()
    }
