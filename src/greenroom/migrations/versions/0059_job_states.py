"""The last run of each background job."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "job_states",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("run", sa.String(), nullable=False),
        sa.Column("began_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("took_ms", sa.Integer(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_job_states"),
    )


def downgrade() -> None:
    op.drop_table("job_states")
