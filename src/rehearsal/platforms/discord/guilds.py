"""Servers: everybody has one of their own, and some are guests on others'."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from rehearsal.world import Person, World

Json = dict[str, JsonValue]

EPOCH_MS = 1_420_070_400_000
ALL_PERMISSIONS = str(2**52 - 1)
MANAGE_GUILD = 1 << 5
VIEW_AND_SEND = (1 << 10) | (1 << 11)
TEXT, VOICE, ANNOUNCEMENT, FORUM = 0, 2, 5, 15
# What stands in the lowest bits of ids that belong to one person's server.
GUILD, GENERAL, LIVE, LOUNGE, SHOWCASE, PINGS = range(1, 7)


def snowflake(moment: datetime, number: int) -> str:
    return str((int(moment.timestamp() * 1000) - EPOCH_MS) << 22 | number & 0x3FFFFF)


def user_id(person: Person) -> str:
    """Milliseconds above, as in every id of Discord, and below the person's own number."""
    return _owned(person, 0)


def _owned(person: Person, part: int) -> str:
    milliseconds = 60_000_000_000 + int(person.id) * 300
    return str(milliseconds << 22 | (int(person.id) << 3 | part) & 0x3FFFFF)


@dataclass(frozen=True, slots=True)
class Guild:
    owner: Person

    @property
    def id(self) -> str:
        return _owned(self.owner, GUILD)

    @property
    def name(self) -> str:
        return f"{self.owner.display_name}'s corner"

    def channels(self) -> list[Json]:
        kinds = ((GENERAL, TEXT, "general"), (LIVE, ANNOUNCEMENT, "live-now"), (LOUNGE, VOICE, "lounge"))
        every = (*kinds, (SHOWCASE, FORUM, "showcase"))
        return [
            {
                "id": _owned(self.owner, part),
                "type": kind,
                "flags": 0,
                "guild_id": self.id,
                "name": name,
                "parent_id": None,
                "position": position,
            }
            for position, (part, kind, name) in enumerate(every)
        ]

    def channel(self, channel_id: str) -> Json | None:
        return next((one for one in self.channels() if one["id"] == channel_id), None)

    @property
    def live_channel_id(self) -> str:
        return _owned(self.owner, LIVE)

    def roles(self) -> list[Json]:
        return [
            _role(self.id, "@everyone", 0, permissions=VIEW_AND_SEND, is_mentionable=False),
            _role(_owned(self.owner, PINGS), "Live pings", 1, permissions=0, is_mentionable=True),
        ]

    def as_seen_by(self, person: Person) -> Json:
        is_owner = person == self.owner
        guest = MANAGE_GUILD if person.login < self.owner.login else VIEW_AND_SEND
        return {
            "id": self.id,
            "name": self.name,
            "icon": None,
            "banner": None,
            "owner": is_owner,
            "permissions": ALL_PERMISSIONS if is_owner else str(guest),
            "features": ["NEWS", "COMMUNITY"] if is_owner else [],
        }


def guilds_of(world: World, person: Person) -> list[Guild]:
    """Their own, and those of their two neighbours on the list of people."""
    people = world.people
    at = people.index(person)
    return [Guild(people[(at + step) % len(people)]) for step in (0, 1, -1)]


def find_guild(world: World, guild_id: str) -> Guild | None:
    return next((guild for guild in map(Guild, world.people) if guild.id == guild_id), None)


def guild_of_channel(world: World, channel_id: str) -> Guild | None:
    return next((guild for guild in map(Guild, world.people) if guild.channel(channel_id)), None)


def _role(role_id: str, name: str, position: int, *, permissions: int, is_mentionable: bool) -> Json:
    return {
        "id": role_id,
        "name": name,
        "permissions": str(permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": is_mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
