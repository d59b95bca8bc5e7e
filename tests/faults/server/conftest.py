from house_fixtures import (
    channel_id,
    house,
    migrated_file,
    migrated_template,
    owner,
    postgres_url,
    settings,
    sqlite_url,
    stage,
    theatre,
)

__all__ = [
    "channel_id",
    "house",
    "migrated_file",
    "migrated_template",
    "owner",
    "postgres_url",
    "settings",
    "sqlite_url",
    "stage",
    "theatre",
]
