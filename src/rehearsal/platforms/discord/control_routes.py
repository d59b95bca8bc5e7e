"""The control desk's calls for Discord."""

from fastapi import APIRouter, Depends
from pydantic import JsonValue

from rehearsal.control import Json, Somebody, SomebodySwitch, done, guard_writes, known_person
from rehearsal.platforms.discord.discord import OnDiscord
from rehearsal.platforms.discord.guilds import Guild

router = APIRouter(prefix="/control/discord", dependencies=[Depends(guard_writes)])


@router.get("/bot")
async def bot(discord: OnDiscord) -> Json:
    """What the developer portal would show."""
    return {"token": discord.bot_token, "application_id": discord.client_id}


@router.get("/messages")
async def messages(discord: OnDiscord) -> Json:
    return {"records": list[JsonValue](discord.messages.values())}


@router.post("/bot-in-server")
async def bot_in_server(body: SomebodySwitch, discord: OnDiscord) -> Json:
    """Lets the bot into the person's server, or throws it out."""
    guild = Guild(known_person(discord.stage, body.login))
    (discord.bot_guilds.add if body.on else discord.bot_guilds.discard)(guild.id)
    return done(discord.stage.happenings.seq, guild_id=guild.id)


@router.post("/drop-webhooks")
async def drop_webhooks(body: Somebody, discord: OnDiscord) -> Json:
    """Somebody deletes the webhooks of a server: 404 with code 10015 from now on."""
    guild = Guild(known_person(discord.stage, body.login))
    gone = [webhook.id for webhook in discord.webhooks.values() if webhook.guild_id == guild.id]
    for webhook_id in gone:
        del discord.webhooks[webhook_id]
    return done(discord.stage.happenings.seq, count=len(gone))
