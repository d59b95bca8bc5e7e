"""The stand-in for 7TV: its emote sets and users."""

from http import HTTPStatus
from typing import Annotated, cast

from fastapi import Depends
from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from rehearsal.platforms.background import PublicService
from rehearsal.platforms.seventv.emote_sets import (
    GLOBAL,
    GLOBAL_SET_ID,
    LOGIN_WITH_MISSING_SET,
    UNKNOWN_LOGIN,
    Emote,
    ResponseBodies,
    channel_emotes,
    set_id,
)
from rehearsal.simulation.world import Person
from rehearsal.state import RehearsalState

BAD_REQUEST, RATE_LIMIT, LOAD_ERROR = 10000, 7000, 12000
CODES = {400: BAD_REQUEST, 404: LOAD_ERROR, 429: RATE_LIMIT}


class SevenTV(PublicService):
    key = "7tv"
    name = "7TV"
    prefixes: tuple[str, ...] = ("7tv",)

    def __init__(self, rehearsal: RehearsalState) -> None:
        super().__init__()
        self.rehearsal = rehearsal
        self.bodies = ResponseBodies(rehearsal.base_url)
        self.reset()

    def reset(self) -> None:
        # Whether /users responses contain the emote set, as before August 2026.
        self.embeds_sets = False
        self._added: dict[str, list[Emote]] = {}

    def environment(self) -> dict[str, str]:
        return {"GREENROOM_SEVENTV__API_URL": f"{self.rehearsal.base_url}/7tv/v3"}

    def emotes(self, person: Person) -> list[Emote]:
        return [*channel_emotes(person), *self._added.get(person.id, [])]

    def add_emote(self, person: Person, emote: Emote) -> None:
        self._added.setdefault(person.id, []).append(emote)

    def emote_set(self, emote_set_id: str) -> dict[str, JsonValue] | None:
        if emote_set_id in {"global", GLOBAL_SET_ID}:
            return self.bodies.emote_set(GLOBAL_SET_ID, "7TV Global", list(GLOBAL), None)
        for person in self.rehearsal.world.people:
            if set_id(person) == emote_set_id and person.login not in {UNKNOWN_LOGIN, LOGIN_WITH_MISSING_SET}:
                name = f"{person.display_name}'s Emotes"
                return self.bodies.emote_set(emote_set_id, name, self.emotes(person), person)
        return None

    def find_emote(self, emote_id: str) -> Emote | None:
        every = [*GLOBAL, *(emote for person in self.rehearsal.world.people for emote in self.emotes(person))]
        return next((emote for emote in every if emote.id == emote_id), None)

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        response = failure(status, "")
        if retry_after is not None:
            response.headers["Retry-After"] = str(retry_after)
        return response

    def describe(self, person: Person) -> dict[str, JsonValue]:
        return {"emotes": 0 if person.login == UNKNOWN_LOGIN else len(self.emotes(person))}


def failure(status: int, message: str) -> Response:
    code = CODES.get(status, 0)
    body = {"status": HTTPStatus(status).phrase, "error_code": code, "error": message or HTTPStatus(status).phrase}
    return JSONResponse(body, status_code=status)


async def seventv_of(connection: HTTPConnection) -> SevenTV:
    return cast("SevenTV", connection.app.state.rehearsal.platforms["7tv"])


SevenTVDep = Annotated[SevenTV, Depends(seventv_of)]
