"""Check of the daily quota, for the health page."""

from datetime import datetime

from greenroom.chat.protocol.events import QuotaReported
from greenroom.kernel.health.check import Check, Finding, fine, problem, warning
from greenroom.kernel.timestamps import in_words
from greenroom.platforms.youtube.quota.governor import QuotaGovernor

MORE_UNITS = (
    "Greenroom slows down by itself until midnight Pacific time. If this happens often, ask Google for more units in "
    "the Cloud console and set youtube.daily_units to them."
)


def quota_check(governor: QuotaGovernor) -> Check:
    async def run() -> Finding:
        is_closed = await governor.is_closed()
        return judge(await governor.load_report(), governor.clock(), is_closed=is_closed)

    return Check("youtube_quota", "YouTube quota", run)


def judge(report: QuotaReported, now: datetime, *, is_closed: bool) -> Finding:
    facts = f"{report.used:,} of {report.total:,} units used today"
    if is_closed:
        wait = in_words(report.resets_at - now, 2)
        return problem(f"{facts}: chat and titles stand still for another {wait}.", MORE_UNITS)
    if report.restriction:
        return warning(f"{facts}. {report.restriction}", MORE_UNITS)
    return fine(facts)
