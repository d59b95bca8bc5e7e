"""Giveaways, their entries and draws."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import BigId, JsonType, UtcDateTime

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_giveaways()
    _create_entries()
    _create_minutes()
    _create_lists()
    _create_draws()


def _create_giveaways() -> None:
    op.create_table(
        "giveaways",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("settings", JsonType(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("keyword_key", sa.String(length=200), nullable=False),
        sa.Column("opens_at", UtcDateTime(), nullable=True),
        sa.Column("closes_at", UtcDateTime(), nullable=True),
        sa.Column("opened_at", UtcDateTime(), nullable=True),
        sa.Column("closed_at", UtcDateTime(), nullable=True),
        sa.Column("drawn_at", UtcDateTime(), nullable=True),
        sa.Column("locked_seed", sa.Text(), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("entries_hash", sa.String(length=64), nullable=False),
        sa.Column("entry_count", sa.Integer(), nullable=False),
        sa.Column("ticket_count", sa.Integer(), nullable=False),
        sa.Column("refused_count", sa.Integer(), nullable=False),
        sa.Column("next_reminder_at", UtcDateTime(), nullable=True),
        sa.Column("created_by", sa.String(length=100), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("updated_by", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_giveaways_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_giveaways"),
    )
    op.create_index("ix_giveaways_channel", "giveaways", ["channel_id", "created_at"])
    op.create_index("ix_giveaways_state", "giveaways", ["state"])


def _create_entries() -> None:
    op.create_table(
        "giveaway_entries",
        sa.Column("id", BigId, autoincrement=True, nullable=False),
        sa.Column("giveaway_id", sa.Uuid(), nullable=False),
        sa.Column("entrant", sa.String(length=130), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("search_name", sa.String(length=400), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("tickets", sa.Integer(), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("paid", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("entered_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["giveaway_id"], ["giveaways.id"], name="fk_giveaway_entries_giveaway_id_giveaways", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_giveaway_entries"),
        sa.UniqueConstraint("giveaway_id", "entrant", name="uq_giveaway_entries_giveaway_id_entrant"),
    )
    op.create_index("ix_giveaway_entries_status", "giveaway_entries", ["giveaway_id", "status", "id"])


def _create_minutes() -> None:
    op.create_table(
        "giveaway_minutes",
        sa.Column("giveaway_id", sa.Uuid(), nullable=False),
        sa.Column("minute", UtcDateTime(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["giveaway_id"], ["giveaways.id"], name="fk_giveaway_minutes_giveaway_id_giveaways", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("giveaway_id", "minute", "provider", name="pk_giveaway_minutes"),
    )


def _create_lists() -> None:
    op.create_table(
        "giveaway_lists",
        sa.Column("giveaway_id", sa.Uuid(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["giveaway_id"], ["giveaways.id"], name="fk_giveaway_lists_giveaway_id_giveaways", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("giveaway_id", name="pk_giveaway_lists"),
    )


def _create_draws() -> None:
    op.create_table(
        "giveaway_draws",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("giveaway_id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("counter", sa.Integer(), nullable=False),
        sa.Column("ticket", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("entrant", sa.String(length=130), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("tickets", sa.Integer(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("drawn_at", UtcDateTime(), nullable=False),
        sa.Column("claim_until", UtcDateTime(), nullable=True),
        sa.Column("remind_at", UtcDateTime(), nullable=True),
        sa.Column("settled_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_giveaway_draws_channel_id_channels", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["giveaway_id"], ["giveaways.id"], name="fk_giveaway_draws_giveaway_id_giveaways", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_giveaway_draws"),
        sa.UniqueConstraint("giveaway_id", "number", name="uq_giveaway_draws_giveaway_id_number"),
    )
    op.create_index("ix_giveaway_draws_winner", "giveaway_draws", ["channel_id", "provider", "viewer_id"])
    op.create_index("ix_giveaway_draws_status", "giveaway_draws", ["status"])


def downgrade() -> None:
    for table in ("giveaway_draws", "giveaway_lists", "giveaway_minutes", "giveaway_entries", "giveaways"):
        op.drop_table(table)
