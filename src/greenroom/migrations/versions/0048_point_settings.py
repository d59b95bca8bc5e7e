"""Settings of points."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "point_settings",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("is_enabled", sa.Boolean(), nullable=False),
        sa.Column("name_singular", sa.String(length=45), nullable=False),
        sa.Column("name_plural", sa.String(length=45), nullable=False),
        sa.Column("per_minute", sa.Integer(), nullable=False),
        sa.Column("sub_multiplier", sa.Integer(), nullable=False),
        sa.Column("per_message", sa.Integer(), nullable=False),
        sa.Column("per_sub", sa.Integer(), nullable=False),
        sa.Column("per_100_bits", sa.Integer(), nullable=False),
        sa.Column("per_follow", sa.Integer(), nullable=False),
        sa.Column("ignored_names", JsonType(), nullable=False),
        sa.Column("can_transfer", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_point_settings_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("channel_id", name="pk_point_settings"),
    )


def downgrade() -> None:
    op.drop_table("point_settings")
