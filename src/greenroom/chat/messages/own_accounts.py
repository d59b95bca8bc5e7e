"""The channel's own accounts and bots, which filters, timers, giveaways, points and watch time leave out."""

from uuid import UUID

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.models.system_bots import SystemBot

# Provider, and the platform's id of the account.
OwnAccount = tuple[str, str]


async def own_accounts(session: AsyncSession, channel_id: UUID) -> frozenset[OwnAccount]:
    """The accounts connected to the channel, its own bots, and the system bots."""
    connected = select(ChannelProvider.credential_id).where(ChannelProvider.channel_id == channel_id)
    bots = select(ChannelProvider.bot_credential_id).where(
        ChannelProvider.channel_id == channel_id, ChannelProvider.bot_credential_id.is_not(None)
    )
    rows = await session.execute(
        select(Credential.provider, Credential.provider_user_id).where(
            or_(
                Credential.id.in_(connected),
                Credential.id.in_(bots),
                Credential.id.in_(select(SystemBot.credential_id)),
            )
        )
    )
    return frozenset((provider, user) for provider, user in rows)


async def bot_accounts(session: AsyncSession, channel_id: UUID) -> frozenset[OwnAccount]:
    """Own bots of the channel and system bots, except accounts that are also connected as the channel itself."""
    of_channel = ChannelProvider.channel_id == channel_id
    bots = select(ChannelProvider.bot_credential_id).where(of_channel, ChannelProvider.bot_credential_id.is_not(None))
    rows = await session.execute(
        select(Credential.provider, Credential.provider_user_id).where(
            or_(Credential.id.in_(bots), Credential.id.in_(select(SystemBot.credential_id)))
        )
    )
    connected = await session.execute(
        select(Credential.provider, Credential.provider_user_id)
        .join(ChannelProvider, ChannelProvider.credential_id == Credential.id)
        .where(of_channel)
    )
    return frozenset((provider, user) for provider, user in rows) - {(provider, user) for provider, user in connected}
