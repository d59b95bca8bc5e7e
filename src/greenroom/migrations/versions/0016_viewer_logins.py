"""An index that finds viewers by login and ignores case."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

INDEX = "ix_viewers_channel_login"


def upgrade() -> None:
    op.create_index(INDEX, "viewers", ["channel_id", sa.text("lower(login)"), "provider"])


def downgrade() -> None:
    op.drop_index(INDEX, "viewers")
