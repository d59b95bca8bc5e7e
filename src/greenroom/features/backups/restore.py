"""Restores a backup; no process of the server may run."""

import asyncio
from pathlib import Path

from greenroom.features.backups import postgres_copy, sqlite_copy
from greenroom.features.backups.archive import ArchiveReader
from greenroom.features.backups.manifest import DATABASE, MEDIA, BackupProblem, Manifest, Target, check_compatible
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto.vault import key_fingerprints
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import known_versions, migrate, upgrade_to
from greenroom.kernel.db.worker_lock import no_process
from greenroom.kernel.health.database import sqlite_file

NOT_EMPTY = (
    "The database is not empty. Add --replace to delete everything in it, and put the content of the backup in its "
    "place."
)


async def restore_backup(kernel: Kernel, path: Path, *, replace: bool, without_secrets: bool) -> Manifest:
    """Checks the whole backup, then replaces the database in one step, adds the media, and migrates the database."""
    with await asyncio.to_thread(ArchiveReader, path) as archive:
        fingerprints = key_fingerprints(kernel.settings.key_path)
        target = Target(kernel.database.engine.dialect.name, known_versions(), fingerprints)
        check_compatible(archive.manifest, target, without_secrets=without_secrets)
        await asyncio.to_thread(archive.verify)
        async with no_process(kernel.database):
            await _restore_database(kernel.database, archive, replace=replace)
            await asyncio.to_thread(_restore_media, archive, kernel.settings.data_dir / "media")
            await migrate(kernel.database.engine)
        return archive.manifest


async def _restore_database(database: Database, archive: ArchiveReader, *, replace: bool) -> None:
    file = sqlite_file(database)
    if file is None:
        await _restore_tables(database, archive, replace=replace)
    else:
        await asyncio.to_thread(_restore_file, file, archive, replace=replace)


def _restore_file(file: Path, archive: ArchiveReader, *, replace: bool) -> None:
    if sqlite_copy.has_users(file) and not replace:
        raise BackupProblem(NOT_EMPTY)
    copy = file.with_name(f".{file.name}.restored")
    try:
        archive.extract(DATABASE, copy)
        sqlite_copy.replace_database(copy, file)
    finally:
        copy.unlink(missing_ok=True)


async def _restore_tables(database: Database, archive: ArchiveReader, *, replace: bool) -> None:
    """Restores in one transaction, so that a failure changes nothing."""
    async with database.engine.begin() as connection:
        if await postgres_copy.has_users(connection) and not replace:
            raise BackupProblem(NOT_EMPTY)
        await postgres_copy.drop_schema(connection)
        await connection.run_sync(upgrade_to, archive.manifest.revision)
        await postgres_copy.write_tables(connection, archive)


def _restore_media(archive: ArchiveReader, folder: Path) -> None:
    names = [name for name in archive.manifest.files if name.startswith(MEDIA)]
    if names:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name in names:
        # Only the last part of the name: not even a manipulated backup writes outside the folder.
        archive.extract(name, folder / Path(name).name)
