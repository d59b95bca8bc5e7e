"""The composition: everything that exists is listed here, and nothing else knows all of it."""

import contextlib
import os
import socket
from collections.abc import AsyncGenerator
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from fastapi import APIRouter, FastAPI
from pydantic import TypeAdapter
from starlette.routing import BaseRoute

from greenroom import __version__
from greenroom.chat import notes
from greenroom.chat.channel_emotes import ChannelEmotes
from greenroom.chat.emote_cache import EmoteCache
from greenroom.chat.explaining import Explain
from greenroom.chat.extensions import Registry
from greenroom.chat.inbox import Inboxes
from greenroom.chat.notes import StoredNotes
from greenroom.chat.own_bots import OwnBots
from greenroom.chat.platform import Platform
from greenroom.chat.sections import Section
from greenroom.chat.sender import Sender
from greenroom.chat.supervisor import Supervisor
from greenroom.features.attendance import feature as attendance
from greenroom.features.channel_file import feature as channel_file
from greenroom.features.command_templates import feature as command_templates
from greenroom.features.commands import feature as commands
from greenroom.features.emotes import feature as emotes
from greenroom.features.filters import feature as filters
from greenroom.features.imports import feature as imports
from greenroom.features.messages import feature as messages
from greenroom.features.moderation import feature as moderation
from greenroom.features.quotes import feature as quotes
from greenroom.features.sending import feature as sending
from greenroom.features.timers import feature as timers
from greenroom.features.variables import feature as variables
from greenroom.features.viewers import feature as viewers
from greenroom.kernel import health
from greenroom.kernel.access import refuse_undeclared
from greenroom.kernel.bus import open_bus
from greenroom.kernel.clock import Clock, system_clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto import Vault
from greenroom.kernel.db import Database
from greenroom.kernel.errors import ErrorBody, install_error_handlers
from greenroom.kernel.http import HttpClient
from greenroom.kernel.ids import new_id
from greenroom.kernel.jobs import JobRunner
from greenroom.kernel.limits import Limits
from greenroom.kernel.live.hub import Hub
from greenroom.kernel.migrate import make_data_folder, migrate
from greenroom.kernel.outside import Outside
from greenroom.kernel.spa import WebApp, inline_json, web_router
from greenroom.platforms.betterttv import info as betterttv
from greenroom.platforms.betterttv.source import BetterTTV
from greenroom.platforms.discord.platform import DiscordPlatform
from greenroom.platforms.frankerfacez.source import FrankerFaceZ
from greenroom.platforms.kick.platform import KickPlatform
from greenroom.platforms.kick.webhooks import webhook_router as kick_webhooks
from greenroom.platforms.seventv import info as seventv
from greenroom.platforms.seventv.source import SevenTV
from greenroom.platforms.spotify.platform import SpotifyPlatform
from greenroom.platforms.tiktok.platform import TikTokPlatform
from greenroom.platforms.twitch.platform import TwitchPlatform
from greenroom.platforms.twitch.webhooks import webhook_router as twitch_webhooks
from greenroom.platforms.youtube.platform import YouTubePlatform
from greenroom.settings import Settings
from greenroom.tenancy import tenancy
from greenroom.tenancy.access.listening import keep_sockets_honest
from greenroom.tenancy.access.remembering import Remembered
from greenroom.tenancy.credentials.service import check_vault
from greenroom.tenancy.platforms import PlatformDescriptor, Platforms, takes_channels

WEB_FOLDER = Path(__file__).parent / "web"
API = "/api/2"
ROUTERS = (
    # First, because one after the other is tried, and its lines are what is asked for most.
    *messages.ROUTERS,
    *emotes.ROUTERS,
    *filters.ROUTERS,
    *sending.ROUTERS,
    *moderation.ROUTERS,
    *commands.ROUTERS,
    *timers.ROUTERS,
    *quotes.ROUTERS,
    *command_templates.ROUTERS,
    *imports.ROUTERS,
    *channel_file.ROUTERS,
    *variables.ROUTERS,
    *viewers.ROUTERS,
    *attendance.ROUTERS,
    *tenancy.ROUTERS,
)
LARGE_BODIES = {
    **filters.LARGE_BODIES,
    **command_templates.LARGE_BODIES,
    **imports.LARGE_BODIES,
    **channel_file.LARGE_BODIES,
}
ERRORS = {"4XX": {"model": ErrorBody}, "5XX": {"model": ErrorBody}}


