"""docs/filters.md names every type of filter and its settings, with limits and default."""

import re
from pathlib import Path

from greenroom.features.filters.types.registry import FILTER_TYPES
from greenroom.kernel.db.database import JsonObject

PAGE = (Path(__file__).parents[2] / "docs" / "filters.md").read_text(encoding="utf-8")
ROWS = {line.split("`")[1]: line for line in PAGE.splitlines() if line.startswith("| `")}


def test_every_type_has_a_row_and_every_row_a_type() -> None:
    assert len(FILTER_TYPES) == 13
    types = PAGE.partition("## Types")[2].partition("\n\n**")[0]
    assert re.findall(r"^\| `(\w+)` \|", types, re.MULTILINE) == list(FILTER_TYPES)


def documented(name: str, setting: JsonObject) -> str:
    """The text about the setting that the row must contain."""
    default = setting.get("default")
    if isinstance(default, bool):
        return f"{name} ({'on' if default else 'off'})"
    if isinstance(default, int):
        return f"{name} ({setting['minimum']}–{setting['maximum']}; {default})"
    return name


def settings_of(kind: str) -> dict[str, JsonObject]:
    return FILTER_TYPES[kind].settings.model_json_schema()["properties"]


def is_in_row(kind: str, text: str) -> bool:
    row = ROWS[kind].replace(",000", "000")
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", row) is not None


def test_every_setting_is_in_the_row_of_its_type_with_limits_and_default() -> None:
    shown = [(kind, documented(*setting)) for kind in FILTER_TYPES for setting in settings_of(kind).items()]
    assert len(shown) > 20
    assert [one for one in shown if not is_in_row(*one)] == []
