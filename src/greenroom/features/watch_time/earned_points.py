"""Points for a minute of watching; a person earns them once, even if several linked accounts watch."""

from collections.abc import Collection, Mapping
from uuid import UUID

import msgspec
from sqlalchemy import and_, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Role
from greenroom.chat.messages.line import Author
from greenroom.chat.messages.models import ChatMessage, Viewer
from greenroom.features.points.ledger.account_keys import have_keys
from greenroom.features.points.ledger.settings import PointSettings
from greenroom.features.watch_time.service import PresentViewers, ViewerKey
from greenroom.kernel.tasks.cooperative import slices

VIEWERS_PER_QUERY = 500


class LineAuthor(msgspec.Struct):
    author: Author | None = None


LINE_AUTHOR = msgspec.json.Decoder(LineAuthor)


async def points_per_minute(
    session: AsyncSession, channel_id: UUID, present: PresentViewers, settings: PointSettings
) -> dict[ViewerKey, int]:
    """Points of each present viewer; of linked accounts only the account that earns most is paid."""
    ignored = await ignored_viewers(session, channel_id, settings)
    subscribers = {viewer for viewer, level in present.levels.items() if level == Role.SUB}
    other_roles = [viewer for viewer, level in present.levels.items() if level > Role.SUB]
    subscribers |= await _subscribed_in_last_message(session, channel_id, other_roles)
    points = dict.fromkeys(present.viewers - ignored, settings.per_minute)
    points |= dict.fromkeys(subscribers & points.keys(), settings.per_minute * settings.sub_multiplier)
    for viewer in unpaid_accounts(points, present.persons):
        del points[viewer]
    return points


def unpaid_accounts(points: Mapping[ViewerKey, int], persons: Mapping[ViewerKey, UUID]) -> list[ViewerKey]:
    """Linked accounts that are not paid, because another account of the person earns as much or more."""
    best: dict[UUID, ViewerKey] = {}
    unpaid: list[ViewerKey] = []
    for viewer in sorted(points.keys() & persons.keys()):
        known = best.setdefault(persons[viewer], viewer)
        if known != viewer:
            lower, best[persons[viewer]] = (viewer, known) if points[viewer] <= points[known] else (known, viewer)
            unpaid.append(lower)
    return unpaid


async def _subscribed_in_last_message(
    session: AsyncSession, channel_id: UUID, viewers: Collection[ViewerKey]
) -> set[ViewerKey]:
    """Those of the viewers whose last message says that they subscribe; for VIPs and staff, whose level hides it."""
    subscribers: set[ViewerKey] = set()
    # The last message is found by its time, which equals `last_seen_at`.
    is_last = and_(
        ChatMessage.channel_id == Viewer.channel_id,
        ChatMessage.provider == Viewer.provider,
        ChatMessage.sent_at == Viewer.last_seen_at,
        ChatMessage.viewer_id == Viewer.viewer_id,
    )
    async for part in slices(list(viewers), VIEWERS_PER_QUERY):
        of_viewers = select(Viewer.provider, Viewer.viewer_id, ChatMessage.payload).join(ChatMessage, is_last)
        last = of_viewers.where(have_keys(Viewer, channel_id, part))
        for provider, viewer_id, payload in await session.execute(last):
            author = LINE_AUTHOR.decode(payload).author
            if author is not None and author.is_subscriber:
                subscribers.add((provider, viewer_id))
    return subscribers


async def ignored_viewers(session: AsyncSession, channel_id: UUID, settings: PointSettings) -> frozenset[ViewerKey]:
    ignored: set[ViewerKey] = set()
    of_channel = Viewer.channel_id == channel_id
    async for names in slices(sorted(settings.ignored_names), VIEWERS_PER_QUERY):
        named = select(Viewer.provider, Viewer.viewer_id).where(of_channel, Viewer.search_name.in_(names))
        with_login = select(Viewer.provider, Viewer.viewer_id).where(of_channel, func.lower(Viewer.login).in_(names))
        # A UNION, because for an OR SQLite would read all viewers of the channel.
        rows = await session.execute(named.union(with_login))
        ignored.update((provider, viewer_id) for provider, viewer_id in rows)
    return frozenset(ignored)