def create_app(settings: Settings, clock: Clock = system_clock) -> FastAPI:
    kernel = build_kernel(settings, clock)
    installed = install_platforms(settings, kernel)
    emote_cache = install_emotes(settings, kernel, installed)
    page_host = urlsplit(settings.origin).hostname or "localhost"
    platforms = Platforms(installed, describe_platforms(installed), page_host)
    sender = Sender(kernel, platforms, {platform.info.provider: platform for platform in installed})
    filtering = filters.Filters(kernel, {platform.info.provider: platform.info for platform in installed})
    timing = timers.Timers(kernel, platforms, sender)
    commanding = commands.Commands(kernel, {platform.info.provider: platform.info for platform in installed}, sender)
    app = FastAPI(
        title="Greenroom",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=lifespan(kernel, platforms, installed, emote_cache, sender, filtering, timing, commanding),
        responses=ERRORS,  # pyright: ignore[reportArgumentType]  # FastAPI wants int | str keys
    )
    app.state.kernel = kernel
    app.state.remembered = Remembered(kernel.bus)
    app.state.platforms = platforms
    app.state.emotes = emote_cache
    app.state.sender = sender
    reach = variables.Reach(kernel, sender, platforms, emote_cache, filtering.permit)
    app.state.registry = build_registry(kernel, platforms, commanding, reach)
    timing.speak(app.state.registry)
    commanding.speak_with(app.state.registry)
    app.state.command_phrasing = commanding.phrasing
    # What features give to every new channel.
    app.state.channel_gifts = (commands.welcome,)
    app.state.timers = timing.runner
    app.state.backtests = filtering.backtests
    # What can be written into a file and put back, by its key.
    app.state.sections = build_sections(commanding, timing)
    # Whatever looks at messages says why it did what it did.
    explainers: tuple[Explain, ...] = (filtering.explain, commanding.explain)
    app.state.explainers = explainers
    install_error_handlers(app)
    app.add_middleware(Limits, api=API, larger=LARGE_BODIES)
    app.router.routes.extend(routes_of_all())
    app.include_router(twitch_webhooks(settings.twitch, kernel.bus, clock))
    app.include_router(kick_webhooks(settings.kick, kernel.http, clock, kernel.bus))
    web = WebApp(WEB_FOLDER, inlined_platforms(platforms), settings.origin, platforms.player_origins)
    app.include_router(web_router(web))
    refuse_undeclared(app)
    return app


@cache
def routes_of_all() -> list[BaseRoute]:
    """Put together once for a process, however many apps it has: FastAPI works on them for a third of a second."""
    gathered = APIRouter(responses=ERRORS)  # pyright: ignore[reportArgumentType]  # FastAPI wants int | str keys
    gathered.include_router(health.router)
    for router in ROUTERS:
        gathered.include_router(router, prefix=API)
    return gathered.routes


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
        outside=Outside(f"Greenroom/{__version__}"),
        owner=f"{socket.gethostname()}:{os.getpid()}:{new_id()}",
    )


def install_platforms(settings: Settings, kernel: Kernel) -> list[Platform]:
    return [
        TwitchPlatform(settings.twitch, kernel.http, kernel.clock, bus=kernel.bus, origin=settings.origin),
        YouTubePlatform(settings.youtube, kernel.http, kernel.clock, StoredNotes(kernel.database, "youtube")),
        KickPlatform(settings.kick, kernel.http, kernel.clock, kernel.bus),
        TikTokPlatform(settings.tiktok, kernel.http, kernel.clock),
        SpotifyPlatform(settings.spotify, kernel.http, kernel.clock),
        DiscordPlatform(settings.discord, kernel.http, kernel.clock, site=settings.origin),
    ]


def install_emotes(settings: Settings, kernel: Kernel, installed: list[Platform]) -> EmoteCache:
    """In the order in which their names win."""
    sources = (
        (settings.seventv.enabled, SevenTV(settings.seventv, kernel.http)),
        (settings.betterttv.enabled, BetterTTV(settings.betterttv, kernel.http)),
        (settings.frankerfacez.enabled, FrankerFaceZ(settings.frankerfacez, kernel.http)),
    )
    enabled = [source for is_enabled, source in sources if is_enabled]
    of_platforms = [platform.emotes for platform in installed if isinstance(platform, TwitchPlatform)]
    return EmoteCache(enabled, kernel.clock, platforms=of_platforms)


def build_registry(
    kernel: Kernel, platforms: Platforms, commanding: commands.Commands, reach: variables.Reach
) -> Registry:
    """Every variable that answers may use, each from the feature that knows its value."""
    return Registry(
        [
            *variables.variables(kernel, platforms.with_streams),
            *variables.reaching(reach),
            *attendance.variables(kernel),
            *quotes.variables(kernel),
            *commanding.variables,
        ]
    )


