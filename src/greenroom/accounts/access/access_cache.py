"""Cache of recent access checks."""

from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct

from greenroom.accounts.sessions.rules import is_last_seen_update_due
from greenroom.accounts.sessions.service import Person
from greenroom.accounts.topics import ACCESS_CHANGED, SESSIONS_ENDED
from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.crypto.tokens import token_hash

# Changes are announced over the bus; if an announcement is lost, a member who lost access keeps it at most this long.
CACHE_LIFETIME = timedelta(seconds=5)
MAX_ENTRIES = 4_096


class Member(Struct, frozen=True):
    """A user and their role in a channel, as stored."""

    person: Person
    level: int
    ends_at: datetime | None
    # Why the channel is suspended; None if it is not.
    suspension: str | None = None


class AccessCache:
    """Caches who has which role in a channel; refusals are not cached."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        # By hashed token and channel: when the member was stored, and the member.
        self._members: dict[tuple[str, UUID], tuple[datetime, Member]] = {}
        # Incremented with each change, so that a member read before a change is not cached after it.
        self.version = 0
        bus.subscribe(self._on_change, SESSIONS_ENDED, ACCESS_CHANGED)
        bus.on_gap(self.clear)

    def __len__(self) -> int:
        return len(self._members)

    def find(self, token: str | None, channel_id: UUID, now: datetime) -> Member | None:
        """The cached member if valid; None also while the bus is unhealthy or `last_seen_at` is due for an update."""
        if not token or not self._bus.health().ok:
            return None
        stored_at, member = self._members.get((token_hash(token), channel_id), (None, None))
        if stored_at is None or member is None or not stored_at <= now < stored_at + CACHE_LIFETIME:
            return None
        return member if _is_valid(member, now) else None

    def store(self, token: str, channel_id: UUID, member: Member, *, now: datetime, version: int) -> None:
        """Stores a member unless access has changed since `version`, which the caller read before the member."""
        if version != self.version or not self._bus.health().ok:
            return
        key = (token_hash(token), channel_id)
        self._members.pop(key, None)
        if len(self._members) >= MAX_ENTRIES:
            del self._members[next(iter(self._members))]
        self._members[key] = (now, member)

    def clear(self) -> None:
        """Clears the whole cache: changes are rare, and a lookup is cheap."""
        self.version += 1
        self._members.clear()

    def _on_change(self, _topic: str, _payload: bytes) -> None:
        self.clear()


def _is_valid(member: Member, now: datetime) -> bool:
    if member.ends_at is not None and member.ends_at <= now:
        return False
    return member.person.expires_at > now and not is_last_seen_update_due(member.person.last_seen_at, now)
