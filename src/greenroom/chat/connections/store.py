"""Connections in the database; a connection is written by the holder of its lease, but any process may stop it."""

from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.channel_providers import state
from greenroom.accounts.channel_providers.connection_health import ConnectionHealth
from greenroom.accounts.channel_providers.rules import ConnectionState
from greenroom.accounts.credentials.service import mark_dead
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.channels import Channel
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.topics import CONNECTIONS_CHANGED, notify_processes
from greenroom.chat.connections.rules import ends_stream
from greenroom.chat.protocol.events import ChannelUpdated, Connected, StreamOffline, StreamOnline
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.leases import claim, release, renew

# Events that change the connection's row at once; all other events change at most its stats.
StoredEvent = Connected | StreamOnline | StreamOffline | ChannelUpdated
# Called in the transaction of each change of a connection, with the health that was written, or None.
StateListener = Callable[[AsyncSession, ChannelProvider, ConnectionHealth | None], Awaitable[None]]


async def no_listener(_session: AsyncSession, _provider: ChannelProvider, _health: ConnectionHealth | None) -> None:
    pass


class LeaseLost(Exception):
    pass


class WantedConnection(Struct, frozen=True):
    """A connection that should run; it restarts when one of these values changes."""

    id: UUID
    channel_id: UUID
    provider: str
    provider_channel_id: str
    provider_channel_name: str
    credential_id: UUID
    scopes: tuple[str, ...]
    granted_at: datetime
    # False: the channel was connected by its handle alone, so it has no permission that could be withdrawn.
    has_permission: bool = True


class StoredConnections(Struct, frozen=True):
    """Connections that should run, and those to mark as stopped."""

    wanted: dict[UUID, WantedConnection]
    # To be stopped because their credential is dead.
    dead: list[WantedConnection]
    # To be stopped because their channel is suspended.
    suspended: list[WantedConnection]


async def load_connections(kernel: Kernel, providers: Iterable[str]) -> StoredConnections:
    async with kernel.database.read() as session:
        rows = await session.execute(
            select(ChannelProvider, Credential, Channel.suspended_at)
            .join(Credential, Credential.id == ChannelProvider.credential_id)
            .join(Channel, Channel.id == ChannelProvider.channel_id)
            .where(ChannelProvider.provider.in_(list(providers)))
        )
        found = [(provider, credential, suspended_at) for provider, credential, suspended_at in rows]
    stored = StoredConnections({}, [], [])
    for provider, credential, suspended_at in found:
        wanted = _wanted_connection(provider, credential)
        if not credential.is_dead and suspended_at is None:
            stored.wanted[wanted.id] = wanted
        elif provider.connection_state != ConnectionState.STOPPED:
            (stored.dead if suspended_at is None else stored.suspended).append(wanted)
    return stored


def _wanted_connection(provider: ChannelProvider, credential: Credential) -> WantedConnection:
    return WantedConnection(
        id=provider.id,
        channel_id=provider.channel_id,
        provider=provider.provider,
        provider_channel_id=provider.provider_channel_id,
        provider_channel_name=provider.provider_channel_name,
        credential_id=credential.id,
        scopes=tuple(credential.scopes),
        granted_at=credential.created_at,
        has_permission=credential.has_tokens,
    )


