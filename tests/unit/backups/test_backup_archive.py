"""The database in a backup is compressed, media are not, and only their owner can read the extracted files."""

import zipfile
import zlib
from datetime import UTC, datetime
from pathlib import Path

from greenroom.features.backups.archive import ArchiveWriter
from greenroom.features.backups.manifest import DATABASE, MEDIA, Manifest

LINES = b"".join(f"line {number} of the chat, {number * 7919 % 1000}\n".encode() for number in range(5_000))
NOW = datetime(2030, 1, 2, tzinfo=UTC)


def compressed_size(content: bytes) -> int:
    """Size after compression at the fastest level."""
    compress = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    return len(compress.compress(content) + compress.flush())


def test_database_is_compressed_the_fastest_way_and_media_are_not_compressed(tmp_path: Path) -> None:
    manifest = Manifest(
        app_version="1", revision="1", created_at=NOW, database="sqlite", key_fingerprints=[], has_media=True
    )
    with ArchiveWriter(tmp_path / "backup.zip") as archive:
        for name in (DATABASE, f"{MEDIA}sound"):
            with archive.open(name) as member:
                member.write(LINES)
        archive.finish(manifest)
    with zipfile.ZipFile(tmp_path / "backup.zip") as written:
        sizes = {entry.filename: entry.compress_size for entry in written.infolist()}
        modes = {entry.external_attr >> 16 & 0o777 for entry in written.infolist()}
    assert (sizes[DATABASE], sizes[f"{MEDIA}sound"]) == (compressed_size(LINES), len(LINES))
    assert modes == {0o600}
