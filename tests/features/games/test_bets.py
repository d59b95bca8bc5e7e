"""A bet moves points once, never below zero; a refused bet moves none and names the reason."""

import asyncio

import pytest

from greenroom.features.games.jobs import delete_cooldowns
from greenroom.features.games.players import games_of_viewer, top_players
from greenroom.features.points.ledger.rules import MAX_BALANCE
from support.casino import ANA, BO, Casino
from support.frozen_clock import FrozenClock

LOSING_NUMBER = 99
EVE = ("twitch", "9")


@pytest.mark.both_databases
async def test_won_bet_pays_the_stake_and_the_gain(casino: Casino) -> None:
    await casino.earn(ANA, 1_000)
    assert await casino.bet("100") == "Ana won 100 points and now has 1,100."
    assert (await casino.entries())[1:] == [("bet", -100, 900), ("won", 200, 1_100)]
    assert (await casino.notes())[1:] == ["Roulette", "Roulette"]


async def test_lost_bet_takes_the_stake(casino: Casino) -> None:
    await casino.earn(ANA, 1_000)
    casino.random.number = LOSING_NUMBER
    assert await casino.bet("5k") == "Ana, you have only 1,000 points."
    assert await casino.bet("25%") == "Ana lost 250 points and has 750 left."
    assert (await casino.entries())[1:] == [("bet", -250, 750)]


async def test_bet_of_all_points_has_its_own_messages(casino: Casino) -> None:
    await casino.earn(ANA, 50)
    assert await casino.bet("all") == "Ana bet everything and now has 100 points!"
    casino.random.number = LOSING_NUMBER
    assert await casino.bet("half") == "Ana lost 50 points and has 50 left."
    assert await casino.bet("50") == "Ana bet all 50 points and lost everything."
    assert await casino.bet("all") == "Ana, you have no points to bet."


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("4", "the lowest bet is 5 points."),
        ("501", "the highest bet is 500 points."),
        ("all", "the highest bet is 500 points."),
        ("-50", "use a whole number such as 50 or 5k, or all, half or 50%."),
        ("", "use a whole number such as 50 or 5k, or all, half or 50%."),
        ("10.5", "only whole amounts are possible."),
        ("٥٠", "use a whole number such as 50 or 5k, or all, half or 50%."),
        ("0", "the amount must be at least 1."),
        ("9" * 16, f"the amount can't be above {MAX_BALANCE}."),
        ("9" * 400, "use a whole number such as 50 or 5k, or all, half or 50%."),
        ("101%", "a percentage must be from 1% to 100%."),
        ("1e3", "use a whole number such as 50 or 5k, or all, half or 50%."),
    ],
)
async def test_bet_that_is_refused_costs_nothing(casino: Casino, typed: str, answer: str) -> None:
    await casino.set_game(max_bet=500, user_cooldown=60)
    await casino.earn(ANA, 1_000)
    assert await casino.bet(typed) == f"Ana, {answer}"
    # A refused bet does not start the cooldown either.
    assert await casino.bet("100") == "Ana won 100 points and now has 1,100."


async def test_answers_to_bets_use_the_name_of_the_points(casino: Casino) -> None:
    await casino.set_points(name_singular="pinecone", name_plural="pinecones")
    assert await casino.bet("10") == "Ana, you have no pinecones to bet."
    await casino.earn(ANA, 10)
    assert await casino.bet("5") == "Ana won 5 pinecones and now has 15."


async def test_bet_in_a_closed_game_is_refused_with_the_reason(casino: Casino) -> None:
    await casino.earn(ANA, 10)
    await casino.set_game(enabled=False)
    assert await casino.bet("5") == "Ana, roulette is switched off."
    await casino.set_game(live_only=True)
    assert await casino.bet("5") == "Ana, roulette opens when the stream is live."
    await casino.set_points(enabled=False)
    assert await casino.bet("5") == "Ana, points are switched off."
    assert await casino.balance() == 10


@pytest.mark.both_databases
async def test_cooldown_of_a_bet_applies_to_linked_accounts(casino: Casino, clock: FrozenClock) -> None:
    await casino.set_game(user_cooldown=30)
    await casino.earn(ANA, 100)
    await casino.link(ANA, BO)
    assert await casino.bet("10", ANA) == "Ana won 10 points and now has 110."
    clock.advance(10)
    assert await casino.bet("10", BO) == "(user cooldown, 20 s left)"
    clock.advance(20)
    assert await casino.bet("10", BO) == "Bo won 10 points and now has 120."


async def test_global_cooldown_applies_to_everyone_but_moderators_who_skip_it(casino: Casino) -> None:
    await casino.set_game(global_cooldown=30, mods_skip_cooldowns=True)
    await casino.earn(ANA, 100)
    await casino.earn(BO, 100)
    await casino.bet("10", ANA)
    assert await casino.bet("10", BO) == "(global cooldown, 30 s left)"
    assert await casino.bet("10", BO, level=7) == "Bo won 10 points and now has 110."


