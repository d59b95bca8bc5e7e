"""Rules of members, without a database: who changes whose role, and when access ends."""

from datetime import UTC, datetime, timedelta

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.features.members.rules import (
    NEVER,
    AccessEnd,
    AccessEnds,
    access_end,
    check_access_end,
    grantable_levels,
    lasts_as_long,
)
from greenroom.kernel.errors import Invalid

NOW = datetime(2030, 1, 2, tzinfo=UTC)
MOD, EDITOR, ADMIN, OWNER = Role.MOD, Role.EDITOR, Role.ADMIN, Role.OWNER


@pytest.mark.rows("A5", "A6")
@pytest.mark.parametrize(
    ("level", "target", "grantable"),
    [
        (OWNER, OWNER, [MOD, EDITOR, ADMIN, OWNER]),
        (OWNER, MOD, [MOD, EDITOR, ADMIN, OWNER]),
        (ADMIN, EDITOR, [MOD, EDITOR, ADMIN]),
        (ADMIN, ADMIN, []),
        (ADMIN, OWNER, []),
        (EDITOR, MOD, []),
        (MOD, MOD, []),
    ],
)
def test_grantable_roles_depend_on_levels_of_caller_and_member(level: int, target: int, grantable: list[int]) -> None:
    assert grantable_levels(level, target) == grantable


@pytest.mark.parametrize(
    ("ends", "ends_at", "end"),
    [
        ("never", None, AccessEnd()),
        ("24h", None, AccessEnd(NOW + timedelta(hours=24))),
        ("7d", None, AccessEnd(NOW + timedelta(days=7))),
        ("date", NOW + timedelta(minutes=1), AccessEnd(NOW + timedelta(minutes=1))),
        ("after_stream", None, AccessEnd(after_stream=True)),
    ],
)
def test_access_ends_as_chosen(ends: AccessEnds, ends_at: datetime | None, end: AccessEnd) -> None:
    check_access_end(ends, ends_at, ADMIN, NOW)
    assert access_end(ends, ends_at, NOW) == end


@pytest.mark.parametrize(
    ("ends", "ends_at", "level", "field"),
    [
        ("date", None, MOD, "access_ends_at"),
        ("date", NOW, MOD, "access_ends_at"),
        ("date", NOW + timedelta(days=6 * 365), MOD, "access_ends_at"),
        ("24h", NOW + timedelta(days=1), MOD, "access_ends_at"),
        ("24h", None, OWNER, "access_ends"),
        ("after_stream", None, OWNER, "access_ends"),
    ],
)
def test_invalid_access_end_is_refused_with_its_field(
    ends: AccessEnds, ends_at: datetime | None, level: int, field: str
) -> None:
    with pytest.raises(Invalid) as refused:
        check_access_end(ends, ends_at, level, NOW)
    assert [error.field for error in refused.value.errors] == [field]


EARLY, LATE = (AccessEnd(datetime(2030, 1, day, tzinfo=UTC)) for day in (2, 3))
AFTER_STREAM = AccessEnd(after_stream=True)


@pytest.mark.parametrize(
    ("end", "other", "is_certain"),
    [
        (NEVER, LATE, True),
        (LATE, NEVER, False),
        (LATE, EARLY, True),
        (EARLY, EARLY, True),
        (EARLY, LATE, False),
        (AFTER_STREAM, AFTER_STREAM, True),
        (AFTER_STREAM, EARLY, False),
        (EARLY, AFTER_STREAM, False),
    ],
)
def test_access_lasts_as_long_as_another_only_if_that_is_certain(
    end: AccessEnd, other: AccessEnd, *, is_certain: bool
) -> None:
    assert lasts_as_long(end, other) is is_certain
