from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator

from greenroom.accounts.topics import channel_topic
from greenroom.channel_file.sections import check_readable
from greenroom.features.games.kinds.odds import Odds
from greenroom.forms.settings import SectionOut
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.schema import Schema
from greenroom.responses.text_values import TextVariable

games_topic = channel_topic("games")

MAX_PLAYERS_PER_PAGE = 100

PlayerOrder = Literal["net", "biggest_win", "bets"]
# Each game validates its own fields.
SettingsBody = Annotated[JsonObject, AfterValidator(check_readable)]


class OddsOut(Schema):
    """Odds of a bet of 1; a return above 1 means that the house loses."""

    chance: float
    return_to_player: float
    variance: float

    @classmethod
    def of(cls, odds: Odds) -> "OddsOut":
        return cls(
            chance=float(odds.chance), return_to_player=float(odds.return_to_player), variance=float(odds.variance)
        )


class MessageVariable(Schema):
    """A variable of this game's messages."""

    name: str
    summary: str
    shows: str

    @classmethod
    def of(cls, variable: TextVariable) -> "MessageVariable":
        return cls(name=variable.name, summary=variable.summary, shows=variable.shows)


class GameOut(Schema):
    game: str
    title: str
    # Fields of the game's settings type, such as RouletteSettings.
    settings: JsonObject
    odds: OddsOut
    message_variables: list[MessageVariable]
    # The fields of `settings`, in the order of the screen.
    sections: list[SectionOut]
    # 0 while the defaults apply; `updated_at` is then null and `updated_by` empty.
    revision: int
    updated_at: datetime | None
    updated_by: str


class PlayerOut(Schema):
    """What a person has bet and won, with all linked accounts."""

    # The account that bet last.
    provider: str
    viewer_id: str
    name: str
    bets: int
    wins: int
    staked: int
    paid: int
    # The highest payout without its stake.
    biggest_win: int
    # What was paid minus what was staked.
    net: int
    last_bet_at: datetime | None


class GameTotals(Schema):
    bets: int
    wins: int
    staked: int
    paid: int
    players: int


class PlayersOut(Schema):
    records: list[PlayerOut]
    # Sums of all players.
    totals: GameTotals


class ViewerGame(PlayerOut):
    """What a viewer has bet and won in one game."""

    game: str
    title: str


class ViewerGames(Schema):
    """Statistics of a viewer in all games."""

    records: list[ViewerGame]


class GameChanged(Schema):
    """The settings of a game were saved."""

    type: Literal["game_changed"] = "game_changed"
    game: str


class BetMade(Schema):
    """A viewer has bet: the statistics have changed."""

    type: Literal["bet_made"] = "bet_made"
    game: str
