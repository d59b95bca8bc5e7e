"""What this process knows about each channel's commands: read when it is first needed, and again when told so."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.own_accounts import OwnAccount, bot_accounts
from greenroom.features.commands.matcher import Matcher, Patterns
from greenroom.features.commands.models import Command
from greenroom.features.commands.ready import COLUMNS, Ready
from greenroom.kernel.context import Kernel
from greenroom.kernel.logs import get_logger
from greenroom.kernel.slices import row_slices, slices, uncollected
from greenroom.tenancy.topics import COMMANDS_CHANGED

log = get_logger(__name__)

# Channels whose commands are held ready; the one asked for longest ago goes first.
MOST_CHANNELS = 500
# More patterns than these are made ready beside the loop.
PATTERNS_AT_ONCE = 100
# A message waits this long for commands that were just changed.
PATIENCE_SECONDS = 0.1
# How the topics end on which the accounts of a channel are told.
PROVIDERS = ":providers"


@dataclass(slots=True, eq=False)
class Known:
    """By id, in the order of their names; the matcher is made of exactly these."""

    commands: dict[UUID, Ready]
    matcher: Matcher
    # Accounts that only we speak through: they ask for nothing.
    bots: frozenset[OwnAccount]


@dataclass(slots=True, eq=False)
class Place:
    channel_id: UUID
    known: Known | None = None
    # Which commands to read again; all of them when nobody can say.
    stale: set[UUID] = field(default_factory=set[UUID])
    is_all_stale: bool = False
    are_bots_stale: bool = False
    task: asyncio.Task[None] | None = None


@dataclass(slots=True, eq=False)
class Keeper:
    kernel: Kernel
    _places: dict[UUID, Place] = field(default_factory=dict[UUID, Place])

    def start(self) -> None:
        self.kernel.bus.subscribe(self._hear, COMMANDS_CHANGED, PROVIDERS)
        self.kernel.bus.on_gap(self._doubt_everything)

    async def stop(self) -> None:
        tasks = [place.task for place in self._places.values() if place.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def known(self, session: AsyncSession, channel_id: UUID) -> Known:
        place = self._places.pop(channel_id, None) or Place(channel_id)
        self._places[channel_id] = place
        if len(self._places) > MOST_CHANNELS:
            self._forget(next(iter(self._places)))
        if place.task is not None:
            await asyncio.wait({place.task}, timeout=PATIENCE_SECONDS)
        if place.known is None:
            loaded = await load(session, channel_id)
            # What was read meanwhile because something changed is newer.
            place.known = place.known or loaded
        return place.known

    def _forget(self, channel_id: UUID) -> None:
        place = self._places.pop(channel_id)
        if place.task is not None:
            place.task.cancel()

    def _hear(self, topic: str, payload: bytes) -> None:
        if topic.endswith(PROVIDERS):
            # A bot may have come or gone.
            self._doubt_bots(UUID(topic.removesuffix(PROVIDERS)))
        elif topic == COMMANDS_CHANGED:
            channel, *changed = map(UUID, payload.decode().split())
            self._doubt(channel, changed)

    def _doubt(self, channel_id: UUID, changed: Sequence[UUID]) -> None:
        place = self._places.get(channel_id)
        if place is not None:
            place.stale.update(changed)
            place.is_all_stale = place.is_all_stale or not changed
            self._refresh_soon(place)

    def _doubt_bots(self, channel_id: UUID) -> None:
        place = self._places.get(channel_id)
        if place is not None:
            place.are_bots_stale = True
            self._refresh_soon(place)

    def _doubt_everything(self) -> None:
        for place in self._places.values():
            place.is_all_stale = True
            self._refresh_soon(place)

    def _refresh_soon(self, place: Place) -> None:
        if place.task is None:
            place.task = asyncio.create_task(self._refresh(place), name=f"commands:{place.channel_id}")

    async def _refresh(self, place: Place) -> None:
        """As often as something changes meanwhile; until then the old commands stand."""
        try:
            while place.stale or place.is_all_stale or place.are_bots_stale:
                is_all, changed, are_bots = place.is_all_stale, place.stale, place.are_bots_stale
                place.is_all_stale, place.stale, place.are_bots_stale = False, set(), False
                async with self.kernel.database.read() as session:
                    if is_all or place.known is None:
                        place.known = await load(session, place.channel_id)
                        continue
                    if changed:
                        await reload(session, place.channel_id, place.known, changed)
                    if are_bots:
                        place.known.bots = await bot_accounts(session, place.channel_id)
        except Exception as error:  # noqa: BLE001  # whatever it was, old commands must not go on standing
            # The next change, or the next message, asks again.
            log.warning("commands_not_read", channel=str(place.channel_id), error=repr(error))
            place.known = None
        finally:
            place.task = None


async def load(session: AsyncSession, channel_id: UUID) -> Known:
    with uncollected():
        commands = await _read(session, channel_id, None)
        bots = await bot_accounts(session, channel_id)
        names = {key: one async for some in slices(commands) for one in some for key in one.keys}
        matcher = Matcher(names, await _patterns(commands))
        return Known({one.id: one for one in commands}, matcher, bots)


async def reload(session: AsyncSession, channel_id: UUID, known: Known, changed: Iterable[UUID]) -> None:
    """Only what is different: with ten thousand commands to read, nobody would see a change soon."""
    ids = set(changed)
    fresh = {one.id: one for one in await _read(session, channel_id, ids)}
    before = [known.commands[one] for one in ids if one in known.commands]
    merged = {key: one for key, one in known.commands.items() if key not in ids} | fresh
    are_patterns_touched = any(one.patterns for one in (*before, *fresh.values()))
    patterns = await _patterns(merged.values()) if are_patterns_touched else known.matcher.patterns
    names = known.matcher.names
    for one in before:
        for key in one.keys:
            names.pop(key, None)
    for one in fresh.values():
        names.update(dict.fromkeys(one.keys, one))
    known.commands, known.matcher.patterns = merged, patterns


async def _patterns(commands: Iterable[Ready]) -> Patterns:
    """In the order in which lists show them."""
    listed = sorted((one for one in commands if one.patterns), key=lambda one: one.keys[0])
    if sum(len(one.patterns) for one in listed) <= PATTERNS_AT_ONCE:
        return Patterns.of(listed)
    return await asyncio.to_thread(Patterns.of, listed)


async def _read(session: AsyncSession, channel_id: UUID, ids: set[UUID] | None) -> Sequence[Ready]:
    query = select(*COLUMNS).where(Command.channel_id == channel_id).order_by(Command.sort_name, Command.id)
    if ids is not None:
        query = query.where(Command.id.in_(ids))
    return [Ready.of(row) async for some in row_slices(session, query) for row in some]
