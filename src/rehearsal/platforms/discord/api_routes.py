"""What people and the bot ask of Discord: who they are, which servers there are, and to say something there."""

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.pages import portrait
from rehearsal.platforms.discord.caller import OnApi
from rehearsal.platforms.discord.discord import OnDiscord
from rehearsal.platforms.discord.errors import ApiError, InvalidForm
from rehearsal.platforms.discord.guilds import VOICE, find_guild, guilds_of, user_id
from rehearsal.platforms.discord.message_rules import read_message, shown_embeds
from rehearsal.platforms.discord.oauth_routes import shown

Json = dict[str, JsonValue]

router = APIRouter(prefix="/discord/api/v10")
pictures = APIRouter(prefix="/discord/cdn")

FORBIDDEN_NAMES = ("discord", "clyde")


@router.get("/users/@me")
async def me(caller: OnApi) -> Json:
    if caller.person is None:
        return {**caller.discord.bot_user(), "mfa_enabled": True, "locale": "en-US"}
    person = caller.as_person("identify")
    return {**caller.discord.user(person), "mfa_enabled": True, "locale": "en-GB", "premium_type": 0}


@router.get("/users/@me/guilds")
async def my_guilds(caller: OnApi) -> list[JsonValue]:
    person = caller.as_person("guilds")
    return [guild.as_seen_by(person) for guild in guilds_of(caller.discord.stage.world, person)]


@router.get("/guilds/{guild_id}/channels")
async def guild_channels(guild_id: str, caller: OnApi) -> list[Json]:
    guild = find_guild(caller.discord.stage.world, guild_id)
    return caller.as_bot_in(guild, 10004, "Unknown Guild").channels()


@router.get("/guilds/{guild_id}/roles")
async def guild_roles(guild_id: str, caller: OnApi) -> list[Json]:
    guild = find_guild(caller.discord.stage.world, guild_id)
    return caller.as_bot_in(guild, 10004, "Unknown Guild").roles()


@router.post("/channels/{channel_id}/messages")
async def say(channel_id: str, request: Request, caller: OnApi) -> Json:
    channel = caller.as_bot_at(channel_id).channel(channel_id)
    assert channel is not None
    if channel["type"] not in {0, 5}:
        raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
    return caller.discord.post(await read_message(request), channel_id, caller.discord.bot_user())


@router.patch("/channels/{channel_id}/messages/{message_id}")
async def edit(channel_id: str, message_id: str, request: Request, caller: OnApi) -> Json:
    caller.as_bot_at(channel_id)
    message = find_message(caller.discord.messages, channel_id, message_id)
    body = await read_message(request)
    message["content"], message["embeds"] = body.content or "", shown_embeds(body)
    message["edited_timestamp"] = caller.discord.stage.clock.now().isoformat()
    return message


@router.delete("/channels/{channel_id}/messages/{message_id}")
async def delete(channel_id: str, message_id: str, caller: OnApi) -> Response:
    caller.as_bot_at(channel_id)
    find_message(caller.discord.messages, channel_id, message_id)
    del caller.discord.messages[message_id]
    return Response(status_code=204)


@router.post("/channels/{channel_id}/messages/{message_id}/crosspost")
async def publish(channel_id: str, message_id: str, caller: OnApi) -> Json:
    caller.as_bot_at(channel_id)
    message = find_message(caller.discord.messages, channel_id, message_id)
    message["flags"] = 1
    return message


def find_message(messages: dict[str, Json], channel_id: str, message_id: str) -> Json:
    message = messages.get(message_id)
    if message is None or message["channel_id"] != channel_id:
        raise ApiError(404, 10008, "Unknown Message")
    return message


@router.post("/channels/{channel_id}/webhooks")
async def create_webhook(channel_id: str, request: Request, caller: OnApi) -> Json:
    guild, discord = caller.as_bot_at(channel_id), caller.discord
    body: object = await request.json()
    name = str(body.get("name", "")) if isinstance(body, dict) else ""  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]  # a body may be anything
    if not 1 <= len(name) <= 80:
        raise InvalidForm(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 80 in length.")
    if any(word in name.casefold() for word in FORBIDDEN_NAMES):
        raise InvalidForm(("name",), "USERNAME_INVALID_CONTAINS", "Username cannot contain that word")
    channel = guild.channel(channel_id)
    if channel is None or channel["type"] == VOICE:
        raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
    if sum(one.channel_id == channel_id for one in discord.webhooks.values()) >= discord.limits.webhooks_per_channel:
        raise ApiError(400, 30007, "Maximum number of webhooks reached (15)")
    return shown(discord, discord.open_webhook(guild, channel_id, name))


@pictures.get("/avatars/{account_id}/{name}")
async def avatar(account_id: str, name: str, discord: OnDiscord) -> Response:
    person = next((one for one in discord.stage.world.people if user_id(one) == account_id), None)
    if person is None:
        return Response(status_code=404)
    return Response(
        portrait(person.display_name, person.hue), media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"}
    )
