"""Since when a chat is public: messages that were sent earlier stay private, even if they are stored later."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0034"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("channels", sa.Column("chat_public_since", UtcDateTime(), nullable=True))


def downgrade() -> None:
    op.drop_column("channels", "chat_public_since")
