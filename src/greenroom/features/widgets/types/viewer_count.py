from typing import Annotated, Literal

from greenroom.features.widgets.types.fields import Background, Platforms, TextSize
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.forms.fields import Choice, ChoiceField
from greenroom.forms.settings import EditedSettings, Section


class ViewerCountWidget(EditedSettings):
    """Viewers of the streams that are live now."""

    providers: Platforms = []
    layout: Annotated[
        Literal["each", "total"],
        ChoiceField("Show", choices=(Choice("each", "Each platform"), Choice("total", "Total"))),
    ] = "each"
    text_size: TextSize = 32
    background_percent: Background = 86


TYPE = WidgetType(
    name="viewer_count",
    label="Viewer count",
    about="Viewers now, per platform or in total.",
    settings=ViewerCountWidget,
    width=640,
    height=64,
    classes=("viewers", "viewers-platform", "viewers-icon", "viewers-number"),
    feeds=frozenset({"streams"}),
    sections=(
        Section(
            "Viewers",
            "Only platforms that are live are shown.",
            (
                "providers",
                "layout",
            ),
        ),
        Section(
            "Look",
            "How the numbers look on stream.",
            (
                "text_size",
                "background_percent",
            ),
        ),
    ),
    tests={"viewers": "Viewers"},
)
