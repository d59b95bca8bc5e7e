"""Names of widgets are unique in a channel, and a widget can be switched off."""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None

# An index and not a constraint: SQLite would copy the table to add one, and so delete all rows that refer to it.
UNIQUE = "uq_widgets_channel_name_key"
MAX_NAME_LENGTH = 100

widgets = sa.table(
    "widgets",
    sa.column("id", sa.Uuid()),
    sa.column("channel_id", sa.Uuid()),
    sa.column("name", sa.String()),
    sa.column("name_key", sa.String()),
)


def upgrade() -> None:
    op.add_column("widgets", sa.Column("is_enabled", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.add_column("widgets", sa.Column("name_key", sa.String(length=400), server_default="", nullable=False))
    _make_names_unique()
    op.create_index(UNIQUE, "widgets", ["channel_id", "name_key"], unique=True)


def _make_names_unique() -> None:
    """The second widget with a name becomes "Name (2)"."""
    connection = op.get_bind()
    rows = connection.execute(sa.select(widgets.c.id, widgets.c.channel_id, widgets.c.name).order_by(widgets.c.id))
    stored = rows.all()
    taken = {(row.channel_id, _key(row.name)) for row in stored}
    named: set[tuple[object, str]] = set()
    for row in stored:
        number, name = 1, row.name
        while (row.channel_id, _key(name)) in (named if number == 1 else taken):
            number += 1
            suffix = f" ({number})"
            name = f"{row.name[: MAX_NAME_LENGTH - len(suffix)]}{suffix}"
        named.add((row.channel_id, _key(name)))
        taken.add((row.channel_id, _key(name)))
        change = sa.update(widgets).where(widgets.c.id == row.id)
        connection.execute(change.values(name=name, name_key=_key(name)))


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def downgrade() -> None:
    op.drop_index(UNIQUE, "widgets")
    op.drop_column("widgets", "name_key")
    op.drop_column("widgets", "is_enabled")
