"""Request bodies of Kick's API."""

from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import Request

from rehearsal.platforms.kick.errors import KickError

UserId = Annotated[int, Field(ge=1)]
Uuid = Annotated[str, Field(pattern=r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")]


class Body(BaseModel):
    """Base of all bodies, with strict types: "12" is not accepted for 12."""

    model_config = ConfigDict(strict=True)


class ChannelChange(Body):
    stream_title: Annotated[str, Field(min_length=1)] | None = None
    category_id: Annotated[int, Field(ge=1)] | None = None
    custom_tags: Annotated[list[str], Field(max_length=10)] | None = None


class Post(Body):
    content: Annotated[str, Field(min_length=1, max_length=500)]
    type: Literal["user", "bot"]
    broadcaster_user_id: UserId | None = None
    reply_to_message_id: Uuid | None = None


class Ban(Body):
    broadcaster_user_id: UserId
    user_id: UserId
    # Minutes; seven days at most.
    duration: Annotated[int, Field(ge=1, le=10_080)] | None = None
    reason: Annotated[str, Field(max_length=100)] = ""


class Unban(Body):
    broadcaster_user_id: UserId
    user_id: UserId


class EventSubscription(Body):
    name: str
    version: int


class Subscribe(Body):
    events: Annotated[list[EventSubscription], Field(min_length=1)]
    method: Literal["webhook"]
    broadcaster_user_id: UserId | None = None


B = TypeVar("B", bound=Body)


async def read_body(request: Request, model: type[B]) -> B:
    """The parsed body, or 400 with the first validation error."""
    try:
        return model.model_validate_json(await request.body())
    except ValidationError as error:
        first = error.errors()[0]
        field_path = ".".join(str(part) for part in first["loc"]) or "body"
        raise KickError(400, f"{field_path}: {first['msg']}") from None
