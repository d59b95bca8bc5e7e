from datetime import datetime
from uuid import UUID

from greenroom.accounts.models.sessions import Session
from greenroom.kernel.schema import Schema


class SessionOut(Schema):
    id: UUID
    browser: str
    created_at: datetime
    last_seen_at: datetime
    is_current: bool

    @classmethod
    def of(cls, session: Session, current_id: UUID) -> "SessionOut":
        return cls(
            id=session.id,
            browser=session.browser,
            created_at=session.created_at,
            last_seen_at=session.last_seen_at,
            is_current=session.id == current_id,
        )
