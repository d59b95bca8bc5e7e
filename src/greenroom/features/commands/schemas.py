from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from greenroom.features.commands.fields import (
    ActiveMode,
    ChatManagement,
    CommandFields,
    Level,
    Pattern,
    Pick,
    Provider,
    Response,
    ResponseType,
    Strict,
)
from greenroom.features.commands.rules import DEFAULT_ANSWER_WITHIN, MAX_ANSWER_WITHIN, MIN_ANSWER_WITHIN

MAX_IDS = 10_000


class CommandIn(CommandFields):
    """What chat can ask for, and what is answered."""


class CommandOut(BaseModel):
    id: UUID
    cmds: list[str]
    patterns: list[Pattern]
    description: str
    responses: list[Response]
    pick: Pick
    response_type: ResponseType
    access_level: Level
    providers: list[Provider]
    global_cooldown: int
    chatter_cooldown: int
    mods_skip_cooldown: bool
    active_mode: ActiveMode
    group: str
    enabled: bool
    public: bool
    # Came with the channel.
    is_starter: bool
    use_count: int
    last_used_at: datetime | None
    revision: int
    created_at: datetime
    created_by: str
    updated_at: datetime
    updated_by: str


class CommandsPage(BaseModel):
    """By name; `cursor` leads to the next ones."""

    records: list[CommandOut]
    cursor: str | None
    # Of those that were asked for.
    total: int
    # Every group of the channel.
    groups: list[str]


class NameCheck(BaseModel):
    """Who has a name already."""

    taken_by: UUID | None
    # The name it is known by.
    name: str


class CommandIds(Strict):
    ids: Annotated[list[UUID], Field(min_length=1, max_length=MAX_IDS)]


class CommandsEnabled(CommandIds):
    enabled: bool


class CommandsCounted(BaseModel):
    count: int


class CommandSettingsIn(Strict):
    # Whether moderators of a platform may change commands from chat too; Editors always may.
    chat_management: ChatManagement = "editors"
    # Seconds: what comes later than this after it was typed is shown and not answered.
    answer_within: Annotated[int, Field(ge=MIN_ANSWER_WITHIN, le=MAX_ANSWER_WITHIN)] = DEFAULT_ANSWER_WITHIN


class CommandSettingsOut(BaseModel):
    chat_management: ChatManagement
    answer_within: int


class PublicCommand(BaseModel):
    """As anybody sees it: what variables would show is left open."""

    cmds: list[str]
    # Its description, or what it answers first.
    text: str
    access_level: Level
    group: str
    providers: list[Provider]
    global_cooldown: int
    chatter_cooldown: int


class PublicCommands(BaseModel):
    channel_name: str
    records: list[PublicCommand]
    cursor: str | None
    total: int


class CommandsChanged(BaseModel):
    """Something about the list or a command is different."""

    type: Literal["commands_changed"] = "commands_changed"


class CommandUsedTold(BaseModel):
    type: Literal["command_used"] = "command_used"
    command_id: UUID
    use_count: int
    last_used_at: datetime


CommandNews = CommandsChanged | CommandUsedTold
