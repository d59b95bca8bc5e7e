"""Checks that no other user of the machine can read the key file, the data folder and the settings file."""

import asyncio
import os
import stat
from pathlib import Path

from greenroom.kernel.health.check import Check, Finding, fine, problem, warning
from greenroom.kernel.settings import CONFIG_FILE_VARIABLE, DEFAULT_CONFIG_FILE, KernelSettings

OTHERS = 0o077


def checks(settings: KernelSettings) -> list[Check]:
    config = Path(os.environ.get(CONFIG_FILE_VARIABLE, DEFAULT_CONFIG_FILE))
    return [
        Check("key_file", "Key file", lambda: check_key(settings.key_path)),
        Check("secrets", "Secret files", lambda: check_secrets(settings.data_dir, config)),
    ]


async def check_key(path: Path) -> Finding:
    mode = await asyncio.to_thread(_mode, path)
    if mode is None:
        return fine("None yet: made at the first start of the server")
    if mode & OTHERS:
        return problem(
            "Other users of this machine can read the key file, which decrypts the tokens of all platforms.",
            f"Run chmod 600 {path}, then greenroom key rotate.",
        )
    return fine("Readable for the server alone")


async def check_secrets(folder: Path, config: Path) -> Finding:
    for path, mode in ((folder, "700"), (config, "600")):
        found = await asyncio.to_thread(_mode, path)
        if found is not None and found & OTHERS:
            return warning(f"Other users of this machine can read {path}.", f"Run chmod {mode} {path}.")
    return fine("Data folder and settings readable for the server alone")


def _mode(path: Path) -> int | None:
    """The permissions of the file; None if there is no such file."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return None
