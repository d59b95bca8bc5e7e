"""The stages that know who is new here, and keep book of everybody who writes."""

from uuid import UUID

from greenroom.chat.events import MessageReceived
from greenroom.chat.line_making import author_of
from greenroom.chat.pipeline import Said, Turn
from greenroom.features.viewers.faces import Faces
from greenroom.features.viewers.regulars import Regulars, Who
from greenroom.features.viewers.tally import Tally
from greenroom.features.viewers.touching import Seen, count_viewers, keep_former_name, names_of, touch_viewers
from greenroom.kernel.db import Database


class Doorkeeper:
    """Remembers faces, so that most messages cost no question."""

    def __init__(self, database: Database) -> None:
        self._regulars = Regulars()
        self._faces = Faces()
        self._tally = Tally(database)

    async def recognise(self, turn: Turn) -> None:
        """Marks the first message of everybody who never wrote here before; nobody greets a bot."""
        first: dict[Who, Said] = {}
        known = self._regulars.of(turn.channel_id)
        for one in turn.said:
            event = one.event
            if not isinstance(event, MessageReceived):
                continue
            chatter = event.chatter
            if chatter.id and not chatter.is_broadcaster and not chatter.is_bot:
                who = (one.heard.provider, author_of(chatter).id)
                if who not in known:
                    first.setdefault(who, one)
                if event.kind == "first":
                    one.is_first = True
        if not first:
            return
        found = await names_of(turn.session, turn.channel_id, first.keys())
        for who, one in first.items():
            one.is_first = one.is_first or who not in found
        # These are stored, whatever becomes of this turn.
        self._regulars.learn(turn.channel_id, found.items())

    async def touch(self, turn: Turn) -> None:
        seen = _seen(turn)
        if not seen:
            return
        known, faces = self._regulars.of(turn.channel_id), self._faces.of(turn.channel_id)
        same, changed = dict[Who, Seen](), list[Seen]()
        for who, one in seen.items():
            if one.follows(faces.get(who)):
                same[who] = one
                continue
            changed.append(one)
            former = known.get(who, one.author.name)
            if former != one.author.name:
                await keep_former_name(turn.session, turn.channel_id, who, former)
        await touch_viewers(turn.session, turn.channel_id, changed)
        await self._count(turn, same)
        turn.committed.append(lambda: self._learn(turn.channel_id, seen))

    async def stop(self) -> None:
        """Once no more is heard: what is only remembered is written down."""
        await self._tally.stop()

    async def _count(self, turn: Turn, same: dict[Who, Seen]) -> None:
        channel_id, tally = turn.channel_id, self._tally
        tally.begin(channel_id)
        if tally.is_held(channel_id, same):
            turn.committed.append(lambda: tally.hold(channel_id, same))
            return
        await count_viewers(turn.session, channel_id, tally.take(channel_id, same))
        turn.committed.append(lambda: tally.settle(channel_id))

    def _learn(self, channel_id: UUID, seen: dict[Who, Seen]) -> None:
        self._regulars.learn(channel_id, [(who, one.author.name) for who, one in seen.items() if one.messages])
        self._faces.learn(channel_id, seen)


def _seen(turn: Turn) -> dict[Who, Seen]:
    """The authors of new lines; said is in the order of time, so the last look is the latest."""
    seen: dict[Who, Seen] = {}
    for one in turn.said:
        line = one.line
        if not one.is_new or line is None or line.author is None or not line.author.id:
            continue
        who = (line.provider, line.author.id)
        person = seen.get(who)
        if person is None:
            person = seen[who] = Seen(line.provider, line.author, line.sent_at, line.sent_at)
        person.author, person.last_at = line.author, line.sent_at
        person.messages += isinstance(one.event, MessageReceived)
    return seen
