"""Check of the free space where the data folder is."""

import asyncio
import shutil
from pathlib import Path

from greenroom.kernel.health.amounts import readable_size
from greenroom.kernel.health.check import Check, Finding, fine, problem, warning

GIGABYTE = 10**9
PROBLEM_BYTES = GIGABYTE // 4
WARNING_BYTES = 2 * GIGABYTE


def checks(folder: Path) -> list[Check]:
    return [Check("disk", "Disk space", lambda: check_disk(folder))]


async def check_disk(folder: Path) -> Finding:
    usage = await asyncio.to_thread(shutil.disk_usage, folder)
    return judge(usage.free, usage.total)


def judge(free: int, total: int) -> Finding:
    facts = f"{readable_size(free)} of {readable_size(total)} free"
    fix = "Free space on the disk of the data folder, or let channels keep chat for fewer days."
    if free < PROBLEM_BYTES:
        return problem(f"{facts}: chat can soon no longer be stored.", fix)
    if free < WARNING_BYTES:
        return warning(f"{facts}.", fix)
    return fine(facts)
