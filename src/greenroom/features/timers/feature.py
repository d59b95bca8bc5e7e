from greenroom.feature import Feature, Services, lifespan
from greenroom.features.timers.cache import TimerCache
from greenroom.features.timers.count_broadcast import CountBroadcast
from greenroom.features.timers.handlers import LineCounter
from greenroom.features.timers.jobs import jobs
from greenroom.features.timers.message_checker import MessageChecker
from greenroom.features.timers.models import Timer, TimerLines
from greenroom.features.timers.scheduler import TimerScheduler
from greenroom.features.timers.schemas import ChatCounted, TimerRan, TimersChanged
from greenroom.features.timers.section import TimersSection
from greenroom.tenancy.access.rules import Permission, Role


def feature(services: Services) -> Feature:
    kernel = services.kernel
    cache = TimerCache(kernel)
    checker = MessageChecker(services.variables)
    scheduler = TimerScheduler(kernel, services.platforms, services.sender, checker)
    broadcast = CountBroadcast(kernel.database, kernel.bus)

    return Feature(
        name="timers",
        routes=("greenroom.features.timers.routes",),
        tables=(Timer, TimerLines),
        counted_for_deletion={"Timers": Timer},
        permissions={Permission.TIMERS_READ: Role.MOD, Permission.TIMERS_MANAGE: Role.EDITOR},
        topics={"timers": Permission.TIMERS_READ},
        live_messages=(TimersChanged, TimerRan, ChatCounted),
        stages={"count_timer_lines": LineCounter(cache, broadcast).count_lines},
        jobs=jobs(kernel),
        sections=(TimersSection(checker),),
        services={TimerScheduler: scheduler},
        lifespan=lifespan(cache.stop, broadcast.stop, start=cache.start),
        worker_lifespan=lifespan(scheduler.stop, start=scheduler.start),
    )