def build_sections(commanding: commands.Commands, timing: timers.Timers) -> dict[str, Section]:
    """In the order in which they stand in a channel's file."""
    listed: tuple[Section, ...] = (
        messages.chat_section(),
        commanding.section,
        commanding.settings_section,
        timing.section,
        quotes.QuotesSection(),
        quotes.settings_section(),
        filters.FiltersSection(),
        # Behind the filters: those that are new are there by then.
        filters.order_section(),
    )
    return {one.key: one for one in listed}


def describe_platforms(installed: list[Platform]) -> list[PlatformDescriptor]:
    """In the order in which screens show them."""
    without_adapter = (seventv, betterttv)
    return [platform.info.descriptor for platform in installed] + [module.DESCRIPTOR for module in without_adapter]


def inlined_platforms(platforms: Platforms) -> str:
    records = TypeAdapter(list[PlatformDescriptor]).dump_json(platforms.descriptors)
    return inline_json("greenroom-platforms", records.decode())


def lifespan(  # noqa: ANN201
    kernel: Kernel,
    platforms: Platforms,
    installed: list[Platform],
    emote_cache: EmoteCache,
    sender: Sender,
    filtering: filters.Filters,
    timing: timers.Timers,
    commanding: commands.Commands,
):
    @contextlib.asynccontextmanager
    async def run(_: FastAPI) -> AsyncGenerator[None]:
        make_data_folder(kernel.settings.data_dir)
        await migrate(kernel.database.engine)
        await check_vault(kernel)
        kernel.bus.listen(kernel.hub.publish_all)
        kernel.bus.on_gap(kernel.hub.new_epoch)
        keep_sockets_honest(kernel.bus, kernel.hub)
        filtering.start()
        timing.start()
        commanding.start()
        await kernel.bus.start()
        async with (
            hearing(kernel, installed, emote_cache, sender, filtering, timing, commanding) as inboxes,
            workers(kernel, platforms, installed, inboxes, sender, timing),
        ):
            yield
        await timing.stop()
        await commanding.stop()
        await filtering.stop()
        await sender.stop()
        await kernel.hub.stop()
        await kernel.bus.stop()
        await emote_cache.close()
        await kernel.http.close()
        await kernel.outside.close()
        await kernel.database.close()

    return run


@contextlib.asynccontextmanager
async def hearing(
    kernel: Kernel,
    installed: list[Platform],
    emote_cache: EmoteCache,
    sender: Sender,
    filtering: filters.Filters,
    timing: timers.Timers,
    commanding: commands.Commands,
) -> AsyncGenerator[Inboxes]:
    """What is done with everything that is heard in a chat, in this order."""
    channel_emotes = ChannelEmotes(kernel.database, emote_cache)
    recorder = messages.Recorder(channel_emotes, {platform.info.provider: platform.info for platform in installed})
    door = viewers.Doorkeeper(kernel.database)
    own_bots = OwnBots(kernel)
    own_bots.start()
    # The log comes before the record: what the platform tells of our own doing is struck through in our people's name.
    stages = (
        own_bots.mark,
        door.recognise,
        moderation.log,
        recorder.record,
        door.touch,
        viewers.link_by_code,
        filtering.moderate,
        commanding.respond,
        timing.count_line,
    )
    sender.settle_with(moderation.EntryLedger(kernel))
    inboxes = Inboxes(kernel, stages, essential=frozenset({recorder.record}), post=sender.post)
    try:
        yield inboxes
    finally:
        await inboxes.stop()
        await door.stop()
        await own_bots.stop()
        await channel_emotes.stop()


@contextlib.asynccontextmanager
async def workers(
    kernel: Kernel,
    platforms: Platforms,
    installed: list[Platform],
    inboxes: Inboxes,
    sender: Sender,
    timing: timers.Timers,
) -> AsyncGenerator[None]:
    if kernel.settings.role == "web":
        yield
        return
    connected = [platform for platform in installed if takes_channels(platform)]
    supervisor = Supervisor(kernel, platforms, connected, hear=inboxes)
    attendants = attendance.Attendants(kernel, sender, {each.info.provider: each.info for each in connected})
    jobs = [
        *tenancy.jobs(kernel),
        *notes.jobs(kernel),
        *messages.jobs(kernel),
        *sending.jobs(kernel, platforms),
        *moderation.jobs(kernel),
        *filters.jobs(kernel),
        *timers.jobs(kernel),
        *commands.jobs(kernel),
        *attendants.jobs(),
    ]
    runner = JobRunner(kernel.database, kernel.clock, kernel.owner, jobs)
    await supervisor.start()
    runner.start()
    timing.runner.start()
    try:
        yield
    finally:
        await timing.runner.stop()
        await runner.stop()
        await supervisor.stop()
