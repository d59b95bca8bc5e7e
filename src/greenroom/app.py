"""The composition: lists the features and the order of the pipeline, and starts what the features declare."""

import contextlib
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.types import ASGIApp

from greenroom.accounts.access.topic_access import close_stale_sockets
from greenroom.accounts.credentials.service import prepare_vault
from greenroom.assembly import Assembly, assemble, workers
from greenroom.chat.connections.screen_reports import reporting_screens
from greenroom.chat.pipeline.inbox import Inboxes
from greenroom.feature import Declare
from greenroom.features.accounts import feature as accounts
from greenroom.features.activity import feature as activity
from greenroom.features.admin import feature as admin
from greenroom.features.announcements import feature as announcements
from greenroom.features.api_tokens import feature as api_tokens
from greenroom.features.audit_log import feature as audit_log
from greenroom.features.backups import feature as backups
from greenroom.features.channel_file import feature as channel_file
from greenroom.features.channel_settings import feature as channel_settings
from greenroom.features.chat import feature as chat
from greenroom.features.command_templates import feature as command_templates
from greenroom.features.commands import feature as commands
from greenroom.features.emotes import feature as emotes
from greenroom.features.filters import feature as filters
from greenroom.features.games import feature as games
from greenroom.features.giveaways import feature as giveaways
from greenroom.features.health import feature as health_page
from greenroom.features.imports import feature as imports
from greenroom.features.invites import feature as invites
from greenroom.features.media import feature as media
from greenroom.features.members import feature as members
from greenroom.features.messages import feature as messages
from greenroom.features.moderation import feature as moderation
from greenroom.features.music import feature as music
from greenroom.features.points import feature as points
from greenroom.features.presence import feature as presence
from greenroom.features.queues import feature as queues
from greenroom.features.quotes import feature as quotes
from greenroom.features.rehearsal import feature as rehearsal
from greenroom.features.sending import feature as sending
from greenroom.features.sign_in import feature as sign_in
from greenroom.features.stats import feature as stats
from greenroom.features.stream_info import feature as stream_info
from greenroom.features.system_bots import feature as system_bots
from greenroom.features.timers import feature as timers
from greenroom.features.variables import feature as variables
from greenroom.features.viewer_data import feature as viewer_data
from greenroom.features.viewers import feature as viewers
from greenroom.features.watch import feature as watch
from greenroom.features.watch.access_rechecks import rechecking_access
from greenroom.features.watch_time import feature as watch_time
from greenroom.features.webhooks import feature as webhooks
from greenroom.features.widgets import feature as widgets
from greenroom.features.widgets.documents import widget_pages
from greenroom.kernel.clock import Clock, system_clock
from greenroom.kernel.db.migrate import make_data_folder, migrate
from greenroom.kernel.db.worker_lock import process_lock
from greenroom.kernel.services import install_services
from greenroom.kernel.web.error_handlers import install_error_handlers
from greenroom.kernel.web.health import health_route
from greenroom.kernel.web.lazy_api import API, LazyApi
from greenroom.kernel.web.limits import Limits
from greenroom.kernel.web.rate_limits import AddressLimits, SocketLimit
from greenroom.kernel.web.web_app import WebApp, web_route
from greenroom.settings import Settings

# Routes are tried in this order: the most frequent first. `/{provider}/…` of the sign-in comes last.
FEATURES: tuple[Declare, ...] = (
    messages.feature,
    chat.feature,
    activity.feature,
    stats.feature,
    variables.feature,
    watch_time.feature,
    music.feature,
    announcements.feature,
    webhooks.feature,
    commands.feature,
    timers.feature,
    quotes.feature,
    points.feature,
    games.feature,
    queues.feature,
    giveaways.feature,
    filters.feature,
    emotes.feature,
    sending.feature,
    moderation.feature,
    stream_info.feature,
    command_templates.feature,
    imports.feature,
    channel_file.feature,
    channel_settings.feature,
    widgets.feature,
    media.feature,
    viewer_data.feature,
    viewers.feature,
    audit_log.feature,
    rehearsal.feature,
    health_page.feature,
    backups.feature,
    accounts.feature,
    api_tokens.feature,
    invites.feature,
    members.feature,
    presence.feature,
    system_bots.feature,
    admin.feature,
    watch.feature,
    sign_in.feature,
)
STAGES = (
    "mark_own_bots",
    "recognise_viewers",
    # Before `record_messages`: a line removed by our own staff is marked with their name in Greenroom.
    "log_moderation",
    "record_messages",
    "confirm_announcements",
    # Before `store_viewers`: links are locked before the rows of viewers.
    "lock_links",
    "store_viewers",
    "record_activity",
    "link_accounts",
    "apply_filters",
    "enter_giveaways",
    "earn_points",
    "claim_imported_points",
    # After `apply_filters`: public viewers never see filtered messages.
    "publish_public_lines",
    "publish_widget_lines",
    "show_activities",
    "respond_to_commands",
    "count_timer_lines",
    "publish_ads",
)
ESSENTIAL_STAGES = frozenset({"record_messages", "record_activity"})

WEB_FOLDER = Path(__file__).parent / "web"


def create_app(settings: Settings, clock: Clock = system_clock, features: Sequence[Declare] = FEATURES) -> Starlette:
    assembly = assemble(settings, clock, features)
    app = Starlette(lifespan=lambda _: lifespan(assembly))
    install_services(app, assembly.provided)
    install_error_handlers(app)
    limits = assembly.provided.get(AddressLimits)
    app.add_middleware(SocketLimit, limits=limits)
    app.add_middleware(Limits, api=API, addresses=limits.addresses, body_limits=assembly.body_limits)
    pages = widget_pages(settings.origin)
    web = WebApp(WEB_FOLDER, assembly.inlined_platforms, settings.origin, assembly.platforms.player_origins, pages)
    page = web_route(web)

    def build() -> ASGIApp:
        from greenroom.api import build_api  # noqa: PLC0415  # imports FastAPI and all routes

        return build_api(assembly, otherwise=page)

    app.router.routes.extend((health_route, LazyApi(build, assembly.paths), page))
    return app


@contextlib.asynccontextmanager
async def lifespan(assembly: Assembly) -> AsyncGenerator[None]:
    kernel = assembly.kernel
    make_data_folder(kernel.settings.data_dir)
    await migrate(kernel.database.engine)
    await prepare_vault(kernel)
    kernel.bus.listen(kernel.hub.publish_all)
    kernel.bus.on_gap(kernel.hub.new_epoch)
    close_stale_sockets(kernel.bus, kernel.hub)
    async with contextlib.AsyncExitStack() as running:
        running.push_async_callback(assembly.close)
        for feature in assembly.features:
            await running.enter_async_context(feature.lifespan())
        await kernel.bus.start()
        await running.enter_async_context(reporting_screens(kernel))
        await running.enter_async_context(rechecking_access(kernel))
        stages = {name: assembly.stages[name] for name in STAGES if name in assembly.stages}
        essential = frozenset(stages[name] for name in ESSENTIAL_STAGES)
        inboxes = Inboxes(
            kernel,
            tuple(stages.values()),
            essential=essential,
            guards=assembly.preparations,
            post=assembly.sender.post,
        )
        assembly.provided.add(Inboxes, inboxes)
        running.push_async_callback(inboxes.stop)
        is_web = kernel.settings.role == "web"
        await running.enter_async_context(process_lock(kernel.database) if is_web else workers(assembly, inboxes))
        yield
