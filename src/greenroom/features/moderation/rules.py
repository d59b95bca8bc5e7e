"""Checks before a moderation action, the time left of a time-out, and how a platform's answer is recorded."""

import unicodedata
from datetime import datetime, timedelta

from msgspec import UNSET, Struct

from greenroom.chat.moderation.entries import Outcome, ends_at
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.moderation.protection import ModeratedViewer, protection_of
from greenroom.chat.protocol.actions import STILL_BANNED, ChangeChatModes, Receipt, UnbanViewer
from greenroom.chat.sending.acting_as import NotConfirmed
from greenroom.chat.sending.retry_policy import RetryPolicy
from greenroom.chat.sending.sender import Broken, Interrupted
from greenroom.kernel.errors import AppError, Conflict, FieldError
from greenroom.kernel.text import tidy_line

MAX_REASON_LENGTH = 500
OUTCOME_UNKNOWN = "No response from the platform. Check there whether it was done."
# Time limit of an action of staff, which is tried once.
MAX_STAFF_ACTION_TIME = timedelta(minutes=1)
# Maximum time between an action and its report; the report may also seem earlier, because clocks differ.
MAX_REPORT_DELAY = timedelta(seconds=60)
# Time limit of an action of a filter, which is retried while the platform is rate-limiting.
MAX_FILTER_ACTION_TIME = timedelta(seconds=RetryPolicy().settled_within(UnbanViewer("")))


def clean_id(text: str) -> str:
    """Returns the id; rejects invisible characters, because ids are compared and sent to platforms."""
    if not text.isprintable() or text.isspace():
        raise ValueError("must not contain control characters")
    return text


def clean_reason(text: str) -> str:
    """The reason in one line, without characters that cannot be shown."""
    return tidy_line(" ".join(unicodedata.normalize("NFC", text).split()), MAX_REASON_LENGTH, "")


# Chat modes by their names in platforms' reports; when a mode is turned off, "off" is appended to the name.
MODE_NAMES = {
    "slow": "Slow mode",
    "followers": "Followers-only mode",
    "subscribers": "Subscribers-only mode",
    "emoteonly": "Emote-only mode",
    "uniquechat": "Unique-chat mode",
    "members_only_on": "Members-only mode",
    "members_only_": "Members-only mode",
}
# Duration in a report of followers-only mode if all followers may write.
NO_WAIT = "0 minutes"


def mode_text(action: str, detail: str) -> str | None:
    """A reported change of a chat mode in words, such as "Slow mode: 30 seconds"; None for other actions."""
    is_off = action.endswith("off")
    name = MODE_NAMES.get(action.removesuffix("off"))
    if name is None:
        return None
    if is_off:
        return f"{name} off"
    is_plain = not detail or detail == NO_WAIT or not detail[0].isdigit()
    return f"{name} on" if is_plain else f"{name}: {detail}"


def changed_modes(change: ChangeChatModes) -> list[str]:
    """A text for each changed mode, the same that the platform's report of the change gets."""
    changes: list[tuple[str, bool, str]] = []
    if change.slow_seconds is not UNSET:
        changes.append(("slow", change.slow_seconds is not None, f"{change.slow_seconds} seconds"))
    if change.followers_seconds is not UNSET:
        minutes = -(-(change.followers_seconds or 0) // 60)
        changes.append(("followers", change.followers_seconds is not None, f"{minutes} minutes"))
    if change.subscribers_only is not UNSET:
        changes.append(("subscribers", change.subscribers_only, ""))
    if change.emotes_only is not UNSET:
        changes.append(("emoteonly", change.emotes_only, ""))
    return [mode_text(mode if is_on else f"{mode}off", detail) or "" for mode, is_on, detail in changes]


class Protected(Conflict):
    """The moderator may not act on this viewer."""

    type = "protected"

    def __init__(self, message: str) -> None:
        super().__init__(message, [FieldError(field="provider_viewer_id", message=message)])


class StillBanned(Conflict):
    """Raised for a time-out of a banned viewer: some platforms refuse such a time-out, others would end the ban."""

    type = "banned"

    def __init__(self) -> None:
        super().__init__(STILL_BANNED)


class RefusedByPlatform(Conflict):
    """The platform refused; the message is the platform's."""

    type = "refused"


class ActionResult(Struct, frozen=True):
    outcome: Outcome
    detail: str
    # Actual duration of the time-out, if the platform reports it.
    seconds: int | None = None
    failure: AppError | None = None

    @property
    def is_in_doubt(self) -> bool:
        """Whether there was no answer: the action may have been done."""
        return isinstance(self.failure, NotConfirmed | Interrupted | Broken)


def result_of(outcome: Receipt | AppError) -> ActionResult:
    match outcome:
        case Interrupted():
            return ActionResult("failed", OUTCOME_UNKNOWN, failure=outcome)
        case AppError():
            return ActionResult("failed", outcome.message, failure=outcome)
        case Receipt(outcome="done"):
            return ActionResult("done", outcome.detail, outcome.timeout_seconds or None)
        case _:
            return ActionResult("failed", outcome.detail, failure=RefusedByPlatform(outcome.detail))


def settled_within(actor_kind: str) -> timedelta:
    """Longest time until the platform answers an action; without an answer by then, the sending process has died."""
    return MAX_FILTER_ACTION_TIME if actor_kind == "filter" else MAX_STAFF_ACTION_TIME


def refuse_protected(target: ModeratedViewer, acting_level: int) -> None:
    if reason := protection_of(target, acting_level):
        raise Protected(reason)


def refuse_banned(ban: ModerationEntry | None) -> None:
    """Raises StillBanned if the ban is done, or staff have asked for it and the platform has not answered yet."""
    if ban is not None and (ban.outcome == "done" or (ban.outcome == "asked" and ban.actor_kind == "user")):
        raise StillBanned


def seconds_left(entry: ModerationEntry, now: datetime) -> int | None:
    """Seconds left of a ban or time-out: None for a ban, which has no end, 0 for a time-out that is over."""
    ends = ends_at(entry)
    if ends is None:
        return None
    # Never more than the full duration: the clock may have been set back.
    return min(max(int((ends - now).total_seconds()), 0), entry.seconds or 0)


def join_sentences(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)[:MAX_REASON_LENGTH]
