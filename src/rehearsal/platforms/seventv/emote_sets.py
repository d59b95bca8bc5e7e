"""7TV's emotes, sets and users."""

from dataclasses import dataclass

from pydantic import JsonValue

from rehearsal.platforms.emote_services import object_id, ulid
from rehearsal.simulation.world import Person

Json = dict[str, JsonValue]

ZERO_WIDTH = 1
ZERO_WIDTH_RECOMMENDED = 256
NOT_ALLOWED_ON_TWITCH = 1 << 24
LIVE = 3
FORMATS = ("AVIF", "GIF", "PNG", "WEBP")
HEIGHT = 32

# Logins of three people: one unknown to 7TV, one without a set id, and one with a set id that is not found.
UNKNOWN_LOGIN, LOGIN_WITHOUT_SET, LOGIN_WITH_MISSING_SET = "brisket99", "hanamori", "zofiekresli"
GLOBAL_SET_ID = ulid("7tv global set")
CREATED_AT_MS = 1_767_225_600_000

MAKER: Json = {
    "id": ulid("7tv user maker"),
    "username": "emotemaker",
    "display_name": "EmoteMaker",
    "avatar_url": "",
    "style": {"color": 0, "paint_id": None, "badge_id": None},
}


@dataclass(frozen=True, slots=True)
class Emote:
    # The name in the set; `original` is the name outside the set, if it is another one.
    name: str
    original: str = ""
    width: int = 32
    is_zero_width: bool = False
    is_animated: bool = False
    is_listed: bool = True
    is_forbidden: bool = False
    # The id of an older emote is 24 hexadecimal digits, of a newer emote a ULID.
    has_old_id: bool = False

    @property
    def id(self) -> str:
        seed = f"7tv emote {self.original or self.name}"
        return object_id(seed) if self.has_old_id else ulid(seed)


GLOBAL = (
    Emote("EZ", has_old_id=True),
    Emote("peepoHappy"),
    Emote("RainTime", is_zero_width=True, is_animated=True),
    Emote("Clap", is_animated=True, has_old_id=True),
)
SHARED = (
    Emote("catJAM", is_animated=True, has_old_id=True),
    Emote("PepeLaugh", original="pepeLaughing"),
    Emote("WideHardo", width=96),
    Emote("Sprinkles", is_zero_width=True, is_animated=True),
)


def channel_emotes(person: Person) -> list[Emote]:
    own = person.login.replace("_", "")[:6]
    return [
        *SHARED,
        Emote(f"{own}Hype", is_animated=True),
        Emote(f"{own}Quiet", is_listed=False),
        Emote(f"{own}Rude", is_forbidden=True),
    ]


def set_id(person: Person) -> str | None:
    return None if person.login == LOGIN_WITHOUT_SET else ulid(f"7tv set {person.id}")


class ResponseBodies:
    def __init__(self, base_url: str) -> None:
        # Without a scheme, like the real URLs: //cdn.7tv.app/emote/{id}
        self._cdn = f"{base_url.removeprefix('http:')}/7tv/cdn/emote"
        self._base_url = base_url

    def emote_set(self, set_id: str, name: str, emotes: list[Emote], owner: Person | None) -> Json:
        body: Json = {
            "id": set_id,
            "name": name,
            "flags": 0,
            "tags": [],
            "immutable": False,
            "privileged": False,
            "capacity": 1000,
            "origins": [],
            "owner": None if owner is None else self._partial_user(owner),
        }
        if emotes:
            body |= {"emotes": [self._active(emote) for emote in emotes], "emote_count": len(emotes)}
        return body

    def connection(self, person: Person, platform: str, platform_id: str, emote_set: Json | None) -> Json:
        return {
            **self._account(person, platform, platform_id),
            "emote_set": emote_set,
            "user": self.user(person, [self._account(person, platform, platform_id)]),
        }

    def user(self, person: Person, connections: list[Json]) -> Json:
        own = set_id(person)
        sets: list[JsonValue] = []
        # The first set in the list is not the set in use.
        for one, name in ((ulid(f"7tv winter set {person.id}"), "Winter"), (own, f"{person.display_name}'s Emotes")):
            if one is not None:
                sets.append({"id": one, "name": name, "flags": 0, "capacity": 1000})
        return {
            **self._partial_user(person),
            "created_at": CREATED_AT_MS,
            "emote_sets": sets,
            "editors": [],
            "roles": [ulid("7tv role everyone")],
            "connections": list[JsonValue](connections),
        }

    def emote(self, emote: Emote) -> Json:
        """The emote as it is outside a set, with its original name."""
        flags = (ZERO_WIDTH_RECOMMENDED if emote.is_zero_width else 0) | (
            NOT_ALLOWED_ON_TWITCH if emote.is_forbidden else 0
        )
        return {
            "id": emote.id,
            "name": emote.original or emote.name,
            "flags": flags,
            "tags": [],
            "lifecycle": LIVE,
            "state": ["LISTED"] if emote.is_listed else ["NO_PERSONAL"],
            "listed": emote.is_listed,
            "animated": emote.is_animated,
            "owner": MAKER,
            "host": {"url": f"{self._cdn}/{emote.id}", "files": self._files(emote)},
        }

    def _active(self, emote: Emote) -> Json:
        return {
            "id": emote.id,
            "name": emote.name,
            "flags": ZERO_WIDTH if emote.is_zero_width else 0,
            "timestamp": CREATED_AT_MS,
            "actor_id": None,
            "origin_id": None,
            "data": self.emote(emote),
        }

    def _files(self, emote: Emote) -> list[JsonValue]:
        formats = FORMATS if emote.is_animated else tuple(kind for kind in FORMATS if kind != "GIF")
        return [
            {
                "name": f"{size}x.{kind.lower()}",
                "static_name": f"{size}x_static.{kind.lower()}",
                "width": emote.width * size,
                "height": HEIGHT * size,
                "frame_count": 12 if emote.is_animated else 1,
                "size": 900 * size * size,
                "format": kind,
            }
            for kind in formats
            for size in (1, 2, 3, 4)
        ]

    def _partial_user(self, person: Person) -> Json:
        return {
            "id": ulid(f"7tv user {person.id}"),
            "username": person.login,
            "display_name": person.display_name,
            "avatar_url": f"{self._base_url}/avatars/{person.login}.svg",
            "style": {"color": 0, "paint_id": None, "badge_id": None},
        }

    def _account(self, person: Person, platform: str, platform_id: str) -> Json:
        return {
            "id": platform_id,
            "platform": platform.upper(),
            "username": person.login,
            "display_name": person.display_name,
            "linked_at": CREATED_AT_MS,
            "emote_capacity": 1000,
            "emote_set_id": set_id(person),
        }
