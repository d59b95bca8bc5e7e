from typing import Annotated

from greenroom.features.widgets.types.fields import Background, TextSize
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.forms.fields import SwitchField
from greenroom.forms.settings import EditedSettings, Section


class NowPlayingWidget(EditedSettings):
    """The song that the channel's music account plays."""

    has_picture: Annotated[bool, SwitchField("Cover")] = True
    has_progress: Annotated[bool, SwitchField("Progress bar")] = False
    text_size: TextSize = 24
    background_percent: Background = 86


TYPE = WidgetType(
    name="now_playing",
    label="Now playing",
    about="The song you are listening to.",
    settings=NowPlayingWidget,
    width=480,
    height=96,
    classes=("song", "song-picture", "song-title", "song-artist", "song-progress"),
    sections=(
        Section(
            "Look",
            "How the song looks on stream.",
            (
                "has_picture",
                "has_progress",
                "text_size",
                "background_percent",
            ),
        ),
    ),
    tests={"song": "Song"},
)
