"""Channels whose time zone is that of the machine or a stand-in get UTC."""

from alembic import op

revision = "0069"
down_revision = "0068"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE channels SET time_zone = 'UTC' WHERE time_zone IN ('localtime', 'posixrules', 'Factory')")


def downgrade() -> None:
    """The former names meant the time zone of one machine."""
