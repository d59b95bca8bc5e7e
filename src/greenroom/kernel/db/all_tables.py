"""Every declared table, with those in modules that are not imported at the start."""

from importlib import import_module

from sqlalchemy import Table

from greenroom.kernel.db.database import Table as DeclaredTable

_later_modules: set[str] = set()


def declare_tables_in(module: str) -> None:
    """Says that importing this module declares more tables."""
    _later_modules.add(module)


def all_tables() -> list[Table]:
    """Referring tables come after those that they refer to."""
    for module in _later_modules:
        import_module(module)
    return DeclaredTable.metadata.sorted_tables
