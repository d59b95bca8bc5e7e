"""Names of point accounts, for viewers who never wrote in chat."""

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("point_accounts", sa.Column("name", sa.String(length=100), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("point_accounts", "name")
