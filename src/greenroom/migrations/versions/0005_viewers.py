"""Notes on viewers, codes with which viewers link their accounts, and undoing in the moderation log."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_links()
    create_notes()
    with op.batch_alter_table("moderation_entries") as table:
        table.add_column(sa.Column("is_in_doubt", sa.Boolean(), server_default=sa.false(), nullable=False))
        table.add_column(sa.Column("undo_of", sa.Uuid(), nullable=True))
    op.create_index(
        "ix_moderation_entries_asked",
        "moderation_entries",
        ["created_at"],
        postgresql_where=sa.text("outcome = 'asked'"),
        sqlite_where=sa.text("outcome = 'asked'"),
    )


def create_links() -> None:
    op.create_table(
        "link_attempts",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_link_attempts_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("channel_id", "provider", "viewer_id", name="pk_link_attempts"),
    )

    op.create_table(
        "link_codes",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("made_by", sa.String(length=100), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_link_codes_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("channel_id", "code", name="pk_link_codes"),
    )


def create_notes() -> None:
    op.create_table(
        "viewer_notes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("text", sa.String(length=1000), nullable=False),
        sa.Column("author_id", sa.Uuid(), nullable=True),
        sa.Column("author_name", sa.String(length=100), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_viewer_notes_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_viewer_notes"),
    )
    op.create_index("ix_viewer_notes_viewer", "viewer_notes", ["channel_id", "provider", "viewer_id"])


def downgrade() -> None:
    op.drop_index("ix_moderation_entries_asked", table_name="moderation_entries")
    with op.batch_alter_table("moderation_entries") as table:
        table.drop_column("undo_of")
        table.drop_column("is_in_doubt")

    op.drop_table("viewer_notes")

    op.drop_table("link_codes")

    op.drop_table("link_attempts")
