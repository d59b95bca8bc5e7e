from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import MAX_SIGNATURE_LENGTH, STAFF_NAME, Tracked
from greenroom.kernel.db.database import JsonObject, JsonType, SortText, Table
from greenroom.kernel.ids import new_id


class Command(Table, Tracked):
    __tablename__ = "commands"
    __table_args__ = (Index("ix_commands_channel_sort_name", "channel_id", "sort_name", "id"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    # As typed; the first is the main name, the others are aliases.
    cmds: Mapped[list[str]]
    # The first name, folded and without leading marks.
    sort_name: Mapped[str] = mapped_column(SortText)
    patterns: Mapped[list[JsonObject]] = mapped_column(JsonType)
    # Total matching cost of the command's patterns.
    pattern_steps: Mapped[int]
    description: Mapped[str] = mapped_column(String(500))
    responses: Mapped[list[JsonObject]] = mapped_column(JsonType)
    pick: Mapped[str] = mapped_column(String(20))
    response_type: Mapped[str] = mapped_column(String(20))
    access_level: Mapped[int]
    # Level of the person who saved the command last; lowered if a person of a lower level enables the command.
    author_level: Mapped[int] = mapped_column(server_default=text("0"))
    providers: Mapped[list[str]]
    global_cooldown: Mapped[int]
    chatter_cooldown: Mapped[int]
    mods_skip_cooldown: Mapped[bool]
    # In points.
    cost: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    active_mode: Mapped[str] = mapped_column(String(20))
    group_name: Mapped[str] = mapped_column(String(50))
    is_enabled: Mapped[bool]
    is_public: Mapped[bool]
    # Whether Greenroom added it as one of the default commands.
    is_starter: Mapped[bool]
    # Folded names, group, description, patterns and responses, for search.
    search_text: Mapped[str] = mapped_column(Text)
    # The search text of the fields shown on the public page.
    public_text: Mapped[str] = mapped_column(Text)
    use_count: Mapped[int]
    last_used_at: Mapped[datetime | None]
    created_by: Mapped[str] = mapped_column(String(MAX_SIGNATURE_LENGTH), info={STAFF_NAME: None})


class CommandName(Table):
    """Folded names and aliases, unique in a channel."""

    __tablename__ = "command_names"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(SortText, primary_key=True)
    command_id: Mapped[UUID] = mapped_column(ForeignKey("commands.id", ondelete="CASCADE"), index=True)


class CommandCooldown(Table):
    """When a command's cooldown ends: the global one if `who` is empty, else that of a viewer, `twitch:123`."""

    __tablename__ = "command_cooldowns"

    # No foreign key: a command deleted meanwhile must not fail a batch of chat.
    command_id: Mapped[UUID] = mapped_column(primary_key=True)
    who: Mapped[str] = mapped_column(String(130), primary_key=True)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), index=True)
    ends_at: Mapped[datetime] = mapped_column(index=True)


class CommandUse(Table):
    """A message that matched a command or is a `!cmd` edit, and the result.

    A partial index, declared in its migration only, finds uses that cost points and have no result yet.
    """

    __tablename__ = "command_uses"
    __table_args__ = (Index("ix_command_uses_message", "channel_id", "message_id", "connection_id"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    # No foreign key: "Why?" also explains uses of deleted commands.
    command_id: Mapped[UUID]
    command_name: Mapped[str] = mapped_column(String(50))
    connection_id: Mapped[UUID]
    message_id: Mapped[str] = mapped_column(String(200))
    # asked, answered, skipped or failed.
    verdict: Mapped[str] = mapped_column(String(20))
    reason: Mapped[str] = mapped_column(String(500))
    answer: Mapped[str] = mapped_column(Text)
    # Points that the caller was charged.
    cost: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    created_at: Mapped[datetime] = mapped_column(index=True)


class CommandSettings(Table):
    """Command settings of a channel; without a row the defaults apply."""

    __tablename__ = "command_settings"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    # Who may edit commands from chat: `editors`, or `mods` too.
    chat_management: Mapped[str] = mapped_column(String(20))
    # In seconds; older messages are shown but never answered.
    answer_within: Mapped[int] = mapped_column(server_default=text("15"))
    # Beginning of command names, such as `!`; used for `!cmd`, the default commands and templates.
    prefix: Mapped[str] = mapped_column(String(3), server_default="!")
    # Seconds; for commands that are created without a `global_cooldown`.
    default_global_cooldown: Mapped[int] = mapped_column(server_default=text("5"))
    # Seconds; for commands that are created without a `chatter_cooldown`.
    default_chatter_cooldown: Mapped[int] = mapped_column(server_default=text("15"))
