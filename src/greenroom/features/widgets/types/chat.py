from typing import Annotated, Literal

from pydantic import Field

from greenroom.features.widgets.types.fields import Background, Platforms, TextSize, seconds_field
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.forms.fields import Choice, ChoiceField, NumberField, SwitchField, TagsField
from greenroom.forms.settings import EditedSettings, Section
from greenroom.kernel.text import line_of


class ChatWidget(EditedSettings):
    """Chat messages, the newest at the bottom."""

    providers: Platforms = []
    # Leaves out messages that begin with the channel's command prefix.
    hides_commands: Annotated[bool, SwitchField("Hide commands")] = True
    hides_bots: Annotated[bool, SwitchField("Hide bots")] = True
    # Names or logins of viewers who are not shown, without regard to case.
    hidden_viewers: Annotated[
        list[Annotated[str, line_of(100)]],
        Field(max_length=100),
        TagsField("Hidden viewers", placeholder="Add a name"),
    ] = []
    # Lowest level of viewers who are shown.
    min_level: Annotated[
        Literal[0, 1, 2, 7],
        ChoiceField(
            "Only from",
            choices=(
                Choice(0, "Everyone"),
                Choice(1, "Subscribers and above"),
                Choice(2, "VIPs and above"),
                Choice(7, "Moderators and above"),
            ),
        ),
    ] = 0
    disappear_after_seconds: Annotated[
        int, Field(ge=0, le=3_600), seconds_field("Disappear after", "0 keeps messages until newer ones push them out.")
    ] = 45
    max_lines: Annotated[
        int, Field(ge=1, le=100), NumberField("Messages at once", look="steps", unit="lines", unit_name="lines")
    ] = 30
    style: Annotated[
        Literal["bubbles", "plain", "list"],
        ChoiceField("Style", choices=(Choice("bubbles", "Bubbles"), Choice("plain", "Plain"), Choice("list", "List"))),
    ] = "bubbles"
    name_colour: Annotated[
        Literal["viewer", "platform", "white"],
        ChoiceField(
            "Names",
            choices=(
                Choice("viewer", "Viewer's colour"),
                Choice("platform", "Platform's colour"),
                Choice("white", "White"),
            ),
        ),
    ] = "viewer"
    text_size: TextSize = 32
    background_percent: Background = 86
    has_badges: Annotated[bool, SwitchField("Badges")] = True
    has_platform_icon: Annotated[bool, SwitchField("Platform icon")] = True
    has_notices: Annotated[bool, SwitchField("Show subs, raids and other notices")] = True


TYPE = WidgetType(
    name="chat",
    label="Chat",
    about="Messages of all platforms in one list.",
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
    sections=(
        Section(
            "Messages",
            "What shows up, and for how long.",
            (
                "providers",
                "hides_commands",
                "hides_bots",
                "has_notices",
                "min_level",
                "disappear_after_seconds",
            ),
        ),
        Section(
            "Look",
            "How messages look on stream.",
            (
                "style",
                "name_colour",
                "text_size",
                "background_percent",
                "has_badges",
                "has_platform_icon",
            ),
        ),
        Section(
            "More",
            "Hidden viewers and the number of messages.",
            (
                "hidden_viewers",
                "max_lines",
            ),
            is_advanced=True,
        ),
    ),
    feeds=frozenset({"chat"}),
    tests={"message": "Message", "long_message": "Long message", "emotes": "Emotes", "deleted": "Deleted"},
)
