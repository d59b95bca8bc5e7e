"""Time zone and language of a channel; prefix and default cooldowns of its commands."""

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("channels", sa.Column("time_zone", sa.String(64), server_default="UTC", nullable=False))
    op.add_column("channels", sa.Column("language", sa.String(20), server_default="en", nullable=False))
    op.add_column("command_settings", sa.Column("prefix", sa.String(3), server_default="!", nullable=False))
    op.add_column(
        "command_settings", sa.Column("default_global_cooldown", sa.Integer(), server_default="5", nullable=False)
    )
    op.add_column(
        "command_settings", sa.Column("default_chatter_cooldown", sa.Integer(), server_default="15", nullable=False)
    )


def downgrade() -> None:
    for column in ("default_chatter_cooldown", "default_global_cooldown", "prefix"):
        op.drop_column("command_settings", column)
    op.drop_column("channels", "language")
    op.drop_column("channels", "time_zone")
