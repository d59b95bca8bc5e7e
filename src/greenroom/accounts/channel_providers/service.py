from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Literal
from uuid import UUID

from sqlalchemy import ColumnElement, Select, delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from greenroom.accounts.channel_providers.audit_lines import DISCONNECTED, author_of, record_platform
from greenroom.accounts.channel_providers.presentation import ProviderRows, present
from greenroom.accounts.channel_providers.public_presentation import StreamUpdate, public_stream
from greenroom.accounts.channel_providers.rules import ConnectionState
from greenroom.accounts.channel_providers.schemas import ChannelProviderOut, ProviderUpdate
from greenroom.accounts.channels.service import notify_members
from greenroom.accounts.credentials.service import RetiredToken, renew_grant, retire, store_grant
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.models.system_bots import SystemBot
from greenroom.accounts.models.users import User
from greenroom.accounts.platforms import Grant, Identity, Platforms
from greenroom.accounts.topics import (
    ACCOUNTS_CHANGED,
    CONNECTIONS_CHANGED,
    notify_processes,
    providers_topic,
    public_streams_topic,
)
from greenroom.kernel.crypto.vault import Vault
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject, publish
from greenroom.kernel.errors import Conflict, NotFound
from greenroom.kernel.ids import new_id

Action = Literal["new", "updated", "deleted"]


@cache
def _select_rows() -> Select[ChannelProvider, Credential, Credential, Credential, str]:
    """Query for `ProviderRows`; cached, because building it takes longer than running it."""
    own_bot, system_bot = aliased(Credential), aliased(Credential)
    return (
        select(ChannelProvider, Credential, own_bot, system_bot, User.display_name)
        .join(Credential, Credential.id == ChannelProvider.credential_id)
        .outerjoin(own_bot, own_bot.id == ChannelProvider.bot_credential_id)
        .outerjoin(SystemBot, SystemBot.provider == ChannelProvider.provider)
        .outerjoin(system_bot, system_bot.id == SystemBot.credential_id)
        .outerjoin(User, User.id == ChannelProvider.connected_by_id)
        .order_by(ChannelProvider.id.desc())
        .execution_options(populate_existing=True)
    )


class ProviderTaken(Conflict):
    type = "provider_taken"

    def __init__(self, display_name: str) -> None:
        super().__init__(f"{display_name} is connected to another channel here. Disconnect it there first.")


class ProviderNotFound(NotFound):
    message = "This platform is no longer connected."


async def list_providers(session: AsyncSession, platforms: Platforms, channel_id: UUID) -> list[ChannelProviderOut]:
    """Newest first, the order of the live list."""
    return [present(platforms, one) for one in await load_providers(session, channel_id)]


async def load_providers(session: AsyncSession, channel_id: UUID) -> Sequence[ProviderRows]:
    """Newest first."""
    return await _load(session, ChannelProvider.channel_id == channel_id)


async def get_provider(session: AsyncSession, channel_id: UUID, provider_id: UUID) -> ProviderRows:
    found = await _load(session, ChannelProvider.id == provider_id, ChannelProvider.channel_id == channel_id)
    if not found:
        raise ProviderNotFound
    return found[0]


async def find_provider(session: AsyncSession, provider_id: UUID) -> ProviderRows:
    """The connection; makes no access check, which is left to the caller."""
    found = await _load(session, ChannelProvider.id == provider_id)
    if not found:
        raise ProviderNotFound
    return found[0]


async def _load(session: AsyncSession, *conditions: ColumnElement[bool]) -> Sequence[ProviderRows]:
    return [ProviderRows(*row) for row in await session.execute(_select_rows().where(*conditions))]


async def announce(
    session: AsyncSession, platforms: Platforms, action: Action, provider_id: UUID, *, is_public: bool = True
) -> None:
    """Publishes the channel provider to the staff's live list, and to the watch page if `is_public`."""
    await session.flush()
    # Locks the row before it is read, so that concurrent changes get increasing revisions.
    await session.execute(
        update(ChannelProvider)
        .where(ChannelProvider.id == provider_id)
        .values(revision=ChannelProvider.revision + 1)
        .execution_options(synchronize_session=False)
    )
    for loaded in await _load(session, ChannelProvider.id == provider_id):
        _publish(session, action, present(platforms, loaded))
        if is_public:
            publish_stream(session, platforms, action, loaded)


async def announce_platform(session: AsyncSession, platforms: Platforms, provider: str) -> None:
    """Publishes every connection of a platform after its system bot changed."""
    connected = select(ChannelProvider.id, ChannelProvider.channel_id).where(ChannelProvider.provider == provider)
    for provider_id, channel_id in list(await session.execute(connected.order_by(ChannelProvider.id))):
        await announce(session, platforms, "updated", provider_id, is_public=False)
        notify_processes(session, ACCOUNTS_CHANGED, channel_id)


