"""Suspended users, sign-ins that start from an invitation, and whether the first user has signed in."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0022"
down_revision = "0020"
branch_labels = None
depends_on = None

STATES = "oauth_states"
FOREIGN_KEY = "fk_oauth_states_invite_id_channel_invites"
INDEX = "ix_oauth_states_invite_id"
# Leaves out the tables that `oauth_states` refers to: SQLAlchemy cannot read some of their indexes on SQLite.
ALONE = {"resolve_fks": False}


def upgrade() -> None:
    op.add_column("users", sa.Column("suspended_at", UtcDateTime(), nullable=True))
    with op.batch_alter_table(STATES, reflect_kwargs=ALONE) as table:
        table.add_column(sa.Column("invite_id", sa.Uuid(), nullable=True))
        table.create_foreign_key(FOREIGN_KEY, "channel_invites", ["invite_id"], ["id"], ondelete="SET NULL")
    op.create_index(INDEX, STATES, ["invite_id"])
    op.create_table(
        "installation",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("first_user_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_installation"),
    )
    op.execute(
        "INSERT INTO installation (id, first_user_at)"
        " SELECT 1, min(created_at) FROM users HAVING min(created_at) IS NOT NULL"
    )


def downgrade() -> None:
    op.drop_table("installation")
    op.drop_index(INDEX, STATES)
    with op.batch_alter_table(STATES, reflect_kwargs=ALONE) as table:
        table.drop_constraint(FOREIGN_KEY, type_="foreignkey")
        table.drop_column("invite_id")
    op.drop_column("users", "suspended_at")
