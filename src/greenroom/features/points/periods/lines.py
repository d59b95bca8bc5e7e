"""The sources of points that the settings screen lists, and SQL for the source of a stored entry."""

from enum import StrEnum

from sqlalchemy import case

from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.points.ledger.ledger import Reason
from greenroom.features.points.ledger.period_totals import EARNED_BY, EARNED_FOR
from greenroom.features.points.rules import GIFTS, PAYMENTS, SUBS, note_of


class Line(StrEnum):
    WATCHING = "watching"
    MESSAGES = "messages"
    SUBS = "subs"
    PAYMENTS = "payments"
    FOLLOWS = "follows"


LINES_BY_KIND = {
    ActivityKind.FOLLOW: Line.FOLLOWS,
    **dict.fromkeys(SUBS | GIFTS, Line.SUBS),
    **dict.fromkeys(PAYMENTS, Line.PAYMENTS),
}
LINE_OF_ACTIVITY = case({note_of(kind): line.value for kind, line in LINES_BY_KIND.items()}, value=EARNED_FOR, else_="")
LINE_OF_ENTRY = case(
    {Reason.WATCHED.value: Line.WATCHING.value, Reason.CHATTED.value: Line.MESSAGES.value},
    value=EARNED_BY,
    else_=LINE_OF_ACTIVITY,
)
