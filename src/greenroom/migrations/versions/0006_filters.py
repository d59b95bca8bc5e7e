"""Chat filters, hits, strikes, permits and backtests."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, UtcDateTime

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _filters()
    _hits()
    _strikes_and_permits()
    _backtests()


def _of_channel(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_channel_id_channels"
    return sa.ForeignKeyConstraint(["channel_id"], ["channels.id"], name=name, ondelete="CASCADE")


def _of_filter(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_filter_id_filters"
    return sa.ForeignKeyConstraint(["filter_id"], ["filters.id"], name=name, ondelete="CASCADE")


def _filters() -> None:
    op.create_table(
        "filters",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("type", sa.String(length=30), nullable=False),
        sa.Column("is_enabled", sa.Boolean(), nullable=False),
        sa.Column("mode", sa.String(length=10), nullable=False),
        sa.Column("providers", JsonType(), nullable=False),
        sa.Column("exempt_level", sa.Integer(), nullable=False),
        sa.Column("exempt_viewers", JsonType(), nullable=False),
        sa.Column("ladder", JsonType(), nullable=False),
        sa.Column("message", sa.String(length=500), nullable=False),
        sa.Column("strike_seconds", sa.Integer(), nullable=False),
        sa.Column("settings", JsonType(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("term_count", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("updated_by", sa.String(length=100), nullable=False),
        _of_channel("filters"),
        sa.PrimaryKeyConstraint("id", name="pk_filters"),
    )
    op.create_index("ix_filters_channel_place", "filters", ["channel_id", "place", "id"])
    op.create_table(
        "filter_terms",
        sa.Column("filter_id", sa.Uuid(), nullable=False),
        sa.Column("terms", sa.LargeBinary(), nullable=False),
        _of_filter("filter_terms"),
        sa.PrimaryKeyConstraint("filter_id", name="pk_filter_terms"),
    )


def _hits() -> None:
    op.create_table(
        "filter_hits",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("filter_id", sa.Uuid(), nullable=False),
        sa.Column("connection_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("message_id", sa.String(length=200), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("viewer_name", sa.String(length=100), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("reason", sa.String(length=700), nullable=False),
        sa.Column("spans", JsonType(), nullable=False),
        sa.Column("action", sa.String(length=20), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=True),
        sa.Column("is_shadow", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        _of_channel("filter_hits"),
        _of_filter("filter_hits"),
        sa.PrimaryKeyConstraint("id", name="pk_filter_hits"),
    )
    op.create_index("ix_filter_hits_channel_created", "filter_hits", ["channel_id", "created_at", "filter_id"])
    op.create_index("ix_filter_hits_filter", "filter_hits", ["filter_id", "id"])
    op.create_index("ix_filter_hits_message", "filter_hits", ["channel_id", "message_id", "connection_id"])


def _strikes_and_permits() -> None:
    op.create_table(
        "filter_strikes",
        sa.Column("filter_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        _of_channel("filter_strikes"),
        _of_filter("filter_strikes"),
        sa.PrimaryKeyConstraint("filter_id", "provider", "viewer_id", name="pk_filter_strikes"),
    )
    op.create_index("ix_filter_strikes_viewer", "filter_strikes", ["channel_id", "provider", "viewer_id"])
    op.create_index("ix_filter_strikes_expires_at", "filter_strikes", ["expires_at"])
    op.create_table(
        "filter_permits",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("used_for", sa.String(length=200), nullable=False),
        _of_channel("filter_permits"),
        sa.PrimaryKeyConstraint("id", name="pk_filter_permits"),
        sa.UniqueConstraint(
            "channel_id", "provider", "viewer_id", name="uq_filter_permits_channel_id_provider_viewer_id"
        ),
    )


def _backtests() -> None:
    op.create_table(
        "filter_backtests",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("hours", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("detail", sa.String(length=300), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("is_cancel_asked", sa.Boolean(), nullable=False),
        sa.Column("result", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("touched_at", UtcDateTime(), nullable=False),
        _of_channel("filter_backtests"),
        sa.PrimaryKeyConstraint("id", name="pk_filter_backtests"),
    )
    op.create_index("ix_filter_backtests_channel_id", "filter_backtests", ["channel_id"])
    op.create_index("ix_filter_backtests_touched_at", "filter_backtests", ["touched_at"])


def downgrade() -> None:
    for table in ("filter_backtests", "filter_permits", "filter_strikes", "filter_hits", "filter_terms", "filters"):
        op.drop_table(table)
