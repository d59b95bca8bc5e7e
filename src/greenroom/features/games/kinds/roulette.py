"""Roulette: a bet wins with a fixed chance and pays a fixed multiple."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Annotated

from pydantic import Field

from greenroom.features.games.kinds.game import Game, GameSettings, Multiplier, Outcome
from greenroom.features.games.kinds.odds import Prize, exact_fraction, hundredths, payout
from greenroom.forms.fields import EditorField
from greenroom.forms.settings import Section


class RouletteSettings(GameSettings):
    # Percent.
    win_chance: Annotated[int, Field(ge=1, le=99), EditorField("Win chance", editor="chance")] = 45
    multiplier: Annotated[Multiplier, Field(gt=1), EditorField("Pays", editor="chance")] = 2.0


class Roulette(Game[RouletteSettings]):
    key = "roulette"
    title = "Roulette"
    settings_type = RouletteSettings
    odds_sections = (
        Section(
            "Odds",
            "How often a bet wins, and how many times the bet a win pays.",
            ("win_chance", "multiplier"),
            editor="chance",
        ),
    )

    def prizes(self, settings: RouletteSettings) -> Sequence[Prize]:
        return [Prize(Fraction(settings.win_chance, 100), exact_fraction(settings.multiplier))]

    def play(self, settings: RouletteSettings, bet: int, random: Random) -> Outcome:
        has_won = random.randrange(100) < settings.win_chance
        return Outcome(payout(bet, hundredths(settings.multiplier)) if has_won else 0)
