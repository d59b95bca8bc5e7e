from uuid import UUID

from pydantic import BaseModel

from greenroom.tenancy.sessions.service import Person


class UserOut(BaseModel):
    id: UUID
    display_name: str
    username: str
    avatar_url: str
    is_operator: bool

    @classmethod
    def of(cls, person: Person) -> "UserOut":
        return cls(
            id=person.user_id,
            display_name=person.display_name,
            username=person.username,
            avatar_url=person.avatar_url,
            is_operator=person.is_operator,
        )
