from greenroom.accounts.access.rules import Permission, Role
from greenroom.chat.messages.viewer_rows import ERASED_NAME, PSEUDONYM, ViewerRows
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.giveaways.announcer import Announcer
from greenroom.features.giveaways.cache import GiveawayCache
from greenroom.features.giveaways.chat.expected_texts import ExpectedEntries
from greenroom.features.giveaways.chat.explain import explain
from greenroom.features.giveaways.chat.handlers import EntryStage
from greenroom.features.giveaways.chat.variables import variables
from greenroom.features.giveaways.defaults import defaults_section
from greenroom.features.giveaways.draws.checks import PlatformChecks
from greenroom.features.giveaways.models import (
    Giveaway,
    GiveawayDefaults,
    GiveawayDraw,
    GiveawayEntry,
    GiveawayList,
    GiveawayMinute,
)
from greenroom.features.giveaways.scheduler import GiveawayScheduler
from greenroom.features.giveaways.schemas import GiveawayChanged, GiveawayCounted, GiveawayDefaultsChanged
from greenroom.features.giveaways.steps import GiveawaySteps
from greenroom.features.giveaways.undo import GiveawayUndo

ERASED_ENTRANT = {"viewer_id": PSEUDONYM, "entrant": PSEUDONYM, "name": ERASED_NAME}


def feature(services: Services) -> Feature:
    kernel = services.kernel
    cache = GiveawayCache(kernel)
    announcer = Announcer(kernel, services.platforms, services.sender)
    steps = GiveawaySteps(kernel, announcer, PlatformChecks(kernel, services.platforms, services.sender))
    scheduler = GiveawayScheduler(kernel, steps, announcer, services.provided)
    stage = EntryStage(cache, services.staff, steps, services.provided)

    return Feature(
        name="giveaways",
        needs=("points", "stats"),
        routes=("greenroom.features.giveaways.routes",),
        tables=(Giveaway, GiveawayDefaults, GiveawayEntry, GiveawayMinute, GiveawayList, GiveawayDraw),
        viewer_rows=(
            ViewerRows(GiveawayEntry, {**ERASED_ENTRANT, "search_name": ""}),
            ViewerRows(GiveawayDraw, ERASED_ENTRANT),
        ),
        counted_for_deletion={"Giveaways": Giveaway},
        permissions={Permission.GIVEAWAYS_READ: Role.MOD, Permission.GIVEAWAYS_MANAGE: Role.EDITOR},
        topics={"giveaways": Permission.GIVEAWAYS_READ},
        live_messages=(GiveawayChanged, GiveawayCounted, GiveawayDefaultsChanged),
        stages={"enter_giveaways": stage.enter},
        explainers=(explain,),
        expected_texts=(ExpectedEntries(services.provided).read,),
        variables=variables(kernel, services.provided),
        sections=(defaults_section(),),
        undoers=(GiveawayUndo(kernel),),
        services={GiveawaySteps: steps, GiveawayScheduler: scheduler},
        lifespan=lifespan(cache.stop, announcer.stop, start=cache.start),
        worker_lifespan=lifespan(scheduler.stop, start=scheduler.start),
    )
