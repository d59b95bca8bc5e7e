"""Everybody finds a channel by its name on a platform, and sees no stream that the platform does not list."""

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


def downgrade() -> None:
    op.drop_index(INDEX, TABLE)
    op.create_index(INDEX, TABLE, ["provider", "provider_channel_name"])
    op.drop_column(TABLE, "is_listed")
