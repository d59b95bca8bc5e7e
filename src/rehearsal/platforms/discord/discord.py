"""The stand-in for Discord as one object: its tokens, webhooks, messages and switches."""

import hashlib
import secrets
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends
from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import Response

from rehearsal.accounts import Accounts, lasting_secret
from rehearsal.offstage import Offstage
from rehearsal.platforms.discord.errors import OAUTH_WORDS, limited_answer, oauth_failure, plain_failure
from rehearsal.platforms.discord.guilds import Guild, snowflake, user_id
from rehearsal.platforms.discord.limits import Limits
from rehearsal.platforms.discord.message_rules import MessageIn, shown_embeds
from rehearsal.platforms.discord.rate import Buckets
from rehearsal.stage import Stage
from rehearsal.tokens import TokenStore
from rehearsal.world import Person

Json = dict[str, JsonValue]

CLIENT_ID = "1298765432109876543"
MESSAGES_KEPT = 2000


@dataclass(frozen=True, slots=True)
class Webhook:
    id: str
    token: str
    guild_id: str
    channel_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Nonce:
    author_id: str
    channel_id: str
    value: str


class Discord(Accounts, Offstage):
    """Everything Discord remembers between two requests."""

    key = "discord"
    name = "Discord"
    prefixes: tuple[str, ...] = ("discord",)

    def __init__(self, stage: Stage) -> None:
        Offstage.__init__(self)
        Accounts.__init__(self, stage, CLIENT_ID, lasting_secret(f"discord:{stage.first_seed}", 32))
        self.bot_token = lasting_secret(f"discord bot:{stage.first_seed}")
        self._start()

    def _start(self) -> None:
        self.limits = Limits()
        self.tokens = TokenStore(self.stage.clock, self.limits)
        self.tokens.rotates_refresh_tokens = True
        self.buckets = Buckets(self.stage.clock, self.limits)
        self.webhooks: dict[str, Webhook] = {}
        self.messages: dict[str, Json] = {}
        self._nonces: dict[Nonce, str] = {}
        self._numbers = 0
        # Servers that have let the bot in.
        self.bot_guilds: set[str] = set()

    def reset(self) -> None:
        self._start()

    def addresses(self) -> dict[str, str]:
        base = f"{self.stage.base_url}/discord"
        return {"API_URL": f"{base}/api/v10", "AUTHORIZE_URL": f"{base}/oauth2/authorize", "CDN_URL": f"{base}/cdn"}

    def new_id(self) -> str:
        self._numbers += 1
        return snowflake(self.stage.clock.now(), self._numbers)

    def user(self, person: Person) -> Json:
        return {
            "id": user_id(person),
            "username": person.login,
            "avatar": hashlib.sha256(person.login.encode()).hexdigest()[:32],
            "discriminator": "0",
            "public_flags": 0,
            "flags": 0,
            "global_name": person.display_name,
            "primary_guild": None,
        }

    def bot_user(self) -> Json:
        return {
            "id": self.client_id,
            "username": "Greenroom",
            "avatar": None,
            "discriminator": "1204",
            "public_flags": 0,
            "flags": 0,
            "global_name": None,
            "primary_guild": None,
            "bot": True,
        }

    def open_webhook(self, guild: Guild, channel_id: str, name: str) -> Webhook:
        webhook = Webhook(self.new_id(), secrets.token_urlsafe(51), guild.id, channel_id, name)
        self.webhooks[webhook.id] = webhook
        return webhook

    def post(self, body: MessageIn, channel_id: str, author: Json, webhook_id: str | None = None) -> Json:
        """A nonce that was used a moment ago gives the first message again."""
        nonce = Nonce(str(author["id"]), channel_id, str(body.nonce))
        first = self.messages.get(self._nonces.get(nonce, "")) if body.enforce_nonce and body.nonce else None
        if first is not None:
            return first
        message = self._message(body, channel_id, author)
        if webhook_id is not None:
            message["webhook_id"] = webhook_id
        if body.nonce is not None:
            message["nonce"] = body.nonce
            self._nonces[nonce] = str(message["id"])
        self.messages[str(message["id"])] = message
        if len(self.messages) > MESSAGES_KEPT:
            del self.messages[next(iter(self.messages))]
        self.stage.happenings.tell("discord_message", channel_id=channel_id, message_id=str(message["id"]))
        return message

    def _message(self, body: MessageIn, channel_id: str, author: Json) -> Json:
        return {
            "type": 0,
            "content": body.content or "",
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": shown_embeds(body),
            "timestamp": self.stage.clock.now().isoformat(),
            "edited_timestamp": None,
            "flags": body.flags,
            "components": [],
            "id": self.new_id(),
            "channel_id": channel_id,
            "author": author,
            "pinned": False,
            "mention_everyone": "@everyone" in (body.content or "") and may_ping_everyone(body),
            "tts": body.tts,
        }

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        if status == 429:
            return limited_answer(float(retry_after or 1), is_global=False)
        if "/oauth2/" in path and status < 500:
            return oauth_failure(status, OAUTH_WORDS.get(status, "invalid_request"), "")
        answer = plain_failure(status)
        if retry_after is not None:
            answer.headers["Retry-After"] = str(retry_after)
        return answer

    def describe(self, person: Person) -> Json:
        guild = Guild(person)
        return {
            **self.describe_account(person),
            "guild_id": guild.id,
            "has_bot": guild.id in self.bot_guilds,
            "webhooks": sum(webhook.guild_id == guild.id for webhook in self.webhooks.values()),
        }


def may_ping_everyone(body: MessageIn) -> bool:
    """Without any word on it a bot's message pings whom it names."""
    return body.allowed_mentions is None or "everyone" in body.allowed_mentions.parse


async def discord_of(connection: HTTPConnection) -> Discord:
    return cast("Discord", connection.app.state.stage.platforms["discord"])


OnDiscord = Annotated[Discord, Depends(discord_of)]
