"""What the step "games" of a set-up adds or switches on, and texts that viewers of the rehearsal write after it."""

from greenroom.channel_file.built_in_templates import BUILT_IN
from greenroom.kernel.db.database import JsonObject

COMMANDS: tuple[JsonObject, ...] = tuple(entry for template in BUILT_IN.values() for entry in template.commands)
# Sections of settings whose field `enabled` the step sets.
SWITCHED_ON = ("points", "roulette", "slots")
QUEUES: tuple[JsonObject, ...] = ({"name": "Play with us", "description": "Join with !join."},)
# Texts of the rehearsal's viewers. Bets are small: a viewer who has watched for a minute has ten points.
PLAYS = ("!points", "!roulette 5", "!roulette half", "!slots 5", "!join", "!top")
