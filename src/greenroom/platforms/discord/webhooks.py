"""Announcements through a webhook, whose URL contains its secret.

Only the id and the token of a pasted URL are used: every call goes to the configured API.
"""

import asyncio
import re
from urllib.parse import urlsplit

import msgspec

from greenroom.accounts.platforms import Gone, PlatformUnavailable, RateLimited
from greenroom.chat.protocol.announcements import (
    AnnouncementGone,
    AnnouncementMessage,
    BadAddress,
    Embed,
    NotConfirmed,
    Rejected,
)
from greenroom.kernel.http.client import HttpResponse, NoResponse, NotSent
from greenroom.platforms.discord.answers import DISCORD, read, read_error, seconds_to_wait
from greenroom.platforms.discord.api import DiscordApi
from greenroom.platforms.discord.settings import DiscordSettings

TIMEOUT_SECONDS = 10.0
HOSTS = frozenset({"discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"})
PATH = re.compile(r"(?:/[a-z0-9/]*)?/webhooks/(\d{15,20})/([A-Za-z0-9_-]{20,100})/?")
UNKNOWN_MESSAGE = 10008
# Error codes of a webhook that no longer works: unknown channel, server or webhook, or a wrong token.
GONE_CODES = frozenset({10003, 10004, 10015, 50027})
MAX_CONTENT_LENGTH = 2000
MAX_TITLE_LENGTH = 256
MAX_FIELD_LENGTH = 1024
MENTIONS = {"everyone": "@everyone", "here": "@here"}
MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#])")
MASS_MENTION = re.compile(r"@(?=everyone|here)", re.IGNORECASE)


class Webhook(msgspec.Struct):
    name: str = ""


class Message(msgspec.Struct):
    id: str


class Webhooks:
    example = "https://discord.com/api/webhooks/…"

    def __init__(self, settings: DiscordSettings, api: DiscordApi) -> None:
        self._api = api
        own = urlsplit(settings.api_url)
        self._own_origin = (own.scheme, own.netloc)

    def address_of(self, url: str) -> str:
        try:
            parts = urlsplit(url.strip())
            is_known = (parts.scheme == "https" and parts.netloc.lower() in HOSTS) or (
                (parts.scheme, parts.netloc) == self._own_origin
            )
        except ValueError:
            is_known, parts = False, urlsplit("")
        found = PATH.fullmatch(parts.path)
        if not is_known or found is None:
            raise BadAddress(f"must be the URL of a Discord webhook, such as {self.example}")
        return f"{found[1]}/{found[2]}"

    def escape(self, text: str) -> str:
        return _escape(text)

    async def look_up(self, address: str) -> str:
        return read(await self._call("GET", address), Webhook).name

    async def post(self, address: str, message: AnnouncementMessage) -> str:
        mention = MENTIONS.get(message.mention) or (f"<@&{message.role_id}>" if message.mention == "role" else "")
        body = {**_body(message, mention), "allowed_mentions": allowed_mentions(message)}
        answer = await self._call("POST", address, body, query=[("wait", "true")])
        try:
            return read(answer, Message).id
        except PlatformUnavailable as error:
            raise NotConfirmed("Discord did not confirm the announcement") from error

    async def edit(self, address: str, message_id: str, message: AnnouncementMessage) -> None:
        no_mentions: dict[str, list[str]] = {"parse": []}
        body = {**_body(message, ""), "allowed_mentions": no_mentions}
        await self._call("PATCH", address, body, message_id=message_id)

    async def _call(
        self,
        method: str,
        address: str,
        body: object = None,
        *,
        message_id: str = "",
        query: list[tuple[str, str]] | None = None,
    ) -> HttpResponse:
        webhook_id = address.partition("/")[0]
        end = f"/messages/{message_id}" if message_id else ""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                answer = await self._api.send_once(
                    method, f"/webhooks/{address}{end}", f"/webhooks/{webhook_id}/…{end}", json=body, params=query or []
                )
        except NotSent as error:
            raise PlatformUnavailable("Discord is not responding") from error
        except (NoResponse, TimeoutError) as error:
            raise NotConfirmed("Discord did not answer in time") from error
        raise_for_webhook(answer)
        return answer


def raise_for_webhook(answer: HttpResponse) -> None:
    if answer.is_success:
        return
    error = read_error(answer)
    code, text = (error.code, error.text[:200]) if error else (0, "")
    if code == UNKNOWN_MESSAGE:
        raise AnnouncementGone(text)
    if answer.status_code == 404 or code in GONE_CODES:
        raise Gone(text or "Unknown Webhook")
    if answer.status_code == 429:
        raise RateLimited(seconds_to_wait(answer))
    if answer.status_code >= 500:
        raise DISCORD.failure(answer, text)
    raise Rejected(text or f"error {answer.status_code}")


def allowed_mentions(message: AnnouncementMessage) -> dict[str, list[str]]:
    """Value of Discord's field `allowed_mentions`; without it an @everyone in a stream title would notify everyone."""
    if message.mention == "role":
        return {"parse": [], "roles": [message.role_id]}
    return {"parse": ["everyone"] if message.mention in MENTIONS else []}


def _body(message: AnnouncementMessage, mention: str) -> dict[str, object]:
    # An invisible character after @ keeps an @everyone in the title from notifying all members.
    text = MASS_MENTION.sub("@\u200b", message.text)
    return {"content": f"{mention} {text}".strip()[:MAX_CONTENT_LENGTH], "embeds": [_embed(message.embed)]}


def _embed(embed: Embed) -> dict[str, object]:
    fields = [(one.name, _escape(one.value)) for one in embed.fields]
    links = " · ".join(f"[{_escape(one.name)}]({one.url})" if one.url else _escape(one.name) for one in embed.links)
    shown: dict[str, object] = {
        "author": {"name": embed.author[:MAX_TITLE_LENGTH]},
        "title": _escape(embed.title)[:MAX_TITLE_LENGTH],
        "color": int(embed.colour.removeprefix("#"), 16),
        "timestamp": embed.at.isoformat(),
        "fields": [
            {"name": name, "value": value[:MAX_FIELD_LENGTH], "inline": True}
            for name, value in (*fields, (embed.links_name, links))
            if value
        ],
    }
    return {**shown, "url": embed.url} if embed.url else shown


def _escape(text: str) -> str:
    return MARKDOWN.sub(r"\\\1", text)
