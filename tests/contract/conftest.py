from backstage_fixtures import backstage, kernel, rehearsal, rehearsal_environment, witness_file
from migrated import postgres_url, sqlite_url
from youtube_stage import youtube

__all__ = [
    "backstage",
    "kernel",
    "postgres_url",
    "rehearsal",
    "rehearsal_environment",
    "sqlite_url",
    "witness_file",
    "youtube",
]
