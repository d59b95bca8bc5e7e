"""Whether everyone may see the leaderboard of a channel."""

import sqlalchemy as sa
from alembic import op

revision = "0072"
down_revision = "0071"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "point_settings", sa.Column("is_leaderboard_public", sa.Boolean(), server_default=sa.false(), nullable=False)
    )


def downgrade() -> None:
    op.drop_column("point_settings", "is_leaderboard_public")
