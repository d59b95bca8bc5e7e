"""How many runs of each background job succeeded and failed in each period."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0070"
down_revision = "0069"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "job_counts",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("period", UtcDateTime(timezone=True), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", "period", name="pk_job_counts"),
    )


def downgrade() -> None:
    op.drop_table("job_counts")
