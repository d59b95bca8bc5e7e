"""With a rehearsal, every user may sign up unless the setting `sign_up` is set."""

import os

import pytest

from greenroom.rehearse import set_variables

# A variable that the rehearsal prints.
ENVIRONMENT = {"REHEARSAL_CONTROL_URL": "http://127.0.0.1:8100/control"}


@pytest.fixture(autouse=True)
def _restore_rehearsal_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_REHEARSAL_URL", "")


def test_everyone_may_sign_up_in_a_rehearsal(monkeypatch: pytest.MonkeyPatch) -> None:
    # monkeypatch restores only variables that it has changed.
    monkeypatch.setenv("GREENROOM_SIGN_UP", "")
    monkeypatch.delenv("GREENROOM_SIGN_UP")
    set_variables(ENVIRONMENT)
    assert os.environ["GREENROOM_SIGN_UP"] == "open"


def test_setting_takes_precedence_over_the_rehearsal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_SIGN_UP", "invited")
    set_variables(ENVIRONMENT)
    assert os.environ["GREENROOM_SIGN_UP"] == "invited"
