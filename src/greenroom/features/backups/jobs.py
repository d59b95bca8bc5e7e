"""A backup on request, and one each night if nightly backups are on."""

import asyncio

from greenroom.features.backups.nightly import read_keep_setting
from greenroom.features.backups.rules import is_due
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job

BACKUP = "backup"
# Time between two checks; the first check after NIGHT_HOUR makes the nightly backup.
CHECK_SECONDS = 1800.0


def jobs(kernel: Kernel) -> list[Job]:
    async def back_up() -> None:
        from greenroom.features.backups.service import make_backup  # noqa: PLC0415  # not needed at the start

        await make_backup(kernel)

    async def back_up_at_night() -> None:
        from greenroom.features.backups import service  # noqa: PLC0415  # not needed at the start

        folder = kernel.settings.backup_path
        async with kernel.database.read() as session:
            keep = await read_keep_setting(session, kernel)
        if keep and is_due(kernel.clock(), await asyncio.to_thread(service.newest_backup, folder)):
            await service.make_backup(kernel)
            await asyncio.to_thread(service.delete_old_backups, folder, keep)

    return [
        Job(BACKUP, every_seconds=0, run=back_up, title="Backup", note="database and media"),
        Job("nightly_backup", CHECK_SECONDS, back_up_at_night, title="Nightly backup", note="if it is switched on"),
    ]
