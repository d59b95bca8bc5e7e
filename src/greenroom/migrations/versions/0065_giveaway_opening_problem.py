"""Why a giveaway did not open at its time."""

import sqlalchemy as sa
from alembic import op

revision = "0065"
down_revision = "0064"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("giveaways", sa.Column("opening_problem", sa.String(length=300), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("giveaways", "opening_problem")
