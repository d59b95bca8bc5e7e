import pytest

from greenroom.accounts.access.rules import Role
from greenroom.features.imports.levels import UNKNOWN_LEVEL, level_of


@pytest.mark.parametrize("source", ["streamelements", "tbot", "streamlabs", "nightbot"])
def test_level_below_the_lowest_of_the_other_bot_becomes_owner(source: str) -> None:
    assert level_of(source, -1) == (Role.OWNER, UNKNOWN_LEVEL)


@pytest.mark.parametrize("source", ["streamelements", "tbot"])
def test_lowest_level_of_the_other_bot_becomes_public(source: str) -> None:
    assert level_of(source, 0) == (Role.PUBLIC, "")
