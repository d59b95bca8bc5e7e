"""Reads the rows that decide which account performs an action."""

from collections.abc import Sequence
from functools import cache
from uuid import UUID

from msgspec import Struct
from sqlalchemy import Select, bindparam, or_, select
from sqlalchemy.orm import aliased

from greenroom.accounts.channel_providers.presentation import ProviderRows
from greenroom.accounts.channel_providers.service import find_provider
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.channels import Channel
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.models.system_bots import SystemBot
from greenroom.kernel.db.database import Database


class AccountRows(Struct, frozen=True):
    loaded: ProviderRows
    # Whether the bot is muted or the channel suspended.
    is_bot_silent: bool


class AccountRowCache:
    """Reads the stored values for each action, and builds objects from them only when they have changed.

    So once the API has confirmed a change, such as a muted bot, no process acts with the old values.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._cached: dict[UUID, tuple[Sequence[object], ProviderRows]] = {}

    async def find(self, connection_id: UUID) -> AccountRows:
        stored = await self._read(connection_id)
        cached, loaded = self._cached.get(connection_id, (None, None))
        if loaded is None or stored != cached:
            self._cached.pop(connection_id, None)
            async with self._database.read() as session:
                loaded = await find_provider(session, connection_id)
            if await self._read(connection_id) == stored:
                self._cached[connection_id] = stored, loaded
        return AccountRows(loaded, is_bot_silent=bool(stored and stored[0][0]))

    async def _read(self, connection_id: UUID) -> Sequence[tuple[object, ...]]:
        return await self._database.fast_read(_stored_values(), {"connection": connection_id})


@cache
def _stored_values() -> Select[bool, str, str, str | None, Credential, Credential, Credential]:
    """Query of whether the bot is silent (muted, or the channel is suspended), and of all values an action needs."""
    own_bot, system_bot = aliased(Credential), aliased(Credential)
    provider = ChannelProvider
    return (
        select(
            or_(Channel.bot_muted, Channel.suspended_at.is_not(None)),
            provider.provider_channel_id,
            provider.provider_channel_name,
            provider.live_stream_id,
            Credential,
            own_bot,
            system_bot,
        )
        .join(Channel, Channel.id == provider.channel_id)
        .join(Credential, Credential.id == provider.credential_id)
        .outerjoin(own_bot, own_bot.id == provider.bot_credential_id)
        .outerjoin(SystemBot, SystemBot.provider == provider.provider)
        .outerjoin(system_bot, system_bot.id == SystemBot.credential_id)
        .where(provider.id == bindparam("connection"))
    )