@pytest.mark.both_databases
async def test_message_that_is_delivered_again_does_not_bet_twice(casino: Casino) -> None:
    await casino.earn(ANA, 100)
    answers = await asyncio.gather(*(casino.bet("10", message_id="same") for _ in range(5)))
    assert sorted(answers) == ["(This message has already bet)"] * 4 + ["Ana won 10 points and now has 110."]
    assert [await casino.balance(), (await casino.player()).bets] == [110, 1]


@pytest.mark.both_databases
async def test_bets_at_the_same_time_never_overdraw(casino: Casino) -> None:
    """60 bets of 7 with 100 points, all lost: 14 are made."""
    await casino.earn(ANA, 100)
    casino.random.number = LOSING_NUMBER
    answers = await asyncio.gather(*(casino.bet("7") for _ in range(60)))
    assert sum("lost" in answer for answer in answers) == 14
    player = await casino.player()
    assert [await casino.balance(), player.bets, player.staked] == [2, 14, 98]


async def test_bet_that_could_pay_above_the_highest_balance_is_refused_even_if_it_would_lose(casino: Casino) -> None:
    await casino.earn(ANA, MAX_BALANCE)
    casino.random.number = LOSING_NUMBER
    assert await casino.bet("all") == f"Ana, no one can have more than {MAX_BALANCE:,} points."
    assert await casino.balance() == MAX_BALANCE


async def test_slots_show_their_reels(casino: Casino) -> None:
    await casino.earn(ANA, 100)
    assert await casino.bet("10", game="slots") == "🍒 🍒 🍒 Ana won 20 points and now has 120."


async def test_preview_of_a_response_makes_no_bet(casino: Casino) -> None:
    await casino.earn(ANA, 100)
    assert (
        await casino.render("$(slots 10)", is_preview=True)
    ).text == "🍒 🍒 ⭐ Ana won 100 points and now has 1,350."
    assert await casino.balance() == 100


@pytest.mark.both_databases
async def test_statistics_count_each_bet_and_linked_accounts_are_one_player(casino: Casino) -> None:
    await casino.earn(ANA, 1_000)
    await casino.earn(BO, 1_000)
    await casino.bet("100", ANA)
    casino.random.number = LOSING_NUMBER
    await casino.bet("30", ANA)
    await casino.bet("50", BO)
    ana, bo = await casino.player(ANA), await casino.player(BO)
    assert [ana.bets, ana.wins, ana.staked, ana.paid, ana.biggest_win, ana.net] == [2, 1, 130, 200, 100, 70]
    assert [bo.name, bo.bets, bo.wins, bo.net] == ["Bo", 1, 0, -50]
    async with casino.kernel.database.read() as session:
        top = await top_players(session, casino.channel_id, "roulette", "net", 10)
    assert [(each.name, each.net) for each in top.records] == [("Ana", 70), ("Bo", -50)]
    assert top.totals.model_dump() == {"bets": 3, "wins": 1, "staked": 180, "paid": 200, "players": 2}
    await casino.link(ANA, BO)
    both = await casino.player(BO)
    assert [both.bets, both.staked, both.net, both.biggest_win] == [3, 180, 20, 100]
    async with casino.kernel.database.read() as session:
        top = await top_players(session, casino.channel_id, "roulette", "bets", 10)
    assert [(each.bets, each.net) for each in top.records] == [(3, 20)]
    assert top.totals.players == 1


@pytest.mark.both_databases
async def test_each_game_of_a_viewer_counts_the_bets_of_linked_accounts(casino: Casino) -> None:
    for viewer in (ANA, BO, EVE):
        await casino.earn(viewer, 1_000)
        await casino.bet("100", viewer)
    await casino.bet("10", BO, game="slots")
    await casino.link(ANA, BO)
    async with casino.kernel.database.read() as session:
        played = await games_of_viewer(session, casino.channel_id, casino.games.by_key.values(), ANA)
    roulette, slots = played.records
    assert [roulette.title, roulette.bets, roulette.staked, roulette.paid] == ["Roulette", 2, 200, 400]
    assert [slots.title, slots.bets, slots.net, slots.biggest_win, slots.provider] == ["Slots", 1, 20, 20, "kick"]


async def test_viewer_who_never_bet_has_zeros(casino: Casino) -> None:
    player = await casino.player(("twitch", "nobody"))
    assert [player.bets, player.net, player.last_bet_at] == [0, 0, None]


async def test_refused_bet_changes_no_statistics(casino: Casino) -> None:
    await casino.earn(ANA, 3)
    await casino.bet("all")
    assert (await casino.player()).bets == 0


async def test_cooldowns_that_are_over_are_deleted(casino: Casino, clock: FrozenClock) -> None:
    await casino.set_game(user_cooldown=30)
    for viewer in (ANA, BO):
        await casino.earn(viewer, 100)
    await casino.bet("5", ANA)
    clock.advance(20)
    await casino.bet("5", BO)
    clock.advance(15)
    await delete_cooldowns(casino.kernel)
    assert await casino.cooldown_count() == 1
    clock.advance(30)
    await delete_cooldowns(casino.kernel)
    assert await casino.cooldown_count() == 0
