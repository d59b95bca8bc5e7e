"""The rules that new giveaways begin with."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "giveaway_defaults",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("rules", JsonType(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_giveaway_defaults_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("channel_id", name="pk_giveaway_defaults"),
    )


def downgrade() -> None:
    op.drop_table("giveaway_defaults")
