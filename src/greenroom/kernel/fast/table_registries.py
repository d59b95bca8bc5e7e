"""Gives each table a registry of its own, so that the first query does not wait for nearly a hundred tables.

SQLAlchemy prepares all tables of a registry when the first of them is used. Tables with a relationship between them
would need a common registry; Greenroom declares none.

Sets an attribute of SQLAlchemy's declarative classes, which is not documented.
Fallback: one registry for all. Bench: start.
"""

from sqlalchemy.orm import DeclarativeBase, registry

from greenroom.kernel.fast.switch import is_fast


def give_own_registry(table: type[DeclarativeBase], base: type[DeclarativeBase]) -> None:
    """Gives the table a registry of its own; called before SQLAlchemy maps the table."""
    if is_fast():
        table_registry = registry(metadata=base.metadata, type_annotation_map=base.registry.type_annotation_map)
        table._sa_registry = table_registry  # pyright: ignore[reportPrivateUsage]
