"""Entries change balances, never to below zero and only once for each reference."""

import asyncio

import pytest
from channel_books import ChannelBooks

from greenroom.features.points.ledger.balances import Ranking, entries_of, holding_account, leaderboard, rank_of
from greenroom.features.points.ledger.bulk_credit import credit_all
from greenroom.features.points.ledger.ledger import (
    Actor,
    EntryNotFound,
    Movement,
    NotEnoughPoints,
    NotUndoable,
    Posted,
    Reason,
    TooManyPoints,
    undo,
)
from greenroom.features.points.ledger.rules import MAX_BALANCE
from greenroom.kernel.ids import new_id

ANA, BO, CLEO = ("twitch", "1"), ("kick", "1"), ("youtube", "UC3")


@pytest.mark.both_databases
async def test_balances_change_with_entries(books: ChannelBooks) -> None:
    posted = await books.post(
        Movement(ANA, 100, Reason.ADJUSTED, note="welcome"), Movement(ANA, -30, Reason.BET), Movement(BO, 5, Reason.WON)
    )
    assert posted == [Posted(100, 100, is_new=True), Posted(-30, 70, is_new=True), Posted(5, 5, is_new=True)]
    await books.check([(ANA, 70), (BO, 5), (CLEO, 0)])


async def test_same_id_on_two_platforms_and_in_two_channels_are_different_accounts(books: ChannelBooks) -> None:
    await books.adjust(("twitch", "7"), 10)
    await books.check([(("kick", "7"), 0)])
    await books.switch_to_new_channel()
    await books.check([(("twitch", "7"), 0)])


@pytest.mark.both_databases
async def test_payment_above_the_balance_changes_nothing(books: ChannelBooks) -> None:
    await books.adjust(ANA, 10)
    with pytest.raises(NotEnoughPoints, match="the balance is 10") as refused:
        await books.post(Movement(BO, 5, Reason.RECEIVED), Movement(ANA, -11, Reason.GIVEN))
    assert refused.value.balance == 10
    await books.check([(ANA, 10), (BO, 0)])


async def test_balance_cannot_exceed_the_highest_value(books: ChannelBooks) -> None:
    await books.adjust(ANA, MAX_BALANCE)
    with pytest.raises(TooManyPoints):
        await books.adjust(ANA, 1)
    await books.check([(ANA, MAX_BALANCE)])


@pytest.mark.both_databases
async def test_parallel_bets_never_overdraw(books: ChannelBooks) -> None:
    """300 bets of 7 with 1,000 points: 142 are paid."""
    await books.adjust(ANA, 1_000)

    async def bet() -> bool:
        try:
            await books.post(Movement(ANA, -7, Reason.BET))
        except NotEnoughPoints:
            return False
        return True

    assert sum(await asyncio.gather(*(bet() for _ in range(300)))) == 142
    await books.check([(ANA, 6)])


@pytest.mark.both_databases
async def test_transfers_in_opposite_directions_do_not_block_each_other(books: ChannelBooks) -> None:
    await books.post(Movement(ANA, 500, Reason.ADJUSTED), Movement(BO, 500, Reason.ADJUSTED))
    there = (Movement(ANA, -3, Reason.GIVEN), Movement(BO, 3, Reason.RECEIVED))
    back = (Movement(BO, -2, Reason.GIVEN), Movement(ANA, 2, Reason.RECEIVED))
    await asyncio.gather(*(books.post(*moves) for _ in range(50) for moves in (there, back)))
    await books.check([(ANA, 450), (BO, 550)])


@pytest.mark.both_databases
async def test_reference_is_posted_once_also_by_simultaneous_posts(books: ChannelBooks) -> None:
    paid = Movement(ANA, 40, Reason.ACTIVITY, reference="activity:1")
    posted = [each for (each,) in await asyncio.gather(*(books.post(paid) for _ in range(20)))]
    assert sorted(each.is_new for each in posted) == [False] * 19 + [True]
    assert {(each.delta, each.balance) for each in posted} == {(40, 40)}
    twice = await books.post(*[Movement(BO, 1, Reason.ACTIVITY, reference="activity:2")] * 2)
    assert [each.is_new for each in twice] == [True, False]
    await books.check([(ANA, 40), (BO, 1)])


@pytest.mark.both_databases
async def test_undo_posts_the_opposite_once(books: ChannelBooks) -> None:
    await books.adjust(ANA, 25)
    actor = Actor(new_id(), "Mira")

    async def undo_first() -> Posted:
        async with books.kernel.database.write() as session:
            account = await holding_account(session, books.channel_id, ANA)
            assert account is not None
            first = (await entries_of(session, account.id, 100))[-1]
            return await undo(session, books.channel_id, first.id, actor, books.kernel.clock())

    assert await undo_first() == Posted(-25, 0, is_new=True)
    assert await undo_first() == Posted(-25, 0, is_new=False)
    assert await books.entries() == [("adjusted", 25, 25), ("undone", -25, 0)]
    await books.check([(ANA, 0)])


