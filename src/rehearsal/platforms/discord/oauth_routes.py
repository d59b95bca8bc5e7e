"""Where a person lets a program in, and where programs get and give back their tokens."""

import hmac
from base64 import b64decode
from collections.abc import Mapping

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.consent import Desk, ask_person, take_decision
from rehearsal.forms import read_form
from rehearsal.journal import is_form
from rehearsal.platforms.discord.discord import Discord, OnDiscord, Webhook
from rehearsal.platforms.discord.errors import OAuthError
from rehearsal.platforms.discord.guilds import Guild
from rehearsal.tokens import AccessToken, Grant

SCOPES = {
    "identify": "See your name and picture",
    "email": "See your e-mail address",
    "guilds": "See which servers you are on",
    "bot": "Add a bot to a server",
    "webhook.incoming": "Write into one channel of your choice",
    "applications.commands": "Add commands to a server",
}

Json = dict[str, JsonValue]

consent = APIRouter(prefix="/discord/oauth2")
router = APIRouter()


def desk_of(discord: Discord) -> Desk:
    return Desk(
        discord,
        "Discord",
        SCOPES,
        "/discord/oauth2",
        granted_parameter=None,
        is_verification_forced=asks_again,
    )


def asks_again(query: QueryParams) -> bool:
    return query.get("prompt", "consent") != "none"


@consent.get("/authorize")
async def authorize(request: Request, discord: OnDiscord) -> Response:
    return await ask_person(request, desk_of(discord))


@consent.post("/authorize")
async def decide(request: Request, discord: OnDiscord) -> Response:
    return await take_decision(request, desk_of(discord))


# Both with and without the version, as Discord has them.
@router.post("/discord/api/oauth2/token")
@router.post("/discord/api/v10/oauth2/token")
async def token(request: Request, discord: OnDiscord) -> Json:
    form = await read_authorised_form(request, discord)
    match form.get("grant_type"):
        case "authorization_code":
            return redeem_code(form, discord)
        case "refresh_token":
            return refresh(form, discord)
        case _:
            raise OAuthError(400, "unsupported_grant_type")


@router.post("/discord/api/oauth2/token/revoke")
@router.post("/discord/api/v10/oauth2/token/revoke")
async def revoke(request: Request, discord: OnDiscord) -> Json:
    """Ends all tokens of the same permission; one that nobody knows is no error."""
    form = await read_authorised_form(request, discord)
    value = form.get("token", "")
    access_token = discord.tokens.find(value)
    grant = discord.tokens.end_grant(discord.client_id, value)
    person_id = access_token.person_id if access_token else grant.person_id if grant else None
    person = discord.stage.world.find(person_id=person_id or "")
    if person is not None:
        discord.tokens.disconnect(person.id)
        discord.stage.happenings.tell("token_revoked", platform=discord.key, login=person.login)
    return {}


async def read_authorised_form(request: Request, discord: Discord) -> dict[str, str]:
    if not is_form(request.headers.get("content-type", "")):
        raise OAuthError(400, "invalid_request", "Use application/x-www-form-urlencoded")
    form = await read_form(request)
    client_id, secret = read_credentials(request, form)
    if client_id != discord.client_id or not hmac.compare_digest(secret.encode(), discord.client_secret.encode()):
        raise OAuthError(401, "invalid_client")
    return form


def read_credentials(request: Request, form: Mapping[str, str]) -> tuple[str, str]:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return form.get("client_id", ""), form.get("client_secret", "")
    try:
        client_id, _, secret = b64decode(value, validate=True).decode().partition(":")
    except ValueError:
        raise OAuthError(401, "invalid_client") from None
    return client_id, secret


def redeem_code(form: Mapping[str, str], discord: Discord) -> Json:
    code = discord.tokens.take_code(form.get("code", ""))
    if code is None:
        raise OAuthError(400, "invalid_grant", 'Invalid "code" in request.')
    if form.get("redirect_uri") != code.redirect_uri:
        raise OAuthError(400, "invalid_grant", 'Invalid "redirect_uri" in request.')
    if not code.is_proven_by(form.get("code_verifier")):
        raise OAuthError(400, "invalid_grant", 'Invalid "code_verifier" in request.')
    grant, access_token = discord.tokens.open_grant(code)
    tell(discord, "token_issued", access_token)
    return {**token_answer(discord, grant, access_token), **extras(discord, grant)}


def extras(discord: Discord, grant: Grant) -> Json:
    """What comes with some scopes, once: the server that took the bot in, and a webhook ready for use."""
    person = discord.stage.world.find(person_id=grant.person_id)
    assert person is not None
    guild, given = Guild(person), Json()
    if "bot" in grant.scopes:
        discord.bot_guilds.add(guild.id)
        given["guild"] = {"id": guild.id, "name": guild.name}
    if "webhook.incoming" in grant.scopes:
        given["webhook"] = shown(discord, discord.open_webhook(guild, guild.live_channel_id, "Greenroom"))
    return given


def shown(discord: Discord, webhook: Webhook) -> Json:
    return {
        "application_id": discord.client_id,
        "avatar": None,
        "channel_id": webhook.channel_id,
        "guild_id": webhook.guild_id,
        "id": webhook.id,
        "name": webhook.name,
        "type": 1,
        "token": webhook.token,
        "url": f"{discord.stage.base_url}/discord/api/webhooks/{webhook.id}/{webhook.token}",
    }


def refresh(form: Mapping[str, str], discord: Discord) -> Json:
    refreshed = discord.tokens.refresh(discord.client_id, form.get("refresh_token", ""))
    if refreshed is None:
        discord.stage.happenings.tell("refresh_refused", platform=discord.key)
        raise OAuthError(400, "invalid_grant")
    grant, access_token = refreshed
    tell(discord, "token_refreshed", access_token)
    return token_answer(discord, grant, access_token)


def token_answer(discord: Discord, grant: Grant, access_token: AccessToken) -> Json:
    return {
        "token_type": "Bearer",
        "access_token": access_token.value,
        "expires_in": discord.tokens.seconds_left(access_token),
        "refresh_token": grant.refresh_token,
        "scope": " ".join(grant.scopes),
    }


def tell(discord: Discord, event: str, access_token: AccessToken) -> None:
    person = discord.stage.world.find(person_id=access_token.person_id or "")
    discord.stage.happenings.tell(event, platform=discord.key, login=person.login if person else None)