class ConnectionStore:
    """The connections that one process holds leases for.

    Several leases are always taken in the same order, to avoid deadlocks between processes.
    """

    def __init__(
        self, kernel: Kernel, platforms: Platforms, lease_seconds: float, on_change: StateListener = no_listener
    ) -> None:
        self._kernel = kernel
        self._platforms = platforms
        self._seconds = lease_seconds
        self._on_change = on_change

    async def claim(self, connection_ids: Iterable[UUID]) -> set[UUID]:
        """Claims the connections that no other process has leased, and returns them."""
        ids = sorted(connection_ids)
        if not ids:
            return set()
        async with self._kernel.database.write() as session:
            return {one for one in ids if await self._claim(session, one)}

    async def _claim(self, session: AsyncSession, connection_id: UUID) -> bool:
        now, owner = self._kernel.clock(), self._kernel.owner
        return await claim(session, _lease_name(connection_id), owner, now=now, seconds=self._seconds)

    async def renew(self, connection_ids: Iterable[UUID]) -> set[UUID]:
        """Renews the leases; returns the connections that are still leased by this process."""
        ids = sorted(connection_ids)
        if not ids:
            return set()
        async with self._kernel.database.write() as session:
            return {one for one in ids if await self._renew(session, one)}

    async def _renew(self, session: AsyncSession, connection_id: UUID) -> bool:
        now, owner = self._kernel.clock(), self._kernel.owner
        return await renew(session, _lease_name(connection_id), owner, now=now, seconds=self._seconds)

    async def release_to_others(self, connection_ids: Iterable[UUID]) -> None:
        """Marks the connections as waiting and ends their leases, so that another process can claim them at once."""
        ids = sorted(connection_ids)
        if not ids:
            return
        async with self._kernel.database.write() as session:
            for one in ids:
                if await self._renew(session, one):
                    await self._change(session, one, self._state(ConnectionState.WAITING))
                    await release(session, _lease_name(one), self._kernel.owner)
            notify_processes(session, CONNECTIONS_CHANGED, self._kernel.owner)

    async def write(self, connection_id: UUID, *changes: state.Change, health: ConnectionHealth | None = None) -> None:
        """Applies all changes in one transaction; raises LeaseLost if this process no longer holds the lease."""
        health_changes = () if health is None else (state.health(health),)
        async with self._kernel.database.write() as session:
            await self._require_lease(session, connection_id)
            await self._change(session, connection_id, *health_changes, *changes, health=health)

    async def set_state(
        self, connection_id: UUID, new: ConnectionState, detail: str = "", health: ConnectionHealth | None = None
    ) -> None:
        await self.write(connection_id, self._state(new, detail), health=health)

    async def apply(self, connection_id: UUID, event: StoredEvent, health: ConnectionHealth | None = None) -> None:
        await self.write(connection_id, self._reported_change(event), health=health)

    async def write_health(self, connection_id: UUID, health: ConnectionHealth) -> None:
        await self.write(connection_id, health=health)

    async def stop(self, wanted: WantedConnection, detail: str) -> None:
        """Marks the connection as stopped; needs no lease, because it is harmless if several processes do so."""
        async with self._kernel.database.write() as session:
            await self._change(session, wanted.id, *self._stopped_changes(detail))

    async def stop_until_reconnected(self, wanted: WantedConnection, refused_token: str | None, detail: str) -> bool:
        """Marks the credential dead and stops the connection; False if the credential has newer tokens or none."""
        async with self._kernel.database.write() as session:
            await self._require_lease(session, wanted.id)
            if not await mark_dead(session, self._kernel.vault, wanted.credential_id, refused_token):
                return False
            await self._change(session, wanted.id, *self._stopped_changes(detail))
            await release(session, _lease_name(wanted.id), self._kernel.owner)
        return True

    async def release(self, connection_ids: Iterable[UUID]) -> None:
        """Ends the leases of connections that should no longer run."""
        ids = sorted(connection_ids)
        if not ids:
            return
        async with self._kernel.database.write() as session:
            for one in ids:
                await release(session, _lease_name(one), self._kernel.owner)

    def _state(self, new: ConnectionState, detail: str = "") -> state.Change:
        return state.connection_state(new, detail, self._kernel.clock())

    def _stopped_changes(self, detail: str) -> tuple[state.Change, ...]:
        return state.off_air(), self._state(ConnectionState.STOPPED, detail)

    def _reported_change(self, event: StoredEvent) -> state.Change:
        match event:
            case Connected():
                return self._state(ConnectionState.CONNECTED)
            case StreamOnline():
                return state.live(
                    state.LiveState(event.stream_id, event.started_at, event.is_listed), event.received_at
                )
            case StreamOffline():
                return _end_stream(event)
            case ChannelUpdated():
                return state.title(event.title, event.category, event.received_at)

    async def _change(
        self,
        session: AsyncSession,
        connection_id: UUID,
        *changes: state.Change,
        health: ConnectionHealth | None = None,
    ) -> None:
        provider = await state.change(session, self._platforms, connection_id, *changes)
        if provider is not None:
            await self._on_change(session, provider, health)

    async def _require_lease(self, session: AsyncSession, connection_id: UUID) -> None:
        # A process that stood still for longer than its lease must not overwrite the changes of its successor.
        if not await self._renew(session, connection_id):
            raise LeaseLost


def _end_stream(event: StreamOffline) -> state.Change:
    def put(provider: ChannelProvider) -> None:
        if provider.is_live and ends_stream(provider.live_since, event.as_of):
            state.live(None, event.received_at)(provider)

    return put


def _lease_name(connection_id: UUID) -> str:
    return f"connection:{connection_id}"
