"""Routes that look up a webhook, and post, read and edit its messages; control routes of webhooks."""

from fastapi import APIRouter, Depends
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal.control.commands import Json, LoginCommand, done, guard_writes, known_person
from rehearsal.platforms.discord.errors import ApiError
from rehearsal.platforms.discord.platform import Discord, DiscordDep
from rehearsal.platforms.discord.webhooks import Webhook, owner_id

router = APIRouter(prefix="/discord/api/v10/webhooks")
control = APIRouter(prefix="/control/discord", dependencies=[Depends(guard_writes)])


def authorized_webhook(request: Request, discord: Discord, webhook_id: str, token: str) -> Webhook:
    if not request.headers.get("user-agent", "").startswith("DiscordBot ("):
        raise ApiError(403, 40333, "internal network error")
    discord.buckets.take(f"{request.method} webhook {webhook_id}", token, request.scope["state"])
    owner = discord.rehearsal.world.find(person_id=owner_id(webhook_id))
    if owner is not None:
        discord.webhooks.get_or_create(owner)
    return discord.webhooks.find(webhook_id, token)


async def read_body(request: Request) -> dict[str, JsonValue]:
    try:
        body = await request.json()
    except ValueError as error:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from error
    if not isinstance(body, dict):
        raise ApiError(400, 50035, "Invalid Form Body")
    return body  # pyright: ignore[reportUnknownVariableType]  # JSON has text keys only


@router.get("/{webhook_id}/{token}")
async def get_webhook(webhook_id: str, token: str, request: Request, discord: DiscordDep) -> Json:
    return authorized_webhook(request, discord, webhook_id, token).describe()


@router.post("/{webhook_id}/{token}")
async def post_message(webhook_id: str, token: str, request: Request, discord: DiscordDep) -> Response:
    webhook = authorized_webhook(request, discord, webhook_id, token)
    message = discord.webhooks.post(webhook, await read_body(request))
    discord.rehearsal.events.record("announcement_posted", webhook=webhook.id, content=str(message["content"]))
    if request.query_params.get("wait") != "true":
        return Response(status_code=204)
    return JSONResponse(message)


@router.get("/{webhook_id}/{token}/messages/{message_id}")
async def get_message(webhook_id: str, token: str, message_id: str, request: Request, discord: DiscordDep) -> Json:
    message = authorized_webhook(request, discord, webhook_id, token).messages.get(message_id)
    if message is None:
        raise ApiError(404, 10008, "Unknown Message")
    return message


@router.patch("/{webhook_id}/{token}/messages/{message_id}")
async def edit_message(webhook_id: str, token: str, message_id: str, request: Request, discord: DiscordDep) -> Json:
    webhook = authorized_webhook(request, discord, webhook_id, token)
    message = discord.webhooks.edit(webhook, message_id, await read_body(request))
    discord.rehearsal.events.record("announcement_edited", webhook=webhook.id, content=str(message["content"]))
    return message


@control.get("/webhook/{login}")
async def show_webhook(login: str, discord: DiscordDep) -> Json:
    """The webhook's URL, to paste into Greenroom, and the messages that were posted to it."""
    webhook = discord.webhooks.get_or_create(known_person(discord.rehearsal, login))
    url = f"{discord.rehearsal.base_url}/discord/api/webhooks/{webhook.id}/{webhook.token}"
    return {"url": url, "is_deleted": webhook.is_deleted, "messages": list(webhook.messages.values())}


@control.post("/delete-webhook")
async def delete_webhook(body: LoginCommand, discord: DiscordDep) -> Json:
    """Deletes the webhook, so that requests to it are answered with 404."""
    discord.webhooks.get_or_create(known_person(discord.rehearsal, body.login)).is_deleted = True
    return done(discord.rehearsal.events.seq)


@control.post("/delete-messages")
async def delete_messages(body: LoginCommand, discord: DiscordDep) -> Json:
    """Deletes all messages of the webhook, as a moderator of the server could."""
    discord.webhooks.get_or_create(known_person(discord.rehearsal, body.login)).messages.clear()
    return done(discord.rehearsal.events.seq)
