"""Builds the kernel, the shared services and every declared feature of one app, and collects what they declare."""

import contextlib
import os
import socket
from collections.abc import AsyncGenerator, Sequence
from urllib.parse import urlsplit

from msgspec import Struct
from pydantic import TypeAdapter
from starlette.routing import BaseRoute

from greenroom import __version__
from greenroom.accounts.access.access_cache import AccessCache
from greenroom.accounts.access.rules import declare_permissions
from greenroom.accounts.access.staff_accounts import StaffCache
from greenroom.accounts.access.topic_access import TopicPermissions
from greenroom.accounts.channel_deletion.service import CountedTables
from greenroom.accounts.channels.service import ChannelCreatedHooks
from greenroom.accounts.platforms import PlatformDescriptor, Platforms, can_connect_channels
from greenroom.channel_file.sections import Sections
from greenroom.chat.connections.supervisor import Supervisor
from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.messages.channel_emotes import ChannelEmotes
from greenroom.chat.moderation.expected_texts import ExpectedTexts
from greenroom.chat.pipeline.batch import Prepare, Stage
from greenroom.chat.pipeline.explain import Explainers
from greenroom.chat.pipeline.inbox import Inboxes
from greenroom.chat.protocol.announcements import Announces
from greenroom.chat.protocol.platform import EmoteProvider, Platform, WebhookReceiver
from greenroom.chat.sending.sender import ActionLedger, Sender
from greenroom.feature import Declare, Features, Services, with_lists
from greenroom.features.stats.streams.recorder import StreamRecorder
from greenroom.installed_platforms import WITHOUT_ADAPTER, emote_sources, platforms
from greenroom.kernel.bus.bus import open_bus
from greenroom.kernel.clock import Clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto.vault import Vault
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.worker_lock import worker_lock
from greenroom.kernel.http.client import HttpClient
from greenroom.kernel.http.safe_fetch import SafeFetcher
from greenroom.kernel.ids import new_id
from greenroom.kernel.jobs import RUN_REQUESTED, JobRunner
from greenroom.kernel.live.hub import Hub
from greenroom.kernel.services import ServiceMap
from greenroom.kernel.tasks.parsing import ParsingThreads
from greenroom.kernel.web.rate_limits import AddressLimits
from greenroom.kernel.web.web_app import inline_json
from greenroom.responses.variables import VariableRegistry
from greenroom.settings import Settings

# Beginning of the paths where platforms deliver events.
WEBHOOKS = "/webhooks/"


class Assembly(Struct, frozen=True):
    """All parts of one app."""

    adapters: list[Platform]
    services: Services
    features: Features

    @property
    def kernel(self) -> Kernel:
        return self.services.kernel

    @property
    def platforms(self) -> Platforms:
        return self.services.platforms

    @property
    def sender(self) -> Sender:
        return self.services.sender

    @property
    def provided(self) -> ServiceMap:
        return self.services.provided

    @property
    def routes(self) -> tuple[str, ...]:
        return tuple(module for feature in self.features for module in feature.routes)

    @property
    def paths(self) -> tuple[str, ...]:
        """Beginnings of the paths outside `/api/2` that routes of the API serve."""
        return (WEBHOOKS, *(path for feature in self.features for path in feature.paths))

    @property
    def webhook_routes(self) -> list[BaseRoute]:
        receivers = (one for one in self.adapters if isinstance(one, WebhookReceiver))
        return [route for receiver in receivers for route in receiver.webhook_routes()]

    @property
    def body_limits(self) -> dict[str, int]:
        return {path: size for feature in self.features for path, size in feature.body_limits.items()}

    @property
    def stages(self) -> dict[str, Stage]:
        return {name: stage for feature in self.features for name, stage in feature.stages.items()}

    @property
    def preparations(self) -> dict[Stage, Prepare]:
        stages = self.stages
        return {stages[name]: one for feature in self.features for name, one in feature.preparations.items()}

    @property
    def inlined_platforms(self) -> str:
        """Script elements of the web page: the platforms' descriptors, and whether this is a rehearsal."""
        records = TypeAdapter(list[PlatformDescriptor]).dump_json(self.platforms.descriptors)
        mark = inline_json("greenroom-rehearsal", "true") if self.kernel.settings.rehearsal_url else ""
        return inline_json("greenroom-platforms", records.decode()) + mark

    async def close(self) -> None:
        """Closes the kernel and the shared services, after every feature has stopped."""
        self.provided.get(ParsingThreads).close()
        await self.services.channel_emotes.stop()
        await self.sender.stop()
        await self.kernel.hub.stop()
        await self.kernel.bus.stop()
        await self.services.emotes.close()
        await self.kernel.http.close()
        await self.kernel.safe_fetcher.close()
        await self.kernel.database.close()


