"""Channels with the time zone `localtime`, `posixrules` or `Factory`, which name no place, get UTC."""

from alembic import op

revision = "0069"
down_revision = "0068"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE channels SET time_zone = 'UTC' WHERE time_zone IN ('localtime', 'posixrules', 'Factory')")


def downgrade() -> None:
    """Changes nothing, because the former names are not stored."""
