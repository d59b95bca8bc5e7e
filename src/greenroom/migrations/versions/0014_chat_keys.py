"""On SQLite the full-text index finds lines by message id, in place of an index that took half the time of a write."""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

UNIQUE = "uq_chat_messages_channel_id_message_id_connection_id"
KEY = ["channel_id", "message_id", "connection_id"]
# Marks of a line as in 0003, and its message id, which is mostly one word without its dashes: see line_ids.py.
MARKS = """'c' || {row}channel_id || ' p' || hex({row}provider) || ' v' || hex({row}provider || '/' || {row}viewer_id)
    || strftime(' m%Y%m d%Y%m%d', {row}sent_at)"""
MARKS_WITH_ID = MARKS + " || ' i' || replace({row}message_id, '-', '')"
FORGET = (
    "DROP TRIGGER chat_search_changed",
    "DROP TRIGGER chat_search_gone",
    "DROP TRIGGER chat_search_added",
    "DROP TABLE chat_search",
    "DROP VIEW chat_search_lines",
)


def search(marks: str) -> tuple[str, ...]:
    old, new, each = (marks.format(row=row) for row in ("old.", "new.", ""))
    add = f"INSERT INTO chat_search (rowid, marks, text) VALUES (new.id, {new}, new.text)"  # noqa: S608  # constant text
    forget = (
        "INSERT INTO chat_search (chat_search, rowid, marks, text)"  # noqa: S608  # constant text
        f" VALUES ('delete', old.id, {old}, old.text)"
    )
    return (
        f"CREATE VIEW chat_search_lines AS SELECT id, {each} AS marks, text FROM chat_messages",  # noqa: S608  # constant text
        """CREATE VIRTUAL TABLE chat_search USING fts5 (
            marks, text, content='chat_search_lines', content_rowid='id', columnsize=0,
            tokenize='unicode61 remove_diacritics 2'
        )""",
        f"CREATE TRIGGER chat_search_added AFTER INSERT ON chat_messages BEGIN {add}; END",
        f"CREATE TRIGGER chat_search_gone AFTER DELETE ON chat_messages BEGIN {forget}; END",
        # Other changes of a line, such as its removal, do not change the index.
        f"""CREATE TRIGGER chat_search_changed
            AFTER UPDATE OF channel_id, provider, viewer_id, message_id, text, sent_at
            ON chat_messages BEGIN {forget}; {add}; END""",
        "INSERT INTO chat_search (chat_search) VALUES ('rebuild')",
    )


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    run(FORGET)
    with op.batch_alter_table("chat_messages") as table:
        table.drop_constraint(UNIQUE, type_="unique")
    run(search(MARKS_WITH_ID))


def downgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    run(FORGET)
    with op.batch_alter_table("chat_messages") as table:
        table.create_unique_constraint(UNIQUE, KEY)
    run(search(MARKS))


def run(statements: tuple[str, ...]) -> None:
    for statement in statements:
        op.get_bind().exec_driver_sql(statement)
