"""Slots: three reels with the same weighted symbols, and a paytable of combinations."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random
from typing import Annotated

from msgspec import Struct, field
from pydantic import Field, ValidationInfo, field_validator

from greenroom.features.games.kinds.game import (
    AllInLoseMessage,
    AllInWinMessage,
    Game,
    GameSettings,
    LoseMessage,
    Multiplier,
    Outcome,
    WinMessage,
)
from greenroom.features.games.kinds.odds import Prize, hundredths, payout
from greenroom.forms.fields import EditorField
from greenroom.forms.settings import Section
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.text import line_of
from greenroom.responses.text_values import TextVariable

REELS = 3
# Stands for any symbol in the paytable.
ANY = "*"
MAX_SYMBOLS = 12
MAX_LINES = 30
MAX_WEIGHT = 1_000
MAX_SYMBOL_LENGTH = 20

# The symbols that the reels show.
Spin = tuple[str, ...]
SymbolText = Annotated[str, line_of(MAX_SYMBOL_LENGTH)]


class SlotSymbol(StrictSchema):
    # An emoji, or the name of an emote.
    symbol: SymbolText
    # How often the symbol comes up, relative to the other symbols.
    weight: Annotated[int, Field(ge=1, le=MAX_WEIGHT)]

    @field_validator("symbol")
    @classmethod
    def _one_word(cls, symbol: str) -> str:
        if symbol == ANY or len(symbol.split()) > 1:
            raise ValueError(f"must be one word, and not {ANY}")
        return symbol


class PaytableLine(StrictSchema):
    # The combination, in any order; `*` is any symbol.
    symbols: Annotated[list[SymbolText], Field(min_length=REELS, max_length=REELS)]
    multiplier: Multiplier

    @field_validator("symbols")
    @classmethod
    def _names_a_symbol(cls, symbols: list[str]) -> list[str]:
        if all(symbol == ANY for symbol in symbols):
            raise ValueError("must name a symbol")
        return symbols

    def fits(self, spin: Spin) -> bool:
        required = Counter(symbol for symbol in self.symbols if symbol != ANY)
        return all(spin.count(symbol) >= count for symbol, count in required.items())


def _symbols() -> list[SlotSymbol]:
    weights = {"🍒": 40, "🍋": 30, "🔔": 18, "⭐": 9, "💎": 3}
    return [SlotSymbol(symbol=symbol, weight=weight) for symbol, weight in weights.items()]


def _paytable() -> list[PaytableLine]:
    paid = {
        "💎 💎 💎": 500.0,
        "⭐ ⭐ ⭐": 60.0,
        "🔔 🔔 🔔": 18.0,
        "🍋 🍋 🍋": 7.0,
        "🍒 🍒 🍒": 3.0,
        "💎 💎 *": 11.0,
        "⭐ ⭐ *": 4.0,
        "🍒 🍒 *": 1.0,
    }
    return [PaytableLine(symbols=line.split(), multiplier=multiplier) for line, multiplier in paid.items()]


class SlotsSettings(GameSettings):
    symbols: Annotated[
        list[SlotSymbol],
        Field(min_length=2, max_length=MAX_SYMBOLS, default_factory=_symbols),
        EditorField("Symbols", editor="symbols"),
    ]
    # Of several lines that fit, the one that pays the most counts.
    paytable: Annotated[
        list[PaytableLine],
        Field(min_length=1, max_length=MAX_LINES, default_factory=_paytable),
        EditorField("Paytable", editor="paytable"),
    ]
    # Return to player in percent that the solver on the screen aims at.
    target_return: Annotated[int, Field(ge=1, le=100), EditorField("Target return", editor="solver")] = 95
    win_message: WinMessage = "$(reels) $(user) won $(won) $(pointsname) and now has $(balance)."
    lose_message: LoseMessage = "$(reels) $(user) lost $(bet) $(pointsname) and has $(balance) left."
    all_in_win_message: AllInWinMessage = "$(reels) $(user) bet everything and now has $(balance) $(pointsname)!"
    all_in_lose_message: AllInLoseMessage = "$(reels) $(user) bet all $(bet) $(pointsname) and lost everything."

    @field_validator("symbols")
    @classmethod
    def _distinct(cls, symbols: list[SlotSymbol]) -> list[SlotSymbol]:
        if len({each.symbol for each in symbols}) < len(symbols):
            raise ValueError("must be different")
        return symbols

    @field_validator("paytable")
    @classmethod
    def _known_symbols_once(cls, paytable: list[PaytableLine], info: ValidationInfo) -> list[PaytableLine]:
        known: list[SlotSymbol] = info.data.get("symbols", [])
        used = {symbol for line in paytable for symbol in line.symbols}
        if known and (unknown := used - {ANY, *(each.symbol for each in known)}):
            raise ValueError(f"has a symbol that is on no reel: {min(unknown)}")
        if len({tuple(sorted(line.symbols)) for line in paytable}) < len(paytable):
            raise ValueError("has the same combination twice")
        return paytable

    @cached_property
    def reels(self) -> "Reels":
        return Reels.of(self)


class SpinResult(Struct, frozen=True):
    """What a combination of symbols pays, and the values of the variables that show it."""

    # In hundredths; 0 if no line fits.
    multiplier: int
    values: Mapping[str, str]


class Reels(Struct):
    """The settings prepared for playing."""

    # Each symbol as often as its weight says.
    reel: Sequence[str]
    paytable: Sequence[PaytableLine]
    _results: dict[Spin, SpinResult] = field(default_factory=dict[Spin, SpinResult])

    @classmethod
    def of(cls, settings: SlotsSettings) -> "Reels":
        return cls([each.symbol for each in settings.symbols for _ in range(each.weight)], settings.paytable)

    def spin(self, random: Random) -> SpinResult:
        """Spins the reels; a single random number decides the positions of all."""
        reel, size = self.reel, len(self.reel)
        rest, first = divmod(random.randrange(size**REELS), size)
        third, second = divmod(rest, size)
        return self.result_of((reel[first], reel[second], reel[third]))

    def result_of(self, spin: Spin) -> SpinResult:
        found = self._results.get(spin)
        if found is None:
            fitting = (hundredths(line.multiplier) for line in self.paytable if line.fits(spin))
            found = self._results[spin] = SpinResult(max(fitting, default=0), {"reels": " ".join(spin)})
        return found


class Slots(Game[SlotsSettings]):
    key = "slots"
    title = "Slots"
    settings_type = SlotsSettings
    odds_sections = (
        Section(
            "Symbols",
            "Each of the three reels shows one; a higher weight comes up more often.",
            ("symbols",),
            editor="symbols",
        ),
        Section(
            "Paytable",
            "Combinations in any order, and how many times the bet they pay. If several fit, the highest counts.",
            ("paytable",),
            editor="paytable",
        ),
    )
    variables = (TextVariable("reels", "What the reels show", "🍒 🍒 ⭐"),)

    def prizes(self, settings: SlotsSettings) -> Sequence[Prize]:
        results = ((chance, settings.reels.result_of(spin).multiplier) for spin, chance in _spins(settings))
        return [Prize(chance, Fraction(multiplier, 100)) for chance, multiplier in results if multiplier]

    def play(self, settings: SlotsSettings, bet: int, random: Random) -> Outcome:
        result = settings.reels.spin(random)
        return Outcome(payout(bet, result.multiplier), result.values)


def _spins(settings: SlotsSettings) -> Iterator[tuple[Spin, Fraction]]:
    """Every combination of symbols that a spin can show, regardless of their order, with its chance."""
    weights = {each.symbol: each.weight for each in settings.symbols}
    total = sum(weights.values()) ** REELS
    for spin in combinations_with_replacement(weights, REELS):
        orders = factorial(REELS) // prod(factorial(count) for count in Counter(spin).values())
        yield spin, Fraction(orders * prod(weights[symbol] for symbol in spin), total)
