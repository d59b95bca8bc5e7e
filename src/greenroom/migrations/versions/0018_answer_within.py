"""The maximum age of a message that triggers a command, in seconds, for each channel."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("command_settings", sa.Column("answer_within", sa.Integer(), server_default="15", nullable=False))


def downgrade() -> None:
    op.drop_column("command_settings", "answer_within")