def assemble(
    settings: Settings,
    clock: Clock,
    declared: Sequence[Declare],
) -> Assembly:
    kernel = build_kernel(settings, clock)
    adapters = platforms(settings, kernel)
    services = _services(settings, kernel, adapters)
    features = Features(with_lists(declare(services), services) for declare in declared)
    _collect(services, features)
    return Assembly(adapters, services, features)


def build_kernel(settings: Settings, clock: Clock) -> Kernel:
    bus = open_bus(settings.redis_url.get_secret_value())
    return Kernel(
        settings=settings,
        clock=clock,
        database=Database(settings.sqlalchemy_url, bus.publish),
        bus=bus,
        hub=Hub(),
        vault=Vault(settings.key_path),
        http=HttpClient(f"Greenroom/{__version__}"),
        safe_fetcher=SafeFetcher(f"Greenroom/{__version__}"),
        owner=f"{socket.gethostname()}:{os.getpid()}:{new_id()}",
    )


def _services(settings: Settings, kernel: Kernel, adapters: list[Platform]) -> Services:
    descriptors = [*(adapter.info.descriptor for adapter in adapters), *WITHOUT_ADAPTER]
    described = Platforms(adapters, descriptors, urlsplit(settings.origin).hostname or "localhost")
    own_emotes = [adapter.emotes for adapter in adapters if isinstance(adapter, EmoteProvider)]
    emotes = EmoteCache(emote_sources(settings, kernel), kernel.clock, platforms=own_emotes)
    provided = ServiceMap()
    by_provider = {adapter.info.provider: adapter for adapter in adapters}
    return Services(
        kernel=kernel,
        platforms=described,
        sender=Sender(kernel, described, by_provider, ledger=lambda: provided.get(ActionLedger)),
        emotes=emotes,
        channel_emotes=ChannelEmotes(kernel.database, emotes),
        staff=StaffCache(kernel),
        announcement_targets={
            adapter.info.provider: adapter.announcements for adapter in adapters if isinstance(adapter, Announces)
        },
        variables=VariableRegistry(),
        provided=provided,
    )


def _collect(services: Services, features: Features) -> None:
    """Fills the registries that features and routes read."""
    provided = services.provided
    provided.add(Features, features)
    provided.add(Services, services)
    provided.add(Kernel, services.kernel)
    provided.add(Platforms, services.platforms)
    provided.add(ParsingThreads, ParsingThreads())
    provided.add(Sender, services.sender)
    provided.add(EmoteCache, services.emotes)
    provided.add(VariableRegistry, services.variables)
    provided.add(AddressLimits, AddressLimits(services.kernel.settings))
    provided.add(AccessCache, AccessCache(services.kernel.bus))
    topics = TopicPermissions((name, need) for feature in features for name, need in feature.topics.items())
    provided.add(TopicPermissions, topics)
    provided.add(Sections, Sections({one.key: one for feature in features for one in feature.sections}))
    provided.add(Explainers, Explainers(one for feature in features for one in feature.explainers))
    provided.add(ExpectedTexts, ExpectedTexts(one for feature in features for one in feature.expected_texts))
    hooks = ChannelCreatedHooks(one for feature in features for one in feature.on_channel_created)
    provided.add(ChannelCreatedHooks, hooks)
    counted = CountedTables(item for feature in features for item in feature.counted_for_deletion.items())
    provided.add(CountedTables, counted)
    for feature in features:
        declare_permissions(feature.permissions)
        for variable in feature.variables:
            services.variables.add(variable)
        for kind, service in feature.services.items():
            provided.add(kind, service)


@contextlib.asynccontextmanager
async def workers(assembly: Assembly, inboxes: Inboxes) -> AsyncGenerator[None]:
    """Runs connections, jobs and the worker lifespans of the features inside the block."""
    kernel = assembly.kernel
    connectable = [platform for platform in assembly.adapters if can_connect_channels(platform)]
    recorder = StreamRecorder(kernel.clock)
    supervisor = Supervisor(kernel, assembly.platforms, connectable, on_events=inboxes, on_change=recorder)
    jobs = [job for feature in assembly.features for job in feature.jobs]
    runner = JobRunner(kernel.database, kernel.clock, kernel.owner, jobs)
    async with contextlib.AsyncExitStack() as running:
        await running.enter_async_context(worker_lock(kernel.database))
        await supervisor.start()
        running.push_async_callback(supervisor.stop)
        runner.start()
        running.push_async_callback(runner.stop)
        running.callback(kernel.bus.subscribe(runner.on_run_requested, RUN_REQUESTED))
        for feature in assembly.features:
            await running.enter_async_context(feature.worker_lifespan())
        yield
