"""Base class of games. Each subclass gets settings, a variable, statistics and a section of the channel file."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, ClassVar, Generic, TypeVar

from msgspec import Struct
from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from greenroom.features.games.kinds.odds import Odds, Prize, hundredths
from greenroom.features.points.ledger.rules import MAX_BALANCE
from greenroom.forms.fields import NumberField, SwitchField, TemplateField
from greenroom.forms.settings import EditedSettings, Section
from greenroom.kernel.text import message_of
from greenroom.responses.text_values import TextVariable

MAX_MESSAGE_LENGTH = 500
MAX_COOLDOWN_SECONDS = 86_400
MAX_MULTIPLIER = 10_000.0

Message = Annotated[str, message_of(MAX_MESSAGE_LENGTH)]
WinMessage = Annotated[Message, TemplateField("Win")]
LoseMessage = Annotated[Message, TemplateField("Lose")]
AllInWinMessage = Annotated[Message, TemplateField("All-in win")]
AllInLoseMessage = Annotated[Message, TemplateField("All-in lose")]
Seconds = Annotated[int, Field(ge=0, le=MAX_COOLDOWN_SECONDS)]


def _with_two_decimals(multiplier: float) -> float:
    if abs(multiplier * 100 - hundredths(multiplier)) > 1e-6:
        raise ValueError("must have at most two decimals")
    return hundredths(multiplier) / 100


# A won bet pays this many times its stake.
Multiplier = Annotated[
    float, Field(ge=0.01, le=MAX_MULTIPLIER, allow_inf_nan=False), AfterValidator(_with_two_decimals)
]


class GameSettings(EditedSettings):
    """Settings that all games have."""

    enabled: Annotated[bool, SwitchField("Viewers can play")] = False
    min_bet: Annotated[int, Field(ge=1, le=MAX_BALANCE), NumberField("Min bet", look="grouped")] = 5
    # 0: no limit.
    max_bet: Annotated[int, Field(ge=0, le=MAX_BALANCE), NumberField("Max bet", look="grouped")] = 0
    # Seconds between two bets of any viewers.
    global_cooldown: Annotated[Seconds, NumberField("Global cooldown", look="grouped", unit="s")] = 0
    # Seconds between two bets of one person.
    user_cooldown: Annotated[Seconds, NumberField("User cooldown", look="grouped", unit="s")] = 30
    mods_skip_cooldowns: Annotated[bool, SwitchField("Moderators skip cooldowns")] = False
    live_only: Annotated[bool, SwitchField("Only while live")] = False
    # Responses with variables; the last two are sent if the viewer bet everything.
    win_message: WinMessage = "$(user) won $(won) $(pointsname) and now has $(balance)."
    lose_message: LoseMessage = "$(user) lost $(bet) $(pointsname) and has $(balance) left."
    all_in_win_message: AllInWinMessage = "$(user) bet everything and now has $(balance) $(pointsname)!"
    all_in_lose_message: AllInLoseMessage = "$(user) bet all $(bet) $(pointsname) and lost everything."

    @field_validator("max_bet")
    @classmethod
    def _not_below_the_minimum(cls, max_bet: int, info: ValidationInfo) -> int:
        if 0 < max_bet < info.data.get("min_bet", 0):
            raise ValueError("must not be below the minimum bet")
        return max_bet


# Sections that every game has, after its own.
LIMITS = Section(
    "Limits",
    "Bets outside these limits get a short answer and cost nothing.",
    ("min_bet", "max_bet", "global_cooldown", "user_cooldown", "live_only", "mods_skip_cooldowns"),
)
MESSAGES = Section(
    "Messages",
    "What the bot answers.",
    ("win_message", "lose_message", "all_in_win_message", "all_in_lose_message"),
    editor="messages",
)


class Outcome(Struct, frozen=True):
    """What a bet pays, the stake included; 0 if it is lost."""

    payout: int
    # Values of the game's own variables.
    values: Mapping[str, str] = {}


Settings = TypeVar("Settings", bound=GameSettings)


class Game(ABC, Generic[Settings]):
    """Roulette, slots and the like. Games have no state: settings and random numbers are arguments."""

    # Identifies the game in the API and the channel file, and is the name of the variable that bets.
    key: ClassVar[str]
    title: ClassVar[str]
    settings_type: type[Settings]
    # The form's first sections: the settings that set the odds, with hand-made editors.
    odds_sections: ClassVar[tuple[Section, ...]] = ()
    # Variables that only the messages of this game have.
    variables: ClassVar[Sequence[TextVariable]] = ()

    @property
    def sections(self) -> tuple[Section, ...]:
        return *self.odds_sections, LIMITS, MESSAGES

    @abstractmethod
    def prizes(self, settings: Settings) -> Sequence[Prize]:
        """Every prize with its exact chance."""

    @abstractmethod
    def play(self, settings: Settings, bet: int, random: Random) -> Outcome:
        """Plays one bet."""

    def odds(self, settings: Settings) -> Odds:
        return Odds.of(self.prizes(settings))


# For code that handles the settings of any game.
AnyGame = Game[GameSettings]
