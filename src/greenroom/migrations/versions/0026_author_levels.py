"""The level of a command's author; default commands that change title, category or quotes are for Editors."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0024"
branch_labels = None
depends_on = None

MOD, EDITOR = 7, 100
RAISED = ("!addquote", "!settitle", "!setgame")


def upgrade() -> None:
    op.add_column("commands", sa.Column("author_level", sa.Integer(), server_default=sa.text("0"), nullable=False))
    # Commands for Mods, for everyone and for higher roles count as saved by an Editor, so that they can still change
    # titles and quotes. Commands for Subs (1) and VIPs (2) never could: an Editor has to save them again.
    op.execute("UPDATE commands SET author_level = 100 WHERE access_level NOT IN (1, 2)")
    _set_level(MOD, EDITOR)


def downgrade() -> None:
    _set_level(EDITOR, MOD)
    # Older versions have neither Editors (100) nor Admins (200).
    op.execute("UPDATE commands SET access_level = 500 WHERE access_level IN (100, 200)")
    op.drop_column("commands", "author_level")


def _set_level(before: int, after: int) -> None:
    """Changes the level of RAISED default commands that were never edited: every edit increments the revision."""
    commands = sa.table(
        "commands", sa.column("id"), sa.column("access_level"), sa.column("is_starter"), sa.column("revision")
    )
    names = sa.table("command_names", sa.column("command_id"), sa.column("name"))
    raised = sa.select(names.c.command_id).where(names.c.name.in_(RAISED))
    op.execute(
        sa.update(commands)
        .where(commands.c.is_starter.is_(sa.true()), commands.c.revision == 1, commands.c.access_level == before)
        .where(commands.c.id.in_(raised))
        .values(access_level=after)
    )
