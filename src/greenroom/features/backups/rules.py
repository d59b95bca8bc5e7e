"""When a backup is due, the name of its file, which files are deleted, and when the newest backup is too old."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from greenroom.kernel.health.check import Finding, fine, warning

SUFFIX = ".backup.zip"
NAME_FORMAT = f"greenroom-%Y%m%d-%H%M%S{SUFFIX}"
# Hour of the day, in UTC, from which a nightly backup is due.
NIGHT_HOUR = 4
MAX_AGE = timedelta(days=2)
NIGHTLY_ADVICE = "let Greenroom make one each night: switch it on in the admin area, or set backup_keep."


def file_name(now: datetime) -> str:
    return now.astimezone(UTC).strftime(NAME_FORMAT)


def made_at(name: str) -> datetime | None:
    """The time in the file name of a backup; None for other file names."""
    try:
        return datetime.strptime(name, NAME_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return None


def is_due(now: datetime, newest: datetime | None) -> bool:
    """Whether no backup was made since NIGHT_HOUR last passed."""
    night = now.astimezone(UTC).replace(hour=NIGHT_HOUR, minute=0, second=0, microsecond=0)
    last_night = night if night <= now else night - timedelta(days=1)
    return newest is None or newest < last_night


def to_delete(names: Sequence[str], keep: int) -> list[str]:
    """Names of all backups but the `keep` newest; names of other files are ignored."""
    backups = sorted((name for name in names if made_at(name)), reverse=True)
    return backups[keep:]


def judge(now: datetime, newest: datetime | None, *, is_nightly: bool, job: str) -> Finding:
    """The finding for the health page: a warning if there is no backup or the newest is too old."""
    fix = f"Run greenroom backup on the server, or {NIGHTLY_ADVICE}"
    if is_nightly:
        fix = "The job of the nightly backup says below why it failed."
    if newest is None:
        return warning("There is no backup yet.", fix, job=job)
    age = now - newest
    if age > MAX_AGE:
        return warning(f"The newest backup is {age.days} days old.", fix, job=job)
    return fine(f"The newest is {max(round(age.total_seconds() / 3600), 0)} h old")
