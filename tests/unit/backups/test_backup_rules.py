"""When a nightly backup is due, which files are deleted, and which backups can be restored."""

from datetime import UTC, datetime, timedelta

import pytest

from greenroom.features.backups.manifest import FORMAT, BackupProblem, Manifest, Target, check_compatible
from greenroom.features.backups.rules import file_name, is_due, judge, made_at, to_delete
from greenroom.kernel.health.check import State

NOON = datetime(2030, 1, 2, 12, tzinfo=UTC)
INSTALLATION = Target("sqlite", ["0001", "0002"], ["aaaa", "bbbb"])


def manifest(**changes: object) -> Manifest:
    defaults = {
        "app_version": "9.9",
        "revision": "0002",
        "created_at": NOON,
        "database": "sqlite",
        "key_fingerprints": ["aaaa"],
        "has_media": True,
    }
    return Manifest(**{**defaults, **changes})  # pyright: ignore[reportArgumentType]  # each test changes one


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"revision": "0003"}, "Greenroom 9.9, which is newer"),
        ({"format": FORMAT + 1}, "Greenroom 9.9, which is newer"),
        ({"database": "postgresql"}, "same kind of database"),
        ({"key_fingerprints": ["aaaa", "cccc"]}, "--without-secrets"),
    ],
)
def test_incompatible_backup_is_refused_with_the_reason(changes: dict[str, object], message: str) -> None:
    with pytest.raises(BackupProblem, match=message):
        check_compatible(manifest(**changes), INSTALLATION)


def test_backup_is_compatible_if_it_is_older_or_can_be_restored_without_its_keys() -> None:
    check_compatible(manifest(revision="0001"), INSTALLATION)
    check_compatible(manifest(key_fingerprints=[]), INSTALLATION)
    check_compatible(manifest(key_fingerprints=["cccc"]), INSTALLATION, without_secrets=True)


@pytest.mark.parametrize(
    ("newest", "expected"),
    [
        (None, True),
        (NOON - timedelta(hours=9), True),
        (NOON - timedelta(hours=7), False),
        (NOON - timedelta(hours=8), False),
    ],
)
def test_nightly_backup_is_due_unless_made_since_four_at_night(newest: datetime | None, *, expected: bool) -> None:
    assert is_due(NOON, newest) == expected


def test_before_four_no_backup_is_due_if_one_was_made_since_four_the_day_before() -> None:
    assert not is_due(NOON.replace(hour=3), NOON.replace(hour=5) - timedelta(days=1))


def test_name_of_a_backup_contains_its_time() -> None:
    assert made_at(file_name(NOON)) == NOON
    assert made_at("holiday.zip") is None


def test_oldest_backups_beyond_the_limit_are_deleted() -> None:
    names = [file_name(NOON - timedelta(days=days)) for days in (2, 0, 1)]
    assert to_delete([*names, "notes.txt"], 2) == [names[0]]


def test_health_warns_of_an_old_or_missing_backup_and_names_the_job_to_run() -> None:
    states = [
        judge(NOON, newest, is_nightly=False, job="backup").state
        for newest in (None, NOON - timedelta(days=9), NOON - timedelta(hours=30))
    ]
    assert states == [State.WARNING, State.WARNING, State.OK]
    found = judge(NOON, NOON - timedelta(days=9), is_nightly=False, job="backup")
    assert (found.sentence, found.job) == ("The newest backup is 9 days old.", "backup")
