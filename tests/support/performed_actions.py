"""Performs one action on a platform with the accounts that the sender would use."""

from collections.abc import Mapping
from uuid import UUID

from greenroom.accounts.platforms import Platforms
from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.chat.protocol.platform import Platform
from greenroom.chat.sending.account_rows import AccountRowCache
from greenroom.chat.sending.acting_as import resolve_accounts, send
from greenroom.kernel.context import Kernel


async def perform_action(
    kernel: Kernel,
    platforms: Platforms,
    installed: Mapping[str, Platform],
    channel_provider_id: UUID,
    action: Action,
    *,
    as_user: UUID | None = None,
    as_bot: bool = False,
) -> Receipt:
    rows = await AccountRowCache(kernel.database).find(channel_provider_id)
    accounts = await resolve_accounts(kernel, platforms, installed, rows, as_user=as_user, as_bot=as_bot)
    return await send(kernel, platforms, accounts, action)
