from greenroom.accounts.access.rules import Permission, Role
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.timers.cache import TimerCache
from greenroom.features.timers.count_broadcast import CountBroadcast
from greenroom.features.timers.handlers import LineCounter
from greenroom.features.timers.jobs import jobs
from greenroom.features.timers.models import TimerLines
from greenroom.features.timers.scheduler import TimerScheduler
from greenroom.features.timers.schemas import ChatCounted, TimerRan
from greenroom.features.timers.service import TIMERS


def feature(services: Services) -> Feature:
    kernel = services.kernel
    cache = TimerCache(kernel)
    scheduler = TimerScheduler(kernel, services.platforms, services.sender, services.variables)
    broadcast = CountBroadcast(kernel.database, kernel.bus)

    return Feature(
        name="timers",
        routes=("greenroom.features.timers.routes",),
        lists=(TIMERS,),
        tables=(TimerLines,),
        permissions={Permission.TIMERS_READ: Role.MOD, Permission.TIMERS_MANAGE: Role.EDITOR},
        live_messages=(TimerRan, ChatCounted),
        stages={"count_timer_lines": LineCounter(cache, broadcast).count_lines},
        jobs=jobs(kernel),
        services={TimerScheduler: scheduler},
        lifespan=lifespan(cache.stop, broadcast.stop, start=cache.start),
        worker_lifespan=lifespan(scheduler.stop, start=scheduler.start),
    )
