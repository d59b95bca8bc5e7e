"""Removals that arrive before their messages."""

from datetime import UTC, datetime
from uuid import UUID

import msgspec
import pytest

from greenroom.chat.messages.line import ChatLine, LineRef, Removal
from greenroom.chat.messages.removal import adds_details
from greenroom.features.messages.removals import PendingRemovals

NOW = datetime(2030, 1, 2, 3, tzinfo=UTC)
PLACE = UUID("01890000-0000-7000-8000-000000000000")
NAMELESS = Removal("deleted", NOW)
NAMED = Removal("deleted", NOW, by="Odalys")


@pytest.mark.parametrize("told", [(NAMELESS, NAMED), (NAMED, NAMELESS)])
def test_of_two_early_removals_the_one_with_an_actor_is_kept(told: tuple[Removal, Removal]) -> None:
    held = PendingRemovals()
    for removal in told:
        held.hold_line(LineRef(PLACE, "m1"), removal)
    line = ChatLine(PLACE, "twitch", "m1", "text", NOW, "Hello", (), None)
    assert held.removal_of(line, NOW) == NAMED


@pytest.mark.parametrize(
    ("later", "earlier", "expected"),
    [
        (NAMED, NAMELESS, True),
        (NAMELESS, NAMED, False),
        (NAMED, msgspec.structs.replace(NAMED, by="Marek"), False),
        (Removal("banned", NOW), Removal("cleared", NOW), True),
        (Removal("timed_out", NOW, "Odalys"), Removal("timed_out", NOW), True),
        # What a filter hid stays the filter's, and what the platform deleted is gone there too.
        (NAMED, Removal("filtered", NOW), False),
        (msgspec.structs.replace(NAMED, is_here_only=True), NAMELESS, False),
    ],
)
def test_only_a_removal_without_actor_is_replaced_by_a_complete_one(
    later: Removal, earlier: Removal, expected: bool
) -> None:
    assert adds_details(later, earlier) is expected
