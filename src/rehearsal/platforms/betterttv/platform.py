"""The stand-in for BetterTTV: global emotes and those of each channel."""

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends
from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from rehearsal.platforms.background import PublicService
from rehearsal.platforms.emote_services import object_id
from rehearsal.simulation.world import Person
from rehearsal.state import RehearsalState

Json = dict[str, JsonValue]

# Login of a person without an account at BetterTTV.
UNKNOWN_LOGIN = "odalys_"
STAFF_ID = object_id("bttv staff")


@dataclass(frozen=True, slots=True)
class Emote:
    code: str
    kind: str = "png"
    is_animated: bool = False
    is_modifier: bool = False
    width: int = 28
    height: int = 28

    @property
    def id(self) -> str:
        return object_id(f"bttv emote {self.code}")

    def body(self) -> Json:
        fields: Json = {"id": self.id, "code": self.code, "imageType": self.kind, "animated": self.is_animated}
        # Square emotes have no size fields.
        return fields if self.width == self.height else {**fields, "width": self.width, "height": self.height}


GLOBAL = (
    Emote("FeelsGoodMan"),
    Emote(":tf:"),
    Emote("SoSnowy", "gif", is_animated=True),
    Emote("IceCold"),
    Emote("w!", is_modifier=True),
    Emote("h!", is_modifier=True),
)
SHARED = (Emote("catJAM", "gif", is_animated=True), Emote("longCat", width=84))


def channel_emotes(person: Person) -> list[Emote]:
    own = person.login.replace("_", "")[:6]
    return [Emote(f"{own}Wave", "gif", is_animated=True), Emote(f"{own}Nod")]


class BetterTTV(PublicService):
    key = "betterttv"
    name = "BetterTTV"
    prefixes: tuple[str, ...] = ("bttv",)

    def __init__(self, rehearsal: RehearsalState) -> None:
        super().__init__()
        self.rehearsal = rehearsal

    def reset(self) -> None:
        pass

    def environment(self) -> dict[str, str]:
        base = f"{self.rehearsal.base_url}/bttv"
        return {"GREENROOM_BETTERTTV__API_URL": f"{base}/3", "GREENROOM_BETTERTTV__CDN_URL": f"{base}/cdn"}

    def user(self, person: Person) -> Json:
        owner = object_id(f"bttv user {person.id}")
        return {
            "id": owner,
            "bots": [],
            "avatar": self.rehearsal.avatar_url(person),
            "channelEmotes": [{**emote.body(), "userId": owner} for emote in channel_emotes(person)],
            "sharedEmotes": [{**emote.body(), "user": maker()} for emote in SHARED],
        }

    def find_emote(self, emote_id: str) -> Emote | None:
        every = [*GLOBAL, *SHARED, *(one for person in self.rehearsal.world.people for one in channel_emotes(person))]
        return next((emote for emote in every if emote.id == emote_id), None)

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        response = JSONResponse({"message": "Not Found" if status == 404 else "Error"}, status_code=status)
        if retry_after is not None:
            response.headers["Retry-After"] = str(retry_after)
        return response

    def describe(self, person: Person) -> Json:
        return {"emotes": 0 if person.login == UNKNOWN_LOGIN else len(channel_emotes(person)) + len(SHARED)}


def global_emotes() -> list[JsonValue]:
    bodies = [{**emote.body(), "userId": STAFF_ID} for emote in GLOBAL]
    return [{**one, "modifier": True} if emote.is_modifier else one for emote, one in zip(GLOBAL, bodies, strict=True)]


def maker() -> Json:
    return {"id": STAFF_ID, "name": "emotemaker", "displayName": "EmoteMaker", "providerId": "100000001"}


async def betterttv_of(connection: HTTPConnection) -> BetterTTV:
    return cast("BetterTTV", connection.app.state.rehearsal.platforms["betterttv"])


BetterTTVDep = Annotated[BetterTTV, Depends(betterttv_of)]
