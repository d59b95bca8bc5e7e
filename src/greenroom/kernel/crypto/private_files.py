"""Files that only the user who runs the server may read."""

import os
import stat
from pathlib import Path

from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

OWNER_ONLY = 0o600


def create_private(path: Path) -> None:
    """Creates an empty file, unless the file exists."""
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, OWNER_ONLY))


def make_private(path: Path) -> None:
    """Removes the permissions of group and others; those of the owner stay as they are."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            path.chmod(mode & 0o700)
    except FileNotFoundError:
        return
    except OSError as error:
        # A file of another user, or a file system without permissions: the server works all the same.
        log.warning("file_readable_by_others", path=str(path), error=error.strerror)
