"""New queues announce in chat which viewers are called; queues that exist already do not."""

import sqlalchemy as sa
from alembic import op

revision = "0066"
down_revision = "0065"
branch_labels = None
depends_on = None

MESSAGE = "$(names), it is your turn in $(queue)!"


def upgrade() -> None:
    op.add_column("queues", sa.Column("announces", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("queues", sa.Column("call_message", sa.String(length=500), server_default=MESSAGE, nullable=False))


def downgrade() -> None:
    op.drop_column("queues", "call_message")
    op.drop_column("queues", "announces")
