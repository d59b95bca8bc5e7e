"""Stores the changed viewers of a batch in one statement, and the message counts of unchanged viewers in another."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.levels import badge_level
from greenroom.chat.messages.line import Author
from greenroom.chat.messages.models import Viewer
from greenroom.features.viewers.known_viewers import ViewerKey
from greenroom.kernel.db.bulk_rows import BulkInsert, BulkUpdate
from greenroom.kernel.db.pairs import in_pairs
from greenroom.kernel.ids import new_id

MAX_FORMER_NAMES = 20

UPSERT = BulkInsert(
    Viewer,
    (
        "id",
        "channel_id",
        "provider",
        "viewer_id",
        "login",
        "name",
        "search_name",
        "colour",
        "avatar_url",
        "level",
        "is_bot",
        "message_count",
        "first_seen_at",
        "last_seen_at",
        "former_names",
    ),
    """ON CONFLICT (channel_id, provider, viewer_id) DO UPDATE SET
        login = excluded.login,
        name = excluded.name,
        search_name = excluded.search_name,
        colour = excluded.colour,
        avatar_url = CASE WHEN excluded.avatar_url = '' THEN viewers.avatar_url ELSE excluded.avatar_url END,
        level = excluded.level,
        is_bot = excluded.is_bot,
        message_count = viewers.message_count + excluded.message_count,
        first_seen_at =
            CASE WHEN excluded.first_seen_at < viewers.first_seen_at
            THEN excluded.first_seen_at ELSE viewers.first_seen_at END,
        last_seen_at =
            CASE WHEN excluded.last_seen_at > viewers.last_seen_at
            THEN excluded.last_seen_at ELSE viewers.last_seen_at END""",
)
COUNT = BulkUpdate(
    Viewer,
    ("channel_id", "provider", "viewer_id", "message_count", "last_seen_at"),
    ("channel_id", "provider", "viewer_id"),
    """message_count = viewers.message_count + given.message_count,
        last_seen_at =
            CASE WHEN given.last_seen_at > viewers.last_seen_at
            THEN given.last_seen_at ELSE viewers.last_seen_at END""",
)


class SeenViewer(msgspec.Struct, eq=False, gc=False):
    """A viewer with lines in one batch, or in several whose counts were held; `author` is as of the latest line."""

    provider: str
    author: Author
    first_at: datetime
    last_at: datetime
    messages: int = 0

    def is_unchanged_since(self, before: "SeenViewer | None") -> bool:
        """Whether the viewer differs from `before` only by later messages."""
        return before is not None and before.author == self.author and before.last_at <= self.first_at


async def upsert_viewers(session: AsyncSession, channel_id: UUID, seen: Iterable[SeenViewer]) -> None:
    # Always in the same order, to avoid deadlocks between processes.
    viewers = sorted(seen, key=lambda one: (one.provider, one.author.id))
    await UPSERT.run(session, [_row(channel_id, one) for one in viewers])


async def add_message_counts(session: AsyncSession, channel_id: UUID, seen: Sequence[SeenViewer]) -> None:
    """Adds to the message counts and sets the times of the last messages; other columns stay, so no index changes."""
    rows = [(channel_id, one.provider, one.author.id, one.messages, one.last_at) for one in seen]
    if await COUNT.run(session, rows) == len(rows):
        return
    # Viewers that were deleted from the table since they were cached are stored again.
    keys = [(one.provider, one.author.id) for one in seen]
    found = await session.execute(select(Viewer.provider, Viewer.viewer_id).where(_is_any_of(channel_id, keys)))
    stored = {(provider, viewer_id) for provider, viewer_id in found}
    await upsert_viewers(session, channel_id, [one for one in seen if (one.provider, one.author.id) not in stored])


def _row(channel_id: UUID, one: SeenViewer) -> tuple[object, ...]:
    author = one.author
    return (
        new_id(),
        channel_id,
        one.provider,
        author.id,
        author.login,
        author.name,
        author.name.casefold()[:100],
        author.colour,
        author.avatar_url,
        badge_level(author),
        author.is_bot,
        one.messages,
        one.first_at,
        one.last_at,
        [],
    )


async def names_of(session: AsyncSession, channel_id: UUID, viewers: Collection[ViewerKey]) -> dict[ViewerKey, str]:
    """Viewer → name, for the viewers who have written before."""
    rows = await session.execute(
        select(Viewer.provider, Viewer.viewer_id, Viewer.name).where(
            _is_any_of(channel_id, viewers), Viewer.message_count > 0
        )
    )
    return {(provider, viewer_id): name for provider, viewer_id, name in rows}


def _is_any_of(channel_id: UUID, viewers: Iterable[ViewerKey]) -> ColumnElement[bool]:
    return in_pairs(Viewer.channel_id == channel_id, Viewer.provider, Viewer.viewer_id, viewers)


async def add_former_name(session: AsyncSession, channel_id: UUID, key: ViewerKey, former: str) -> None:
    """Adds a former name at the end of the viewer's former names; each name is stored once."""
    is_viewer = (Viewer.channel_id == channel_id, Viewer.provider == key[0], Viewer.viewer_id == key[1])
    names = await session.scalar(select(Viewer.former_names).where(*is_viewer))
    if names is None:
        return
    latest = [*(name for name in names if name != former), former][-MAX_FORMER_NAMES:]
    await session.execute(
        update(Viewer).where(*is_viewer).values(former_names=latest), execution_options={"synchronize_session": False}
    )
