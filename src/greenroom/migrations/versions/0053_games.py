"""Settings of games, statistics of players, and cooldowns of bets."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, UtcDateTime

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_settings()
    _create_players()
    _create_cooldowns()


def _create_settings() -> None:
    op.create_table(
        "game_settings",
        *_keys("game_settings"),
        sa.Column("settings", JsonType(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("updated_by", sa.String(length=100), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", "game", name="pk_game_settings"),
    )


def _create_players() -> None:
    op.create_table(
        "game_players",
        *_keys("game_players"),
        sa.Column("account_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("bets", sa.BigInteger(), nullable=False),
        sa.Column("wins", sa.BigInteger(), nullable=False),
        sa.Column("staked", sa.BigInteger(), nullable=False),
        sa.Column("paid", sa.BigInteger(), nullable=False),
        sa.Column("biggest_win", sa.BigInteger(), nullable=False),
        sa.Column("last_bet_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", "game", "account_id", name="pk_game_players"),
    )


def _create_cooldowns() -> None:
    op.create_table(
        "game_cooldowns",
        *_keys("game_cooldowns"),
        sa.Column("account_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("ends_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", "game", "account_id", name="pk_game_cooldowns"),
    )


def _keys(table: str) -> tuple[sa.Column[object] | sa.ForeignKeyConstraint, ...]:
    return (
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("game", sa.String(length=30), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name=f"fk_{table}_channel_id_channels", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    for table in ("game_cooldowns", "game_players", "game_settings"):
        op.drop_table(table)
