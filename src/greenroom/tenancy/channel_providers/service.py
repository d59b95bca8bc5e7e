from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from greenroom.kernel.crypto import Vault
from greenroom.kernel.db import publish
from greenroom.kernel.errors import Conflict, NotFound
from greenroom.kernel.ids import new_id
from greenroom.tenancy.channel_providers.models import ChannelProvider
from greenroom.tenancy.channel_providers.rules import ConnectionState, edit_url, fill
from greenroom.tenancy.channel_providers.schemas import (
    BotOut,
    ChannelProviderOut,
    ConnectionOut,
    MissingScope,
    ProviderUpdate,
)
from greenroom.tenancy.channels.service import tell_people
from greenroom.tenancy.credentials.models import Credential
from greenroom.tenancy.credentials.rules import missing_scopes
from greenroom.tenancy.credentials.service import Retired, renew_grant, retire, store_grant
from greenroom.tenancy.platforms import Grant, Platforms
from greenroom.tenancy.system_bots.models import SystemBot
from greenroom.tenancy.system_bots.service import bot_needs_scope
from greenroom.tenancy.topics import CONNECTIONS_CHANGED, providers_topic, tell_processes
from greenroom.tenancy.users.models import User


class ProviderTaken(Conflict):
    type = "provider_taken"

    def __init__(self, display_name: str) -> None:
        super().__init__(f"{display_name} is connected to another channel here. Disconnect it there first.")


class ProviderNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("This platform is not connected to the channel any more.")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A channel provider with everything that its outside shows."""

    provider: ChannelProvider
    credential: Credential
    own_bot: Credential | None
    system_bot: Credential | None
    connected_by: str | None


async def list_providers(session: AsyncSession, platforms: Platforms, channel_id: UUID) -> list[ChannelProviderOut]:
    """Newest first, as the live list grows."""
    return [shown(platforms, one) for one in await _load(session, ChannelProvider.channel_id == channel_id)]


async def get_provider(session: AsyncSession, channel_id: UUID, provider_id: UUID) -> Loaded:
    found = await _load(session, ChannelProvider.id == provider_id, ChannelProvider.channel_id == channel_id)
    if not found:
        raise ProviderNotFound
    return found[0]


async def _load(session: AsyncSession, *conditions: ColumnElement[bool]) -> Sequence[Loaded]:
    own, system = aliased(Credential), aliased(Credential)
    rows = await session.execute(
        select(ChannelProvider, Credential, own, system, User.display_name)
        .join(Credential, Credential.id == ChannelProvider.credential_id)
        .outerjoin(own, own.id == ChannelProvider.bot_credential_id)
        .outerjoin(SystemBot, SystemBot.provider == ChannelProvider.provider)
        .outerjoin(system, system.id == SystemBot.credential_id)
        .outerjoin(User, User.id == ChannelProvider.connected_by_id)
        .where(*conditions)
        .order_by(ChannelProvider.id.desc())
    )
    return [Loaded(*row) for row in rows]


def shown(platforms: Platforms, loaded: Loaded) -> ChannelProviderOut:
    provider, credential = loaded.provider, loaded.credential
    info = platforms.info(provider.provider)
    missing = missing_scopes(info.channel_scopes, credential.scopes)
    fields = {
        "provider_channel_id": provider.provider_channel_id,
        "provider_channel_name": provider.provider_channel_name,
        "live_stream_id": provider.live_stream_id,
    }
    links = info.descriptor
    return ChannelProviderOut(
        id=provider.id,
        channel_id=provider.channel_id,
        provider=provider.provider,
        provider_channel_id=provider.provider_channel_id,
        provider_channel_name=provider.provider_channel_name,
        display_name=credential.display_name,
        avatar_url=credential.avatar_url,
        live_stream_id=provider.live_stream_id,
        is_live=provider.is_live,
        live_since=provider.live_since,
        title=provider.title,
        category=provider.category,
        last_event_at=provider.last_event_at,
        scope_needed=credential.is_dead or bool(missing),
        missing_scopes=[MissingScope(scope=scope, label=label) for scope, label in missing.items()],
        bot_provider=_bot(platforms, loaded),
        connection=ConnectionOut(
            state=ConnectionState(provider.connection_state),
            detail=provider.connection_detail,
            since=provider.connection_since,
        ),
        connected_by=loaded.connected_by,
        connected_at=provider.connected_at,
        channel_url=fill(links.channelUrl, fields),
        dashboard_url=fill(links.dashboardUrl, fields),
        edit_url=edit_url(links.broadcastEditUrl, links.dashboardUrl, fields),
    )


def _bot(platforms: Platforms, loaded: Loaded) -> BotOut | None:
    credential = loaded.own_bot or loaded.system_bot
    if credential is None:
        return None
    return BotOut(
        kind="own" if loaded.own_bot else "system",
        display_name=credential.display_name,
        avatar_url=credential.avatar_url,
        scope_needed=bot_needs_scope(platforms, credential),
    )


async def announce(
    session: AsyncSession, platforms: Platforms, action: Literal["new", "updated"], provider_id: UUID
) -> None:
    """Tell everybody who looks at the list what this entry is now."""
    await session.flush()
    for loaded in await _load(session, ChannelProvider.id == provider_id):
        _publish(session, action, shown(platforms, loaded))


async def announce_platform(session: AsyncSession, platforms: Platforms, provider: str) -> None:
    """The system bot changed: every connection of that platform looks different now."""
    await session.flush()
    for loaded in await _load(session, ChannelProvider.provider == provider):
        _publish(session, "updated", shown(platforms, loaded))


def _publish(session: AsyncSession, action: Literal["new", "updated", "deleted"], data: ChannelProviderOut) -> None:
    update = ProviderUpdate(action=action, data=data)
    publish(session, providers_topic(data.channel_id), update.model_dump_json().encode())


async def connect_provider(
    session: AsyncSession,
    vault: Vault,
    platforms: Platforms,
    *,
    channel_id: UUID,
    user_id: UUID,
    grant: Grant,
    now: datetime,
) -> UUID:
    """Connect an account to a channel, or renew the permission of one that is connected."""
    existing = await session.scalar(
        select(ChannelProvider).where(
            ChannelProvider.provider == grant.provider,
            ChannelProvider.provider_channel_id == grant.identity.provider_user_id,
        )
    )
    if existing is None:
        existing = _new_provider(await store_grant(session, vault, grant, now), channel_id, user_id, now)
        session.add(existing)
        await announce(session, platforms, "new", existing.id)
        await tell_people(session, channel_id)
    else:
        await _renew_provider(session, vault, existing, channel_id, grant)
        await announce(session, platforms, "updated", existing.id)
    tell_processes(session, CONNECTIONS_CHANGED, channel_id)
    return existing.id


def _new_provider(credential: Credential, channel_id: UUID, user_id: UUID, now: datetime) -> ChannelProvider:
    return ChannelProvider(
        id=new_id(),
        channel_id=channel_id,
        provider=credential.provider,
        provider_channel_id=credential.provider_user_id,
        provider_channel_name=credential.login,
        credential_id=credential.id,
        bot_credential_id=None,
        connected_by_id=user_id,
        connected_at=now,
        is_live=False,
        connection_state=ConnectionState.WAITING,
        connection_detail="",
        connection_since=now,
    )


async def _renew_provider(
    session: AsyncSession, vault: Vault, existing: ChannelProvider, channel_id: UUID, grant: Grant
) -> None:
    if existing.channel_id != channel_id:
        raise ProviderTaken(grant.identity.display_name)
    credential = await session.get_one(Credential, existing.credential_id)
    renew_grant(vault, credential, grant)
    existing.provider_channel_name = credential.login


async def disconnect_provider(
    session: AsyncSession, platforms: Platforms, channel_id: UUID, provider_id: UUID
) -> list[Retired]:
    """Returns the tokens to revoke once this is committed."""
    loaded = await get_provider(session, channel_id, provider_id)
    _publish(session, "deleted", shown(platforms, loaded))
    await session.execute(delete(ChannelProvider).where(ChannelProvider.id == provider_id))
    await tell_people(session, channel_id)
    tell_processes(session, CONNECTIONS_CHANGED, channel_id)
    held = [loaded.credential.id, *([loaded.own_bot.id] if loaded.own_bot else [])]
    return await retire(session, held)
