"""A new filter type and a new setting of a widget are published without a line in the web."""

from typing import Annotated, Literal

import pytest
from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.service import list_types
from greenroom.features.filters.types.filter_type import FilterType, SavedFilter
from greenroom.features.filters.types.paragraph import ParagraphCheck, ParagraphSettings
from greenroom.features.filters.types.registry import FILTER_TYPES
from greenroom.features.widgets.service import widget_types
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.features.widgets.types.registry import TYPES
from greenroom.features.widgets.types.text import TYPE as TEXT
from greenroom.features.widgets.types.text import TextWidget
from greenroom.forms.fields import NumberField, SwitchField
from greenroom.forms.settings import EditedSettings, Section


class RhymeSettings(EditedSettings):
    lines: Annotated[int, Field(ge=2, le=8), NumberField("Lines", "A couplet has two", unit="lines")] = 2


class RhymeFilter(FilterFields):
    type: Literal["rhyme"]
    settings: RhymeSettings = Field(default_factory=RhymeSettings)


class RhymeFilterOut(RhymeFilter, SavedFilter):
    pass


RHYME = FilterType(
    key="rhyme",
    title="Rhymes",
    tag="Rhyme filter",
    description="Poems.",
    rule="Messages that rhyme.",
    icon="feather",
    filter=RhymeFilter,
    saved=RhymeFilterOut,
    settings=RhymeSettings,
    check=lambda settings, _, __: ParagraphCheck(ParagraphSettings(max=settings.lines)),
    summary=lambda settings, _: f"{settings.lines} lines",
)


def test_toy_filter_type_is_offered_with_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FILTER_TYPES, "rhyme", RHYME)
    rhyme = list_types()[-1].model_dump(mode="json")
    assert (rhyme["title"], rhyme["tag"], rhyme["rule"]) == ("Rhymes", "Rhyme filter", "Messages that rhyme.")
    assert rhyme["defaults"]["settings"] == {"lines": 2}
    assert rhyme["fields"] == [
        {
            "name": "lines",
            "label": "Lines",
            "help": "A couplet has two",
            "kind": "number",
            "look": "plain",
            "unit": "lines",
            "unit_name": "",
            "min": 2,
            "max": 8,
        }
    ]


class BlinkingText(TextWidget):
    blinks: Annotated[bool, SwitchField("Blink", "Twice a second.")] = False


BLINKING = WidgetType(
    name="text",
    label="Text",
    about="Your own line of text.",
    settings=BlinkingText,
    sections=(*TEXT.sections, Section("Alarm", "Rarely wise.", ("blinks",))),
    width=800,
    height=200,
    classes=("text",),
    tests={},
)


def test_new_setting_of_a_widget_is_in_the_form_of_its_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TYPES, "text", BLINKING)
    (text,) = [one for one in widget_types().records if one.name == "text"]
    assert text.defaults["blinks"] is False
    assert text.sections[-1].model_dump(mode="json") == {
        "title": "Alarm",
        "about": "Rarely wise.",
        "is_advanced": False,
        "editor": "",
        "fields": [{"name": "blinks", "label": "Blink", "help": "Twice a second.", "kind": "switch"}],
    }
