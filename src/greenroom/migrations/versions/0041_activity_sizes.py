"""Size levels of activities, a minimum for each kind in place of one for all, and whether follows are grouped."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

MONEY = ("super_chat", "super_sticker", "tip")
DOLLARS = (1, 2, 5, 10, 20, 50, 100)
# Kinds with the same levels, the column with their size, and the smallest size of each level.
SIZES = (
    ("'sub', 'resub'", "months", (2, 3, 6, 12, 24, 36)),
    ("'gift', 'gift_bomb'", "count", (2, 5, 10, 20, 50, 100)),
    ("'cheer', 'kicks', 'tiktok_gift'", "amount", (10, 50, 100, 500, 1_000, 5_000, 10_000)),
    ("'super_chat', 'super_sticker', 'tip'", "value", [dollars * 1_000_000 for dollars in DOLLARS]),
    ("'raid'", "count", (2, 5, 10, 20, 50, 100, 500, 1_000)),
)

settings = sa.table(
    "activity_settings",
    sa.column("user_id", sa.Uuid()),
    sa.column("channel_id", sa.Uuid()),
    sa.column("minimum", sa.BigInteger()),
    sa.column("minimums", JsonType()),
)


def upgrade() -> None:
    op.add_column("activities", sa.Column("size_level", sa.Integer(), server_default=sa.text("0"), nullable=False))
    for kinds, column, levels in SIZES:
        for level, start in enumerate(levels, 1):
            # Our own names and numbers.
            op.execute(f"UPDATE activities SET size_level = {level} WHERE kind IN ({kinds}) AND {column} >= {start}")  # noqa: S608
    op.create_index("ix_activities_size_level", "activities", ["channel_id", "provider", "kind", "size_level", "id"])
    minimums = sa.Column("minimums", JsonType(), server_default=sa.text("'{}'"), nullable=False)
    op.add_column("activity_settings", minimums)
    grouped = sa.Column("group_follows", sa.Boolean(), server_default=sa.true(), nullable=False)
    op.add_column("activity_settings", grouped)
    _split_minimums()
    op.drop_column("activity_settings", "minimum")


def _split_minimums() -> None:
    """Keeps the minimum in dollars for the kinds in MONEY, rounded down to a level."""
    connection = op.get_bind()
    for row in connection.execute(sa.select(settings).where(settings.c.minimum > 0)).all():
        here = (settings.c.user_id == row.user_id) & (settings.c.channel_id == row.channel_id)
        level = max((dollars for dollars in DOLLARS if dollars * 1_000_000 <= row.minimum), default=0)
        if level:
            connection.execute(settings.update().where(here).values(minimums=dict.fromkeys(MONEY, level)))


def downgrade() -> None:
    minimum = sa.Column("minimum", sa.BigInteger(), server_default=sa.text("0"), nullable=False)
    op.add_column("activity_settings", minimum)
    op.drop_column("activity_settings", "group_follows")
    op.drop_column("activity_settings", "minimums")
    op.drop_index("ix_activities_size_level", "activities")
    op.drop_column("activities", "size_level")
