"""Routes of the current user and of avatars."""

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.pictures.faces import portrait_svg
from rehearsal.platforms.discord.errors import ApiError
from rehearsal.platforms.discord.platform import Discord, DiscordDep, user_id
from rehearsal.simulation.world import Person

Json = dict[str, JsonValue]

router = APIRouter(prefix="/discord")


@router.get("/api/v10/users/@me")
async def me(request: Request, discord: DiscordDep) -> Json:
    person = read_person(request, discord)
    return {**discord.user(person), "mfa_enabled": True, "locale": "en-GB", "premium_type": 0}


def read_person(request: Request, discord: Discord) -> Person:
    if not request.headers.get("user-agent", "").startswith("DiscordBot ("):
        raise ApiError(403, 40333, "internal network error")
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    token = discord.tokens.find(value) if scheme.lower() == "bearer" else None
    person = discord.rehearsal.world.find(person_id=token.person_id or "") if token else None
    if token is None or person is None:
        raise ApiError(401, 0, "401: Unauthorized")
    discord.buckets.take(request.url.path, value, request.scope["state"])
    if "identify" not in token.scopes:
        raise ApiError(403, 50001, "Missing Access")
    return person


@router.get("/cdn/avatars/{account_id}/{name}")
async def avatar(account_id: str, name: str, discord: DiscordDep) -> Response:
    person = next((one for one in discord.rehearsal.world.people if user_id(one) == account_id), None)
    if person is None:
        return Response(status_code=404)
    headers = {"Cache-Control": "max-age=3600"}
    return Response(portrait_svg(person.display_name, person.hue), media_type="image/svg+xml", headers=headers)
