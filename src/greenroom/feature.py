"""The parts that a feature adds to the app: declared in the feature's `feature.py`, collected by `assembly.py`."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar
from uuid import UUID

from msgspec import Struct, field
from msgspec.structs import replace
from pydantic import BaseModel

from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.messages.channel_emotes import ChannelEmotes
from greenroom.chat.messages.viewer_rows import ViewerRows
from greenroom.chat.moderation.expected_texts import ReadTextEffect
from greenroom.chat.pipeline.batch import Batch, Prepare, Stage
from greenroom.chat.pipeline.explain import Explain
from greenroom.chat.protocol.announcements import AnnouncementTarget
from greenroom.chat.sending.sender import Sender
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.all_tables import declare_tables_in
from greenroom.kernel.db.database import Table
from greenroom.kernel.health.check import Check
from greenroom.kernel.jobs import Job
from greenroom.kernel.services import ServiceMap
from greenroom.media_uses import FindMediaUses
from greenroom.portable.lists.channel_list import ChannelList
from greenroom.portable.lists.row_list import RowList
from greenroom.portable.lists.section import ListSection
from greenroom.portable.sections import Section
from greenroom.portable.undo import Undoer
from greenroom.responses.variables import Variable, VariableRegistry
from greenroom.streams.counted_rows import CountedRows
from greenroom.tenancy.access.rules import Permission, Role
from greenroom.tenancy.access.staff_accounts import StaffCache
from greenroom.tenancy.channel_deletion.job import ChannelCleanup
from greenroom.tenancy.channels.service import ChannelCreated
from greenroom.tenancy.platforms import Platforms
from greenroom.widget_data import WidgetData

Lifespan = Callable[[], AbstractAsyncContextManager[object]]


class Services(Struct, frozen=True):
    """Shared objects that features are built from."""

    kernel: Kernel
    platforms: Platforms
    sender: Sender
    emotes: EmoteCache
    channel_emotes: ChannelEmotes
    staff: StaffCache
    # Services that post announcements, by provider.
    announcement_targets: Mapping[str, AnnouncementTarget]
    # Complete once every feature is declared: read it when a response is compiled, not before.
    variables: VariableRegistry
    # Services of all features by type; complete once every feature is declared.
    provided: ServiceMap


def lifespan(*stops: Callable[[], Awaitable[object]], start: Callable[[], object] | None = None) -> Lifespan:
    """A lifespan that calls `start` and, at its end, every stop in this order, even after an error."""

    @asynccontextmanager
    async def running() -> AsyncGenerator[None]:
        async with AsyncExitStack() as stack:
            for stop in reversed(stops):
                stack.push_async_callback(stop)
            if start is not None:
                start()
            yield

    return running


def _no_lifespan() -> AbstractAsyncContextManager[object]:
    return nullcontext()


def _nothing() -> None: ...


class Parts(Struct, frozen=True, kw_only=True):
    """Parts that may be declared in a second module, if they are first needed by an API call, chat event or job."""

    # Lists of a channel: each brings its table, live message and topic; those of named rows, their section, too.
    lists: Sequence[RowList[Any, Any, Any]] = ()
    tables: Sequence[type[Table]] = ()
    # Live messages, for openapi.json: FastAPI does not describe them.
    live_messages: Sequence[type[BaseModel]] = ()
    # Structs that are encoded without Pydantic, for openapi.json.
    structs: Sequence[type[Any]] = ()
    # Checks of the health page and `greenroom doctor`.
    checks: Sequence[Check] = ()
    variables: Sequence[Variable] = ()
    # Sections of a channel's file, in the order of the file.
    sections: Sequence[Section] = ()
    # Settings that are not in the channel's file, but whose changes can be undone in the audit log.
    undoable_settings: Sequence[Section] = ()
    # Undo those changes in the audit log that the sections above do not cover.
    undoers: Sequence[Undoer] = ()
    explainers: Sequence[Explain] = ()
    # Texts that viewers are asked to write, so that filters do not take them for spam.
    expected_texts: Sequence[ReadTextEffect] = ()
    # Find the uses of a channel's uploaded media.
    media_uses: Sequence[FindMediaUses] = ()
    # Content of widgets: each names the type of widget that shows it.
    widget_data: Sequence[WidgetData] = ()
    # Rows that the stats of a stream count.
    counted_rows: Sequence[CountedRows] = ()
    # Rows about viewers, for the export of their data and for its erasure.
    viewer_rows: Sequence[ViewerRows] = ()
    on_channel_created: Sequence[ChannelCreated] = ()
    # Delete a channel's data outside the database, before its rows are deleted.
    on_channel_deleted: Sequence[ChannelCleanup] = ()
    # Tables whose rows are counted before a channel is deleted, by their name on screen.
    counted_for_deletion: Mapping[str, type[Table]] = field(default_factory=dict[str, type[Table]])
    # Pipeline stages by name; `app.STAGES` gives their order.
    stages: Mapping[str, Stage] = field(default_factory=dict[str, Stage])
    # Stage name → function that loads what the stage needs, before each batch. No message bypasses such a stage.
    preparations: Mapping[str, Prepare] = field(default_factory=dict[str, Prepare])
    # Objects that routes and other features get by type.
    services: Mapping[type[Any], object] = field(default_factory=dict[type[Any], object])
    # `start` and `stops` are only for parts that are declared later, see `LaterParts.lifespan`.
    start: Callable[[], object] = _nothing
    stops: Sequence[Callable[[], Awaitable[object]]] = ()


def _current_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class LaterParts:
    """Parts of one feature, built when the first of them is needed."""

    def __init__(self, module: str, services: Services) -> None:
        self.module = module
        self._services = services
        self._parts: Parts | None = None
        self._building = threading.RLock()
        # The app's event loop, while the app runs.
        self._loop: asyncio.AbstractEventLoop | None = None

    def __call__(self) -> Parts:
        with self._building:
            if self._parts is None:
                built: Parts = self.load().parts(self._services)
                self._parts = built = with_lists(built, self._services)
                self._start(built)
            return self._parts

    def _start(self, parts: Parts) -> None:
        """Starts the parts on the app's event loop, even if another thread built them."""
        if self._loop is None:
            return
        if self._loop is _current_loop():
            parts.start()
        else:
            self._loop.call_soon_threadsafe(parts.start)

    def load(self) -> ModuleType:
        """Imports the module and starts nothing, so it may be called in a thread."""
        return import_module(self.module)

    @asynccontextmanager
    async def lifespan(self) -> AsyncGenerator[None]:
        """For `Feature.lifespan`: starts the parts as soon as they are built, and stops them at the end."""
        self._loop = asyncio.get_running_loop()
        if self._parts is not None:
            self._start(self._parts)
        try:
            yield
        finally:
            self._loop = None
            async with lifespan(*(() if self._parts is None else self._parts.stops))():
                pass

    def stage(self, name: str) -> Stage:
        """A stage for `Feature.stages` that calls the one of this name in the parts; `Inboxes` imports their module."""

        async def run(batch: Batch) -> None:
            await self().stages[name](batch)

        # Names of the stage in the log.
        run.__module__, run.__qualname__ = self.module, name
        return run

    def preparation(self, name: str) -> Prepare:
        async def prepare(channel_id: UUID) -> None:
            await self().preparations[name](channel_id)

        return prepare


