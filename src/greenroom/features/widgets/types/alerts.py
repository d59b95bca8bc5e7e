from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, model_validator

from greenroom.accounts.stream_platforms import StreamProviders
from greenroom.features.widgets.types.fields import (
    KIND_TESTS,
    Kinds,
    MediaPath,
    Percent,
    TextSize,
    Value,
    seconds_field,
)
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.forms.fields import EditorField, NumberField
from greenroom.forms.settings import EditedSettings, Section
from greenroom.kernel.ids import new_id
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.text import check_storable, line_of

MAX_RULES = 50
MAX_VARIANTS = 10
MAX_TEXT_LENGTH = 300
MAX_COUNT = 2**53 - 1

Template = Annotated[str, Field(max_length=MAX_TEXT_LENGTH), AfterValidator(check_storable)]
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]


class Speech(StrictSchema):
    """Text that the browser reads aloud, with the variables replaced; cut off at `max_characters`."""

    enabled: bool = False
    text: Template = "{name} says: {message}"
    # Activities below this value are not read; millionths of a US dollar.
    minimum: Value = 0
    max_characters: Annotated[int, Field(ge=1, le=500)] = 200
    # BCP 47 language tag of the voice, such as en-GB; empty for the browser's own.
    language: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{0,35}$")] = ""
    rate_percent: Annotated[int, Field(ge=50, le=200)] = 100
    volume: Percent = 80


class AlertVariant(StrictSchema):
    # Chance of this variant, relative to the other variants of its rule.
    weight: Annotated[int, Field(ge=1, le=100)] = 1
    image: MediaPath = ""
    video: MediaPath = ""
    sound: MediaPath = ""
    volume: Percent = 80
    # Template of the first line, with variables in braces: {name}, {amount}, {count}, …
    text: Template = "{name}"
    # Template of the second line.
    message: Template = "{message}"
    duration_seconds: Annotated[int, Field(ge=2, le=60)] = 8
    layout: Literal["above", "beside", "behind"] = "above"
    animation: Literal["fade", "slide", "pop", "none"] = "fade"
    speech: Speech = Speech()


class AlertRule(StrictSchema):
    """How to show an activity; the first enabled rule that matches the activity is used."""

    id: Annotated[UUID, Field(default_factory=new_id)]
    name: Annotated[str, line_of(60)]
    enabled: bool = True
    # Empty means all kinds.
    kinds: Kinds = []
    # Empty means all platforms.
    providers: StreamProviders = []
    # Range of the activity's value, in millionths of a US dollar; a maximum of 0 means no maximum.
    min_value: Value = 0
    max_value: Value = 0
    # Range of the activity's number, such as subs, Bits or viewers of a raid; a maximum of 0 means no maximum.
    min_count: Count = 0
    max_count: Count = 0
    # An activity that chance leaves out is not shown by a later rule either.
    chance_percent: Annotated[int, Field(ge=1, le=100)] = 100
    variants: Annotated[list[AlertVariant], Field(min_length=1, max_length=MAX_VARIANTS)] = [AlertVariant()]

    @model_validator(mode="after")
    def _ranges_are_not_empty(self) -> "AlertRule":
        if self.max_value and self.max_value < self.min_value:
            raise ValueError("the highest value must not be below the lowest")
        if self.max_count and self.max_count < self.min_count:
            raise ValueError("the highest number must not be below the lowest")
        return self


def _ids_are_unique(rules: list[AlertRule]) -> list[AlertRule]:
    if len({rule.id for rule in rules}) != len(rules):
        raise ValueError("two rules have the same id")
    return rules


class AlertsWidget(EditedSettings):
    """Shows one alert at a time, in the order of the activities."""

    rules: Annotated[
        list[AlertRule],
        Field(max_length=MAX_RULES),
        AfterValidator(_ids_are_unique),
        EditorField("Rules", editor="rules"),
    ] = []
    gap_seconds: Annotated[int, Field(ge=0, le=30), seconds_field("Pause between alerts")] = 1
    text_size: TextSize = 40
    # Scales the volume of all sounds and voices.
    volume: Annotated[Percent, NumberField("Volume", look="slider", unit="%")] = 100


TYPE = WidgetType(
    name="alerts",
    label="Alerts",
    about="Images, sounds and text for follows, subs, gifts and tips.",
    settings=AlertsWidget,
    width=800,
    height=600,
    classes=(
        "alert",
        "alert-media",
        "alert-text",
        "alert-message",
        "alert-name",
        "alert-amount",
        "alert-count",
        "alert-months",
    ),
    sections=(
        Section("Alerts", "The first rule that fits an event shows it.", ("rules",)),
        Section(
            "Look and sound",
            "Applies to every alert.",
            (
                "text_size",
                "volume",
                "gap_seconds",
            ),
        ),
    ),
    tests=KIND_TESTS,
)
