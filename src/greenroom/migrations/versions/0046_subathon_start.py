"""The first start of a countdown or subathon: activities from before it prolong nothing."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None

# A running countdown gets the creation of its widget as its first start: activities since then have been counted.
RUNNING = """
UPDATE widget_countdowns SET began_at = (SELECT created_at FROM widgets WHERE widgets.id = widget_countdowns.widget_id)
WHERE ends_at IS NOT NULL
"""


def upgrade() -> None:
    op.add_column("widget_countdowns", sa.Column("began_at", UtcDateTime(), nullable=True))
    op.execute(RUNNING)


def downgrade() -> None:
    op.drop_column("widget_countdowns", "began_at")
