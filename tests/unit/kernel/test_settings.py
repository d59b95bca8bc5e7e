from pathlib import Path

import pytest
from pydantic import ValidationError

from greenroom.kernel.settings import KernelSettings


@pytest.fixture(autouse=True)
def clean_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignores the settings file of the machine."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GREENROOM_CONFIG", raising=False)


def test_every_setting_has_a_default() -> None:
    settings = KernelSettings()
    assert settings.origin == "http://127.0.0.1:8000"
    assert settings.sqlalchemy_url == "sqlite+aiosqlite:///data/greenroom.db"
    assert settings.key_path == Path("data/secret.key")
    assert (settings.sign_up, settings.trusted_proxies) == ("invited", "")


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_PORT", "9000")
    assert KernelSettings().port == 9000


def test_environment_takes_precedence_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "greenroom.toml").write_text('port = 9000\nlog_level = "debug"\n')
    monkeypatch.setenv("GREENROOM_PORT", "9001")
    settings = KernelSettings()
    assert (settings.port, settings.log_level) == (9001, "debug")


def test_path_of_the_file_can_be_configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other.toml").write_text("port = 9000\n")
    monkeypatch.setenv("GREENROOM_CONFIG", str(tmp_path / "other.toml"))
    assert KernelSettings().port == 9000


def test_an_unknown_setting_is_rejected_by_name(tmp_path: Path) -> None:
    (tmp_path / "greenroom.toml").write_text("prot = 9000\n")
    with pytest.raises(ValidationError, match="prot"):
        KernelSettings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "70000"),
        ("port", "http"),
        ("log_level", "loud"),
        ("role", "boss"),
        ("session_days", "0"),
        ("public_url", "example.org"),
        ("public_url", "javascript:alert(1)"),
        ("database_url", "mysql://localhost/x"),
        ("database_url", "greenroom.db"),
        ("sign_up", "everybody"),
        ("trusted_proxies", "proxy.example.org"),
        ("trusted_proxies", "127.0.0.1, 10.0.0.1/8"),
    ],
)
def test_an_invalid_value_is_rejected(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"GREENROOM_{name.upper()}", value)
    with pytest.raises(ValidationError, match=name):
        KernelSettings()


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgresql://me:pw@host/name", "postgresql+asyncpg://me:pw@host/name"),
        ("postgres://me:pw@host/name", "postgresql+asyncpg://me:pw@host/name"),
        ("postgresql+asyncpg://me@/name?host=/tmp/x", "postgresql+asyncpg://me@/name?host=/tmp/x"),
        ("sqlite:////var/x.db", "sqlite+aiosqlite:////var/x.db"),
        ("sqlite+aiosqlite:///x.db", "sqlite+aiosqlite:///x.db"),
        ("postgresql://me:postgresql://@host/name", "postgresql+asyncpg://me:postgresql://@host/name"),
    ],
)
def test_a_database_url_gets_its_async_driver(monkeypatch: pytest.MonkeyPatch, url: str, expected: str) -> None:
    monkeypatch.setenv("GREENROOM_DATABASE_URL", url)
    assert KernelSettings().sqlalchemy_url == expected


def test_urls_with_passwords_are_not_in_the_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_DATABASE_URL", "postgresql://me:hunter2@host/name")
    monkeypatch.setenv("GREENROOM_REDIS_URL", "redis://:hunter2@host/0")
    assert "hunter2" not in repr(KernelSettings())


def test_origin_has_no_trailing_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_PUBLIC_URL", "https://stage.example.org/")
    assert KernelSettings().origin == "https://stage.example.org"


def test_ipv6_host_is_written_in_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_HOST", "::1")
    assert KernelSettings().origin == "http://[::1]:8000"
