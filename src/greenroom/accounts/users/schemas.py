from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from greenroom.accounts.models.notices import MAX_NOTICE_LENGTH, Notice
from greenroom.accounts.sessions.service import Person
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import line_of
from greenroom.kernel.timestamps import Timestamp

NoticeLevel = Literal["info", "warning", "critical"]


class NoticeIn(StrictSchema):
    text: Annotated[str, line_of(MAX_NOTICE_LENGTH)]
    level: NoticeLevel = "info"
    # None: until an operator deletes it.
    ends_at: Timestamp | None = None


class NoticeOut(Schema):
    id: UUID
    text: str
    level: NoticeLevel
    created_at: datetime
    ends_at: datetime | None

    @classmethod
    def of(cls, notice: Notice) -> "NoticeOut":
        return cls.model_validate(notice, from_attributes=True)


class UserOut(Schema):
    id: UUID
    display_name: str
    username: str
    avatar_url: str
    is_operator: bool
    # Notices of the operators to all users.
    notices: list[NoticeOut]

    @classmethod
    def of(cls, person: Person, notices: Sequence[Notice]) -> "UserOut":
        return cls(
            id=person.user_id,
            display_name=person.display_name,
            username=person.username,
            avatar_url=person.avatar_url,
            is_operator=person.is_operator,
            notices=[NoticeOut.of(one) for one in notices],
        )
