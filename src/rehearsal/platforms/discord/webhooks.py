"""Webhooks of Discord channels and the messages that were posted to them."""

from dataclasses import dataclass, field

from pydantic import JsonValue

from rehearsal.clock import Clock, rfc3339
from rehearsal.oauth.accounts import stable_secret
from rehearsal.platforms.discord.errors import ApiError
from rehearsal.simulation.world import Person

Json = dict[str, JsonValue]

MAX_CONTENT_LENGTH = 2000
MAX_TITLE_LENGTH = 256
MAX_FIELDS = 25
MAX_EMBED_TEXT_LENGTH = 6000

FIRST_WEBHOOK_MS = 62_000_000_000


def snowflake(milliseconds: int, number: int) -> str:
    return str(milliseconds << 22 | number & 0x3FFFFF)


def owner_id(webhook_id: str) -> str:
    """The id of the person who owns the webhook; for an unknown webhook, an id that no person has."""
    return str((int(webhook_id) >> 22) - FIRST_WEBHOOK_MS) if webhook_id.isdecimal() else ""


@dataclass(slots=True)
class Webhook:
    id: str
    token: str
    channel_id: str
    name: str
    is_deleted: bool = False
    messages: dict[str, Json] = field(default_factory=dict[str, Json])

    def describe(self) -> Json:
        return {
            "application_id": None,
            "avatar": None,
            "channel_id": self.channel_id,
            "guild_id": snowflake(61_000_000_000, 1),
            "id": self.id,
            "name": self.name,
            "type": 1,
            "token": self.token,
        }


class Webhooks:
    """One webhook for each account; its URL stays the same from one run to the next."""

    def __init__(self, clock: Clock, seed: int) -> None:
        self._clock = clock
        self._seed = seed
        self._by_id: dict[str, Webhook] = {}
        self._posted = 0

    def get_or_create(self, person: Person) -> Webhook:
        webhook_id = snowflake(FIRST_WEBHOOK_MS + int(person.id), 1)
        if webhook_id not in self._by_id:
            token = stable_secret(f"discord webhook:{self._seed}:{person.id}")
            channel_id = snowflake(61_500_000_000 + int(person.id), 2)
            self._by_id[webhook_id] = Webhook(webhook_id, token, channel_id, f"{person.display_name} is live")
        return self._by_id[webhook_id]

    def find(self, webhook_id: str, token: str) -> Webhook:
        found = self._by_id.get(webhook_id)
        if found is None or found.is_deleted:
            raise ApiError(404, 10015, "Unknown Webhook")
        if found.token != token:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        return found

    def post(self, webhook: Webhook, body: Json) -> Json:
        self._posted += 1
        now = self._clock.now()
        message_id = snowflake(int(now.timestamp() * 1000) - 1_420_070_400_000, self._posted)
        message: Json = {
            "type": 0,
            "mentions": [],
            "attachments": [],
            "timestamp": rfc3339(now),
            "edited_timestamp": None,
            "flags": 0,
            "components": [],
            "id": message_id,
            "channel_id": webhook.channel_id,
            "author": self._author(webhook),
            "pinned": False,
            "tts": False,
            "webhook_id": webhook.id,
            **_content(body, {}),
        }
        webhook.messages[message_id] = message
        return message

    def edit(self, webhook: Webhook, message_id: str, body: Json) -> Json:
        found = webhook.messages.get(message_id)
        if found is None:
            raise ApiError(404, 10008, "Unknown Message")
        found |= {**_content(body, found), "edited_timestamp": rfc3339(self._clock.now())}
        return found

    def _author(self, webhook: Webhook) -> Json:
        return {
            "id": webhook.id,
            "username": webhook.name,
            "avatar": None,
            "discriminator": "0000",
            "public_flags": 0,
            "flags": 0,
            "bot": True,
            "global_name": None,
            "primary_guild": None,
        }


def _content(body: Json, before: Json) -> Json:
    """Text, embeds and mentions of a message, or of an edit of `before`; raises ApiError if Discord would refuse it."""
    content = body.get("content", before.get("content", ""))
    embeds = body.get("embeds", before.get("embeds", []))
    if not isinstance(content, str) or len(content) > MAX_CONTENT_LENGTH:
        raise ApiError(400, 50035, "Invalid Form Body")
    if not isinstance(embeds, list) or not (content or embeds):
        raise ApiError(400, 50006, "Cannot send an empty message")
    allowed = body.get("allowed_mentions")
    # Without `allowed_mentions`, a webhook notifies users only.
    mentions: Json = allowed if isinstance(allowed, dict) else {}
    parsed, roles = mentions.get("parse"), mentions.get("roles")
    pings_all = isinstance(parsed, list) and "everyone" in parsed and ("@everyone" in content or "@here" in content)
    mentioned = [role for role in (roles if isinstance(roles, list) else []) if f"<@&{role}>" in content]
    return {
        "content": content,
        "embeds": [_embed(one) for one in embeds if isinstance(one, dict)],
        "mention_everyone": pings_all,
        "mention_roles": mentioned,
    }


def _embed(embed: Json) -> Json:
    fields = embed.get("fields", [])
    if len(str(embed.get("title", ""))) > MAX_TITLE_LENGTH or not isinstance(fields, list) or len(fields) > MAX_FIELDS:
        raise ApiError(400, 50035, "Invalid Form Body")
    texts = [str(embed.get(name, "")) for name in ("title", "description")]
    texts += [f"{one.get('name')}{one.get('value')}" for one in fields if isinstance(one, dict)]
    if sum(map(len, texts)) > MAX_EMBED_TEXT_LENGTH:
        raise ApiError(400, 50035, "Invalid Form Body")
    inline = [{"inline": False, **one} for one in fields if isinstance(one, dict)]
    return {"type": "rich", **embed, **({"fields": list(inline)} if inline else {})}
