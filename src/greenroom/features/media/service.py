from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy import and_, delete, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.audit.record import record_change
from greenroom.channel_file.media_addresses import MediaFile
from greenroom.feature import Features
from greenroom.features.media.content.inspection import MediaFacts
from greenroom.features.media.models import Media
from greenroom.features.media.schemas import (
    MAX_CHANNEL_BYTES,
    MAX_FILES,
    Kind,
    MediaOut,
    MediaPage,
    MediaUseOut,
)
from greenroom.features.media.temporary_files import Received
from greenroom.features.media.uses import MediaUse, MediaUses
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import advisory_lock
from greenroom.kernel.db.pages import decode_time_cursor, encode_cursor
from greenroom.kernel.errors import Conflict, FieldError, NotFound

MAX_NAMED_USES = 3

# Where each file is used, by media id.
Uses = Mapping[UUID, Sequence[MediaUse]]
NO_UNDO = "Files are renamed and deleted in the media library."


class MediaNotFound(NotFound):
    type = "media_not_found"
    message = "File not found."


class NoRoomForMedia(Conflict):
    type = "media_full"

    def __init__(self) -> None:
        limit = f"{MAX_CHANNEL_BYTES // 2**20} MB and {MAX_FILES:,} files"
        message = f"The channel has no room for this file: it can have {limit}. Delete files that you no longer need."
        super().__init__(message, [FieldError(field="file", message="does not fit into the channel's media")])


class MediaInUse(Conflict):
    type = "media_in_use"

    def __init__(self, uses: Sequence[MediaUse]) -> None:
        named = ", ".join(use.name for use in uses[:MAX_NAMED_USES])
        rest = f" and {len(uses) - MAX_NAMED_USES} more" if len(uses) > MAX_NAMED_USES else ""
        super().__init__(f"The file is used by {named}{rest}. Confirm to delete it all the same.")


async def all_files(session: AsyncSession, channel_id: UUID) -> list[MediaFile]:
    found = select(Media.id, Media.name, Media.sha256).where(Media.channel_id == channel_id).order_by(Media.id)
    return [MediaFile(row.id, row.name, row.sha256) for row in await session.execute(found)]


def file_key(media_id: UUID) -> str:
    return str(media_id)


def thumbnail_key(media_id: UUID) -> str:
    return f"{media_id}-thumbnail"


def keys(media_id: UUID) -> tuple[str, str]:
    return file_key(media_id), thumbnail_key(media_id)


async def media_ids_of_channel(session: AsyncSession, channel_id: UUID) -> Sequence[UUID]:
    return (await session.scalars(select(Media.id).where(Media.channel_id == channel_id))).all()


def new_media(
    media_id: UUID, channel_id: UUID, name: str, received: Received, facts: MediaFacts, by: ChangedBy
) -> Media:
    return Media(
        id=media_id,
        channel_id=channel_id,
        name=name,
        search=name.casefold(),
        kind=facts.type.kind,
        content_type=facts.type.content_type,
        size_bytes=received.size_bytes,
        sha256=received.sha256,
        width=facts.width,
        height=facts.height,
        duration_ms=facts.duration_ms,
        thumbnail_bytes=None if facts.thumbnail is None else len(facts.thumbnail),
        created_at=by.at,
        created_by=by.signature,
    )


async def find_content(session: AsyncSession, channel_id: UUID, sha256: str) -> Media | None:
    return await session.scalar(select(Media).where(Media.channel_id == channel_id, Media.sha256 == sha256))


async def check_room(session: AsyncSession, channel_id: UUID, size_bytes: int) -> None:
    used, files = await _usage(session, channel_id)
    if used + size_bytes > MAX_CHANNEL_BYTES or files >= MAX_FILES:
        raise NoRoomForMedia


async def _usage(session: AsyncSession, channel_id: UUID) -> tuple[int, int]:
    """Bytes and number of a channel's files."""
    summed = select(func.coalesce(func.sum(Media.size_bytes), 0), func.count()).where(Media.channel_id == channel_id)
    used, files = (await session.execute(summed)).one()
    return int(used), files


async def enter_media(session: AsyncSession, row: Media) -> Media:
    """Adds the row and returns it, or returns the channel's row that has the same content.

    Locks the channel's media, so that two uploads at once cannot exceed the limit.
    """
    await advisory_lock(session, f"media:{row.channel_id}")
    if (known := await find_content(session, row.channel_id, row.sha256)) is not None:
        return known
    await check_room(session, row.channel_id, row.size_bytes)
    session.add(row)
    await session.flush()
    return row


