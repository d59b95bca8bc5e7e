"""docs/filters.md names every type of filter and every one of its settings."""

from pathlib import Path

from greenroom.features.filters.types.registry import FILTER_TYPES

PAGE = (Path(__file__).parents[2] / "docs" / "filters.md").read_text(encoding="utf-8")


def test_every_type_is_in_the_table() -> None:
    assert len(FILTER_TYPES) == 13
    assert [name for name in FILTER_TYPES if f"| `{name}` |" not in PAGE] == []


def test_every_setting_is_in_the_row_of_its_type() -> None:
    rows = {line.split("`")[1]: line for line in PAGE.splitlines() if line.startswith("| `")}
    missing = [
        f"{name}.{setting}"
        for name, kind in FILTER_TYPES.items()
        for setting in kind.settings.model_fields
        if setting not in rows[name]
    ]
    assert missing == []
