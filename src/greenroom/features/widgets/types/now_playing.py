from greenroom.features.widgets.types.fields import Percent, TextSize
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.kernel.schema import StrictSchema


class NowPlayingWidget(StrictSchema):
    """The song that the channel's music account plays."""

    has_picture: bool = True
    has_progress: bool = False
    text_size: TextSize = 24
    background_percent: Percent = 86


TYPE = WidgetType(
    name="now_playing",
    label="Now playing",
    settings=NowPlayingWidget,
    width=480,
    height=96,
    classes=("song", "song-picture", "song-title", "song-artist", "song-progress"),
    tests=("song",),
)
