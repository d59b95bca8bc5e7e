import stat
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from greenroom.kernel.crypto.vault import KeyProblem, Vault, add_key, keep_newest_key


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    path = tmp_path / "keys" / "secret.key"
    Vault(path).save()
    return path


def test_encrypted_value_can_be_decrypted_by_the_next_process(key_file: Path) -> None:
    locked = Vault(key_file).encrypt("tökén 🔑")
    assert "tökén" not in locked
    assert Vault(key_file).decrypt(locked) == "tökén 🔑"


def test_encrypting_a_secret_twice_gives_different_results(key_file: Path) -> None:
    vault = Vault(key_file)
    assert vault.encrypt("token") != vault.encrypt("token")


def test_key_file_is_readable_by_its_owner_only(key_file: Path) -> None:
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    add_key(key_file)
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600


def test_opening_the_vault_does_not_create_a_key_file(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "secret.key")
    assert vault.is_unsaved
    assert not vault.path.exists()


def test_of_two_simultaneous_first_runs_the_keys_saved_first_are_used(tmp_path: Path) -> None:
    fast, slow = Vault(tmp_path / "secret.key"), Vault(tmp_path / "secret.key")
    fast.save()
    slow.save()
    assert slow.decrypt(fast.encrypt("token")) == "token"


def test_saving_again_keeps_the_keys(key_file: Path) -> None:
    before = key_file.read_bytes()
    Vault(key_file).save()
    assert key_file.read_bytes() == before


def test_after_a_new_key_old_secrets_can_still_be_read(key_file: Path) -> None:
    locked = Vault(key_file).encrypt("token")
    add_key(key_file)
    vault = Vault(key_file)
    assert vault.decrypt(locked) == "token"
    assert len(key_file.read_bytes().split()) == 2


def test_a_reencrypted_secret_needs_only_the_newest_key(key_file: Path) -> None:
    locked = Vault(key_file).encrypt("token")
    add_key(key_file)
    locked_again = Vault(key_file).reencrypt(locked)
    keep_newest_key(key_file)
    assert Vault(key_file).decrypt(locked_again) == "token"
    with pytest.raises(KeyProblem, match="another key"):
        Vault(key_file).decrypt(locked)


def test_a_secret_of_an_unknown_key_cannot_be_reencrypted(key_file: Path) -> None:
    locked = Fernet(Fernet.generate_key()).encrypt(b"token").decode()
    with pytest.raises(KeyProblem, match="another key"):
        Vault(key_file).reencrypt(locked)


def test_error_for_a_missing_key_file_names_the_file_and_the_solution(tmp_path: Path) -> None:
    locked = Fernet(Fernet.generate_key()).encrypt(b"token").decode()
    with pytest.raises(KeyProblem, match=r"secret\.key is missing.*greenroom key forget"):
        Vault(tmp_path / "secret.key").decrypt(locked)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is empty"),
        (b"\n \n", "is empty"),
        (b"not a key\n", "not a key"),
        (b"\xff\xfe\x00binary", "not a key"),
        (b"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\nrubbish\n", "not a key"),
    ],
)
def test_an_invalid_key_file_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "secret.key"
    path.write_bytes(content)
    with pytest.raises(KeyProblem, match=problem):
        Vault(path)


def test_a_key_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret.key"
    path.mkdir()
    with pytest.raises(KeyProblem, match="cannot be read: Is a directory"):
        Vault(path)


def test_a_key_can_be_added_after_an_interrupted_rotation(key_file: Path) -> None:
    key_file.with_name("secret.key.new").write_bytes(b"half")
    add_key(key_file)
    assert len(key_file.read_bytes().split()) == 2
