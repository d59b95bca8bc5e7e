"""Point accounts and their entries."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import BigId, SortText, UtcDateTime

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_accounts()
    _create_entries()


def _create_accounts() -> None:
    op.create_table(
        "point_accounts",
        sa.Column("id", BigId, autoincrement=True, nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("provider", SortText(length=20), nullable=False),
        sa.Column("viewer_id", SortText(length=100), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("held_by_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_point_accounts_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_point_accounts"),
        sa.UniqueConstraint(
            "channel_id", "provider", "viewer_id", name="uq_point_accounts_channel_id_provider_viewer_id"
        ),
    )
    op.create_index("ix_point_accounts_balance", "point_accounts", ["channel_id", "balance", "id"])
    is_held = sa.text("held_by_id IS NOT NULL")
    op.create_index(
        "ix_point_accounts_held_by_id",
        "point_accounts",
        ["held_by_id"],
        postgresql_where=is_held,
        sqlite_where=is_held,
    )


def _create_entries() -> None:
    op.create_table(
        "point_entries",
        sa.Column("id", BigId, autoincrement=True, nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.Column("delta", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=30), nullable=False),
        sa.Column("reference", sa.String(length=200), nullable=True),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("actor_id", sa.Uuid(), nullable=True),
        sa.Column("actor_name", sa.String(length=100), nullable=False),
        sa.Column("undoes_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_point_entries_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_point_entries"),
    )
    op.create_index("ix_point_entries_account", "point_entries", ["account_id", "id"])
    has_reference = sa.text("reference IS NOT NULL")
    op.create_index(
        "uq_point_entries_reference",
        "point_entries",
        ["channel_id", "reference"],
        unique=True,
        postgresql_where=has_reference,
        sqlite_where=has_reference,
    )


def downgrade() -> None:
    op.drop_table("point_entries")
    op.drop_table("point_accounts")
