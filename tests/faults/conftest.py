from support.migrated_databases import postgres_url, sqlite_url
from support.rehearsal_fixtures import (
    connection_host,
    contract_violations_file,
    kernel,
    rehearsal,
    rehearsal_environment,
)
from support.youtube_adapter import youtube

__all__ = [
    "connection_host",
    "contract_violations_file",
    "kernel",
    "postgres_url",
    "rehearsal",
    "rehearsal_environment",
    "sqlite_url",
    "youtube",
]
