"""Queues of viewers and their entries."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import SortText, UtcDateTime

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_queues()
    _create_entries()


def _create_queues() -> None:
    op.create_table(
        "queues",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("name_key", sa.String(length=400), nullable=False),
        sa.Column("description", sa.String(length=200), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("max_size", sa.Integer(), nullable=False),
        sa.Column("max_per_viewer", sa.Integer(), nullable=False),
        sa.Column("subs_first", sa.Boolean(), nullable=False),
        sa.Column("pick", sa.String(length=10), nullable=False),
        sa.Column("group_size", sa.Integer(), nullable=False),
        sa.Column("rejoin", sa.String(length=20), nullable=False),
        sa.Column("rejoin_minutes", sa.Integer(), nullable=False),
        sa.Column("name_label", sa.String(length=40), nullable=False),
        sa.Column("is_name_required", sa.Boolean(), nullable=False),
        sa.Column("answer_seconds", sa.Integer(), nullable=False),
        sa.Column("cost", sa.Integer(), nullable=False),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("session_started_at", UtcDateTime(), nullable=False),
        sa.Column("created_by", sa.String(length=100), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("updated_by", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_queues_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_queues"),
        sa.UniqueConstraint("channel_id", "name_key", name="uq_queues_channel_id_name_key"),
    )


def _create_entries() -> None:
    op.create_table(
        "queue_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("queue_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("login", sa.String(length=100), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("avatar_url", sa.String(length=500), nullable=False),
        sa.Column("is_subscriber", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("place", SortText(), nullable=False),
        sa.Column("game_name", sa.String(length=100), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("paid", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("message_ref", sa.String(length=250), nullable=True),
        sa.Column("joined_at", UtcDateTime(), nullable=False),
        sa.Column("called_at", UtcDateTime(), nullable=True),
        sa.Column("answered_at", UtcDateTime(), nullable=True),
        sa.Column("started_at", UtcDateTime(), nullable=True),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["queue_id"], ["queues.id"], name="fk_queue_entries_queue_id_queues", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_queue_entries"),
        sa.UniqueConstraint("queue_id", "message_ref", name="uq_queue_entries_queue_id_message_ref"),
    )
    op.create_index("ix_queue_entries_state", "queue_entries", ["queue_id", "state", "place"])
    op.create_index("ix_queue_entries_finished", "queue_entries", ["queue_id", "finished_at"])
    op.create_index("ix_queue_entries_viewer", "queue_entries", ["queue_id", "provider", "viewer_id"])


def downgrade() -> None:
    op.drop_table("queue_entries")
    op.drop_table("queues")