class Feature(Parts, frozen=True, kw_only=True):
    name: str
    # Modules with the routers of the API; imported when the first call arrives.
    routes: Sequence[str] = ()
    # Beginnings of those paths of its routes that do not have the API's prefix.
    paths: Sequence[str] = ()
    # Parts that are declared in a second module, see `Later`.
    later: LaterParts | None = None
    # The lowest role that holds each permission.
    permissions: Mapping[Permission, Role] = field(default_factory=dict[Permission, Role])
    # Subjects of live topics `{channel_id}:{subject}`, and the permission to subscribe to them.
    topics: Mapping[str, Permission] = field(default_factory=dict[str, Permission])
    # Largest request bodies in bytes, by a pattern of the path below the API prefix; 256 KiB for all others.
    body_limits: Mapping[str, int] = field(default_factory=dict[str, int])
    # Each job is run by one worker process at a time.
    jobs: Sequence[Job] = ()
    # Begins before the first event arrives, and ends after the last event is stored.
    lifespan: Lifespan = _no_lifespan
    # Only in worker processes: begins after their connections and jobs have started, and ends before those stop.
    worker_lifespan: Lifespan = _no_lifespan

    @property
    def all_topics(self) -> dict[str, Permission]:
        return {**{one.many: one.read for one in self.lists}, **self.topics}


Declared = TypeVar("Declared", bound=Parts)


def with_lists(parts: Declared, services: Services) -> Declared:
    """The parts, with those that its lists bring."""
    if not parts.lists:
        return parts
    # A section that the feature declares itself takes the place of its list's.
    declared = {one.key for one in (*parts.sections, *parts.undoable_settings)}
    named = [one for one in parts.lists if isinstance(one, ChannelList) and one.many not in declared]
    counted = {one.many.capitalize(): one.model for one in parts.lists}
    return replace(
        parts,
        tables=(*(one.model for one in parts.lists), *parts.tables),
        live_messages=(*(one.message for one in parts.lists if one.changed is None), *parts.live_messages),
        sections=(*(ListSection(one, services.provided) for one in named), *parts.sections),
        counted_for_deletion={**counted, **parts.counted_for_deletion},
    )


class Later:
    """A module with a function `parts(services)`, imported when the first of the parts is needed.

    For features that do nothing before the first API call, chat event or job, so that they do not slow the start down.
    """

    def __init__(self, module: str) -> None:
        declare_tables_in(module)
        self._module = module

    def of(self, services: Services) -> LaterParts:
        return LaterParts(self._module, services)


Declare = Callable[[Services], Feature]


class Features(tuple[Feature, ...]):
    """The features of one app."""

    __slots__ = ()

    def parts(self) -> Iterator[Parts]:
        """The parts of all features, in their order; builds those that are declared later."""
        for feature in self:
            yield feature
            if feature.later is not None:
                yield feature.later()

    def load(self) -> None:
        """Imports the modules of parts that are declared later; call it in a thread, because imports take long."""
        for feature in self:
            if feature.later is not None:
                feature.later.load()
