"""Encryption of tokens and other secrets; the key file may hold several keys, newest first."""

import contextlib
import os
from collections.abc import Generator
from hashlib import sha256
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from greenroom.kernel.crypto.private_files import OWNER_ONLY, make_private
from greenroom.kernel.start_problem import StartProblem

ANOTHER_KEY = (
    "The tokens in the database were encrypted with another key than the one in {path}. Restore that file from your "
    "backup, or run `greenroom key forget` to drop the tokens: people then reconnect their platforms."
)
NO_KEY = (
    "The key file {path} is missing, and the database holds tokens encrypted with it. Restore it from your backup, "
    "or run `greenroom key forget` to drop the tokens: people then reconnect their platforms."
)

NOT_KEYS = (
    "The key file {path} {problem}. Restore it from your backup, or delete it and run `greenroom key forget` to drop "
    "the tokens that it encrypted: people then reconnect their platforms."
)

FINGERPRINT_LENGTH = 16


class KeyProblem(StartProblem):
    """The key file is missing, unreadable or the wrong one."""


class Vault:
    """Encrypts and decrypts with the key file; without that file, with a key in memory until `save` creates the file.

    The key in memory decrypts no stored token, so `prepare_vault` detects a lost key file before it calls `save`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_unsaved = not path.exists()
        self._stamp: tuple[int, int] | None = _stamp(path)
        self._fernet = MultiFernet([Fernet(Fernet.generate_key())] if self.is_unsaved else _read_keys(path))

    def encrypt(self, secret: str) -> str:
        return self._keys().encrypt(secret.encode()).decode()

    def decrypt(self, encrypted: str) -> str:
        # The file is checked for new keys only if the loaded keys fail: the check takes longer than decrypting.
        try:
            return self._fernet.decrypt(encrypted.encode()).decode()
        except InvalidToken:
            with self._as_key_problem():
                return self._keys().decrypt(encrypted.encode()).decode()

    def reencrypt(self, encrypted: str) -> str:
        """Encrypts the same secret with the newest key."""
        with self._as_key_problem():
            return self._keys().rotate(encrypted.encode()).decode()

    def _keys(self) -> MultiFernet:
        """The keys; reads the file again if it changed, for example by `greenroom key rotate` in another process."""
        stamp = _stamp(self.path)
        if not self.is_unsaved and stamp not in {None, self._stamp}:
            self._fernet, self._stamp = MultiFernet(_read_keys(self.path)), stamp
        return self._fernet

    def save(self) -> None:
        """Creates the key file if there is none; if another process created it first, uses that one.

        Makes the file unreadable for other users, even if it existed.
        """
        if self.is_unsaved:
            with contextlib.suppress(FileExistsError):
                _create_keys(self.path, Fernet.generate_key())
            self._stamp, self._fernet = _stamp(self.path), MultiFernet(_read_keys(self.path))
            self.is_unsaved = False
        make_private(self.path)

    @contextlib.contextmanager
    def _as_key_problem(self) -> Generator[None]:
        try:
            yield
        except InvalidToken as error:
            problem = NO_KEY if self.is_unsaved else ANOTHER_KEY
            raise KeyProblem(problem.format(path=self.path)) from error


def add_key(path: Path) -> None:
    """Adds a new key in front; the old ones stay, to decrypt what they encrypted."""
    _replace_keys(path, Fernet.generate_key() + b"\n" + path.read_bytes())


def keep_newest_key(path: Path) -> None:
    _replace_keys(path, path.read_bytes().split()[0])


def key_fingerprints(path: Path) -> list[str]:
    """One fingerprint for each key, to tell keys apart without revealing them; none if there is no key file."""
    if not path.exists():
        return []
    _read_keys(path)
    return [sha256(key).hexdigest()[:FINGERPRINT_LENGTH] for key in path.read_bytes().split()]


def _stamp(path: Path) -> tuple[int, int] | None:
    """Inode and modification time, which change when the file is replaced; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def _read_keys(path: Path) -> list[Fernet]:
    try:
        keys = [Fernet(line) for line in path.read_bytes().split()]
    except OSError as error:
        raise KeyProblem(f"The key file {path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise KeyProblem(NOT_KEYS.format(path=path, problem="holds a line that is not a key")) from error
    if not keys:
        raise KeyProblem(NOT_KEYS.format(path=path, problem="is empty"))
    return keys


def _create_keys(path: Path, keys: bytes) -> None:
    """Creates the key file as a whole; raises FileExistsError if it exists."""
    complete = _write_temporary(path, keys)
    try:
        path.hardlink_to(complete)
    finally:
        complete.unlink()


def _replace_keys(path: Path, keys: bytes) -> None:
    _write_temporary(path, keys).replace(path)


def _write_temporary(path: Path, keys: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    # A file that an interrupted run left behind may have other permissions.
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    with os.fdopen(descriptor, "wb") as file:
        file.write(keys.rstrip() + b"\n")
    return temporary
