"""A million simulated rounds pay back the return to player that is shown."""

import random
from math import sqrt

import pytest

from greenroom.features.games.kinds.game import AnyGame
from greenroom.features.games.parts import GAMES

ROUNDS = 1_000_000
SEED = 20_300_102


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_shown_return_agrees_with_a_million_rounds_within_four_standard_errors(game: AnyGame) -> None:
    settings = game.settings_type()
    odds = game.odds(settings)
    draws = random.Random(SEED)  # noqa: S311  # repeatable
    bet = 100
    paid = wins = 0
    for _ in range(ROUNDS):
        payout = game.play(settings, bet, draws).payout
        paid += payout
        wins += payout > 0
    standard_error = sqrt(odds.variance / ROUNDS)
    assert paid / bet / ROUNDS == pytest.approx(float(odds.return_to_player), abs=4 * standard_error)
    chance_error = sqrt(odds.chance * (1 - odds.chance) / ROUNDS)
    assert wins / ROUNDS == pytest.approx(float(odds.chance), abs=4 * chance_error)
