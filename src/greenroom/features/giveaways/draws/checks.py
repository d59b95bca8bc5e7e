"""Checks of drawn viewers: bans, and follow and account age, which only the platform knows."""

import asyncio
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.platforms import Platforms
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.protocol.actions import LookUpViewer, ViewerFound
from greenroom.chat.sending.sender import Sender
from greenroom.features.giveaways.rules import Age, age_refusal
from greenroom.features.points.ledger.ledger import AccountKey
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError

LOOKUP_SECONDS = 4.0
UNCHECKED = "Follow and account age could not be checked"


async def banned_accounts(session: AsyncSession, channel_id: UUID, accounts: Collection[AccountKey]) -> set[AccountKey]:
    """The accounts that are banned, or whose ban the platform has not answered yet; a time-out is not a ban."""
    if not accounts:
        return set()
    rows = await session.execute(
        select(ModerationEntry.provider, ModerationEntry.viewer_id).where(
            ModerationEntry.channel_id == channel_id,
            ModerationEntry.provider.in_(sorted({provider for provider, _ in accounts})),
            ModerationEntry.viewer_id.in_(sorted({viewer_id for _, viewer_id in accounts})),
            ModerationEntry.action == "ban",
            ModerationEntry.outcome != "failed",
            ModerationEntry.undone_at.is_(None),
        )
    )
    return {(provider, viewer_id) for provider, viewer_id in rows} & set(accounts)


class PlatformChecks:
    """Looks up follow and account age of drawn viewers, outside any transaction."""

    def __init__(self, kernel: Kernel, platforms: Platforms, sender: Sender) -> None:
        self._kernel = kernel
        self._platforms = platforms
        self._sender = sender

    async def check(
        self, channel_id: UUID, follow_days: int, account_days: int, viewers: Sequence[AccountKey]
    ) -> dict[AccountKey, tuple[bool, str]]:
        """Viewer → whether the viewer may win, and a text that says why not or that the check failed."""
        async with self._kernel.database.read() as session:
            rows = await session.execute(
                select(ChannelProvider.provider, ChannelProvider.id).where(ChannelProvider.channel_id == channel_id)
            )
            connections = {provider: connection_id for provider, connection_id in rows}  # noqa: C416  # rows are no pairs for the type checker
        found = await asyncio.gather(*(self._find(connections, viewer) for viewer in viewers))
        verdicts: dict[AccountKey, tuple[bool, str]] = {}
        for viewer, account in zip(viewers, found, strict=True):
            if account is None:
                verdicts[viewer] = True, UNCHECKED
            else:
                reason = age_refusal(follow_days, account_days, age_of(account, self._kernel.clock()))
                verdicts[viewer] = not reason, reason
        return verdicts

    async def _find(self, connections: dict[str, UUID], viewer: AccountKey) -> ViewerFound | None:
        provider, viewer_id = viewer
        connection_id = connections.get(provider)
        if connection_id is None or LookUpViewer not in self._platforms.info(provider).actions:
            return None
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                receipt = await self._sender.dispatch(connection_id, LookUpViewer(viewer_id))
        except (AppError, TimeoutError):
            return None
        return receipt.viewers[0] if receipt.outcome == "done" and receipt.viewers else None


def age_of(found: ViewerFound, now: datetime) -> Age:
    return Age(_days(found.followed_at, now), _days(found.created_at, now), found.follows is not False)


def _days(moment: str, now: datetime) -> int | None:
    try:
        since = datetime.fromisoformat(moment)
    except ValueError:
        return None
    return (now - (since.replace(tzinfo=UTC) if since.tzinfo is None else since)).days
