"""What a message may carry, checked before anybody sees it."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError
from starlette.requests import Request

from rehearsal.platforms.discord.errors import ApiError, InvalidForm

Json = dict[str, JsonValue]

EMBED_TEXT_MAX = 6000


class Lenient(BaseModel):
    """Discord passes over what it does not know."""

    model_config = ConfigDict(extra="ignore")


class Named(Lenient):
    name: str = Field(max_length=256)
    url: str | None = None
    icon_url: str | None = None


class Footer(Lenient):
    text: str = Field(max_length=2048)
    icon_url: str | None = None


class Picture(Lenient):
    url: str = Field(max_length=2048)


class EmbedField(Lenient):
    name: str = Field(max_length=256)
    value: str = Field(max_length=1024)
    inline: bool = False


class Embed(Lenient):
    title: str | None = Field(default=None, max_length=256)
    description: str | None = Field(default=None, max_length=4096)
    url: str | None = Field(default=None, max_length=2048)
    timestamp: str | None = None
    color: int | None = Field(default=None, ge=0, le=0xFFFFFF)
    footer: Footer | None = None
    image: Picture | None = None
    thumbnail: Picture | None = None
    author: Named | None = None
    fields: list[EmbedField] = Field(default=[], max_length=25)

    @property
    def size(self) -> int:
        texts = [self.title, self.description, self.footer and self.footer.text, self.author and self.author.name]
        texts += [text for one in self.fields for text in (one.name, one.value)]
        return sum(len(text or "") for text in texts)


class Mentions(Lenient):
    parse: list[str] = []
    roles: list[str] = Field(default=[], max_length=100)
    users: list[str] = Field(default=[], max_length=100)
    replied_user: bool = False


class MessageIn(Lenient):
    content: str | None = Field(default=None, max_length=2000)
    tts: bool = False
    embeds: list[Embed] = Field(default=[], max_length=10)
    allowed_mentions: Mentions | None = None
    flags: int = 0
    nonce: str | int | None = None
    enforce_nonce: bool = False
    username: str | None = Field(default=None, min_length=1, max_length=80)
    avatar_url: str | None = None
    thread_name: str | None = Field(default=None, min_length=1, max_length=100)


async def read_message(request: Request) -> MessageIn:
    try:
        body = MessageIn.model_validate_json(await request.body())
    except ValidationError as error:
        raise form_error(error) from None
    if not body.content and not body.embeds:
        raise ApiError(400, 50006, "Cannot send an empty message")
    if sum(embed.size for embed in body.embeds) > EMBED_TEXT_MAX:
        message = f"Embed size exceeds maximum size of {EMBED_TEXT_MAX}"
        raise InvalidForm(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)
    if isinstance(body.nonce, str) and len(body.nonce) > 25:
        raise InvalidForm(("nonce",), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    refuse_doubled_mentions(body.allowed_mentions or Mentions())
    return body


def refuse_doubled_mentions(mentions: Mentions) -> None:
    for kind in ("users", "roles"):
        if kind in mentions.parse and getattr(mentions, kind):
            message = f"parse:[{kind!r}] and {kind}: [ids...] are mutually exclusive."
            raise InvalidForm(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def form_error(error: ValidationError) -> ApiError:
    """The first thing that is wrong, in Discord's words."""
    problem = error.errors()[0]
    place = tuple(str(part) for part in problem["loc"])
    if not place:
        return ApiError(400, 50109, "The request body contains invalid JSON.")
    context: dict[str, Any] = problem.get("ctx", {})
    if "max_length" in context:
        return InvalidForm(place, "BASE_TYPE_MAX_LENGTH", f"Must be {context['max_length']} or fewer in length.")
    return InvalidForm(place, "BASE_TYPE_BAD_VALUE", str(problem["msg"]))


def shown_embeds(body: MessageIn) -> list[JsonValue]:
    return [{"type": "rich", **embed_fields(embed)} for embed in body.embeds]


def embed_fields(embed: Embed) -> Json:
    dumped: Json = embed.model_dump(exclude_none=True)
    return {name: value for name, value in dumped.items() if value != []}
