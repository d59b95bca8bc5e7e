"""Bans or times out all linked accounts of a viewer on all connected platforms."""

import asyncio

from greenroom.chat.protocol.actions import BanViewer
from greenroom.features.moderation import actions, service
from greenroom.features.moderation.actions import LoggedBan, ModeratedChat, ModerationService
from greenroom.features.moderation.schemas import EverywhereIn, EverywhereOut, EverywhereResult
from greenroom.features.moderation.service import Target, UnconnectedAccount
from greenroom.kernel.errors import AppError, Conflict


class NowhereToBan(Conflict):
    message = "None of this viewer's platforms is connected to this channel."


async def ban_everywhere(
    moderation: ModerationService, provider: str, viewer_id: str, body: EverywhereIn
) -> EverywhereOut:
    """Bans on all platforms at once; a failure on one platform does not affect the other bans."""
    async with moderation.kernel.database.read() as session:
        targets, unconnected = await service.find_accounts(session, moderation.channel_id, provider, viewer_id)
    if not targets:
        raise NowhereToBan
    results = await asyncio.gather(*(_ban(moderation, target, body) for target in targets))
    return EverywhereOut(results=[*results, *(_unconnected_result(moderation, account) for account in unconnected)])


def _unconnected_result(moderation: ModerationService, account: UnconnectedAccount) -> EverywhereResult:
    """The result for an account that was not banned, because its platform is not connected."""
    return EverywhereResult(
        connection_id=None,
        provider=account.provider,
        provider_viewer_id=account.viewer_id,
        name=account.name,
        outcome="refused",
        detail=f"{moderation.platforms.info(account.provider).name} is not connected to this channel.",
        entry_id=None,
    )


async def _ban(moderation: ModerationService, target: Target, body: EverywhereIn) -> EverywhereResult:
    action = BanViewer(target.viewer_id, body.duration_seconds, body.reason)
    try:
        logged = await actions.log_ban(moderation, ModeratedChat(target.provider, target.connection_id), action)
    except AppError as error:
        return _failed_result(target, None, error)
    try:
        entry = await actions.send_ban(moderation, logged, action)
    except AppError as error:
        return _failed_result(target, logged, error)
    return EverywhereResult(
        connection_id=target.connection_id,
        provider=target.provider,
        provider_viewer_id=target.viewer_id,
        name=target.name,
        outcome="done",
        detail=entry.detail,
        entry_id=entry.id,
    )


def _failed_result(target: Target, logged: LoggedBan | None, error: AppError) -> EverywhereResult:
    return EverywhereResult(
        connection_id=target.connection_id,
        provider=target.provider,
        provider_viewer_id=target.viewer_id,
        name=target.name,
        outcome="refused" if isinstance(error, Conflict) else "failed",
        detail=error.message,
        entry_id=logged.entry_id if logged else None,
    )
