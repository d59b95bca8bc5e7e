"""What of all that waits is taken at once, in which order, and what goes when there is too much."""

from collections import Counter, deque
from collections.abc import Iterable
from operator import attrgetter
from uuid import UUID

from greenroom.chat.events import ChatCleared, MessageReceived, NoticeReceived, ViewerBanned
from greenroom.chat.heard import Heard
from greenroom.chat.pipeline import Said

# The platform's word for a notice that Greenroom itself puts where messages are missing.
GAP = "greenroom:gap"

# Written down once: a union made anew for each message costs more than the question.
SPOKEN = (MessageReceived, NoticeReceived)
# Whose lines go: those of one person on one connection, or everybody's there.
Target = tuple[UUID, str]
EVERYBODY = ""
MOMENT = attrgetter("event.sent_at")


def take_batch(waiting: deque[Heard], most: int) -> list[Heard]:
    """From the front; ends before somebody whose former lines are to be swept by what was taken."""
    batch, swept = list[Heard](), set[Target]()
    while waiting and len(batch) < most:
        heard = waiting[0]
        event = heard.event
        # First, because nearly all of it is messages.
        if isinstance(event, SPOKEN):
            if swept and _is_concerned(heard, event, swept):
                break
        elif isinstance(event, ViewerBanned):
            swept.add((heard.connection_id, event.viewer_id))
        elif isinstance(event, ChatCleared):
            swept.add((heard.connection_id, event.chatter_id))
        batch.append(waiting.popleft())
    return batch


def _is_concerned(heard: Heard, event: MessageReceived | NoticeReceived, swept: set[Target]) -> bool:
    author = event.chatter.id if event.chatter is not None else EVERYBODY
    return (heard.connection_id, author) in swept or (heard.connection_id, EVERYBODY) in swept


def sort_out(batch: Iterable[Heard]) -> tuple[list[Said], list[Heard]]:
    """What was said, in the order of the platforms' clocks, and all the rest as it came."""
    said, others = list[Said](), list[Heard]()
    for heard in batch:
        event = heard.event
        if isinstance(event, SPOKEN):
            said.append(Said(heard, event))
        else:
            others.append(heard)
    said.sort(key=MOMENT)
    return said, others


def shed(waiting: deque[Heard], keep: int) -> tuple[deque[Heard], list[Heard]]:
    """What stays and what goes: the oldest messages first, and never anything that protects or was paid for."""
    surplus = len(waiting) - keep
    kept, gone = deque[Heard](), list[Heard]()
    for heard in waiting:
        if len(gone) < surplus and isinstance(heard.event, MessageReceived):
            gone.append(heard)
        else:
            kept.append(heard)
    return kept, gone


class Gaps:
    """Messages that were left out and not told of yet, by connection."""

    def __init__(self) -> None:
        self._counts: Counter[UUID] = Counter()
        self._last: dict[UUID, Heard] = {}

    def add(self, gone: Iterable[Heard]) -> None:
        for heard in gone:
            self._counts[heard.connection_id] += 1
            self._last[heard.connection_id] = heard

    def take(self) -> list[Heard]:
        """A notice for each place where something is missing."""
        notices = [_notice(self._last[connection_id], count) for connection_id, count in self._counts.items()]
        self._counts.clear()
        self._last.clear()
        return notices


def _notice(last: Heard, count: int) -> Heard:
    event = last.event
    assert isinstance(event, MessageReceived)  # nothing else is left out
    what = "1 message was" if count == 1 else f"{count} messages were"
    notice = NoticeReceived(
        # The last one that is missing names the gap: no two gaps end with the same message.
        notice_id=f"gap:{event.message_id}",
        kind=GAP,
        text=f"{what} left out: more came than could be stored",
        chatter=None,
        message="",
        fragments=(),
        sent_at=event.sent_at,
        heard_at=event.heard_at,
    )
    return Heard(last.channel_id, last.connection_id, last.provider, notice)
