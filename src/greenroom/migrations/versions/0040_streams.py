"""Streams of a channel, their parts on each platform, and their statistics."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def _of_stream(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_stream_id_streams"
    return sa.ForeignKeyConstraint(["stream_id"], ["streams.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "streams",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("category", sa.String(length=200), nullable=False),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.Column("settled_at", UtcDateTime(), nullable=True),
        sa.Column("totals", sa.LargeBinary(), nullable=True),
        sa.Column("tops", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_streams_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_streams"),
    )
    op.create_index("ix_streams_channel_started", "streams", ["channel_id", "started_at", "id"])
    op.create_index("ix_streams_settled", "streams", ["settled_at"])
    op.create_table(
        "stream_parts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("connection_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("platform_stream_id", sa.String(length=100), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("category", sa.String(length=200), nullable=False),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.Column("seen_at", UtcDateTime(), nullable=False),
        _of_stream("stream_parts"),
        sa.PrimaryKeyConstraint("id", name="pk_stream_parts"),
    )
    op.create_index("ix_stream_parts_connection", "stream_parts", ["connection_id", "ended_at"])
    op.create_index("ix_stream_parts_stream", "stream_parts", ["stream_id"])
    op.create_index("ix_stream_parts_ended", "stream_parts", ["ended_at"])
    _create_numbers()


def _create_numbers() -> None:
    op.create_table(
        "stream_minutes",
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("connection_id", sa.Uuid(), nullable=False),
        sa.Column("minute", sa.Integer(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_total", sa.BigInteger(), nullable=False),
        sa.Column("viewer_reports", sa.Integer(), nullable=False),
        sa.Column("viewer_peak", sa.Integer(), nullable=True),
        sa.Column("viewers_held", sa.Integer(), nullable=True),
        sa.Column("lag_ms", sa.Integer(), nullable=True),
        sa.Column("messages", sa.Integer(), nullable=False),
        _of_stream("stream_minutes"),
        sa.PrimaryKeyConstraint("stream_id", "connection_id", "minute", name="pk_stream_minutes"),
    )
    op.create_table(
        "stream_chatters",
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("messages", sa.Integer(), nullable=False),
        sa.Column("is_new", sa.Integer(), nullable=False),
        _of_stream("stream_chatters"),
        sa.PrimaryKeyConstraint("stream_id", "provider", "viewer_id", name="pk_stream_chatters"),
    )
    op.create_table(
        "stream_emotes",
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("source", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("url", sa.String(length=500), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        _of_stream("stream_emotes"),
        sa.PrimaryKeyConstraint("stream_id", "source", "name", name="pk_stream_emotes"),
    )
    op.create_table(
        "stream_counted_lines",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("horizon", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_stream_counted_lines"),
    )
    # Lines that are stored already are counted for no stream.
    op.execute(
        "INSERT INTO stream_counted_lines (id, position, horizon) "
        "SELECT 1, COALESCE(MAX(id), 0), COALESCE(MAX(id), 0) FROM chat_messages"
    )


def downgrade() -> None:
    for table in (
        "stream_counted_lines",
        "stream_emotes",
        "stream_chatters",
        "stream_minutes",
        "stream_parts",
        "streams",
    ):
        op.drop_table(table)
