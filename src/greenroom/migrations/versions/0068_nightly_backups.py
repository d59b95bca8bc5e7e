"""Number of nightly backups to keep, which operators set on a screen; 0 switches them off."""

import sqlalchemy as sa
from alembic import op

revision = "0068"
down_revision = "0067"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("installation", sa.Column("backup_keep", sa.Integer(), nullable=False, server_default=sa.text("0")))


def downgrade() -> None:
    op.drop_column("installation", "backup_keep")
