"""What a process knows about each channel: read when it is first needed, and again when somebody says it changed."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.bus import Handler, Unsubscribe
from greenroom.kernel.context import Kernel
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

# Channels that are held; the one asked for longest ago goes first.
MOST_CHANNELS = 500
# A message waits this long for what was just changed: ten thousand terms are there by then. No longer, for on SQLite
# every other channel waits with it.
PATIENCE_SECONDS = 0.5

Held = TypeVar("Held")
Load = Callable[[AsyncSession, UUID, Held | None], Awaitable[Held]]
Mend = Callable[[AsyncSession, UUID, Held, frozenset[Hashable]], Awaitable[None]]


@dataclass(slots=True, eq=False)
class _Place(Generic[Held]):
    channel_id: UUID
    held: Held | None = None
    # What to read again; all of it when nobody can say.
    stale: set[Hashable] = field(default_factory=set[Hashable])
    is_all_stale: bool = False
    task: asyncio.Task[None] | None = None


class Keeping(Generic[Held]):
    """`load` reads everything, and is told what was known before; `mend`, if there is one, what was doubted by name."""

    def __init__(self, kernel: Kernel, name: str, load: Load[Held], mend: Mend[Held] | None = None) -> None:
        self._kernel = kernel
        self._name = name
        self._load = load
        self._mend = mend
        self._places: dict[UUID, _Place[Held]] = {}
        self._leave: list[Unsubscribe] = []

    def start(self, hear: Handler, *topics: str) -> None:
        """What changes is told on these topics."""
        bus = self._kernel.bus
        self._leave = [bus.subscribe(hear, *topics), bus.on_gap(self._doubt_everything)]

    async def stop(self) -> None:
        for leave in self._leave:
            leave()
        tasks = [place.task for place in self._places.values() if place.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def known(self, session: AsyncSession, channel_id: UUID) -> Held:
        place = self._places.pop(channel_id, None) or _Place[Held](channel_id)
        self._places[channel_id] = place
        if len(self._places) > MOST_CHANNELS:
            self._forget(next(iter(self._places)))
        if place.task is not None:
            await asyncio.wait({place.task}, timeout=PATIENCE_SECONDS)
        if place.held is None:
            loaded = await self._load(session, channel_id, None)
            # What was read meanwhile because something changed is newer.
            place.held = loaded if place.held is None else place.held
        return place.held

    async def known_again(self, session: AsyncSession, channel_id: UUID) -> Held:
        """As it is stored now, whatever was known."""
        place = self._places[channel_id]
        place.held = await self._load(session, channel_id, place.held)
        return place.held

    def peek(self, channel_id: UUID) -> Held | None:
        place = self._places.get(channel_id)
        return None if place is None else place.held

    def doubt(self, channel_id: UUID, *what: Hashable) -> None:
        """All of it, when nothing is named."""
        place = self._places.get(channel_id)
        if place is not None:
            place.stale.update(what)
            place.is_all_stale = place.is_all_stale or not what
            self._refresh_soon(place)

    def _doubt_everything(self) -> None:
        for channel_id in self._places:
            self.doubt(channel_id)

    def _forget(self, channel_id: UUID) -> None:
        place = self._places.pop(channel_id)
        if place.task is not None:
            place.task.cancel()

    def _refresh_soon(self, place: _Place[Held]) -> None:
        if place.task is None:
            place.task = asyncio.create_task(self._refresh(place), name=f"{self._name}:{place.channel_id}")

    async def _refresh(self, place: _Place[Held]) -> None:
        """As often as something changes meanwhile; until then what was known stands."""
        try:
            while place.stale or place.is_all_stale:
                is_all, what = place.is_all_stale, frozenset(place.stale)
                place.is_all_stale, place.stale = False, set()
                async with self._kernel.database.read() as session:
                    if is_all or place.held is None or self._mend is None:
                        place.held = await self._load(session, place.channel_id, place.held)
                    else:
                        await self._mend(session, place.channel_id, place.held, what)
        except Exception as error:  # noqa: BLE001  # whatever it was, what is out of date must not go on standing
            # The next change, or the next message, asks again.
            log.warning("channel_not_read", what=self._name, channel=str(place.channel_id), error=repr(error))
            place.held = None
        finally:
            place.task = None
