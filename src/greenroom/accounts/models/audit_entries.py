from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.accounts.models.api_tokens import MAX_TOKEN_NAME_LENGTH
from greenroom.accounts.models.channels import Channel
from greenroom.kernel.db.change_tracking import ERASED_TO, MAX_SIGNATURE_LENGTH, STAFF_NAME
from greenroom.kernel.db.database import JsonObject, Table
from greenroom.kernel.ids import new_id

MAX_SECTION_LENGTH = 40
MAX_ITEM_LENGTH = 200
MAX_TITLE_LENGTH = 200
MAX_NOTE_LENGTH = 500
MAX_ACCOUNT_LENGTH = 130


class AuditEntry(Table):
    """One change in a channel, with its author and the values before and after."""

    __tablename__ = "audit_entries"
    __table_args__ = (
        Index("ix_audit_entries_channel", "channel_id", "created_at", "id"),
        Index("ix_audit_entries_section", "channel_id", "section", "created_at", "id"),
        Index("ix_audit_entries_author", "channel_id", "author_key", "created_at", "id"),
        # Finds entries of tokens, jobs and commands in chat: few among those of people, which it leaves out.
        # Only the migration has `postgresql_where`: here it would import the dialect of PostgreSQL at every start.
        Index(
            "ix_audit_entries_kind",
            "channel_id",
            "author_kind",
            "created_at",
            "id",
            sqlite_where=text("author_kind <> 'person'"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey(Channel.id, ondelete="CASCADE"))
    created_at: Mapped[datetime]
    # person, token (a person's program), chat (a command in chat) or job.
    author_kind: Mapped[str] = mapped_column(String(10))
    # The user's id, if the author is a user.
    author_id: Mapped[UUID | None]
    author_name: Mapped[str] = mapped_column(String(MAX_SIGNATURE_LENGTH), info={STAFF_NAME: "author_id"})
    # Name of the API token that the user's program used; empty without one.
    author_token: Mapped[str] = mapped_column(
        String(MAX_TOKEN_NAME_LENGTH), info={STAFF_NAME: "author_id", ERASED_TO: ""}
    )
    # "user:id"; "provider:id" of a viewer who is no user; else the kind and the name, such as "job:delete_old_chat".
    author_key: Mapped[str] = mapped_column(String(MAX_ACCOUNT_LENGTH))
    # The section of the channel's file, or another group of changes, such as `access`.
    section: Mapped[str] = mapped_column(String(MAX_SECTION_LENGTH))
    # The key of the changed item in its section, after the change; in other groups of changes, often an id.
    item: Mapped[str] = mapped_column(String(MAX_ITEM_LENGTH))
    # What was changed, as the list shows it.
    title: Mapped[str] = mapped_column(String(MAX_TITLE_LENGTH))
    # The person or viewer that the change is about, if there is one.
    subject_id: Mapped[UUID | None]
    subject_name: Mapped[str] = mapped_column(String(MAX_SIGNATURE_LENGTH), info={STAFF_NAME: "subject_id"})
    subject_account: Mapped[str] = mapped_column(String(MAX_ACCOUNT_LENGTH))
    note: Mapped[str] = mapped_column(String(MAX_NOTE_LENGTH))
    # Values before and after: all of a created or deleted item, of a changed one only those that differ.
    old: Mapped[JsonObject | None]
    new: Mapped[JsonObject | None]
    # What a deleted item had besides its settings, such as the uses of a command.
    kept: Mapped[JsonObject | None]
    # Why the change cannot be undone; empty if it can.
    no_undo: Mapped[str] = mapped_column(String(MAX_NOTE_LENGTH))
    undone_at: Mapped[datetime | None]
    # The entry that this one undid.
    undoes: Mapped[UUID | None]
    # Title, note and values in one text, case-folded for searching.
    search: Mapped[str] = mapped_column(Text)
