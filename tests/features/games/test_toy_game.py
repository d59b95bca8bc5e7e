"""A third game needs one class: settings, variable, statistics and section of the channel file come with the class."""

import shutil
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random, SystemRandom
from typing import cast

import pytest

from greenroom.app import create_app
from greenroom.assembly import build_kernel
from greenroom.channel_file.sections import Sections
from greenroom.features.games import feature as games
from greenroom.features.games.bets import Bets
from greenroom.features.games.kinds.game import AnyGame, Game, GameSettings, Outcome
from greenroom.features.games.kinds.odds import Odds, Prize
from greenroom.features.games.players import games_of_viewer
from greenroom.kernel.services import services_of
from greenroom.responses.variables import VariableRegistry
from greenroom.settings import Settings
from support.casino import ANA, open_casino
from support.frozen_clock import FrozenClock


class CoinSettings(GameSettings):
    side: str = "heads"


class CoinToss(Game[CoinSettings]):
    key = "coin"
    title = "Coin toss"
    settings_type = CoinSettings

    def prizes(self, settings: CoinSettings) -> Sequence[Prize]:
        return [Prize(Fraction(1, 2), Fraction(2))]

    def play(self, settings: CoinSettings, bet: int, random: Random) -> Outcome:
        return Outcome(2 * bet if random.randrange(2) == 0 else 0)


GAMES_WITH_COIN = (*games.GAMES, cast("AnyGame", CoinToss()))


async def test_toy_game_bets_pays_and_counts(settings: Settings, clock: FrozenClock) -> None:
    casino = await open_casino(build_kernel(settings, clock), GAMES_WITH_COIN)
    await casino.earn(ANA, 100)
    assert await casino.bet("40", game="coin") == "Ana won 40 points and now has 140."
    assert (await casino.entries())[1:] == [("bet", -40, 60), ("won", 80, 140)]
    async with casino.kernel.database.read() as session:
        of_ana = await games_of_viewer(session, casino.channel_id, casino.games.by_key.values(), ANA)
    assert [(each.title, each.net) for each in of_ana.records] == [("Roulette", 0), ("Slots", 0), ("Coin toss", 40)]
    await casino.set_game("coin", enabled=False)
    assert await casino.bet("40", game="coin") == "Ana, coin toss is switched off."
    await casino.cache.stop()
    await casino.points.stop()
    await casino.kernel.http.close()
    await casino.kernel.database.close()


def test_toy_game_has_exact_odds() -> None:
    assert CoinToss().odds(CoinSettings()) == Odds(Fraction(1, 2), Fraction(1), Fraction(1))


@pytest.mark.parametrize("key", ["roulette", "slots", "coin"])
def test_every_game_has_a_variable_and_a_section(
    tmp_path: Path, migrated_file: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    shutil.copy(migrated_file, tmp_path)
    monkeypatch.setattr(games, "GAMES", GAMES_WITH_COIN)
    app = create_app(Settings(data_dir=tmp_path))
    assert services_of(app).get(VariableRegistry).find(key) is not None
    assert key in services_of(app).get(Sections)


def test_random_numbers_of_bets_come_from_the_operating_system(tmp_path: Path, migrated_file: Path) -> None:
    shutil.copy(migrated_file, tmp_path)
    assert type(services_of(create_app(Settings(data_dir=tmp_path))).get(Bets).random) is SystemRandom
