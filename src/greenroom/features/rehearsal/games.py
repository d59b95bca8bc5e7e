"""What the set-up of a rehearsal adds for points and games, and the texts that its viewers write afterwards."""

from greenroom.kernel.db.database import JsonObject
from greenroom.portable.built_in_templates import BUILT_IN

COMMANDS: tuple[JsonObject, ...] = tuple(entry for template in BUILT_IN.values() for entry in template.commands)
# Sections of settings with a field `enabled`.
SWITCHED_ON = ("points", "roulette", "slots")
QUEUES: tuple[JsonObject, ...] = ({"name": "Play with us", "description": "Join with !join."},)
# Small bets: a viewer who has watched for a minute has ten points.
PLAYS = ("!points", "!roulette 5", "!roulette half", "!slots 5", "!join", "!top")
