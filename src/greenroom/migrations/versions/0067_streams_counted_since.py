"""Since when the lines of a stream are counted, so that lines stored before Greenroom noticed its start count too."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0067"
down_revision = "0066"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("streams", sa.Column("counted_since", UtcDateTime(), nullable=True))
    op.execute("UPDATE streams SET counted_since = started_at")


def downgrade() -> None:
    op.drop_column("streams", "counted_since")
