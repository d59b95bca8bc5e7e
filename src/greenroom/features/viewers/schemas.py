from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from greenroom.accounts.access.rules import role_of
from greenroom.accounts.access.staff_accounts import StaffAccounts
from greenroom.chat.messages.models import Viewer
from greenroom.features.viewers.models import ViewerNote
from greenroom.features.viewers.rules import clean_id, clean_note
from greenroom.kernel.schema import Schema, StrictSchema

MAX_ID_LENGTH = 100
MAX_NOTE_LENGTH = 1_000
MAX_QUERY_LENGTH = 100
MAX_VIEWERS = 100

ViewerId = Annotated[str, Field(min_length=1, max_length=MAX_ID_LENGTH), AfterValidator(clean_id)]
Provider = Annotated[str, Field(min_length=1, max_length=20), AfterValidator(clean_id)]


class AccountOut(Schema):
    """A viewer in a list: one account on one platform."""

    provider: str
    provider_viewer_id: str
    login: str
    name: str
    colour: str
    avatar_url: str
    level: int
    role: str
    is_bot: bool
    last_seen_at: datetime
    message_count: int

    @classmethod
    def of(cls, viewer: Viewer, staff: StaffAccounts, now: datetime) -> "AccountOut":
        level = max(viewer.level, staff.level_of(viewer.provider, viewer.viewer_id, now))
        return cls(
            provider=viewer.provider,
            provider_viewer_id=viewer.viewer_id,
            login=viewer.login,
            name=viewer.name,
            colour=viewer.colour,
            avatar_url=viewer.avatar_url,
            level=level,
            role=role_of(level).label,
            is_bot=viewer.is_bot,
            last_seen_at=viewer.last_seen_at,
            message_count=viewer.message_count,
        )


class ViewersOut(Schema):
    records: list[AccountOut]


class BanOut(Schema):
    """`until` is the end of the time-out; None for a ban."""

    until: datetime | None


class ViewerChatOut(Schema):
    """One of the channel's chats where the viewer can be moderated."""

    id: UUID
    name: str


class NoteOut(Schema):
    id: UUID
    text: str
    author_name: str
    created_at: datetime
    # Whether the current user may delete it.
    can_delete: bool

    @classmethod
    def of(cls, note: ViewerNote, *, can_delete: bool) -> "NoteOut":
        return cls(
            id=note.id, text=note.text, author_name=note.author_name, created_at=note.created_at, can_delete=can_delete
        )


class ViewerOut(AccountOut):
    first_seen_at: datetime
    # Newest first.
    former_names: list[str]
    # These four by the platform, as of the viewer's last message; without that message by the viewer's level.
    is_broadcaster: bool
    is_moderator: bool
    is_vip: bool
    is_subscriber: bool
    # As of the viewer's last message; 0 if the platform does not report it or the message is no longer stored.
    sub_months: int
    # The ban or time-out in force; None if there is none.
    sent_out: BanOut | None
    connections: list[ViewerChatOut]
    # Other accounts of the same person.
    accounts: list[AccountOut]
    # For all accounts of the person, newest first.
    notes: list[NoteOut]


class PlatformViewerOut(Schema):
    """Current data from the platform; `detail` says what is missing, and why."""

    login: str
    name: str
    avatar_url: str
    created_at: datetime | None
    followed_at: datetime | None
    # Whether the viewer follows the channel; None if the platform does not report it.
    follows: bool | None
    detail: str


class NoteIn(StrictSchema):
    text: Annotated[str, Field(max_length=MAX_NOTE_LENGTH), AfterValidator(clean_note)]


class LinkIn(StrictSchema):
    provider: Provider
    provider_viewer_id: ViewerId


class LinkCodeOut(Schema):
    code: str
    # The chat message to send with the other account.
    command: str
    expires_at: datetime


class AccountRef(Schema):
    provider: str
    provider_viewer_id: str
    name: str


class ViewersLinked(Schema):
    """Accounts were linked."""

    type: Literal["viewers_linked"] = "viewers_linked"
    how: Literal["code", "moderator"]
    # The moderator who linked the accounts or made the code.
    by: str
    viewers: list[AccountRef]


class ViewersChanged(Schema):
    """Notes or links of these viewers have changed."""

    type: Literal["viewers_changed"] = "viewers_changed"
    viewers: list[AccountRef]
