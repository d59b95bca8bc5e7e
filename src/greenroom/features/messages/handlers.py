"""The stage that stores what was said, and strikes through what was taken back."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from greenroom.chat.batching import MOMENT
from greenroom.chat.channel_emotes import ChannelEmotes
from greenroom.chat.events import ActivityReceived, ChatCleared, NoticeReceived, ViewerBanned, ViewerUnbanned
from greenroom.chat.heard import Heard
from greenroom.chat.line import ChatLine, LineRef, Removal, encode
from greenroom.chat.line_making import line_of
from greenroom.chat.line_parts import clean_text
from greenroom.chat.moderation import is_back
from greenroom.chat.pipeline import Said, Turn
from greenroom.chat.removing import Sweep, remove_lines, sweep_lines
from greenroom.features.messages.notices import is_line, notice_of, sentence
from greenroom.features.messages.removals import (
    Held,
    deletions,
    in_order,
    removal_by_ban,
    removal_by_clearing,
)
from greenroom.features.messages.rules import without_quote
from greenroom.features.messages.storing import Key, Storer, key_of, overwrite_line, stored_lines
from greenroom.kernel.db import publish, publish_all
from greenroom.tenancy.platforms import PlatformInfo
from greenroom.tenancy.topics import chat_topic, public_chat_topic

# What was said, the line made of it, and the line encoded.
Entry = tuple[Said, ChatLine, bytes]


class Recorder:
    def __init__(self, emotes: ChannelEmotes, infos: Mapping[str, PlatformInfo]) -> None:
        """Platforms are asked what their chats tell by themselves."""
        self._emotes = emotes
        self._infos = infos
        self._held = Held()
        self._storer = Storer()

    async def record(self, turn: Turn) -> None:
        self._speak_of_gifts(turn)
        if turn.said:
            await self._tell(turn, await self._store(turn))
        if turn.others:
            await self._strike_through(turn)

    def _speak_of_gifts(self, turn: Turn) -> None:
        given = [(heard, heard.event) for heard in turn.others if isinstance(heard.event, ActivityReceived)]
        if not given:
            return
        # Where the platform has a line for it under the same id, our sentence is the plainer one.
        sentences = {(heard.connection_id, gift.activity_id): sentence(gift) for heard, gift in given}
        for one in turn.said:
            if isinstance(one.event, NoticeReceived):
                ours = sentences.get((one.heard.connection_id, one.event.notice_id))
                one.event = msgspec.structs.replace(one.event, text=ours) if ours else one.event
        lines = [
            Said(heard, notice_of(gift)) for heard, gift in given if is_line(gift, self._infos.get(heard.provider))
        ]
        if lines:
            turn.said = sorted([*turn.said, *lines], key=MOMENT)

    async def _store(self, turn: Turn) -> list[Entry]:
        """Those that are new, in their order."""
        words = self._emotes.words(turn.channel_id)
        wanted: dict[Key, Entry] = {}
        for one in turn.said:
            line = one.line = line_of(one, words)
            entry = (one, line, encode(line))
            twin = wanted.setdefault(key_of(line), entry)
            if twin is not entry:
                self._choose(wanted, twin, entry)
        entries = list(wanted.values())
        lines = [(line, payload) for _, line, payload in entries]
        known = await self._storer.store(turn.session, turn.channel_id, lines, turn.now)
        if not known:
            return entries
        for key in known:
            wanted[key][0].is_new = False
        await self._replace(turn, [wanted[key][1] for key in known if isinstance(wanted[key][0].event, NoticeReceived)])
        return [entry for entry in entries if entry[0].is_new]

    def _choose(self, wanted: dict[Key, Entry], twin: Entry, entry: Entry) -> None:
        """The first of two messages, the last of two notices: a combo goes on under the same id."""
        first, last = (twin, entry) if isinstance(entry[0].event, NoticeReceived) else (entry, twin)
        first[0].is_new = False
        wanted[key_of(last[1])] = last

    async def _replace(self, turn: Turn, notices: list[ChatLine]) -> None:
        """Some notices come again under the same id with more in them: a combo that goes on, a poll that ends."""
        refs = [LineRef(line.connection_id, line.message_id) for line in notices]
        stored = await stored_lines(turn.session, turn.channel_id, refs)
        for line in notices:
            old = stored.get(key_of(line))
            if old is None or (old.headline, old.text, old.notice) == (line.headline, line.text, line.notice):
                continue
            in_its_place = msgspec.structs.replace(line, sent_at=old.sent_at, is_backlog=old.is_backlog)
            payload = encode(in_its_place)
            await overwrite_line(turn.session, turn.channel_id, in_its_place, payload)
            publish(turn.session, chat_topic(turn.channel_id), _news(payload))
            publish(turn.session, public_chat_topic(turn.channel_id), _news(encode(without_quote(in_its_place))))

    async def _tell(self, turn: Turn, entries: list[Entry]) -> None:
        gone: dict[Removal, list[LineRef]] = {}
        to_staff, to_all = list[bytes](), list[bytes]()
        for one, line, payload in entries:
            news = _news(payload)
            to_staff.append(news)
            removal = self._held.removal_of(line, turn.now)
            if removal is not None and await self._was_let_in(turn, line, removal):
                removal = None
            one.removal = removal
            if removal is None:
                to_all.append(news if line.reply_to is None else _news(encode(without_quote(line))))
            else:
                gone.setdefault(removal, []).append(LineRef(line.connection_id, line.message_id))
        publish_all(turn.session, chat_topic(turn.channel_id), to_staff)
        publish_all(turn.session, public_chat_topic(turn.channel_id), to_all)
        for removal, refs in gone.items():
            await remove_lines(turn.session, turn.channel_id, refs, removal)

    async def _was_let_in(self, turn: Turn, line: ChatLine, removal: Removal) -> bool:
        """Not every platform tells who is back, and some tell the time in seconds: what they say seems said before."""
        if removal.how not in {"banned", "timed_out"} or line.author is None:
            return False
        here = (turn.channel_id, line.connection_id, line.provider, line.author.id)
        if not await is_back(turn.session, *here, turn.now):
            return False
        self._held.let_in(line.connection_id, line.author.id)
        return True

    async def _strike_through(self, turn: Turn) -> None:
        for refs, removal in deletions(turn.others):
            if await remove_lines(turn.session, turn.channel_id, refs, removal) < len(refs):
                for ref in refs:
                    self._held.hold_line(ref, removal)
            _mark(turn, {key_of(ref) for ref in refs}, removal)
        for heard in in_order(turn.others):
            match heard.event:
                case ViewerBanned() as ban if ban.viewer_id:
                    removal, viewer_id = removal_by_ban(ban), clean_text(ban.viewer_id)
                    if await _stands(turn, heard, viewer_id):
                        self._held.hold_person(heard.connection_id, viewer_id, removal)
                        await self._sweep(turn, heard, viewer_id, removal)
                case ViewerUnbanned() as freed:
                    self._held.let_in(heard.connection_id, clean_text(freed.viewer_id))
                case ChatCleared() as cleared:
                    viewer_id = clean_text(cleared.chatter_id)
                    if not viewer_id or await _stands(turn, heard, viewer_id):
                        await self._sweep(turn, heard, viewer_id, removal_by_clearing(cleared))
                case _:
                    pass

    async def _sweep(self, turn: Turn, heard: Heard, author_id: str, removal: Removal) -> None:
        sweep = Sweep.before(removal.at, heard.connection_id, heard.provider, author_id)
        await sweep_lines(turn.session, turn.channel_id, sweep, removal)
        _mark_swept(turn, heard.connection_id, author_id, removal)


async def _stands(turn: Turn, heard: Heard, viewer_id: str) -> bool:
    """The log has heard it before us: what is news stands in it by now, and what was taken back does not."""
    here = (turn.channel_id, heard.connection_id, heard.provider, viewer_id)
    return not await is_back(turn.session, *here, turn.now)


def _news(payload: bytes) -> bytes:
    """Around what is encoded already."""
    return b'{"type":"line","line":%b}' % payload


def _mark(turn: Turn, keys: set[Key], removal: Removal) -> None:
    for one in turn.said:
        if one.removal is None and one.line is not None and key_of(one.line) in keys:
            one.removal = removal


def _mark_swept(turn: Turn, connection_id: UUID, author_id: str, removal: Removal) -> None:
    for one in turn.said:
        line = one.line
        if one.removal is not None or line is None or line.connection_id != connection_id:
            continue
        if not author_id or (line.author is not None and line.author.id == author_id):
            one.removal = removal
