from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import STAFF_NAME
from greenroom.kernel.db.database import JsonObject, Table


class Panic(Table):
    """The panic button of one channel, from the first press until everything is restored."""

    __tablename__ = "panics"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    # False while chats are being restored.
    is_on: Mapped[bool]
    # Whether the button muted the bot; a bot that was muted before stays muted on release.
    muted_bot: Mapped[bool]
    # Whether the button paused alerts; alerts that were paused before stay paused on release.
    paused_alerts: Mapped[bool]
    # When the button was last pressed or released.
    pressed_at: Mapped[datetime]
    pressed_by_id: Mapped[UUID | None]
    pressed_by: Mapped[str] = mapped_column(String(100), info={STAFF_NAME: "pressed_by_id"})


class PanicChat(Table):
    """One chat of a platform that has chat modes, and the modes that the panic button changed in it."""

    __tablename__ = "panic_chats"

    connection_id: Mapped[UUID] = mapped_column(
        ForeignKey("channel_providers.id", ondelete="CASCADE"), primary_key=True
    )
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("panics.channel_id", ondelete="CASCADE"), index=True)
    # One of panic.rules.ChatStage.
    stage: Mapped[str] = mapped_column(String(20))
    # The platform's error or refusal.
    detail: Mapped[str] = mapped_column(String(500))
    # Mode → [value before, value that was set]; stored before the platform is asked. Empty: nothing was asked.
    modes: Mapped[JsonObject]
    # Ids of the log entries since the last press or release, by their reason; stored before the platform is asked.
    entry_ids: Mapped[JsonObject]
    tries: Mapped[int]
    # Id of the try that is under way; each try has a new one.
    claim_id: Mapped[UUID | None]
    # When a claim ends, or the next try is due.
    next_try_at: Mapped[datetime]
