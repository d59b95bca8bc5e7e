"""Health page: checks of the installation, and the background jobs."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import func, select

from greenroom.accounts.platforms import PlatformFailure
from greenroom.chat.protocol.platform import Probed
from greenroom.feature import Feature, Features, Services
from greenroom.features.health import platform_apps
from greenroom.features.health.service import HealthChecks, Jobs
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.job_states import JobCount, JobState
from greenroom.kernel.health import broker, clock, database, disk, files, public_address
from greenroom.kernel.health.check import Check, Checked


def feature(services: Services) -> Feature:
    def find_checks() -> list[Check]:
        return [check for feature in services.provided.get(Features) for check in feature.checks]

    def find_jobs() -> Jobs:
        return Jobs((job.name, job) for feature in services.provided.get(Features) for job in feature.jobs)

    return Feature(
        name="health",
        routes=("greenroom.features.health.routes",),
        tables=(JobState, JobCount),
        checks=[*installation_checks(services), *platform_checks(services)],
        services={HealthChecks: HealthChecks(find_checks, find_jobs, services.kernel.clock)},
    )


def installation_checks(services: Services) -> list[Check]:
    kernel = services.kernel
    settings = kernel.settings
    return [
        *database.checks(kernel.database),
        *broker.checks(kernel.bus),
        *disk.checks(settings.data_dir),
        *public_address.checks(settings, kernel.http, kernel.clock),
        *clock.checks(kernel.clock, partial(time_sources, services)),
        *files.checks(settings),
    ]


def platform_checks(services: Services) -> list[Check]:
    own_checks = [check for one in services.platforms if isinstance(one, Checked) for check in one.checks()]
    return [*platform_apps.checks(services.platforms), *own_checks]


def time_sources(services: Services) -> Sequence[clock.TimeSource]:
    """Where the clock check reads the time: the platforms that are set up, then the database if it is a server."""
    found = [
        clock.TimeSource(platform.info.name, partial(_platform_time, platform))
        for platform in services.platforms
        if platform.info.is_set_up and isinstance(platform, Probed)
    ]
    kernel = services.kernel
    return found if kernel.database.is_sqlite else [*found, clock.TimeSource("the database", partial(_db_time, kernel))]


async def _platform_time(platform: Probed) -> datetime | None:
    try:
        return await platform.probe()
    except PlatformFailure:
        return None


async def _db_time(kernel: Kernel) -> datetime | None:
    async with kernel.database.read() as session:
        return await session.scalar(select(func.now()))
