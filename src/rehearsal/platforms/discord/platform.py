"""The stand-in for Discord: tokens, profiles and webhooks."""

import hashlib
from typing import Annotated, cast

from fastapi import Depends
from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import Response

from rehearsal.oauth.accounts import Accounts, stable_secret
from rehearsal.oauth.tokens import TokenStore
from rehearsal.platforms.background import BackgroundService
from rehearsal.platforms.discord.errors import OAUTH_ERRORS, oauth_failure, plain_failure, rate_limited_response
from rehearsal.platforms.discord.limits import Limits
from rehearsal.platforms.discord.rate_limit import Buckets
from rehearsal.platforms.discord.webhooks import Webhooks
from rehearsal.simulation.world import Person
from rehearsal.state import RehearsalState

Json = dict[str, JsonValue]

CLIENT_ID = "1298765432109876543"


def user_id(person: Person) -> str:
    """The person's Discord id; its high bits are a time in milliseconds, as in real ids."""
    milliseconds = 60_000_000_000 + int(person.id) * 300
    return str(milliseconds << 22 | int(person.id) << 3 & 0x3FFFFF)


class Discord(Accounts, BackgroundService):
    key = "discord"
    name = "Discord"
    prefixes: tuple[str, ...] = ("discord",)

    def __init__(self, rehearsal: RehearsalState) -> None:
        BackgroundService.__init__(self)
        Accounts.__init__(self, rehearsal, CLIENT_ID, stable_secret(f"discord:{rehearsal.first_seed}", 32))
        self._start()

    def _start(self) -> None:
        self.limits = Limits()
        self.tokens = TokenStore(self.rehearsal.clock, self.limits)
        self.tokens.rotates_refresh_tokens = True
        self.buckets = Buckets(self.rehearsal.clock, self.limits)
        self.webhooks = Webhooks(self.rehearsal.clock, self.rehearsal.first_seed)

    def reset(self) -> None:
        self._start()

    def addresses(self) -> dict[str, str]:
        base = f"{self.rehearsal.base_url}/discord"
        return {"API_URL": f"{base}/api/v10", "AUTHORIZE_URL": f"{base}/oauth2/authorize", "CDN_URL": f"{base}/cdn"}

    def user(self, person: Person) -> Json:
        return {
            "id": user_id(person),
            "username": person.login,
            "avatar": hashlib.sha256(person.login.encode()).hexdigest()[:32],
            "discriminator": "0",
            "public_flags": 0,
            "flags": 0,
            "banner": None,
            "accent_color": None,
            "global_name": person.display_name,
            "avatar_decoration_data": None,
            "collectibles": None,
            "primary_guild": None,
        }

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        if status == 429:
            return rate_limited_response(float(retry_after or 1), is_global=False)
        if "/oauth2/" in path and status < 500:
            return oauth_failure(status, OAUTH_ERRORS.get(status, "invalid_request"), "")
        response = plain_failure(status)
        if retry_after is not None:
            response.headers["Retry-After"] = str(retry_after)
        return response

    def describe(self, person: Person) -> Json:
        return self.describe_account(person)


async def discord_of(connection: HTTPConnection) -> Discord:
    return cast("Discord", connection.app.state.rehearsal.platforms["discord"])


DiscordDep = Annotated[Discord, Depends(discord_of)]
