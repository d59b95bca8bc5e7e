"""Checks before a moderation action, what is left of a time-out, and how a platform's answer is recorded."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta

from greenroom.chat.moderation.entries import Outcome, ends_at
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.moderation.protection import TargetStanding, protection_of
from greenroom.chat.protocol.actions import BAN_STANDS, Receipt, UnbanViewer
from greenroom.chat.sending.acting_as import NotConfirmed
from greenroom.chat.sending.retry_policy import RetryPolicy
from greenroom.chat.sending.sender import Broken, Interrupted
from greenroom.kernel.errors import AppError, Conflict, FieldError
from greenroom.kernel.text import tidy_line

LONGEST_REASON = 500
NOT_KNOWN = "Not known whether it happened. Look at the platform."
# What people ask for is tried once, and answered long before.
PEOPLE_WITHIN = timedelta(minutes=1)
# So long after an action its echo may come; before it, when clocks differ.
ECHO_WITHIN = timedelta(seconds=60)
# What filters ask for waits while the platform wants patience.
FILTERS_WITHIN = timedelta(seconds=RetryPolicy().settled_within(UnbanViewer("")))


def clean_id(text: str) -> str:
    """An id is compared and sent to platforms, so there is nothing in it that cannot be seen."""
    if not text.isprintable() or text.isspace():
        raise ValueError("must not contain control characters")
    return text


def clean_reason(text: str) -> str:
    """Anything may be pasted here; what cannot be shown on one line is left out."""
    return tidy_line(" ".join(unicodedata.normalize("NFC", text).split()), LONGEST_REASON, "")


class Protected(Conflict):
    """This viewer may not be moderated by this person."""

    type = "protected"

    def __init__(self, words: str) -> None:
        super().__init__(words, [FieldError(field="provider_viewer_id", message=words)])


class StillBanned(Conflict):
    """Some platforms would put the time-out in the place of the ban, others say that it stands."""

    type = "banned"

    def __init__(self) -> None:
        super().__init__(BAN_STANDS)


class RefusedByPlatform(Conflict):
    """In the platform's own words."""

    type = "refused"


@dataclass(frozen=True, slots=True)
class Ending:
    """What came of asking a platform."""

    outcome: Outcome
    detail: str
    # How long the platform made the time-out last, where it says so.
    seconds: int | None = None
    failure: AppError | None = None

    @property
    def is_in_doubt(self) -> bool:
        """Nobody answered: it may have been done all the same."""
        return isinstance(self.failure, NotConfirmed | Interrupted | Broken)


def ending_of(outcome: Receipt | AppError) -> Ending:
    match outcome:
        case Interrupted():
            return Ending("failed", NOT_KNOWN, failure=outcome)
        case AppError():
            return Ending("failed", outcome.message, failure=outcome)
        case Receipt(outcome="done"):
            return Ending("done", outcome.detail, outcome.seconds or None)
        case _:
            return Ending("failed", outcome.detail, failure=RefusedByPlatform(outcome.detail))


def settled_within(actor_kind: str) -> timedelta:
    """After so long whoever asked a platform has its answer, or is no more."""
    return FILTERS_WITHIN if actor_kind == "filter" else PEOPLE_WITHIN


def refuse_protected(target: TargetStanding, acting_level: int) -> None:
    if reason := protection_of(target, acting_level):
        raise Protected(reason)


def refuse_banned(same: ModerationEntry | None) -> None:
    """One in doubt may not stand, and one that a filter asked for may wait long: meanwhile a time-out is welcome."""
    if same is not None and (same.outcome == "done" or (same.outcome == "asked" and same.actor_kind == "user")):
        raise StillBanned


def seconds_left(entry: ModerationEntry, now: datetime) -> int | None:
    """None: for good. 0: it would be over by now."""
    ends = ends_at(entry)
    if ends is None:
        return None
    # Never more than it was: the clock may have been put back.
    return min(max(int((ends - now).total_seconds()), 0), entry.seconds or 0)


def joined(*words: str) -> str:
    return " ".join(one for one in words if one)[:LONGEST_REASON]
