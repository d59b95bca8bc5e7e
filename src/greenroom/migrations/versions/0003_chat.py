"""Chat lines, viewers and the moderation log."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import BigId, JsonType, UtcDateTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# Marks: words that the index contains for each line besides its text, so that a search reads only lines that can match.
# They stand for the channel, the platform and the viewer (both in hex, because the index ignores case), month and day.
# chat/messages/search_marks.py builds the queries.
MARKS = """'c' || {row}channel_id || ' p' || hex({row}provider) || ' v' || hex({row}provider || '/' || {row}viewer_id)
    || strftime(' m%Y%m d%Y%m%d', {row}sent_at)"""
OLD, NEW, EACH = (MARKS.format(row=row) for row in ("old.", "new.", ""))
ADD_WORDS = f"INSERT INTO chat_search (rowid, marks, text) VALUES (new.id, {NEW}, new.text)"  # noqa: S608  # constant text
FORGET_WORDS = (
    "INSERT INTO chat_search (chat_search, rowid, marks, text)"  # noqa: S608  # constant text
    f" VALUES ('delete', old.id, {OLD}, old.text)"
)
SQLITE_SEARCH = (
    f"CREATE VIEW chat_search_lines AS SELECT id, {EACH} AS marks, text FROM chat_messages",  # noqa: S608  # constant text
    """CREATE VIRTUAL TABLE chat_search USING fts5 (
        marks, text, content='chat_search_lines', content_rowid='id', columnsize=0,
        tokenize='unicode61 remove_diacritics 2'
    )""",
    f"CREATE TRIGGER chat_search_added AFTER INSERT ON chat_messages BEGIN {ADD_WORDS}; END",
    f"CREATE TRIGGER chat_search_gone AFTER DELETE ON chat_messages BEGIN {FORGET_WORDS}; END",
    # Other changes of a line, such as its removal, do not change the index.
    f"""CREATE TRIGGER chat_search_changed AFTER UPDATE OF channel_id, provider, viewer_id, text, sent_at
        ON chat_messages BEGIN {FORGET_WORDS}; {ADD_WORDS}; END""",
)
SQLITE_FORGET = (
    "DROP TRIGGER chat_search_changed",
    "DROP TRIGGER chat_search_gone",
    "DROP TRIGGER chat_search_added",
    "DROP TABLE chat_search",
    "DROP VIEW chat_search_lines",
)
# Words as in SQLite: without accents, and dots and dashes separate words. Each line is also marked with its channel and
# with the block of 16,384 lines that it belongs to. Without the high COST, PostgreSQL would call the function for every
# line instead of using the index.
POSTGRES_SEARCH = (
    r"""
    CREATE FUNCTION chat_search_vector(id bigint, channel_id uuid, line text) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 5000 AS $$
    BEGIN
        RETURN to_tsvector(
            'simple'::regconfig,
            regexp_replace(
                regexp_replace(normalize(line, NFD), '[\u0300-\u036f]', '', 'g'),
                '[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+', ' ', 'g'
            )
        ) || array_to_tsvector(ARRAY['c/' || channel_id::text, 'h/' || (id >> 14)::text]);
    END $$
    """,
    "CREATE INDEX ix_chat_search ON chat_messages USING gin (chat_search_vector(id, channel_id, text))",
)
POSTGRES_FORGET = (
    "DROP INDEX ix_chat_search",
    "DROP FUNCTION chat_search_vector(bigint, uuid, text)",
)


def upgrade() -> None:
    create_messages()
    create_moderation_entries()
    create_viewers()
    with op.batch_alter_table("channels") as table:
        table.add_column(sa.Column("is_chat_public", sa.Boolean(), server_default=sa.true(), nullable=False))
        table.add_column(sa.Column("chat_retention_days", sa.Integer(), server_default="0", nullable=False))
    for statement in SQLITE_SEARCH if op.get_bind().dialect.name == "sqlite" else POSTGRES_SEARCH:
        op.get_bind().exec_driver_sql(statement)


def create_messages() -> None:
    op.create_table(
        "chat_messages",
        sa.Column("id", BigId, autoincrement=True, nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("connection_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("message_id", sa.String(length=200), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("sent_at", UtcDateTime(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("removed_at", UtcDateTime(), nullable=True),
        sa.Column("removal", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_chat_messages_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_chat_messages"),
        sa.UniqueConstraint(
            "channel_id", "message_id", "connection_id", name="uq_chat_messages_channel_id_message_id_connection_id"
        ),
    )
    op.create_index("ix_chat_messages_channel_sent", "chat_messages", ["channel_id", "sent_at", "id"])
    op.create_index("ix_chat_messages_provider_sent", "chat_messages", ["channel_id", "provider", "sent_at", "id"])
    op.create_index(
        "ix_chat_messages_viewer_sent", "chat_messages", ["channel_id", "provider", "viewer_id", "sent_at", "id"]
    )


def create_moderation_entries() -> None:
    op.create_table(
        "moderation_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("connection_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("viewer_name", sa.String(length=100), nullable=False),
        sa.Column("action", sa.String(length=20), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("actor_kind", sa.String(length=20), nullable=False),
        sa.Column("actor_name", sa.String(length=100), nullable=False),
        sa.Column("actor_id", sa.Uuid(), nullable=True),
        sa.Column("message_id", sa.String(length=200), nullable=False),
        sa.Column("message_text", sa.Text(), nullable=False),
        sa.Column("detail", sa.String(length=500), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("is_confirmed", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("undone_at", UtcDateTime(), nullable=True),
        sa.Column("undone_by", sa.String(length=100), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_moderation_entries_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_moderation_entries"),
    )
    op.create_index("ix_moderation_entries_channel", "moderation_entries", ["channel_id", "created_at", "id"])
    op.create_index(
        "ix_moderation_entries_viewer", "moderation_entries", ["channel_id", "provider", "viewer_id", "created_at"]
    )


def create_viewers() -> None:
    op.create_table(
        "viewers",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("login", sa.String(length=100), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("search_name", sa.String(length=100), nullable=False),
        sa.Column("colour", sa.String(length=20), nullable=False),
        sa.Column("avatar_url", sa.String(length=500), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("is_bot", sa.Boolean(), nullable=False),
        sa.Column("message_count", sa.Integer(), nullable=False),
        sa.Column("first_seen_at", UtcDateTime(), nullable=False),
        sa.Column("last_seen_at", UtcDateTime(), nullable=False),
        sa.Column("former_names", JsonType(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_viewers_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_viewers"),
        sa.UniqueConstraint("channel_id", "provider", "viewer_id", name="uq_viewers_channel_id_provider_viewer_id"),
    )
    op.create_index("ix_viewers_channel_name", "viewers", ["channel_id", "search_name"])
    op.create_index("ix_viewers_person_id", "viewers", ["person_id"])


def downgrade() -> None:
    for statement in SQLITE_FORGET if op.get_bind().dialect.name == "sqlite" else POSTGRES_FORGET:
        op.get_bind().exec_driver_sql(statement)

    with op.batch_alter_table("channels") as table:
        table.drop_column("chat_retention_days")
        table.drop_column("is_chat_public")

    for table_name in ("viewers", "moderation_entries", "chat_messages"):
        op.drop_table(table_name)
