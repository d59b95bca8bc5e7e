from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from greenroom.kernel.schema import Schema
from greenroom.tenancy.models.notices import Notice
from greenroom.tenancy.sessions.service import Person

NoticeLevel = Literal["info", "warning", "critical"]


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
