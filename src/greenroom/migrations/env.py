"""Alembic environment for SQLite and PostgreSQL; `kernel/db/migrate.py` passes in the connection with a transaction."""

from alembic import context
from sqlalchemy import Connection

from greenroom import tables

connection: Connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=tables.metadata,
    render_as_batch=connection.dialect.name == "sqlite",
    compare_type=True,
    include_name=tables.is_described,
)
context.run_migrations()
