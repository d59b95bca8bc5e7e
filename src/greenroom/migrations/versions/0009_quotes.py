"""Quotes."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def _of_channel(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_channel_id_channels"
    return sa.ForeignKeyConstraint(["channel_id"], ["channels.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "quote_books",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("last_number", sa.Integer(), nullable=False),
        sa.Column("is_public", sa.Boolean(), server_default=sa.true(), nullable=False),
        _of_channel("quote_books"),
        sa.PrimaryKeyConstraint("channel_id", name="pk_quote_books"),
    )
    op.create_table(
        "quotes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("quoted_name", sa.String(length=100), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("category", sa.String(length=100), nullable=False),
        sa.Column("said_at", UtcDateTime(), nullable=False),
        sa.Column("stream_id", sa.String(length=100), nullable=True),
        sa.Column("stream_offset_seconds", sa.Integer(), nullable=True),
        sa.Column("search", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("created_by", sa.String(length=100), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("updated_by", sa.String(length=100), nullable=False),
        _of_channel("quotes"),
        sa.PrimaryKeyConstraint("id", name="pk_quotes"),
        sa.UniqueConstraint("channel_id", "number", name="uq_quotes_channel_id_number"),
    )


def downgrade() -> None:
    op.drop_table("quotes")
    op.drop_table("quote_books")
