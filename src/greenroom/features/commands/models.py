from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import LONGEST_SIGNATURE, Tracked
from greenroom.kernel.db.database import JsonObject, JsonType, SortText, Table
from greenroom.kernel.ids import new_id


class Command(Table, Tracked):
    """What chat can ask for, and what is answered."""

    __tablename__ = "commands"
    __table_args__ = (Index("ix_commands_channel_sort_name", "channel_id", "sort_name", "id"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    # As they were typed; the first is the one it is known by.
    cmds: Mapped[list[str]]
    # Of the first name, without its mark.
    sort_name: Mapped[str] = mapped_column(SortText)
    patterns: Mapped[list[JsonObject]] = mapped_column(JsonType)
    # How many steps its expressions have together: what they cost.
    pattern_steps: Mapped[int]
    description: Mapped[str] = mapped_column(String(500))
    responses: Mapped[list[JsonObject]] = mapped_column(JsonType)
    pick: Mapped[str] = mapped_column(String(20))
    response_type: Mapped[str] = mapped_column(String(20))
    access_level: Mapped[int]
    providers: Mapped[list[str]]
    global_cooldown: Mapped[int]
    chatter_cooldown: Mapped[int]
    mods_skip_cooldown: Mapped[bool]
    active_mode: Mapped[str] = mapped_column(String(20))
    group_name: Mapped[str] = mapped_column(String(50))
    is_enabled: Mapped[bool]
    is_public: Mapped[bool]
    # Came with the channel.
    is_starter: Mapped[bool]
    # Names, description and answers, as they are searched.
    search_text: Mapped[str] = mapped_column(Text)
    # The same of what everybody may see.
    public_text: Mapped[str] = mapped_column(Text)
    use_count: Mapped[int]
    last_used_at: Mapped[datetime | None]
    created_by: Mapped[str] = mapped_column(String(LONGEST_SIGNATURE))


class CommandName(Table):
    """Each name once in a channel, as names are compared."""

    __tablename__ = "command_names"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(SortText, primary_key=True)
    command_id: Mapped[UUID] = mapped_column(ForeignKey("commands.id", ondelete="CASCADE"), index=True)


class CommandCooldown(Table):
    """Until when a command is not answered again: to anybody (`who` is empty), or to one viewer."""

    __tablename__ = "command_cooldowns"

    # Without a tie to the command: one that is deleted meanwhile must not keep a batch of chat from being stored.
    command_id: Mapped[UUID] = mapped_column(primary_key=True)
    who: Mapped[str] = mapped_column(String(130), primary_key=True)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), index=True)
    ends_at: Mapped[datetime] = mapped_column(index=True)


class CommandUse(Table):
    """Something that was typed and fitted a command, and what came of it."""

    __tablename__ = "command_uses"
    __table_args__ = (Index("ix_command_uses_message", "channel_id", "message_id", "connection_id"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    # Kept when the command is deleted: "Why?" is asked afterwards.
    command_id: Mapped[UUID]
    command_name: Mapped[str] = mapped_column(String(50))
    connection_id: Mapped[UUID]
    message_id: Mapped[str] = mapped_column(String(200))
    # asked, answered, skipped or failed.
    verdict: Mapped[str] = mapped_column(String(20))
    reason: Mapped[str] = mapped_column(String(500))
    answer: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(index=True)


class CommandSettings(Table):
    """Of a channel; without a row everything is as it comes."""

    __tablename__ = "command_settings"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    # editors, or mods.
    chat_management: Mapped[str] = mapped_column(String(20))
    # Seconds; a question that is older when it comes is only shown.
    answer_within: Mapped[int] = mapped_column(server_default=text("15"))
