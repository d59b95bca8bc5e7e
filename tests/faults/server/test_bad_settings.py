"""The message about an invalid setting names the setting, but not its value, which may be a secret."""

from collections.abc import Callable
from pathlib import Path

import pytest

from greenroom.cli import main
from support.installation import Installation

SECRET = "hunter2"
Refusal = Callable[..., str]


@pytest.fixture
def refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Refusal:
    """Runs `greenroom migrate` with the given settings, which it must refuse; returns the error message."""
    monkeypatch.chdir(tmp_path)

    def run(**settings: str) -> str:
        for name, value in settings.items():
            monkeypatch.setenv(f"GREENROOM_{name}", value)
        with pytest.raises(SystemExit) as ended:
            main(["migrate"])
        assert SECRET not in str(ended.value)
        return str(ended.value)

    return run


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", SECRET),
        ("PORT", "70000"),
        ("ROLE", SECRET),
        ("SESSION_DAYS", "0"),
        ("PUBLIC_URL", SECRET),
        ("PUBLIC_URL", f"https://example.org/{SECRET}"),
        ("PUBLIC_URL", f"https://example.org?{SECRET}"),
        ("DATABASE_URL", SECRET),
        ("DATABASE_URL", f"mysql://somebody:{SECRET}@host/name"),
        ("DATABASE_URL", f"postgresql://somebody:{SECRET}@host:port/name"),
        ("REDIS_URL", f"http://:{SECRET}@host"),
        ("TWITCH", SECRET),
    ],
)
def test_bad_setting_is_named_and_its_value_is_not(refusal: Refusal, name: str, value: str) -> None:
    assert name.lower() in refusal(**{name: value})


def test_misspelt_setting_of_a_platform_is_named(refusal: Refusal) -> None:
    assert "twitch.client_secrt" in refusal(TWITCH__CLIENT_SECRT=SECRET)


def test_unknown_setting_in_the_file_is_named(refusal: Refusal, tmp_path: Path) -> None:
    (tmp_path / "greenroom.toml").write_text(f'client_secret = "{SECRET}"\n')
    assert "client_secret" in refusal()


@pytest.mark.parametrize("content", [f'database_url = "{SECRET}\n'.encode(), b"\xff"])
def test_settings_file_that_is_not_toml_is_refused(refusal: Refusal, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "greenroom.toml").write_bytes(content)
    assert "The settings file cannot be read" in refusal()


def test_missing_settings_file_is_reported(refusal: Refusal) -> None:
    assert "elsewhere.toml, and there is no such file" in refusal(CONFIG="elsewhere.toml")


def test_bad_settings_end_the_process_with_a_readable_error(tmp_path: Path) -> None:
    done = Installation(tmp_path).run("serve", GREENROOM_PORT=SECRET, GREENROOM_ROLE=SECRET)
    assert (done.code, done.is_readable_error, SECRET in done.output) == (1, True, False)
    assert "port:" in done.output
    assert "role:" in done.output
