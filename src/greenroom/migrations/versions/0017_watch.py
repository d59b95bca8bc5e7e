"""For public pages: an index of names that ignores case, unlisted streams, the last line before a chat was public."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

TABLE = "channel_providers"
INDEX = "ix_channel_providers_provider_name"


def upgrade() -> None:
    op.add_column(TABLE, sa.Column("is_listed", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.drop_index(INDEX, TABLE)
    op.create_index(INDEX, TABLE, ["provider", sa.text("lower(provider_channel_name)")])
    op.add_column("channels", sa.Column("chat_public_after", sa.BigInteger(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("channels", "chat_public_after")
    op.drop_index(INDEX, TABLE)
    op.create_index(INDEX, TABLE, ["provider", "provider_channel_name"])
    op.drop_column(TABLE, "is_listed")
