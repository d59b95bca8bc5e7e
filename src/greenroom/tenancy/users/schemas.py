from collections.abc import Sequence
from uuid import UUID

from greenroom.kernel.schema import Schema
from greenroom.tenancy.admin.schemas import NoticeOut
from greenroom.tenancy.models.notices import Notice
from greenroom.tenancy.sessions.service import Person


class UserOut(Schema):
    id: UUID
    display_name: str
    username: str
    avatar_url: str
    is_operator: bool
    # From the operators to everyone.
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
