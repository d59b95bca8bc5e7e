"""Chance, return to player and variance equal those in a file that a test of the web uses too."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from greenroom.features.games.feature import GAMES
from greenroom.features.games.kinds.odds import payout
from greenroom.features.games.kinds.slots import Reels, Slots, SlotsSettings, SpinResult
from support.casino import FixedRandom

VECTORS = Path(__file__).parents[3] / "web/src/features/games/odds/odds-vectors.json"
GAMES_BY_KEY = {game.key: game for game in GAMES}


@pytest.mark.parametrize("vector", json.loads(VECTORS.read_text("utf-8")), ids=lambda vector: vector["game"])
def test_odds_equal_those_of_the_file_that_the_web_is_tested_with(vector: dict[str, Any]) -> None:
    game = GAMES_BY_KEY[vector["game"]]
    odds = game.odds(game.settings_type.model_validate(vector["settings"]))
    assert [odds.chance, odds.return_to_player, odds.variance] == [
        Fraction(vector[name]) for name in ("chance", "return_to_player", "variance")
    ]


def test_payouts_are_whole_and_rounded_down() -> None:
    assert [payout(bet, 150) for bet in (1, 2, 3, 10**15)] == [1, 3, 4, 15 * 10**14]


def test_each_combination_of_symbols_comes_up_as_often_as_its_weight_says() -> None:
    settings = SlotsSettings.model_validate(
        {
            "symbols": [{"symbol": "A", "weight": 1}, {"symbol": "B", "weight": 2}],
            "paytable": [{"symbols": ["B", "B", "*"], "multiplier": 2}],
        }
    )
    random, reels = FixedRandom(), Reels.of(settings)
    spins: list[SpinResult] = []
    for random.number in range(27):
        spins.append(reels.spin(random))
    texts = [each.values["reels"] for each in spins]
    assert [texts.count("A A A"), texts.count("B B B"), texts.count("A B B")] == [1, 8, 4]
    assert Fraction(sum(each.multiplier for each in spins), 2700) == Slots().odds(settings).return_to_player


def test_highest_of_several_matching_paytable_lines_pays() -> None:
    settings = SlotsSettings.model_validate(
        {
            "symbols": [{"symbol": "A", "weight": 1}, {"symbol": "B", "weight": 2}],
            "paytable": [
                {"symbols": ["A", "*", "*"], "multiplier": 0.5},
                {"symbols": ["A", "A", "A"], "multiplier": 9},
            ],
        }
    )
    reels = Reels.of(settings)
    assert [reels.result_of(tuple(spin)).multiplier for spin in ("AAA", "ABA", "BBA", "BBB")] == [900, 50, 50, 0]
