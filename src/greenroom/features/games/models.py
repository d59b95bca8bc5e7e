from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, String, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import Tracked
from greenroom.kernel.db.database import JsonObject, Table

MAX_GAME_LENGTH = 30
# Account id of the global cooldown.
EVERYONE = 0


class GameSettingsRow(Table, Tracked):
    """Settings of a game in a channel; without a row its defaults apply."""

    __tablename__ = "game_settings"

    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[str] = mapped_column(String(MAX_GAME_LENGTH), primary_key=True)
    # Fields of the game's settings type.
    settings: Mapped[JsonObject]


class GamePlayer(Table):
    """What a viewer has bet and won in a game. Sums stop at MAX_BALANCE, so that browsers read them exactly."""

    __tablename__ = "game_players"

    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[str] = mapped_column(String(MAX_GAME_LENGTH), primary_key=True)
    # The viewer's point account, even while a linked account holds its points.
    account_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    # Name in chat at the last bet.
    name: Mapped[str] = mapped_column(String(100))
    bets: Mapped[int] = mapped_column(BigInteger)
    wins: Mapped[int] = mapped_column(BigInteger)
    staked: Mapped[int] = mapped_column(BigInteger)
    paid: Mapped[int] = mapped_column(BigInteger)
    # The highest payout without its stake.
    biggest_win: Mapped[int] = mapped_column(BigInteger)
    last_bet_at: Mapped[datetime]


class GameCooldown(Table):
    """When a person can bet again; for EVERYONE: when any viewer can."""

    __tablename__ = "game_cooldowns"

    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[str] = mapped_column(String(MAX_GAME_LENGTH), primary_key=True)
    # The point account that holds the person's points, or EVERYONE.
    account_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    ends_at: Mapped[datetime]
