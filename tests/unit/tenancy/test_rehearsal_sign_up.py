"""Beside a rehearsal every user may sign up, unless the setting says otherwise."""

import os

import pytest

from greenroom.rehearse import set_variables

# A variable that the rehearsal prints.
ENVIRONMENT = {"REHEARSAL_CONTROL_URL": "http://127.0.0.1:8100/control"}


@pytest.fixture(autouse=True)
def _restored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_REHEARSAL_URL", "")


def test_everyone_may_sign_up_in_a_rehearsal(monkeypatch: pytest.MonkeyPatch) -> None:
    # Set and deleted, so that the variable is restored after the test.
    monkeypatch.setenv("GREENROOM_SIGN_UP", "")
    monkeypatch.delenv("GREENROOM_SIGN_UP")
    set_variables(ENVIRONMENT)
    assert os.environ["GREENROOM_SIGN_UP"] == "open"


def test_setting_wins_over_the_rehearsal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_SIGN_UP", "invited")
    set_variables(ENVIRONMENT)
    assert os.environ["GREENROOM_SIGN_UP"] == "invited"