def _publish(session: AsyncSession, action: Action, data: ChannelProviderOut) -> None:
    message = ProviderUpdate(action=action, data=data)
    publish(session, providers_topic(data.channel_id), message)


def publish_stream(session: AsyncSession, platforms: Platforms, action: Action, loaded: ProviderRows) -> None:
    stream = public_stream(platforms, loaded)
    if stream is not None:
        message = StreamUpdate(action=action, data=stream)
        publish(session, public_streams_topic(loaded.provider.channel_id), message)


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
    """Connects an account to a channel, or renews the tokens of a connected one."""
    existing = await _find_granted(session, channel_id, grant.provider, grant.identity)
    if existing is None:
        credential = await store_grant(session, vault, grant, now)
        return await add_provider(session, platforms, credential, channel_id, user_id, now)
    credential = await session.get_one(Credential, existing.credential_id)
    renew_grant(vault, credential, grant)
    # Makes the adapter reconnect: subscriptions created with the old tokens may have ended with them.
    credential.created_at = now
    await rename_provider(session, platforms, existing, credential)
    by = await author_of(session, user_id, now)
    record_platform(session, platforms, by, existing, note=f"Signed in again as {credential.login}")
    return existing.id


async def _find_granted(
    session: AsyncSession, channel_id: UUID, provider: str, identity: Identity
) -> ChannelProvider | None:
    """The connection of this account to this channel; raises if the account is proven to be another channel's."""
    taken_by = await session.scalar(
        select(ChannelProvider.channel_id).where(
            ChannelProvider.provider == provider,
            ChannelProvider.provider_channel_id == identity.provider_user_id,
            ChannelProvider.is_proven,
        )
    )
    if taken_by not in {None, channel_id}:
        raise ProviderTaken(identity.display_name)
    return await find_connected(session, channel_id, provider, identity)


async def find_connected(
    session: AsyncSession, channel_id: UUID, provider: str, identity: Identity
) -> ChannelProvider | None:
    """The connection of this account to this channel."""
    return await session.scalar(
        select(ChannelProvider).where(
            ChannelProvider.channel_id == channel_id,
            ChannelProvider.provider == provider,
            ChannelProvider.provider_channel_id == identity.provider_user_id,
        )
    )


async def add_provider(
    session: AsyncSession, platforms: Platforms, credential: Credential, channel_id: UUID, user_id: UUID, now: datetime
) -> UUID:
    """Connects an account; without tokens it is not proven, because it was only registered by its handle."""
    added = ChannelProvider(
        id=new_id(),
        channel_id=channel_id,
        provider=credential.provider,
        provider_channel_id=credential.provider_user_id,
        provider_channel_name=credential.login,
        credential_id=credential.id,
        bot_credential_id=None,
        connected_by_id=user_id,
        connected_at=now,
        is_proven=credential.has_tokens,
        is_live=False,
        connection_state=ConnectionState.WAITING,
        connection_detail="",
        connection_since=now,
    )
    session.add(added)
    by = await author_of(session, user_id, now)
    record_platform(session, platforms, by, added, new={"account": added.provider_channel_name})
    await announce(session, platforms, "new", added.id)
    await notify_members(session, channel_id)
    notify_processes(session, CONNECTIONS_CHANGED, channel_id)
    notify_processes(session, ACCOUNTS_CHANGED, channel_id)
    return added.id


async def rename_provider(
    session: AsyncSession, platforms: Platforms, existing: ChannelProvider, credential: Credential
) -> None:
    """Updates the account's name to the platform's current one."""
    existing.provider_channel_name = credential.login
    await announce(session, platforms, "updated", existing.id)
    notify_processes(session, CONNECTIONS_CHANGED, existing.channel_id)


async def disconnect_provider(
    session: AsyncSession, platforms: Platforms, channel_id: UUID, provider_id: UUID, by: ChangedBy
) -> list[RetiredToken]:
    """Returns the tokens to revoke after the commit."""
    loaded = await get_provider(session, channel_id, provider_id)
    account: JsonObject = {"account": loaded.provider.provider_channel_name}
    record_platform(session, platforms, by, loaded.provider, old=account, no_undo=DISCONNECTED)
    await announce(session, platforms, "deleted", provider_id)
    await session.execute(delete(ChannelProvider).where(ChannelProvider.id == provider_id))
    await notify_members(session, channel_id)
    notify_processes(session, CONNECTIONS_CHANGED, channel_id)
    notify_processes(session, ACCOUNTS_CHANGED, channel_id)
    credential_ids = [loaded.credential.id, *([loaded.own_bot.id] if loaded.own_bot else [])]
    return await retire(session, credential_ids)
