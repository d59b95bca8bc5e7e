"""Templates that every installation offers, for the commands of points, games, queues, giveaways and song requests.

They are declared here and not stored: a release changes them for all, and operators cannot edit them. Commands that a
channel imported stay as they are.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast
from uuid import UUID

from msgspec import Struct

from greenroom.accounts.access.rules import Role
from greenroom.kernel.db.database import JsonObject


class BuiltInTemplate(Struct, frozen=True):
    id: UUID
    title: str
    description: str
    # Entries of the section `commands`; fields left out get their default.
    commands: tuple[JsonObject, ...]

    @property
    def names(self) -> list[str]:
        return [str(cast("list[object]", command["cmds"])[0]) for command in self.commands]


def _command(
    names: str, text: str, description: str, group: str, fields: Mapping[str, object] = MappingProxyType({})
) -> JsonObject:
    """An entry of the section `commands`; `names` are separated by spaces."""
    return {
        "cmds": names.split(),
        "description": description,
        "responses": [{"text": text}],
        "response_type": "reply",
        "group": group,
        **fields,
    }


# A cooldown for each viewer alone, so that one viewer does not keep others from betting or joining.
_PER_VIEWER = {"global_cooldown": 0, "chatter_cooldown": 10}
_EDITORS = {"access_level": int(Role.EDITOR), "public": False, "global_cooldown": 0, "chatter_cooldown": 0}

_POINTS = BuiltInTemplate(
    UUID("5f0e2a6c-0b1d-4d0a-9a51-67726e726d01"),
    "Points",
    "See, give and rank points; editors add and take them.",
    (
        _command("!points", "$(touser): $(points $(touser)) $(pointsname)", "How many points you have", "Points"),
        _command("!give", "$(points.give $(1) $(2))", "Give points to another viewer", "Points", _PER_VIEWER),
        _command("!top !leaderboard", "$(points.top 5)", "Viewers with the most points", "Points"),
        _command("!rank", "$(touser) is number $(points.rank $(touser)).", "Your place by points", "Points"),
        _command("!addpoints", "$(points.add $(1) $(2))", "Add points to a viewer", "Points", _EDITORS),
        _command("!takepoints", "$(points.take $(1) $(2))", "Take points from a viewer", "Points", _EDITORS),
    ),
)
_GAMES = BuiltInTemplate(
    UUID("5f0e2a6c-0b1d-4d0a-9a51-67726e726d02"),
    "Roulette and slots",
    "Bet points: a number, all, half, 50% or 5k.",
    (
        _command("!roulette !gamble", "$(roulette $(1))", "Bet on roulette", "Games", _PER_VIEWER),
        _command("!slots", "$(slots $(1))", "Bet on the slot machine", "Games", _PER_VIEWER),
    ),
)
_QUEUE = BuiltInTemplate(
    UUID("5f0e2a6c-0b1d-4d0a-9a51-67726e726d03"),
    "Viewer queue",
    "Join and leave a queue, and see who is next.",
    (
        _command("!join", "$(queue.join)", "Join the queue", "Viewer queue", _PER_VIEWER),
        _command("!leave", "$(queue.leave)", "Leave the queue", "Viewer queue", _PER_VIEWER),
        # The name makes the text differ from the answer to !join: Twitch shows no text twice within 30 seconds.
        _command("!position", "$(user): $(queue.position)", "Your place in the queue", "Viewer queue", _PER_VIEWER),
        _command("!queue", "$(queue.list)", "Who is next", "Viewer queue"),
    ),
)
_GIVEAWAY = BuiltInTemplate(
    UUID("5f0e2a6c-0b1d-4d0a-9a51-67726e726d04"),
    "Giveaway",
    "Enter the open giveaway, with a number of tickets.",
    (
        _command(
            "!enter !ticket",
            "$(user): $(giveaway.enter $(query))",
            "Enter the giveaway",
            "Giveaway",
            {"global_cooldown": 0, "chatter_cooldown": 3},
        ),
    ),
)
_SONGS = BuiltInTemplate(
    UUID("5f0e2a6c-0b1d-4d0a-9a51-67726e726d05"),
    "Song requests",
    "Request songs, and see what is playing and what comes next. Switch song requests on first.",
    (
        _command(
            "!sr !songrequest", "$(song.request $(query))", "Request a song by link or name", "Music", _PER_VIEWER
        ),
        _command("!song", "$(song|Nothing is playing.)", "What is playing", "Music"),
        _command("!songs", "$(song.requests)", "Which requests come next", "Music"),
    ),
)

BUILT_IN: Mapping[UUID, BuiltInTemplate] = {one.id: one for one in (_POINTS, _GAMES, _QUEUE, _GIVEAWAY, _SONGS)}
