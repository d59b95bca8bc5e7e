"""The parts that a feature adds to the app: declared in the feature's `feature.py`, collected by `assembly.py`."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace
from pydantic import BaseModel

from greenroom.accounts.access.rules import Permission, Role
from greenroom.accounts.access.staff_accounts import StaffCache
from greenroom.accounts.channel_deletion.job import ChannelCleanup
from greenroom.accounts.channels.service import ChannelCreated
from greenroom.accounts.platforms import Platforms
from greenroom.channel_file.lists.channel_list import ChannelList
from greenroom.channel_file.lists.row_list import RowList
from greenroom.channel_file.lists.section import ListSection
from greenroom.channel_file.sections import Section
from greenroom.channel_file.undo import Undoer
from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.messages.channel_emotes import ChannelEmotes
from greenroom.chat.messages.viewer_rows import ViewerRows
from greenroom.chat.moderation.expected_texts import ReadTextEffect
from greenroom.chat.pipeline.batch import Prepare, Stage
from greenroom.chat.pipeline.explain import Explain
from greenroom.chat.protocol.announcements import AnnouncementTarget
from greenroom.chat.sending.sender import Sender
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import Table
from greenroom.kernel.health.check import Check
from greenroom.kernel.jobs import Job
from greenroom.kernel.services import ServiceMap
from greenroom.responses.variables import Variable, VariableRegistry

T = TypeVar("T")
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


class Feature(Struct, frozen=True, kw_only=True):
    name: str
    # Features whose modules it may import; `scripts/feature_needs.py` keeps imports to them.
    needs: Sequence[str] = ()
    # Modules with the routers of the API; imported when the first call arrives.
    routes: Sequence[str] = ()
    # Beginnings of those paths of its routes that do not have the API's prefix.
    paths: Sequence[str] = ()
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
    # Objects for other features, which find them by type: rows that streams count, uses of uploaded media.
    contributions: Sequence[object] = ()
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


def with_lists(feature: Feature, services: Services) -> Feature:
    """The feature, with the parts that its lists bring."""
    lists = feature.lists
    if not lists:
        return feature
    # A section that the feature declares itself takes the place of its list's.
    declared = {one.key for one in (*feature.sections, *feature.undoable_settings)}
    named = [one for one in lists if isinstance(one, ChannelList) and one.many not in declared]
    return replace(
        feature,
        tables=(*(one.model for one in lists), *feature.tables),
        live_messages=(*(one.message for one in lists if one.changed is None), *feature.live_messages),
        sections=(*(ListSection(one, services.provided) for one in named), *feature.sections),
        counted_for_deletion={**{one.many.capitalize(): one.model for one in lists}, **feature.counted_for_deletion},
        topics={**{one.many: one.read for one in lists}, **feature.topics},
    )


Declare = Callable[[Services], Feature]


class Features(tuple[Feature, ...]):
    """The features of one app."""

    __slots__ = ()

    def contributions(self, kind: type[T]) -> list[T]:
        """All contributions of this type, in the order of the features."""
        return [one for feature in self for one in feature.contributions if isinstance(one, kind)]
