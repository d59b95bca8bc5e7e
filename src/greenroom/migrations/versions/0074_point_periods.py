"""Points that each viewer earned in the current month and stream, and that all viewers together earned today.

A job reads the entries of a channel in the order of their ids, so the index of entries by channel gets the id.
"""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import BigId, UtcDateTime

revision = "0074"
down_revision = "0073"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "point_periods",
        sa.Column("id", BigId, autoincrement=True, nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("stream_id", sa.Uuid(), nullable=True),
        sa.Column("starts_at", UtcDateTime(), nullable=False),
        sa.Column("ends_at", UtcDateTime(), nullable=True),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("is_complete", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name=op.f("fk_point_periods_channel_id_channels"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_point_periods")),
        sa.UniqueConstraint("channel_id", "kind", "starts_at", name=op.f("uq_point_periods_channel_id_kind_starts_at")),
    )
    op.create_table(
        "point_totals",
        sa.Column("period_id", BigId, nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=False),
        sa.Column("earned", sa.BigInteger(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["period_id"],
            ["point_periods.id"],
            name=op.f("fk_point_totals_period_id_point_periods"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("period_id", "account_id", name=op.f("pk_point_totals")),
    )
    op.create_index("ix_point_totals_rank", "point_totals", ["period_id", "total", "account_id"])
    op.create_table(
        "point_line_sums",
        sa.Column("period_id", BigId, nullable=False),
        sa.Column("line", sa.String(length=10), nullable=False),
        sa.Column("earned", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["period_id"],
            ["point_periods.id"],
            name=op.f("fk_point_line_sums_period_id_point_periods"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("period_id", "line", name=op.f("pk_point_line_sums")),
    )
    op.drop_index("ix_point_entries_channel", "point_entries")
    op.create_index("ix_point_entries_channel", "point_entries", ["channel_id", "id"])


def downgrade() -> None:
    op.drop_index("ix_point_entries_channel", "point_entries")
    op.create_index("ix_point_entries_channel", "point_entries", ["channel_id"])
    op.drop_table("point_line_sums")
    op.drop_table("point_totals")
    op.drop_table("point_periods")
