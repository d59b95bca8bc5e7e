"""Simulated rounds of several seeds, a million together, pay back the return to player that is shown."""

import random
from math import sqrt

import pytest

from greenroom.features.games.feature import GAMES
from greenroom.features.games.kinds.game import AnyGame

SEEDS = (20_300_102, 7, 1_000_003, 987_654_321)
ROUNDS_PER_SEED = 250_000
BET = 100


def simulate(game: AnyGame, seed: int) -> tuple[float, float]:
    """Average payout for each point that was bet, and the share of rounds that paid anything."""
    settings, draws = game.settings_type(), random.Random(seed)  # noqa: S311  # repeatable
    paid = wins = 0
    for _ in range(ROUNDS_PER_SEED):
        payout = game.play(settings, BET, draws).payout
        paid += payout
        wins += payout > 0
    return paid / BET / ROUNDS_PER_SEED, wins / ROUNDS_PER_SEED


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_shown_return_agrees_with_simulated_rounds_of_each_seed_within_four_standard_errors(game: AnyGame) -> None:
    odds = game.odds(game.settings_type())
    returns, chances = zip(*(simulate(game, seed) for seed in SEEDS), strict=True)
    samples = [(1, one, chance) for one, chance in zip(returns, chances, strict=True)]
    together = (len(SEEDS), sum(returns) / len(SEEDS), sum(chances) / len(SEEDS))
    for seeds, simulated, chance in [*samples, together]:
        rounds = seeds * ROUNDS_PER_SEED
        assert simulated == pytest.approx(float(odds.return_to_player), abs=4 * sqrt(odds.variance / rounds))
        assert chance == pytest.approx(float(odds.chance), abs=4 * sqrt(odds.chance * (1 - odds.chance) / rounds))
