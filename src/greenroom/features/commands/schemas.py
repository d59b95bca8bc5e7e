from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from greenroom.accounts.stream_platforms import StreamProvider
from greenroom.accounts.topics import channel_topic
from greenroom.channel_file.command_names import DEFAULT_PREFIX
from greenroom.features.commands.fields import (
    CHATTER_COOLDOWN,
    GLOBAL_COOLDOWN,
    ActiveMode,
    ChatManagement,
    CommandFields,
    Level,
    Pattern,
    Pick,
    Response,
    ResponseType,
    Seconds,
)
from greenroom.features.commands.matching.prefix import MAX_PREFIX_LENGTH, valid_prefix
from greenroom.features.commands.rules import DEFAULT_ANSWER_WITHIN, MAX_ANSWER_WITHIN, MIN_ANSWER_WITHIN
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import Limited, StorableText

MAX_IDS = 10_000

commands_topic = channel_topic("commands")
# Topic inside the server: the prefix has changed.
prefix_topic = channel_topic("widget-command-prefix")


class CommandIn(CommandFields):
    """A chat command and its responses."""


class CommandOut(Schema):
    id: UUID
    cmds: list[str]
    patterns: list[Pattern]
    description: str
    responses: list[Response]
    pick: Pick
    response_type: ResponseType
    access_level: Level
    providers: list[StreamProvider]
    global_cooldown: int
    chatter_cooldown: int
    mods_skip_cooldown: bool
    # In points.
    cost: int
    active_mode: ActiveMode
    group: str
    enabled: bool
    public: bool
    # Whether Greenroom added it as one of the default commands.
    is_starter: bool
    # Variables run with this level if the caller's is lower; not for viewers below Mod if everyone may use the command.
    author_level: int
    use_count: int
    last_used_at: datetime | None
    revision: int
    created_at: datetime
    created_by: str
    updated_at: datetime
    updated_by: str


class CommandsPage(Schema):
    """Sorted by name; `cursor` leads to the next page."""

    records: list[CommandOut]
    cursor: str | None
    # Number of commands on all pages.
    total: int
    # Every group of the channel.
    groups: list[str]


class NameCheck(Schema):
    """The command that already uses a name; None and an empty name if there is none."""

    taken_by: UUID | None
    # First name of the command.
    name: str


class CommandIds(StrictSchema):
    ids: Annotated[list[UUID], Field(min_length=1, max_length=MAX_IDS)]


class CommandsEnabled(CommandIds):
    enabled: bool


class CommandsCounted(Schema):
    count: int


class CommandSettingsIn(StrictSchema):
    # Whether platform moderators may use !cmd too; Editors always may.
    chat_management: ChatManagement = "editors"
    # In seconds: older messages are shown but never answered.
    answer_within: Annotated[int, Field(ge=MIN_ANSWER_WITHIN, le=MAX_ANSWER_WITHIN)] = DEFAULT_ANSWER_WITHIN
    # Another prefix renames the commands whose names begin with the old one.
    prefix: Annotated[StorableText, Limited(MAX_PREFIX_LENGTH, valid_prefix)] = DEFAULT_PREFIX
    # Seconds; for commands that are created without a `global_cooldown`.
    default_global_cooldown: Seconds = GLOBAL_COOLDOWN
    # Seconds; for commands that are created without a `chatter_cooldown`.
    default_chatter_cooldown: Seconds = CHATTER_COOLDOWN


class CommandSettingsOut(Schema):
    chat_management: ChatManagement
    answer_within: int
    prefix: str
    default_global_cooldown: int
    default_chatter_cooldown: int


class PublicCommand(Schema):
    """A command as the public page shows it."""

    cmds: list[str]
    # The description, or else the first response with a placeholder for each variable.
    text: str
    access_level: Level
    group: str
    providers: list[StreamProvider]
    global_cooldown: int
    chatter_cooldown: int
    # In points.
    cost: int


class PublicCommands(Schema):
    channel_name: str
    records: list[PublicCommand]
    cursor: str | None
    total: int


class CommandsChanged(Schema):
    """Commands or their settings have changed."""

    type: Literal["commands_changed"] = "commands_changed"


class CommandUseCounted(Schema):
    type: Literal["command_used"] = "command_used"
    command_id: UUID
    use_count: int
    last_used_at: datetime
