"""Switches of a channel: a muted bot, paused alerts."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("channels", sa.Column("bot_muted", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("channels", sa.Column("alerts_paused", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("channels", "alerts_paused")
    op.drop_column("channels", "bot_muted")
