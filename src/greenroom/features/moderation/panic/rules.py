"""Which modes the panic button sets, and which of them it restores."""

from datetime import timedelta
from enum import StrEnum

from msgspec.structs import asdict

from greenroom.chat.protocol.actions import ChangeChatModes, ChatModes

STRICT_SLOW_SECONDS = 30
STRICT_FOLLOWERS_SECONDS = 600
# After this time another process may claim a chat: reading and changing its modes cannot take as long.
CLAIM_TIME = timedelta(seconds=60)
MAX_RETRY_WAIT = timedelta(seconds=60)
FIRST_RETRY_WAIT = timedelta(seconds=3)

# Mode → (value before, value set).
ModeChanges = dict[str, tuple[int | bool | None, int | bool | None]]


class ChatStage(StrEnum):
    # The platform has not answered yet; it is asked again.
    WAITING = "waiting"
    STRICT = "strict"
    # The platform refused; it is not asked again.
    REFUSED = "refused"
    RESTORED = "restored"


def strict_changes(now: ChatModes) -> ModeChanges:
    """The changes that make a chat strict; stricter modes stay as they are.

    Emote-only mode is not set: subscribers and staff, who alone can still write, need words.
    """
    wanted: dict[str, int | bool | None] = {
        "slow_seconds": max(now.slow_seconds or 0, STRICT_SLOW_SECONDS),
        "followers_seconds": max(now.followers_seconds or 0, STRICT_FOLLOWERS_SECONDS),
        "subscribers_only": True,
    }
    before = asdict(now)
    return {mode: (before[mode], value) for mode, value in wanted.items() if before[mode] != value}


def restoring_changes(now: ChatModes, changes: ModeChanges) -> ModeChanges:
    """The changes that undo `changes`; modes that others have changed since then stay as they are."""
    current = asdict(now)
    return {mode: (set_to, before) for mode, (before, set_to) in changes.items() if current[mode] == set_to}


def change_action(changes: ModeChanges) -> ChangeChatModes:
    # The names are those of the action's fields.
    return ChangeChatModes(**{mode: value for mode, (_, value) in changes.items()})  # pyright: ignore[reportArgumentType]


def retry_wait(tries: int) -> timedelta:
    return min(FIRST_RETRY_WAIT * 2 ** min(tries, 10), MAX_RETRY_WAIT)
