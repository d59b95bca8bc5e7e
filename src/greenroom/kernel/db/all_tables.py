"""Every declared table, including those in modules that are not imported at the start."""

from importlib import import_module

from sqlalchemy import Table

from greenroom.kernel.db.database import Table as DeclaredTable

_later_modules: set[str] = set()


def declare_tables_in(module: str) -> None:
    """Registers a module that declares more tables when it is imported."""
    _later_modules.add(module)


def all_tables() -> list[Table]:
    """All tables, each after the tables that it refers to; imports the registered modules."""
    for module in _later_modules:
        import_module(module)
    return DeclaredTable.metadata.sorted_tables
