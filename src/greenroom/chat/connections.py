"""The connections as the database knows them; whoever writes here must still hold the connection's lease."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.events import ChannelUpdated, Connected, Event, StreamOffline, StreamOnline
from greenroom.chat.rules import ends_stream
from greenroom.kernel.context import Kernel
from greenroom.kernel.leases import claim, release, renew
from greenroom.tenancy.channel_providers.models import ChannelProvider
from greenroom.tenancy.channel_providers.rules import ConnectionState
from greenroom.tenancy.channel_providers.state import LiveState, set_connection_state, set_live, set_title
from greenroom.tenancy.credentials.models import Credential
from greenroom.tenancy.platforms import Platforms
from greenroom.tenancy.topics import CONNECTIONS_CHANGED, tell_processes


class LeaseLost(Exception):
    """Another process runs this connection now."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A connection that should run; when any of this changes it has to start again."""

    id: UUID
    channel_id: UUID
    provider: str
    provider_channel_id: str
    provider_channel_name: str
    credential_id: UUID
    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Census:
    """Every connection there is: those to run, and those whose permission is gone."""

    wanted: dict[UUID, Wanted]
    unmarked_dead: list[Wanted]


async def take_census(kernel: Kernel, providers: Iterable[str]) -> Census:
    async with kernel.database.read() as session:
        rows = await session.execute(
            select(ChannelProvider, Credential)
            .join(Credential, Credential.id == ChannelProvider.credential_id)
            .where(ChannelProvider.provider.in_(list(providers)))
        )
        found = [(provider, credential) for provider, credential in rows]
    stopped = ConnectionState.STOPPED
    return Census(
        wanted={provider.id: _wanted(provider, credential) for provider, credential in found if not credential.is_dead},
        unmarked_dead=[
            _wanted(provider, credential)
            for provider, credential in found
            if credential.is_dead and provider.connection_state != stopped
        ],
    )


def _wanted(provider: ChannelProvider, credential: Credential) -> Wanted:
    return Wanted(
        id=provider.id,
        channel_id=provider.channel_id,
        provider=provider.provider,
        provider_channel_id=provider.provider_channel_id,
        provider_channel_name=provider.provider_channel_name,
        credential_id=credential.id,
        scopes=tuple(credential.scopes),
    )


class Ledger:
    """One process's view of the connections: what it holds, and what it may write.

    Several leases are always taken in the same order, or two processes could wait for each other.
    """

    def __init__(self, kernel: Kernel, platforms: Platforms, lease_seconds: float) -> None:
        self._kernel = kernel
        self._platforms = platforms
        self._seconds = lease_seconds

    async def claim(self, connection_ids: Iterable[UUID]) -> set[UUID]:
        """Those of them that nobody else runs; they are ours from now on."""
        ids = sorted(connection_ids)
        if not ids:
            return set()
        async with self._kernel.database.write() as session:
            return {one for one in ids if await self._claim(session, one)}

    async def _claim(self, session: AsyncSession, connection_id: UUID) -> bool:
        now, owner = self._kernel.clock(), self._kernel.owner
        return await claim(session, _lease(connection_id), owner, now=now, seconds=self._seconds)

    async def renew(self, connection_ids: Iterable[UUID]) -> set[UUID]:
        """Those of them that are still ours."""
        ids = sorted(connection_ids)
        if not ids:
            return set()
        async with self._kernel.database.write() as session:
            return {one for one in ids if await self._renew(session, one)}

    async def _renew(self, session: AsyncSession, connection_id: UUID) -> bool:
        now, owner = self._kernel.clock(), self._kernel.owner
        return await renew(session, _lease(connection_id), owner, now=now, seconds=self._seconds)

    async def hand_back(self, connection_ids: Iterable[UUID]) -> None:
        """Another process may take them up at once."""
        ids = sorted(connection_ids)
        if not ids:
            return
        async with self._kernel.database.write() as session:
            for one in ids:
                if await self._renew(session, one):
                    await self._put_state(session, one, ConnectionState.WAITING, "")
                    await release(session, _lease(one), self._kernel.owner)
            tell_processes(session, CONNECTIONS_CHANGED, self._kernel.owner)

    async def set_state(self, connection_id: UUID, state: ConnectionState, detail: str = "") -> None:
        async with self._kernel.database.write() as session:
            await self._must_hold(session, connection_id)
            await self._put_state(session, connection_id, state, detail)

    async def stop_dead(self, wanted: Wanted, detail: str) -> None:
        """Nobody runs it, so no lease is needed; writing it twice changes nothing."""
        async with self._kernel.database.write() as session:
            await self._put_state(session, wanted.id, ConnectionState.STOPPED, detail)

    async def stop_for_good(self, wanted: Wanted, refused_token: str | None, detail: str) -> bool:
        """Only the person can start it again; False if they have done so meanwhile."""
        async with self._kernel.database.write() as session:
            await self._must_hold(session, wanted.id)
            credential = await session.get(Credential, wanted.credential_id)
            if credential is not None and not credential.is_dead:
                if self._kernel.vault.unlock(credential.locked_access_token) != refused_token:
                    return False
                credential.is_dead = True
            await self._put_state(session, wanted.id, ConnectionState.STOPPED, detail)
            await release(session, _lease(wanted.id), self._kernel.owner)
        return True

    async def release(self, connection_ids: Iterable[UUID]) -> None:
        """For those that should not run any more."""
        ids = sorted(connection_ids)
        if not ids:
            return
        async with self._kernel.database.write() as session:
            for one in ids:
                await release(session, _lease(one), self._kernel.owner)

    async def apply(self, connection_id: UUID, event: Event) -> None:
        async with self._kernel.database.write() as session:
            await self._must_hold(session, connection_id)
            await self._apply(session, connection_id, event)

    async def _apply(self, session: AsyncSession, connection_id: UUID, event: Event) -> None:
        match event:
            case Connected():
                await self._put_state(session, connection_id, ConnectionState.CONNECTED, "")
            case StreamOnline():
                live = LiveState(event.stream_id, event.started_at)
                await set_live(session, self._platforms, connection_id, live, event.heard_at)
            case StreamOffline():
                provider = await session.get(ChannelProvider, connection_id)
                if provider is not None and provider.is_live and ends_stream(provider.live_since, event.as_of):
                    await set_live(session, self._platforms, connection_id, None, event.heard_at)
            case ChannelUpdated():
                await set_title(session, self._platforms, connection_id, event.title, event.category, event.heard_at)

    async def _put_state(self, session: AsyncSession, connection_id: UUID, state: ConnectionState, detail: str) -> None:
        now = self._kernel.clock()
        await set_connection_state(session, self._platforms, connection_id, state, detail, now)

    async def _must_hold(self, session: AsyncSession, connection_id: UUID) -> None:
        # A process that was frozen for longer than its lease must not write over the one that took its place.
        if not await self._renew(session, connection_id):
            raise LeaseLost


def _lease(connection_id: UUID) -> str:
    return f"connection:{connection_id}"
