"""The level in chat: the higher of the platform's badge and the role in Greenroom."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from greenroom.accounts.access.staff_accounts import StaffAccounts, StaffRole
from greenroom.chat.messages.levels import level_in_chat
from greenroom.chat.messages.line import Author

NOW = datetime(2030, 1, 2, tzinfo=UTC)
LATER = NOW + timedelta(seconds=1)


def author(**flags: Any) -> Author:  # noqa: ANN401  # fields of an author
    return Author("7", "ann", "Ann", "", **flags)


def level(role: StaffRole | None, provider: str = "twitch", **flags: bool) -> int:
    staff = StaffAccounts({} if role is None else {("twitch", "7"): role})
    return level_in_chat(provider, author(**flags), staff, NOW)


@pytest.mark.parametrize(
    ("role", "flags", "expected"),
    [
        (None, {}, 0),
        (None, {"is_moderator": True}, 7),
        (2, {"is_moderator": True}, 7),
        (7, {"is_vip": True}, 7),
        (100, {"is_moderator": True}, 100),
        (200, {}, 200),
        (7, {"is_broadcaster": True}, 500),
    ],
)
def test_higher_of_badge_and_role_counts(role: int | None, flags: dict[str, Any], expected: int) -> None:
    assert level(None if role is None else StaffRole(role, None), **flags) == expected


def test_role_counts_until_it_ends() -> None:
    assert level(StaffRole(100, LATER)) == 100
    assert level(StaffRole(100, NOW)) == 0
    assert level(StaffRole(100, NOW), is_moderator=True) == 7


def test_role_does_not_count_for_the_same_account_id_on_another_platform() -> None:
    assert level(StaffRole(100, None), provider="kick") == 0
