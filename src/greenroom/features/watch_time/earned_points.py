"""Points for a minute of watching: once for a person, however many of the linked accounts watch."""

from collections.abc import Collection, Mapping
from uuid import UUID

import msgspec
from msgspec import Struct
from sqlalchemy import and_, func, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.line import Author
from greenroom.chat.messages.models import ChatMessage, Viewer
from greenroom.economy.settings import PointSettings
from greenroom.kernel.tasks.cooperative import slices
from greenroom.tenancy.access.rules import Role

VIEWERS_PER_QUERY = 500

# Platform and viewer id.
ViewerKey = tuple[str, str]


class LineAuthor(msgspec.Struct):
    author: Author | None = None


class Watchers(Struct, frozen=True):
    """Those of the present viewers who are not like the others."""

    ignored: frozenset[ViewerKey]
    subscribers: frozenset[ViewerKey]
    # Linked viewers, and the person that each of them is.
    persons: Mapping[ViewerKey, UUID]


LINE_AUTHOR = msgspec.json.Decoder(LineAuthor)


def points_per_minute(
    settings: PointSettings, present: Collection[ViewerKey], watchers: Watchers
) -> dict[ViewerKey, int]:
    """Of linked accounts only the one that earns most is paid."""
    points = {
        viewer: settings.per_minute * (settings.sub_multiplier if viewer in watchers.subscribers else 1)
        for viewer in present
        if viewer not in watchers.ignored
    }
    best: dict[UUID, ViewerKey] = {}
    for viewer in sorted(points.keys() & watchers.persons.keys()):
        known = best.setdefault(watchers.persons[viewer], viewer)
        if known == viewer:
            continue
        lower, higher = (viewer, known) if points[viewer] <= points[known] else (known, viewer)
        best[watchers.persons[viewer]] = higher
        del points[lower]
    return points


async def find_watchers(
    session: AsyncSession, channel_id: UUID, present: Collection[ViewerKey], settings: PointSettings
) -> Watchers:
    subscribers: set[ViewerKey] = set()
    persons: dict[ViewerKey, UUID] = {}
    with_other_roles: list[ViewerKey] = []
    async for some in slices(sorted(present), VIEWERS_PER_QUERY):
        # Asks about these viewers only: the channel may have a million.
        rows = await session.execute(
            select(Viewer.provider, Viewer.viewer_id, Viewer.level, Viewer.person_id).where(
                Viewer.channel_id == channel_id,
                Viewer.provider.in_({provider for provider, _ in some}),
                Viewer.viewer_id.in_([viewer_id for _, viewer_id in some]),
                or_(Viewer.level >= Role.SUB, Viewer.person_id.is_not(None)),
            )
        )
        for provider, viewer_id, level, person_id in rows:
            viewer = provider, viewer_id
            if person_id is not None:
                persons[viewer] = person_id
            if level == Role.SUB:
                subscribers.add(viewer)
            elif level > Role.SUB:
                with_other_roles.append(viewer)
    subscribers |= await _subscribed_in_last_message(session, channel_id, with_other_roles)
    return Watchers(await _ignored(session, channel_id, settings), frozenset(subscribers), persons)


async def _subscribed_in_last_message(
    session: AsyncSession, channel_id: UUID, viewers: Collection[ViewerKey]
) -> set[ViewerKey]:
    """The level of VIPs and moderators does not say whether they are subscribers; their last message does."""
    subscribers: set[ViewerKey] = set()
    # Found by its time, which equals `last_seen_at`.
    is_last = and_(
        ChatMessage.channel_id == Viewer.channel_id,
        ChatMessage.provider == Viewer.provider,
        ChatMessage.sent_at == Viewer.last_seen_at,
        ChatMessage.viewer_id == Viewer.viewer_id,
    )
    async for some in slices(list(viewers), VIEWERS_PER_QUERY):
        is_one = and_(Viewer.channel_id == channel_id, tuple_(Viewer.provider, Viewer.viewer_id).in_(some))
        last = select(Viewer.provider, Viewer.viewer_id, ChatMessage.payload).join(ChatMessage, is_last).where(is_one)
        for provider, viewer_id, payload in await session.execute(last):
            author = LINE_AUTHOR.decode(payload).author
            if author is not None and author.is_subscriber:
                subscribers.add((provider, viewer_id))
    return subscribers


async def _ignored(session: AsyncSession, channel_id: UUID, settings: PointSettings) -> frozenset[ViewerKey]:
    ignored: set[ViewerKey] = set()
    async for names in slices(sorted(settings.ignored_names), VIEWERS_PER_QUERY):
        has_name = or_(Viewer.search_name.in_(names), func.lower(Viewer.login).in_(names))
        rows = await session.execute(
            select(Viewer.provider, Viewer.viewer_id).where(Viewer.channel_id == channel_id, has_name)
        )
        ignored.update((provider, viewer_id) for provider, viewer_id in rows)
    return frozenset(ignored)
