from support.migrated_databases import postgres_url, sqlite_url
from support.rehearsal_fixtures import connection_host, kernel, rehearsal, rehearsal_environment, witness_file
from support.youtube_adapter import youtube

__all__ = [
    "connection_host",
    "kernel",
    "postgres_url",
    "rehearsal",
    "rehearsal_environment",
    "sqlite_url",
    "witness_file",
    "youtube",
]
