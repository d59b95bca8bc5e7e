"""Backups of the database and uploaded media."""

import asyncio

from greenroom.feature import Feature, Services
from greenroom.features.backups.jobs import BACKUP, jobs
from greenroom.features.backups.nightly import read_keep_setting
from greenroom.features.backups.rules import judge
from greenroom.kernel.context import Kernel
from greenroom.kernel.health.check import Check, Finding


def feature(services: Services) -> Feature:
    kernel = services.kernel
    check = Check("backup", "Backup", lambda: check_backups(kernel), fresh_seconds=10.0)
    routes = ("greenroom.features.backups.routes",)
    return Feature(name="backups", routes=routes, jobs=jobs(kernel), checks=[check])


async def check_backups(kernel: Kernel) -> Finding:
    from greenroom.features.backups.service import newest_backup  # noqa: PLC0415  # not needed at the start

    newest = await asyncio.to_thread(newest_backup, kernel.settings.backup_path)
    async with kernel.database.read() as session:
        kept = await read_keep_setting(session, kernel)
    return judge(kernel.clock(), newest, is_nightly=kept > 0, job=BACKUP)
