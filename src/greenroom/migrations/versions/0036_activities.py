"""Activities, the values that a channel has set for them, and each user's settings and acknowledgements."""

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


def _of_user(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_user_id_users"
    return sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=name, ondelete="CASCADE")


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
        sa.Column("value_level", sa.Integer(), nullable=False),
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
    op.create_index("ix_activities_value_level", "activities", ["channel_id", "value_level", "id"])
    op.create_table(
        "activity_values",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(length=20), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        _of_channel("activity_values"),
        sa.PrimaryKeyConstraint("channel_id", "key", name="pk_activity_values"),
    )
    _create_tables_of_people()


def _create_tables_of_people() -> None:
    op.create_table(
        "activity_settings",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("hidden_kinds", JsonType(), nullable=False),
        sa.Column("minimum", sa.BigInteger(), nullable=False),
        sa.Column("has_sound", sa.Boolean(), nullable=False),
        sa.Column("volume", sa.Integer(), nullable=False),
        sa.Column("acknowledged_up_to", sa.Uuid(), nullable=True),
        _of_channel("activity_settings"),
        _of_user("activity_settings"),
        sa.PrimaryKeyConstraint("user_id", "channel_id", name="pk_activity_settings"),
    )
    op.create_index("ix_activity_settings_channel_id", "activity_settings", ["channel_id"])
    op.create_table(
        "activity_acknowledgements",
        sa.Column("activity_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("is_acknowledged", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["activity_id"],
            ["activities.id"],
            name="fk_activity_acknowledgements_activity_id_activities",
            ondelete="CASCADE",
        ),
        _of_user("activity_acknowledgements"),
        sa.PrimaryKeyConstraint("activity_id", "user_id", name="pk_activity_acknowledgements"),
    )
    op.create_index(
        "ix_activity_acknowledgements_user", "activity_acknowledgements", ["user_id", "channel_id", "activity_id"]
    )


def downgrade() -> None:
    op.drop_table("activity_acknowledgements")
    op.drop_table("activity_settings")
    op.drop_table("activity_values")
    op.drop_table("activities")