async def test_undo_of_points_that_were_spent_is_refused(books: ChannelBooks) -> None:
    await books.adjust(ANA, 25)
    await books.post(Movement(ANA, -10, Reason.BET))
    async with books.kernel.database.write() as session:
        with pytest.raises(NotEnoughPoints):
            await undo(session, books.channel_id, 1, Actor(), books.kernel.clock())
        with pytest.raises(EntryNotFound):
            await undo(session, new_id(), 1, Actor(), books.kernel.clock())
    await books.check([(ANA, 15)])


async def test_undo_of_a_bet_gives_the_stake_back_before_it_takes_the_win(books: ChannelBooks) -> None:
    await books.adjust(ANA, 10)
    await books.post(Movement(ANA, -10, Reason.BET, "bet"), Movement(ANA, 20, Reason.WON, "bet:won"))
    await books.post(Movement(ANA, -10, Reason.GIVEN))
    async with books.kernel.database.write() as session:
        await undo(session, books.channel_id, 2, Actor(), books.kernel.clock())
    await books.check([(ANA, 0)])


async def test_undo_of_an_undo_is_refused(books: ChannelBooks) -> None:
    await books.adjust(ANA, 25)
    async with books.kernel.database.write() as session:
        await undo(session, books.channel_id, 1, Actor(), books.kernel.clock())
        with pytest.raises(NotUndoable):
            await undo(session, books.channel_id, 2, Actor(), books.kernel.clock())


async def undo_entry(books: ChannelBooks, entry_id: int) -> Posted:
    async with books.kernel.database.write() as session:
        return await undo(session, books.channel_id, entry_id, Actor(), books.kernel.clock())


@pytest.mark.parametrize("entry_id", [2, 3])
async def test_stake_and_win_of_a_bet_are_undone_together(books: ChannelBooks, entry_id: int) -> None:
    await books.adjust(ANA, 100)
    await books.post(
        Movement(ANA, -60, Reason.BET, reference="roulette:1"),
        Movement(ANA, 120, Reason.WON, reference="roulette:1:won"),
    )
    assert (await undo_entry(books, entry_id)).balance == 100
    assert not (await undo_entry(books, 5 - entry_id)).is_new
    await books.check([(ANA, 100)])


async def test_both_sides_of_a_gift_are_undone_together_or_not_at_all(books: ChannelBooks) -> None:
    await books.adjust(ANA, 100)
    gift = [Movement(ANA, -40, Reason.GIVEN, "gift:1"), Movement(BO, 40, Reason.RECEIVED, "gift:1:received")]
    await books.post(*gift)
    await books.post(Movement(BO, -1, Reason.BET))
    with pytest.raises(NotEnoughPoints):
        await undo_entry(books, 2)
    await books.check([(ANA, 60), (BO, 39)])
    await books.adjust(BO, 1)
    assert (await undo_entry(books, 2)).balance == 100
    await books.check([(ANA, 100), (BO, 0)])


@pytest.mark.parametrize("reason", ["tickets", "queue", "command", "refund"])
async def test_undo_of_what_a_feature_charged_or_refunded_is_refused(books: ChannelBooks, reason: str) -> None:
    await books.adjust(ANA, 100)
    await books.post(Movement(ANA, -60, Reason(reason), reference="paid:1"))
    with pytest.raises(NotUndoable):
        await undo_entry(books, 2)
    await books.check([(ANA, 40)])


@pytest.mark.both_databases
async def test_many_viewers_are_credited_at_once(books: ChannelBooks) -> None:
    await books.adjust(BO, 1)
    await books.link(ANA, CLEO, person=new_id())
    earned = {ANA: 10, BO: 20, CLEO: 30, **{("twitch", f"lurker{number}"): 10 for number in range(1_500)}}
    for _ in range(2):
        async with books.kernel.database.write() as session:
            await credit_all(session, books.channel_id, earned, Reason.WATCHED, books.kernel.clock())
    await books.check([(ANA, 80), (CLEO, 80), (BO, 41), (("twitch", "lurker1499"), 20)])


@pytest.mark.both_databases
async def test_leaderboard_counts_linked_viewers_once(books: ChannelBooks) -> None:
    person = new_id()
    for viewer, points in ((ANA, 50), (BO, 60), (CLEO, 70), (("kick", "9"), 70), (("kick", "10"), 0)):
        await books.adjust(viewer, points)
    await books.link(ANA, BO, person=person)
    async with books.kernel.database.read() as session:
        first = await leaderboard(session, Ranking(books.channel_id), 2)
        second = await leaderboard(session, Ranking(books.channel_id), 2, after=(first[-1].balance, first[-1].id))
        ranks = [await rank_of(session, books.channel_id, balance) for balance in (110, 70, 1)]
    assert [(each.account, each.balance) for each in (*first, *second)] == [
        (("person", person.hex), 110),
        (("kick", "9"), 70),
        (CLEO, 70),
    ]
    assert ranks == [1, 2, 4]
