"""The job that adds up points, in a process of its own, which may be killed."""

from greenroom.features.points.periods import sums
from greenroom.features.points.periods.job import PointPeriodsJob
from greenroom.kernel.context import Kernel


async def add_up_in_pieces(kernel: Kernel, entries_at_once: int, totals_at_once: int) -> None:
    sums.ENTRIES_AT_ONCE, sums.TOTALS_AT_ONCE = entries_at_once, totals_at_once
    await PointPeriodsJob(kernel).run()
