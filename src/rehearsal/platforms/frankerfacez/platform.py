"""The stand-in for FrankerFaceZ: global sets and the room of each channel."""

import zlib
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, cast

from fastapi import Depends
from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from rehearsal.platforms.background import PublicService
from rehearsal.simulation.world import Person
from rehearsal.state import RehearsalState

Json = dict[str, JsonValue]

# Login of a person without a room at FrankerFaceZ.
LOGIN_WITHOUT_ROOM = "hanamori"
GLOBAL_SET, SUBSCRIBER_SET = 3, 4330
HIDE_MODIFIER = 1


@dataclass(frozen=True, slots=True)
class Emoticon:
    name: str
    width: int = 28
    is_animated: bool = False
    # Sizes in which the picture exists.
    sizes: tuple[str, ...] = ("1", "2", "4")
    is_modifier: bool = False
    modifier_flags: int = 0

    @property
    def id(self) -> int:
        return 100_000 + zlib.crc32(self.name.encode()) % 700_000


GLOBAL = (
    Emoticon("ZreknarF"),
    Emoticon("LilZ", sizes=("1",)),
    Emoticon("ffzHyper", is_modifier=True, modifier_flags=HIDE_MODIFIER),
    Emoticon("ffzFrame", is_modifier=True),
)
# Listed with the global emotes, but restricted to subscribers.
FOR_SUBSCRIBERS = (Emoticon("ffzSecret"),)


def room_emoticons(person: Person) -> list[Emoticon]:
    own = person.login.replace("_", "")[:6]
    return [Emoticon("catJAM", is_animated=True), Emoticon(f"{own}Duck", width=36)]


def room_set_id(person: Person) -> int:
    return int(person.id) % 1_000_000


class FrankerFaceZ(PublicService):
    key = "frankerfacez"
    name = "FrankerFaceZ"
    prefixes: tuple[str, ...] = ("ffz",)

    def __init__(self, rehearsal: RehearsalState) -> None:
        super().__init__()
        self.rehearsal = rehearsal
        # URLs without a scheme, like some URLs in real responses.
        self._cdn = f"{rehearsal.base_url.removeprefix('http:')}/ffz/cdn/emote"

    def reset(self) -> None:
        pass

    def environment(self) -> dict[str, str]:
        return {"GREENROOM_FRANKERFACEZ__API_URL": f"{self.rehearsal.base_url}/ffz/v1"}

    def global_sets(self) -> Json:
        return {"default_sets": [GLOBAL_SET], "sets": self._global_sets(), "users": {}}

    def find_set(self, set_id: str) -> JsonValue:
        """A global set or the set of a room; None if there is no such set."""
        owner = next((one for one in self.rehearsal.world.people if str(room_set_id(one)) == set_id), None)
        if owner is not None and owner.login != LOGIN_WITHOUT_ROOM:
            return self._room_set(owner)
        return self._global_sets().get(set_id)

    def _global_sets(self) -> Json:
        return {
            str(GLOBAL_SET): self._set(GLOBAL_SET, "Global Emotes", list(GLOBAL)),
            str(SUBSCRIBER_SET): self._set(SUBSCRIBER_SET, "Subscribers", list(FOR_SUBSCRIBERS)),
        }

    def _room_set(self, person: Person) -> Json:
        return self._set(room_set_id(person), f"Channel: {person.display_name}", room_emoticons(person))

    def room(self, person: Person) -> Json:
        own = room_set_id(person)
        return {
            "room": {
                "_id": own + 17,
                "twitch_id": int(person.id),
                "id": person.login,
                "set": own,
                "mod_urls": None,
                "vip_badge": None,
                "user_badge_ids": {},
            },
            "sets": {str(own): self._room_set(person)},
        }

    def find_emoticon(self, emoticon_id: str) -> Emoticon | None:
        rooms = (emoticon for person in self.rehearsal.world.people for emoticon in room_emoticons(person))
        every = (*GLOBAL, *FOR_SUBSCRIBERS, *rooms)
        return next((one for one in every if str(one.id) == emoticon_id), None)

    def _set(self, number: int, title: str, emoticons: list[Emoticon]) -> Json:
        bodies: list[JsonValue] = [self._emoticon(one) for one in emoticons]
        return {"id": number, "_type": 1, "icon": None, "title": title, "emoticons": bodies}

    def _emoticon(self, emoticon: Emoticon) -> Json:
        address = f"{self._cdn}/{emoticon.id}"
        body: Json = {
            "id": emoticon.id,
            "name": emoticon.name,
            "height": 28,
            "width": emoticon.width,
            "public": True,
            "hidden": False,
            "modifier": emoticon.is_modifier,
            "modifier_flags": emoticon.modifier_flags,
            "mask": None,
            "owner": {"_id": 1, "name": "emotemaker", "display_name": "EmoteMaker"},
            "urls": {size: f"{address}/{size}" for size in emoticon.sizes},
        }
        if emoticon.is_animated:
            body["animated"] = {size: f"{address}/animated/{size}" for size in emoticon.sizes}
        return body

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        phrase = HTTPStatus(status).phrase
        response = JSONResponse({"status": status, "error": phrase, "message": phrase}, status_code=status)
        if retry_after is not None:
            response.headers["Retry-After"] = str(retry_after)
        return response

    def describe(self, person: Person) -> Json:
        return {"emotes": 0 if person.login == LOGIN_WITHOUT_ROOM else len(room_emoticons(person))}


async def frankerfacez_of(connection: HTTPConnection) -> FrankerFaceZ:
    return cast("FrankerFaceZ", connection.app.state.rehearsal.platforms["frankerfacez"])


FrankerFaceZDep = Annotated[FrankerFaceZ, Depends(frankerfacez_of)]
