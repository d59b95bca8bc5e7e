"""The timers and the goal of a channel that is set up for a rehearsal."""

from greenroom.kernel.db.database import JsonObject

TIMERS: tuple[JsonObject, ...] = (
    {"name": "Water", "messages": [{"text": "Time for a glass of water."}], "interval_minutes": 20},
    {
        "name": "Commands",
        "messages": [{"text": "Try !uptime, !followage, !quote or !lurk. All commands: !commands"}],
        "interval_minutes": 15,
    },
    {
        "name": "Clips",
        "messages": [{"text": "Clip the good moments."}, {"text": "The best clip of the week opens the next stream."}],
        "interval_minutes": 30,
        "pick": "random",
    },
)
# A goal is a widget.
GOALS: tuple[JsonObject, ...] = (
    {
        "name": "Follower goal",
        "type": "goal",
        "settings": {"title": "New followers", "metric": "activities", "kinds": ["follow"], "target": 50},
    },
)
