from typing import Annotated, Literal

from pydantic import Field

from greenroom.features.widgets.types.fields import Platforms
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.forms.fields import Choice, ChoiceField, NumberField
from greenroom.forms.settings import EditedSettings, Section


class EmoteWallWidget(EditedSettings):
    """Emotes of chat messages fly over the stream."""

    providers: Platforms = []
    motion: Annotated[
        Literal["rise", "rain", "float"],
        ChoiceField("Motion", choices=(Choice("rise", "Rise"), Choice("rain", "Rain"), Choice("float", "Float"))),
    ] = "rise"
    size: Annotated[int, Field(ge=16, le=256), NumberField("Size", look="slider", unit="px")] = 64
    seconds: Annotated[int, Field(ge=1, le=30), NumberField("Time on screen", look="slider", unit="s")] = 6
    # More are left out.
    max_emotes: Annotated[int, Field(ge=1, le=200), NumberField("Emotes at once", look="steps", unit_name="emotes")] = (
        60
    )
    max_per_message: Annotated[
        int, Field(ge=1, le=50), NumberField("Per message", look="steps", unit_name="emotes")
    ] = 5


TYPE = WidgetType(
    name="emote_wall",
    label="Emote wall",
    about="Emotes from chat fly over the stream.",
    settings=EmoteWallWidget,
    width=1920,
    height=1080,
    classes=("wall", "wall-emote"),
    feeds=frozenset({"chat"}),
    sections=(
        Section(
            "Emotes",
            "How emotes from chat fly.",
            (
                "providers",
                "motion",
                "size",
                "seconds",
            ),
        ),
        Section(
            "Limits",
            "Keeps a busy chat readable.",
            (
                "max_emotes",
                "max_per_message",
            ),
            is_advanced=True,
        ),
    ),
    tests={"emotes": "Emotes"},
)
