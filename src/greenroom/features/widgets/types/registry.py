"""The types of widgets; a new one is a module of this package and a line in `TYPES`."""

from greenroom.features.widgets.types import (
    alerts,
    chat,
    countdown,
    custom_html,
    emote_wall,
    event_list,
    goal,
    now_playing,
    subathon,
    text,
    viewer_count,
)
from greenroom.features.widgets.types.data import giveaway, leaderboard, queue
from greenroom.features.widgets.types.kind import WidgetType

TYPES: dict[str, WidgetType] = {
    one.name: one
    for one in (
        chat.TYPE,
        alerts.TYPE,
        goal.TYPE,
        viewer_count.TYPE,
        event_list.TYPE,
        countdown.TYPE,
        subathon.TYPE,
        emote_wall.TYPE,
        text.TYPE,
        custom_html.TYPE,
        now_playing.TYPE,
        leaderboard.TYPE,
        giveaway.TYPE,
        queue.TYPE,
    )
}
