from typing import Annotated

from msgspec import UNSET
from pydantic import AfterValidator, Field

from greenroom.chat.protocol.actions import ChangeChatModes, ChatModes
from greenroom.features.moderation.rules import MAX_REASON_LENGTH, clean_id, clean_reason
from greenroom.features.moderation.schemas import ViewerId
from greenroom.kernel.errors import Invalid
from greenroom.kernel.schema import Schema, StrictSchema

# No platform allows a longer time; each platform checks its own range.
MAX_SLOW_SECONDS = 86_400
MAX_FOLLOWERS_SECONDS = 366 * 86_400
MAX_LOGIN_LENGTH = 100

SlowSeconds = Annotated[int | None, Field(strict=True, ge=1, le=MAX_SLOW_SECONDS)]
FollowersSeconds = Annotated[int | None, Field(strict=True, ge=0, le=MAX_FOLLOWERS_SECONDS)]


def _clean_login(text: str) -> str:
    login = text.strip().removeprefix("@")
    if not login:
        raise ValueError("must be the name of a channel")
    return clean_id(login)


ChannelName = Annotated[str, Field(min_length=1, max_length=MAX_LOGIN_LENGTH), AfterValidator(_clean_login)]


class ChannelNameIn(StrictSchema):
    """Another channel of the same platform, by its name in URLs."""

    channel_name: ChannelName


class ShoutOutIn(StrictSchema):
    """Another channel of the same platform: by its name in URLs, or by its id if only a display name is known."""

    channel_name: ChannelName | None = None
    provider_viewer_id: ViewerId | None = None


class WarningIn(StrictSchema):
    provider_viewer_id: ViewerId
    reason: Annotated[str, Field(min_length=1, max_length=MAX_REASON_LENGTH), AfterValidator(clean_reason)]


class ChatModesIn(StrictSchema):
    """Changes of chat modes. Modes that are left out stay as they are; null as a duration switches the mode off."""

    slow_seconds: SlowSeconds = None
    followers_seconds: FollowersSeconds = None
    # Null has no effect on these two modes.
    subscribers_only: bool | None = None
    emotes_only: bool | None = None

    def action(self) -> ChangeChatModes:
        sent_fields = self.model_fields_set
        change = ChangeChatModes(
            slow_seconds=self.slow_seconds if "slow_seconds" in sent_fields else UNSET,
            followers_seconds=self.followers_seconds if "followers_seconds" in sent_fields else UNSET,
            subscribers_only=UNSET if self.subscribers_only is None else self.subscribers_only,
            emotes_only=UNSET if self.emotes_only is None else self.emotes_only,
        )
        if change == ChangeChatModes():
            raise Invalid("slow_seconds", "Select at least one mode to change.")
        return change


class ChatModesOut(Schema):
    """Current modes of one chat."""

    # Between two messages of one viewer; null: off.
    slow_seconds: int | None
    # How long viewers must have followed; 0: all followers; null: off.
    followers_seconds: int | None
    subscribers_only: bool
    emotes_only: bool
    # How the platform changed what was asked for, such as a rounded duration.
    detail: str = ""

    @classmethod
    def of(cls, modes: ChatModes, detail: str = "") -> "ChatModesOut":
        return cls(
            slow_seconds=modes.slow_seconds,
            followers_seconds=modes.followers_seconds,
            subscribers_only=modes.subscribers_only,
            emotes_only=modes.emotes_only,
            detail=detail,
        )
