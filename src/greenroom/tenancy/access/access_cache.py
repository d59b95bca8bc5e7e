"""Cache of recent access checks."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.crypto.tokens import token_hash
from greenroom.tenancy.sessions.rules import is_worth_touching
from greenroom.tenancy.sessions.service import Person
from greenroom.tenancy.topics import ACCESS_CHANGED, SESSIONS_ENDED

# All that could change it is heard over the bus; should that ever fail unnoticed, nobody stays longer than this.
LASTS = timedelta(seconds=5)
MOST = 4_096


@dataclass(frozen=True, slots=True)
class Member:
    """A person and their role in a channel, as the database knows them."""

    person: Person
    level: int
    ends_at: datetime | None


class AccessCache:
    """Members by their tokens. Refusals are never remembered: whoever is not in here is looked up."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._members: dict[tuple[str, UUID], tuple[datetime, Member]] = {}
        # Moves with each change, so that nothing is kept that was read before one and comes after it.
        self.version = 0
        bus.subscribe(self._hear, SESSIONS_ENDED, ACCESS_CHANGED)
        bus.on_gap(self.forget)

    def __len__(self) -> int:
        return len(self._members)

    def find(self, token: str | None, channel_id: UUID, now: datetime) -> Member | None:
        """Somebody whose visit is due to be written down is not found, nor anybody while changes cannot be heard."""
        if not token or not self._bus.health().ok:
            return None
        since, member = self._members.get((token_hash(token), channel_id), (None, None))
        if since is None or member is None or not since <= now < since + LASTS:
            return None
        return member if _is_valid(member, now) else None

    def keep(self, token: str, channel_id: UUID, member: Member, *, now: datetime, version: int) -> None:
        """`version` as it was before the member was read."""
        if version != self.version or not self._bus.health().ok:
            return
        key = (token_hash(token), channel_id)
        self._members.pop(key, None)
        if len(self._members) >= MOST:
            del self._members[next(iter(self._members))]
        self._members[key] = (now, member)

    def forget(self) -> None:
        """Everybody: changes are rare, and to look one person up again is cheap."""
        self.version += 1
        self._members.clear()

    def _hear(self, _topic: str, _payload: bytes) -> None:
        self.forget()


def _is_valid(member: Member, now: datetime) -> bool:
    if member.ends_at is not None and member.ends_at <= now:
        return False
    return member.person.expires_at > now and not is_worth_touching(member.person.last_seen_at, now)
