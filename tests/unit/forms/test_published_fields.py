"""A setting's field is published with the name, the limits and the label that are declared beside it."""

from typing import Annotated, Literal

import pytest
from pydantic import Field

from greenroom.forms.fields import Choice, ChoiceField, MediaField, NumberField, SettingField, TagsField, TextField
from greenroom.forms.settings import EditedSettings, MissingField, Section, fields_of, sections_of
from greenroom.kernel.text import line_of

SIDES = (Choice("heads", "Heads"), Choice("tails", "Tails"))
Title = Annotated[str, line_of(40), TextField("Title")]


class CoinSettings(EditedSettings):
    side: Annotated[Literal["tails", "heads"], ChoiceField("Side", choices=SIDES)] = "tails"
    title: Title = "Coin"
    call: Annotated[Title, TextField("Call", "Said before the toss", placeholder="Heads!")] = "Heads"
    tosses: Annotated[int, Field(ge=1, le=9), NumberField("Tosses", unit="a day")] = 3
    banned: Annotated[list[Annotated[str, line_of(25)]], TagsField("Banned", placeholder="Add a name")] = Field([])
    picture: Annotated[str, MediaField("Picture", media="image")] = ""


PUBLISHED: list[SettingField] = [
    ChoiceField("Side", name="side", choices=SIDES),
    TextField("Title", name="title", max_length=40),
    TextField("Call", "Said before the toss", name="call", placeholder="Heads!", max_length=40),
    NumberField("Tosses", name="tosses", unit="a day", min=1, max=9),
    TagsField("Banned", name="banned", placeholder="Add a name", max_length=25),
    MediaField("Picture", name="picture", media="image"),
]


def test_fields_have_the_names_and_limits_of_their_settings() -> None:
    assert list(fields_of(CoinSettings).values()) == PUBLISHED


def test_section_lists_its_fields_in_its_own_order() -> None:
    (section,) = sections_of(CoinSettings, [Section("Toss", "How it lands.", ("tosses", "side"), is_advanced=True)])
    assert section.model_dump(mode="json") == {
        "title": "Toss",
        "about": "How it lands.",
        "is_advanced": True,
        "editor": "",
        "fields": [
            {
                "name": "tosses",
                "label": "Tosses",
                "help": "",
                "kind": "number",
                "look": "plain",
                "unit": "a day",
                "unit_name": "",
                "min": 1,
                "max": 9,
            },
            {
                "name": "side",
                "label": "Side",
                "help": "",
                "kind": "choice",
                "choices": [{"value": "heads", "label": "Heads"}, {"value": "tails", "label": "Tails"}],
            },
        ],
    }


def test_labels_and_help_are_in_the_schema_of_the_settings() -> None:
    call = CoinSettings.model_json_schema()["properties"]["call"]
    assert (call["title"], call["description"]) == ("Call", "Said before the toss")


class Unlabelled(EditedSettings):
    side: str = "heads"


class Mislabelled(EditedSettings):
    side: Annotated[Literal["heads", "edge"], ChoiceField("Side", choices=SIDES)] = "heads"


@pytest.mark.parametrize("model", [Unlabelled, Mislabelled])
def test_setting_without_a_fitting_field_is_named(model: type[EditedSettings]) -> None:
    with pytest.raises(MissingField, match=rf"{model.__name__}\.side"):
        fields_of(model)
