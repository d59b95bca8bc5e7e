"""Per-channel cache of compiled commands; reloaded when a change is announced on the bus."""

from collections.abc import Hashable, Iterable, Sequence
from datetime import timedelta
from uuid import UUID

from msgspec import Struct, field
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.channel_file.command_names import with_prefix
from greenroom.features.commands.matching.compiled import COLUMNS, CompiledCommand
from greenroom.features.commands.matching.matcher import Matcher, PatternIndex
from greenroom.features.commands.matching.prefix import admin_names
from greenroom.features.commands.models import Command
from greenroom.features.commands.service import COMMANDS_CHANGED, SETTINGS, get_settings
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel
from greenroom.kernel.fast.gc_tuning import gc_paused
from greenroom.kernel.tasks.cooperative import row_slices, slices
from greenroom.kernel.tasks.threads import COMPILING

# More patterns than this, or any regex, are compiled in a thread instead of on the event loop.
MAX_PATTERNS_ON_LOOP = 100


class CompiledCommands(Struct, eq=False):
    """One channel's commands by id, the matcher built from them, and the settings that matching needs."""

    commands: dict[UUID, CompiledCommand]
    matcher: Matcher
    # Messages older than this are shown but never answered.
    answer_within: timedelta
    prefix: str
    # Names that edit commands from chat, such as `!cmd`.
    admin_names: frozenset[str]
    # The text of `$(commands)` by platform and level of the caller; made on first use.
    lists: dict[tuple[str, int], str] = field(default_factory=dict[tuple[str, int], str])

    def find_by_name(self, word: str) -> CompiledCommand | None:
        """The command with this name; the word may have the default prefix in place of the channel's."""
        return self.matcher.find_by_name(word) or self.matcher.find_by_name(with_prefix(word, self.prefix))


class CommandCache:
    def __init__(self, kernel: Kernel) -> None:
        self._cache = ChannelCache(kernel, "commands", load, _refresh_partial)
        self.stop = self._cache.stop
        self.get = self._cache.get

    def start(self) -> None:
        self._cache.start(self._on_change, COMMANDS_CHANGED)

    def _on_change(self, _: str, payload: bytes) -> None:
        channel_id, *changed = payload.decode().split()
        self._cache.invalidate(UUID(channel_id), *(one if one == SETTINGS else UUID(one) for one in changed))


async def load(session: AsyncSession, channel_id: UUID, _: CompiledCommands | None = None) -> CompiledCommands:
    with gc_paused():
        commands = await _read(session, channel_id, None)
        names = {key: one async for some in slices(commands) for one in some for key in one.keys}
        matcher = Matcher(names, await _compile_patterns(commands))
        compiled = CompiledCommands({one.id: one for one in commands}, matcher, timedelta(), "", frozenset())
        await _load_settings(session, channel_id, compiled)
        return compiled


async def _refresh_partial(
    session: AsyncSession, channel_id: UUID, compiled: CompiledCommands, keys: frozenset[Hashable]
) -> None:
    changed = {one for one in keys if isinstance(one, UUID)}
    if changed:
        await reload(session, channel_id, compiled, changed)
    if SETTINGS in keys:
        await _load_settings(session, channel_id, compiled)


async def _load_settings(session: AsyncSession, channel_id: UUID, compiled: CompiledCommands) -> None:
    settings = await get_settings(session, channel_id)
    compiled.answer_within = timedelta(seconds=settings.answer_within)
    compiled.prefix, compiled.admin_names = settings.prefix, admin_names(settings.prefix)


async def reload(session: AsyncSession, channel_id: UUID, compiled: CompiledCommands, changed: Iterable[UUID]) -> None:
    """Replaces the changed commands in `compiled` without reading the others."""
    ids = set(changed)
    fresh = {one.id: one for one in await _read(session, channel_id, ids)}
    before = [compiled.commands[one] for one in ids if one in compiled.commands]
    merged = {key: one for key, one in compiled.commands.items() if key not in ids} | fresh
    may_change_patterns = any(one.patterns for one in (*before, *fresh.values()))
    patterns = await _compile_patterns(merged.values()) if may_change_patterns else compiled.matcher.patterns
    compiled.matcher.replace_names(before, fresh.values())
    compiled.commands, compiled.matcher.patterns = merged, patterns
    compiled.lists.clear()


async def _compile_patterns(commands: Iterable[CompiledCommand]) -> PatternIndex:
    """The index of all patterns, in the order of the commands' first names."""
    listed = sorted((one for one in commands if one.patterns), key=lambda one: one.keys[0])
    patterns = [pattern for one in listed for pattern in one.patterns]
    if len(patterns) <= MAX_PATTERNS_ON_LOOP and not any(pattern.kind == "regex" for pattern in patterns):
        return PatternIndex.of(listed)
    return await COMPILING.run(PatternIndex.of, listed)


async def _read(session: AsyncSession, channel_id: UUID, ids: set[UUID] | None) -> Sequence[CompiledCommand]:
    query = select(*COLUMNS).where(Command.channel_id == channel_id).order_by(Command.sort_name, Command.id)
    if ids is not None:
        query = query.where(Command.id.in_(ids))
    return [CompiledCommand.of(row) async for some in row_slices(session, query) for row in some]
