"""The manifest in a backup, and the check whether an installation can restore the backup."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct, field

from greenroom.kernel.start_problem import StartProblem

FORMAT = 1
DATABASE = "database.sqlite"
MEDIA = "media/"
TABLES = "tables/"


class BackupProblem(StartProblem):
    """A backup cannot be made or restored."""


class FileEntry(Struct, frozen=True):
    bytes: int
    sha256: str


class Manifest(Struct, frozen=True, kw_only=True):
    format: int = FORMAT
    # Version of Greenroom.
    app_version: str
    # Version of the database: its newest migration.
    revision: str
    created_at: datetime
    # sqlite or postgresql
    database: str
    # Fingerprints of the keys that encrypt the secrets in the backup, which does not contain the keys.
    key_fingerprints: list[str]
    # False if media is stored in a bucket, which is not part of the backup.
    has_media: bool
    # Columns of each table, in the order of the values; empty for SQLite.
    columns: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    files: dict[str, FileEntry] = field(default_factory=dict[str, FileEntry])


class Target(Struct, frozen=True):
    """The installation that a backup is restored into."""

    database: str
    # All versions of the database that this Greenroom can migrate.
    revisions: Sequence[str]
    key_fingerprints: Sequence[str]


def check_compatible(manifest: Manifest, target: Target, *, without_secrets: bool = False) -> None:
    """Raises BackupProblem with advice if `target` cannot restore the backup; `without_secrets` accepts other keys."""
    if manifest.format > FORMAT or manifest.revision not in target.revisions:
        raise BackupProblem(
            f"The backup was made by Greenroom {manifest.app_version}, which is newer than this one. Update Greenroom "
            "first, then restore it."
        )
    if manifest.database != target.database:
        raise BackupProblem(
            f"The backup is of a database on {manifest.database}, and the setting database_url names one on "
            f"{target.database}. A backup can be restored into the same kind of database only."
        )
    if not without_secrets and not set(manifest.key_fingerprints) <= set(target.key_fingerprints):
        raise BackupProblem(
            "The secrets in the backup were encrypted with another key than the one of this installation. Put that "
            "key file in its place first, or add --without-secrets: the tokens are dropped, and people reconnect "
            "their platforms."
        )
