"""Statistics of streams as columns, so that SQL can add up the streams of a period."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None

NUMBERS = (
    "peak_viewers",
    "watched_minutes",
    "counted_minutes",
    "messages",
    "chatters",
    "new_chatters",
    "follows",
    "subs",
    "value",
    "filter_hits",
    "lag_ms",
    "commands",
)

streams = sa.table(
    "streams",
    sa.column("id", sa.Uuid()),
    sa.column("channel_id", sa.Uuid()),
    sa.column("started_at", UtcDateTime()),
    sa.column("ended_at", UtcDateTime()),
    sa.column("totals", sa.LargeBinary()),
)


def upgrade() -> None:
    totals = op.create_table(
        "stream_totals",
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("live_seconds", sa.Integer(), nullable=False),
        sa.Column("watched_minutes", sa.BigInteger(), nullable=False),
        sa.Column("counted_minutes", sa.Integer(), nullable=False),
        sa.Column("messages", sa.Integer(), nullable=False),
        sa.Column("chatters", sa.Integer(), nullable=False),
        sa.Column("new_chatters", sa.Integer(), nullable=False),
        sa.Column("follows", sa.Integer(), nullable=False),
        sa.Column("subs", sa.Integer(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("filter_hits", sa.Integer(), nullable=False),
        sa.Column("commands", sa.Integer(), nullable=False),
        sa.Column("lag_ms", sa.Integer(), nullable=True),
        sa.Column("peak_viewers", sa.Integer(), nullable=True),
        sa.Column("platforms", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["stream_id"], ["streams.id"], name="fk_stream_totals_stream_id_streams", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("stream_id", name="pk_stream_totals"),
    )
    connection = op.get_bind()
    rows = [_row(stream) for stream in connection.execute(sa.select(streams).where(streams.c.totals.is_not(None)))]
    op.bulk_insert(totals, rows)
    op.create_index("ix_stream_totals_channel", "stream_totals", ["channel_id", "started_at"])


def _row(stream: Any) -> dict[str, object]:  # noqa: ANN401  # a row of `streams`
    # A list: the average number of viewers, the values of NUMBERS in their order, and the platforms.
    stored = json.loads(stream.totals)
    numbers, platforms = stored[1 : len(NUMBERS) + 1], stored[len(NUMBERS) + 1]
    # The length of a live stream begins with 0 here: a job updates it every minute.
    ended_at = stream.ended_at or stream.started_at
    return {
        "stream_id": stream.id,
        "channel_id": stream.channel_id,
        "started_at": stream.started_at,
        **dict(zip(NUMBERS, numbers, strict=True)),
        "live_seconds": round((ended_at - stream.started_at).total_seconds()),
        # Of each platform its name, watched minutes and messages.
        "platforms": json.dumps([(one[0], one[3], one[5]) for one in platforms]),
    }


def downgrade() -> None:
    op.drop_index("ix_stream_totals_channel", "stream_totals")
    op.drop_table("stream_totals")
