"""Linked viewers share their points; an unlinked viewer takes what is left of their own points."""

import pytest
from channel_books import ChannelBooks

from greenroom.features.points.ledger.ledger import Movement, Reason
from greenroom.kernel.ids import new_id

ANA, BO, CLEO, DIRK = ("twitch", "1"), ("kick", "1"), ("youtube", "UC3"), ("tiktok", "4")


@pytest.mark.both_databases
async def test_linking_and_unlinking_move_points_with_entries(books: ChannelBooks) -> None:
    await books.adjust(ANA, 100)
    await books.adjust(BO, 50)
    await books.link(ANA, BO, person=new_id())
    await books.check([(ANA, 150), (BO, 150)])
    # Either account spends and earns for both.
    await books.post(Movement(BO, -120, Reason.BET), Movement(ANA, 40, Reason.WON))
    await books.check([(ANA, 70), (BO, 70)])
    await books.unlink(ANA, BO)
    await books.check([(ANA, 70), (BO, 0)])
    assert await books.entries() == [
        ("adjusted", 100, 100),
        ("adjusted", 50, 50),
        ("linked", -50, 0),
        ("linked", 50, 50),
        ("linked", -100, 0),
        ("linked", 100, 150),
        ("bet", -120, 30),
        ("won", 40, 70),
        ("unlinked", -70, 0),
        ("unlinked", 70, 70),
    ]


@pytest.mark.both_databases
async def test_linking_two_persons_makes_one_person(books: ChannelBooks) -> None:
    first, second = new_id(), new_id()
    for viewer, points in ((ANA, 1), (BO, 20), (CLEO, 300), (DIRK, 4_000)):
        await books.adjust(viewer, points)
    await books.link(ANA, BO, person=first)
    await books.link(CLEO, DIRK, person=second)
    await books.link(ANA, BO, CLEO, DIRK, person=first)
    await books.check([(viewer, 4_321) for viewer in (ANA, BO, CLEO, DIRK)])
    await books.unlink(DIRK)
    await books.check([(ANA, 321), (BO, 321), (CLEO, 321), (DIRK, 4_000)])


async def test_linking_again_and_unlinking_an_unlinked_viewer_change_nothing(books: ChannelBooks) -> None:
    person = new_id()
    await books.adjust(ANA, 10)
    await books.unlink(ANA)
    await books.link(ANA, BO, person=person)
    entries = await books.entries()
    await books.link(ANA, BO, person=person)
    assert await books.entries() == entries
    await books.check([(ANA, 10), (BO, 10)])
