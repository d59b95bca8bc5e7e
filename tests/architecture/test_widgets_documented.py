"""docs/widgets.md lists every widget type with schema, size, settings and class names, and every alert variable."""

import re
from pathlib import Path

from greenroom.features.widgets.alerts.rules import AlertFacts, variables
from greenroom.features.widgets.types.registry import TYPES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "widgets.md").read_text(encoding="utf-8")
STAGE_CODE = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "web" / "src" / "stage").rglob("*.ts"))
    if not path.name.endswith(".test.ts")
)
# The widget page makes class names of these variables of alerts: `alert-${variable}`.
STYLED_VARIABLES = re.compile(r"STYLED = new Set\(\[([^]]+)]\)")
TYPE_ROWS = {
    name: (schema, int(width), int(height), text)
    for name, schema, width, height, text in re.findall(
        r"^\| `(\w+)` \| `(\w+)` \| (\d+) × (\d+) \| (.+) \|$", PAGE, re.MULTILINE
    )
}
CLASS_ROWS = dict(re.findall(r"^\| `(\w+)` \| (`[a-z`, -]+`) \|$", PAGE, re.MULTILINE))


def test_every_type_has_a_row_with_its_schema_and_size() -> None:
    documented = {name: row[:3] for name, row in TYPE_ROWS.items()}
    assert documented == {one.name: (one.settings.__name__, one.width, one.height) for one in TYPES.values()}


def test_every_setting_is_named_in_the_row_of_its_type() -> None:
    for one in TYPES.values():
        row = TYPE_ROWS[one.name][3]
        text = row + TYPE_ROWS["countdown"][3] if "as `countdown`" in row else row
        assert set(one.settings.model_fields) <= set(re.findall(r"`(\w+)`", text)), one.name


def test_every_class_name_is_in_the_row_of_its_type() -> None:
    documented = {name: tuple(re.findall(r"`([\w-]+)`", text)) for name, text in CLASS_ROWS.items()}
    assert documented == {one.name: one.classes for one in TYPES.values()}


def test_every_class_name_occurs_in_the_code_of_the_widget_page() -> None:
    (styled,) = STYLED_VARIABLES.findall(STAGE_CODE)
    used = set(re.findall(r'"([a-z-]+)"', STAGE_CODE)) | {f"alert-{name}" for name in re.findall(r"\w+", styled)}
    assert {name for one in TYPES.values() for name in one.classes} <= used


def test_every_variable_of_alerts_has_a_row() -> None:
    facts = AlertFacts("sub", "", "Ana", 1, 0, "", 0, "", "", "")
    assert re.findall(r"^\| `\{(\w+)\}` \|", PAGE, re.MULTILINE) == list(variables(facts))
