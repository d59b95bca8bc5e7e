"""Guests of one stream, the last visit of members, who revoked an invitation, and when access by invitation ends."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "channel_users", sa.Column("ends_after_stream", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column("channel_users", sa.Column("last_seen_at", UtcDateTime(), nullable=True))
    op.add_column("channel_invites", sa.Column("revoked_by_id", sa.Uuid(), nullable=True))
    op.add_column("channel_invites", sa.Column("revoked_at", UtcDateTime(), nullable=True))
    op.add_column("channel_invites", sa.Column("access_ends", sa.String(20), server_default="never", nullable=False))
    op.add_column("channel_invites", sa.Column("access_ends_at", UtcDateTime(), nullable=True))


def downgrade() -> None:
    for column in ("access_ends_at", "access_ends", "revoked_at", "revoked_by_id"):
        op.drop_column("channel_invites", column)
    op.drop_column("channel_users", "last_seen_at")
    op.drop_column("channel_users", "ends_after_stream")
