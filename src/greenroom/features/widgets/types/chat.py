from typing import Annotated, Literal

from pydantic import Field

from greenroom.accounts.stream_platforms import StreamProviders
from greenroom.features.widgets.types.fields import Percent, TextSize
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.text import line_of


class ChatWidget(StrictSchema):
    """Chat messages, the newest at the bottom."""

    # Empty means all platforms.
    providers: StreamProviders = []
    # Leaves out messages that begin with the channel's command prefix.
    hides_commands: bool = True
    hides_bots: bool = True
    # Names or logins of viewers who are not shown, without regard to case.
    hidden_viewers: Annotated[list[Annotated[str, line_of(100)]], Field(max_length=100)] = []
    # Lowest level of viewers who are shown: 0 everyone, 1 subscribers, 2 VIPs, 7 moderators.
    min_level: Literal[0, 1, 2, 7] = 0
    # 0 means that messages stay until newer ones push them out.
    disappear_after_seconds: Annotated[int, Field(ge=0, le=3_600)] = 45
    max_lines: Annotated[int, Field(ge=1, le=100)] = 30
    style: Literal["bubbles", "plain", "list"] = "bubbles"
    name_colour: Literal["viewer", "platform", "white"] = "viewer"
    text_size: TextSize = 32
    background_percent: Percent = 86
    has_badges: bool = True
    has_platform_icon: bool = True
    has_notices: bool = True


TYPE = WidgetType(
    name="chat",
    label="Chat",
    settings=ChatWidget,
    width=720,
    height=720,
    classes=(
        "chat",
        "chat-line",
        "chat-platform",
        "chat-badge",
        "chat-name",
        "chat-text",
        "chat-emote",
        "chat-mention",
        "chat-link",
        "chat-headline",
    ),
    feeds=frozenset({"chat"}),
    tests=("message", "long_message", "emotes", "deleted"),
)