async def find_media(
    session: AsyncSession, media_id: UUID, channel_id: UUID | None = None, *, to_change: bool = False
) -> Media:
    found = select(Media).where(Media.id == media_id)
    if channel_id is not None:
        found = found.where(Media.channel_id == channel_id)
    row = await session.scalar(found.with_for_update() if to_change else found)
    if row is None:
        raise MediaNotFound
    return row


async def find_uses(session: AsyncSession, features: Features, channel_id: UUID) -> Uses:
    """All uses of the channel's media that the features report."""
    uses: dict[UUID, list[MediaUse]] = {}
    for uses_of_feature in features.contributions(MediaUses):
        for media_id, found in (await uses_of_feature.find(session, channel_id)).items():
            uses.setdefault(media_id, []).extend(found)
    return uses


async def list_media(
    session: AsyncSession,
    channel_id: UUID,
    *,
    q: str,
    kind: Kind | None,
    cursor: str | None,
    limit: int,
    uses: Uses,
) -> MediaPage:
    wanted = [Media.channel_id == channel_id, *(Media.search.contains(word, autoescape=True) for word in _words(q))]
    if kind is not None:
        wanted.append(Media.kind == kind)
    total = await session.scalar(select(func.count()).select_from(Media).where(*wanted)) or 0
    if cursor is not None:
        at, media_id = decode_time_cursor(cursor, UUID)
        wanted.append(or_(Media.created_at < at, and_(Media.created_at == at, Media.id < media_id)))
    newest_first = select(Media).where(*wanted).order_by(Media.created_at.desc(), Media.id.desc())
    rows = list(await session.scalars(newest_first.limit(limit + 1)))
    last = rows[limit - 1] if len(rows) > limit else None
    return MediaPage(
        records=[media_out(row, uses) for row in rows[:limit]],
        cursor=encode_cursor(last.created_at.isoformat(), str(last.id)) if last else None,
        total=total,
        used_bytes=(await _usage(session, channel_id))[0],
        max_bytes=MAX_CHANNEL_BYTES,
    )


def _words(q: str) -> list[str]:
    return q.casefold().split()


def media_out(row: Media, uses: Uses) -> MediaOut:
    path = f"/media/{row.id}"
    return MediaOut(
        id=row.id,
        name=row.name,
        kind=row.kind,
        content_type=row.content_type,
        size_bytes=row.size_bytes,
        width=row.width,
        height=row.height,
        duration_ms=row.duration_ms,
        path=path,
        thumbnail_path=f"{path}/thumbnail" if row.thumbnail_bytes is not None else None,
        used_by=[MediaUseOut(kind=use.kind, id=use.id, name=use.name) for use in uses.get(row.id, ())],
        created_at=row.created_at,
        created_by=row.created_by,
    )


def record_media(session: AsyncSession, row: Media, by: ChangedBy, old: str | None, new: str | None) -> None:
    """Records a change in the audit log, with the file's name before and after."""
    record_change(
        session,
        row.channel_id,
        by,
        section="media",
        item=str(row.id),
        title=row.name,
        old=None if old is None else {"name": old},
        new=None if new is None else {"name": new},
        no_undo=NO_UNDO,
    )


async def rename_media(session: AsyncSession, channel_id: UUID, media_id: UUID, name: str, by: ChangedBy) -> Media:
    row = await find_media(session, media_id, channel_id, to_change=True)
    record_media(session, row, by, row.name, name)
    row.name, row.search = name, name.casefold()
    await session.flush()
    return row


async def delete_media(
    session: AsyncSession, channel_id: UUID, media_id: UUID, by: ChangedBy, *, features: Features, is_confirmed: bool
) -> None:
    """Deletes the row; the caller deletes the files after the commit."""
    row = await find_media(session, media_id, channel_id, to_change=True)
    uses = (await find_uses(session, features, channel_id)).get(media_id, ())
    if uses and not is_confirmed:
        raise MediaInUse(uses)
    record_media(session, row, by, row.name, None)
    await session.execute(delete(Media).where(Media.id == media_id))


async def existing_ids(session: AsyncSession, media_ids: Sequence[UUID]) -> set[UUID]:
    return set(await session.scalars(select(Media.id).where(Media.id.in_(media_ids))))
