"""Activities, and values that a channel has changed."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, UtcDateTime

revision = "0036"
down_revision = "0034"
branch_labels = None
depends_on = None


def _of_channel(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_channel_id_channels"
    return sa.ForeignKeyConstraint(["channel_id"], ["channels.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "activities",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("connection_id", sa.Uuid(), nullable=True),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("activity_key", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=30), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("viewer_name", sa.String(length=100), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=10), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("months", sa.Integer(), nullable=False),
        sa.Column("tier", sa.String(length=100), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("recipients", JsonType(), nullable=False),
        sa.Column("added_reports", JsonType(), nullable=False),
        sa.Column("stream_id", sa.String(length=100), nullable=True),
        sa.Column("happened_at", UtcDateTime(), nullable=False),
        sa.Column("received_at", UtcDateTime(), nullable=False),
        sa.Column("is_backlog", sa.Boolean(), nullable=False),
        sa.Column("is_test", sa.Boolean(), nullable=False),
        _of_channel("activities"),
        sa.PrimaryKeyConstraint("id", name="pk_activities"),
        sa.UniqueConstraint(
            "channel_id", "provider", "activity_key", name="uq_activities_channel_id_provider_activity_key"
        ),
    )
    op.create_index("ix_activities_channel", "activities", ["channel_id", "id"])
    op.create_index("ix_activities_kind", "activities", ["channel_id", "provider", "kind", "id"])
    op.create_index("ix_activities_value", "activities", ["channel_id", "value"])
    op.create_table(
        "activity_values",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(length=20), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        _of_channel("activity_values"),
        sa.PrimaryKeyConstraint("channel_id", "key", name="pk_activity_values"),
    )


def downgrade() -> None:
    op.drop_table("activity_values")
    op.drop_table("activities")
