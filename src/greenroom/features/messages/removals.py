"""Removals that platforms report (deletions, bans, clearings), also when they arrive before the line."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import groupby
from uuid import UUID

from greenroom.chat.messages.line import ChatLine, LineRef, Removal
from greenroom.chat.messages.parts import clean_id
from greenroom.chat.messages.removal import adds_details
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import ChatCleared, MessageDeleted, ViewerBanned
from greenroom.kernel.text import tidy_line

MAX_HELD = 5_000
# A message sent before a ban is removed if it arrives up to this time after the ban; no message takes longer.
HELD_FOR = timedelta(minutes=10)

# The connection's id as an integer (lookup is ten times faster than with a UUID), and a message or viewer id.
Key = tuple[int, str]


class PendingRemovals:
    """Removals whose lines may not have arrived yet, because webhooks can overtake each other."""

    def __init__(self) -> None:
        self._lines: OrderedDict[Key, Removal] = OrderedDict()
        self._viewers: OrderedDict[Key, Removal] = OrderedDict()

    def hold_line(self, ref: LineRef, removal: Removal) -> None:
        key = (ref.connection_id.int, ref.message_id)
        known = self._lines.get(key)
        _put(self._lines, key, removal if known is None or adds_details(removal, known) else known)

    def hold_viewer(self, connection_id: UUID, author_id: str, removal: Removal) -> None:
        _put(self._viewers, (connection_id.int, author_id), removal)

    def forget_viewer(self, connection_id: UUID, author_id: str) -> None:
        self._viewers.pop((connection_id.int, author_id), None)

    def removal_of(self, line: ChatLine, now: datetime) -> Removal | None:
        if self._lines and (removal := self._lines.get((line.connection_id.int, line.message_id))) is not None:
            return removal
        if not self._viewers or line.author is None:
            return None
        removal = self._viewers.get((line.connection_id.int, line.author.id))
        is_removed = removal is not None and line.sent_at <= removal.at and now - removal.at <= HELD_FOR
        return removal if is_removed else None


def _put(held: OrderedDict[Key, Removal], key: Key, removal: Removal) -> None:
    held[key] = removal
    if len(held) > MAX_HELD:
        held.popitem(last=False)


def bans_first(events: Iterable[ChannelEvent]) -> list[ChannelEvent]:
    """Moves clearings of one viewer's lines to the end: lines that a ban removes show its moderator and reason."""
    return sorted(
        events,
        key=lambda channel_event: isinstance(channel_event.event, ChatCleared) and bool(channel_event.event.chatter_id),
    )


def group_deletions(events: Iterable[ChannelEvent]) -> Iterator[tuple[list[LineRef], Removal]]:
    """Groups consecutive deletions by one moderator; a group has the deleted lines and one removal for them."""
    deleted = [channel_event for channel_event in events if isinstance(channel_event.event, MessageDeleted)]
    for _, group in groupby(deleted, _moderator_of):
        deletions = list(group)
        refs = [LineRef(one.connection_id, clean_id(_deletion_in(one).message_id)) for one in deletions]
        last = _deletion_in(deletions[-1])
        yield refs, Removal("deleted", last.received_at, by=_name(last.moderator))


def _moderator_of(channel_event: ChannelEvent) -> str:
    return _deletion_in(channel_event).moderator


def _deletion_in(channel_event: ChannelEvent) -> MessageDeleted:
    assert isinstance(channel_event.event, MessageDeleted)  # callers pass no other events
    return channel_event.event


def removal_by_ban(ban: ViewerBanned) -> Removal:
    by, reason = _name(ban.moderator), tidy_line(ban.reason, 500, "")
    if ban.seconds is None:
        return Removal("banned", ban.received_at, by, reason)
    return Removal("timed_out", ban.received_at, by, reason, ban.seconds)


def removal_by_clearing(cleared: ChatCleared) -> Removal:
    return Removal("cleared", cleared.received_at, by=_name(cleared.moderator))


def _name(moderator: str) -> str:
    return tidy_line(moderator, 100, "")
