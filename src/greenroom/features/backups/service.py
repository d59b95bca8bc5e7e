"""Makes backups while the server runs."""

import asyncio
import os
from datetime import datetime
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from greenroom import __version__
from greenroom.features.backups.archive import ArchiveWriter
from greenroom.features.backups.manifest import DATABASE, MEDIA, BackupProblem, Manifest
from greenroom.features.backups.postgres_copy import read_tables
from greenroom.features.backups.rules import file_name, made_at, to_delete
from greenroom.features.backups.sqlite_copy import copy_database
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto.vault import key_fingerprints
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import current_version
from greenroom.kernel.health.database import sqlite_file
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)


async def make_backup(kernel: Kernel, target: Path | None = None) -> Path:
    """Makes a backup and returns its path. `target` is a file, or a folder; None means the backup folder."""
    target = target or kernel.settings.backup_path / file_name(kernel.clock())
    try:
        if await asyncio.to_thread(target.is_dir):
            target /= file_name(kernel.clock())
        await asyncio.to_thread(target.parent.mkdir, mode=0o700, parents=True, exist_ok=True)
        with await asyncio.to_thread(ArchiveWriter, target) as archive:
            await _fill(kernel, archive, target)
    except OSError as error:
        raise BackupProblem(f"The backup {target} cannot be written: {error.strerror}.") from error
    log.info("backup_made", path=str(target))
    return target


async def _fill(kernel: Kernel, archive: ArchiveWriter, target: Path) -> None:
    """Adds the database, and media both before and after it: the backup has every file that its database refers to.

    The first pass adds files that may be deleted meanwhile, the second pass files that are new since.
    """
    media = None if kernel.settings.s3.bucket else kernel.settings.data_dir / "media"
    created_at = kernel.clock()
    await asyncio.to_thread(_add_media, archive, media)
    revision, columns = await _add_database(kernel.database, archive, target)
    await asyncio.to_thread(_add_media, archive, media)
    manifest = Manifest(
        app_version=__version__,
        revision=revision,
        created_at=created_at,
        database=kernel.database.engine.dialect.name,
        key_fingerprints=key_fingerprints(kernel.settings.key_path),
        has_media=media is not None,
        columns=columns,
        files=archive.files,
    )
    await asyncio.to_thread(archive.finish, manifest)


async def _add_database(database: Database, archive: ArchiveWriter, target: Path) -> tuple[str, dict[str, list[str]]]:
    file = sqlite_file(database)
    if file is None:
        return await _add_tables(database.engine, archive)
    async with database.engine.connect() as connection:
        revision = await connection.run_sync(current_version)
    copy = target.with_name(f".{target.name}.{os.getpid()}.sqlite")
    try:
        await asyncio.to_thread(copy_database, file, copy)
        await asyncio.to_thread(archive.add_file, DATABASE, copy)
    finally:
        await asyncio.to_thread(copy.unlink, missing_ok=True)
    return _require_revision(revision), {}


async def _add_tables(engine: AsyncEngine, archive: ArchiveWriter) -> tuple[str, dict[str, list[str]]]:
    snapshot = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    async with snapshot.connect() as connection:
        revision = await connection.run_sync(current_version)
        return _require_revision(revision), await read_tables(connection, archive)


def _require_revision(revision: str | None) -> str:
    if revision is None:
        raise BackupProblem("The database is empty: there is nothing to back up.")
    return revision


def _add_media(archive: ArchiveWriter, folder: Path | None) -> None:
    if folder is None or not folder.is_dir():
        return
    for file in sorted(folder.iterdir()):
        name = f"{MEDIA}{file.name}"
        if file.is_file() and name not in archive.files:
            _add_if_there(archive, name, file)


def _add_if_there(archive: ArchiveWriter, name: str, file: Path) -> None:
    try:
        archive.add_file(name, file)
    except FileNotFoundError:
        # The file was deleted since the folder was listed.
        return


def newest_backup(folder: Path) -> datetime | None:
    """When the newest backup in this folder was made; None if there is none."""
    if not folder.is_dir():
        return None
    return max((made for file in folder.iterdir() if (made := made_at(file.name))), default=None)


def delete_old_backups(folder: Path, keep: int) -> None:
    for name in to_delete([file.name for file in folder.iterdir()], keep):
        (folder / name).unlink(missing_ok=True)
