"""Removals that arrive before their messages, and the choice between two removals of a line."""

from datetime import UTC, datetime
from uuid import UUID

import msgspec
import pytest

from greenroom.chat.messages.line import ChatLine, LineRef, Removal
from greenroom.chat.messages.removal import adds_details
from greenroom.features.messages.removals import PendingRemovals

NOW = datetime(2030, 1, 2, 3, tzinfo=UTC)
CONNECTION_ID = UUID("01890000-0000-7000-8000-000000000000")
WITHOUT_ACTOR = Removal("deleted", NOW)
WITH_ACTOR = Removal("deleted", NOW, by="Odalys")


@pytest.mark.parametrize("removals", [(WITHOUT_ACTOR, WITH_ACTOR), (WITH_ACTOR, WITHOUT_ACTOR)])
def test_of_two_early_removals_the_one_with_an_actor_is_kept(removals: tuple[Removal, Removal]) -> None:
    pending = PendingRemovals()
    for removal in removals:
        pending.hold_line(LineRef(CONNECTION_ID, "m1"), removal)
    line = ChatLine(CONNECTION_ID, "twitch", "m1", "text", NOW, "Hello", (), None)
    assert pending.removal_of(line, NOW) == WITH_ACTOR


@pytest.mark.parametrize(
    ("later", "earlier", "expected"),
    [
        (WITH_ACTOR, WITHOUT_ACTOR, True),
        (WITHOUT_ACTOR, WITH_ACTOR, False),
        (WITH_ACTOR, msgspec.structs.replace(WITH_ACTOR, by="Marek"), False),
        (Removal("banned", NOW), Removal("cleared", NOW), True),
        (Removal("timed_out", NOW, "Odalys"), Removal("timed_out", NOW), True),
        # A removal by a filter stays, and a removal on the platform is not replaced by one in Greenroom only.
        (WITH_ACTOR, Removal("filtered", NOW), False),
        (msgspec.structs.replace(WITH_ACTOR, is_here_only=True), WITHOUT_ACTOR, False),
    ],
)
def test_removal_is_replaced_only_by_one_with_more_details(later: Removal, earlier: Removal, expected: bool) -> None:
    assert adds_details(later, earlier) is expected
