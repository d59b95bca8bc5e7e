"""Webhooks: whoever has the address may write; no other permission is asked for."""

import hmac
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal.platforms.discord.api_routes import find_message
from rehearsal.platforms.discord.caller import check_user_agent, count
from rehearsal.platforms.discord.discord import OnDiscord, Webhook
from rehearsal.platforms.discord.errors import ApiError
from rehearsal.platforms.discord.guilds import FORUM, find_guild
from rehearsal.platforms.discord.message_rules import MessageIn, read_message, shown_embeds
from rehearsal.platforms.discord.oauth_routes import shown

Json = dict[str, JsonValue]

# The address that people copy has no version.
versioned = APIRouter(prefix="/discord/api/v10/webhooks/{webhook_id}/{token}")
copied = APIRouter(prefix="/discord/api/webhooks/{webhook_id}/{token}")


async def find_webhook(webhook_id: str, token: str, request: Request, discord: OnDiscord) -> Webhook:
    # Whoever has the address may post, by whichever name: clients of the field send their library's.
    check_user_agent(request, beginning="")
    count(request, discord, "webhook", webhook_id, webhook_id)
    webhook = discord.webhooks.get(webhook_id)
    if webhook is None:
        raise ApiError(404, 10015, "Unknown Webhook")
    if not hmac.compare_digest(webhook.token.encode(), token.encode()):
        raise ApiError(401, 50027, "Invalid Webhook Token")
    return webhook


OnWebhook = Annotated[Webhook, Depends(find_webhook)]


@copied.get("")
@versioned.get("")
async def look(webhook: OnWebhook, discord: OnDiscord) -> Json:
    return shown(discord, webhook)


@copied.post("")
@versioned.post("")
async def execute(webhook: OnWebhook, request: Request, discord: OnDiscord) -> Response:
    body = await read_message(request)
    guild = find_guild(discord.stage.world, webhook.guild_id)
    channel = guild.channel(webhook.channel_id) if guild else None
    is_in_thread = body.thread_name is not None or "thread_id" in request.query_params
    if channel is not None and channel["type"] == FORUM and not is_in_thread:
        message = "Webhooks posted to forum channels must have a thread_name or thread_id"
        raise ApiError(400, 220001, message)
    posted = discord.post(body, webhook.channel_id, author_of(webhook, body), webhook.id)
    is_awaited = request.query_params.get("wait", "").lower() in {"true", "1"}
    return JSONResponse(posted) if is_awaited else Response(status_code=204)


def author_of(webhook: Webhook, body: MessageIn) -> Json:
    return {
        "id": webhook.id,
        "username": body.username or webhook.name,
        "avatar": None,
        "discriminator": "0000",
        "public_flags": 0,
        "flags": 0,
        "global_name": None,
        "primary_guild": None,
        "bot": True,
    }


@copied.get("/messages/{message_id}")
@versioned.get("/messages/{message_id}")
async def read(message_id: str, webhook: OnWebhook, discord: OnDiscord) -> Json:
    return find_message(discord.messages, webhook.channel_id, message_id)


@copied.patch("/messages/{message_id}")
@versioned.patch("/messages/{message_id}")
async def edit(message_id: str, webhook: OnWebhook, request: Request, discord: OnDiscord) -> Json:
    message = find_message(discord.messages, webhook.channel_id, message_id)
    body = await read_message(request)
    message["content"], message["embeds"] = body.content or "", shown_embeds(body)
    message["edited_timestamp"] = discord.stage.clock.now().isoformat()
    return message


@copied.delete("/messages/{message_id}")
@versioned.delete("/messages/{message_id}")
async def delete(message_id: str, webhook: OnWebhook, discord: OnDiscord) -> Response:
    find_message(discord.messages, webhook.channel_id, message_id)
    del discord.messages[message_id]
    return Response(status_code=204)
