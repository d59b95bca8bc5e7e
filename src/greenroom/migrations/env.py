"""Alembic environment for SQLite and PostgreSQL; `kernel/db/migrate.py` passes in the connection with a transaction."""

from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection

from greenroom import tables
from greenroom.kernel.db import database


def _render(kind: str, item: object, migration: AutogenContext) -> str | Literal[False]:
    """Our own column types as migrations write them, with their import; False leaves the rest to Alembic."""
    if kind != "type" or type(item).__module__ != database.__name__:
        return False
    migration.imports.add(f"from {database.__name__} import {type(item).__name__}")
    return f"{type(item).__name__}()"


connection: Connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=tables.metadata,
    render_as_batch=connection.dialect.name == "sqlite",
    compare_type=True,
    render_item=_render,
    include_name=tables.is_described,
)
context.run_migrations()
