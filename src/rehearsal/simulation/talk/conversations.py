"""Writes the lines of one chat: small talk, conversations with replies, and lines about the current mood."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from rehearsal.simulation.actions import Say
from rehearsal.simulation.talk.corpus import Lines, corpus_of, languages
from rehearsal.simulation.talk.moods import EFFECTS, Mood
from rehearsal.simulation.viewers import Viewer

# Platforms with replies; on other platforms an answer begins with the name of the other viewer.
REPLYING = frozenset({"twitch", "kick"})
MAX_CONVERSATIONS = 2
MAX_RECENT_MESSAGES = 20
# Number of recent lines that are mostly not repeated.
MAX_RECENT_LINES = 30
# The first REGULARS viewers write this share of the messages alone, and some of the others.
REGULARS_SHARE = 0.12
REGULARS = 3
# Number of viewers who arrive with raids: those at the end of `Talk.viewers`, who hardly write otherwise.
NEWCOMERS = 30

T = TypeVar("T")


@dataclass(slots=True)
class RunningConversation:
    """A conversation between two or three people; `position` is the index of its next line."""

    turns: list[tuple[str, str]]
    speakers: dict[str, Viewer]
    position: int = 0
    # Id and author of the last message; empty before the first.
    last_id: str = ""
    last_speaker: Viewer | None = None


@dataclass(slots=True)
class Talk:
    """Lines and conversations of one channel, repeatable for the same seed, platform and channel."""

    random: Random
    platform: str
    viewers: list[Viewer]
    # Replaces `{own}` in a corpus: the beginning of the names of the channel's own emotes.
    own: str
    # Replaces `{streamer}` in a corpus.
    streamer: str
    recent_ids: deque[tuple[str, Viewer]] = field(
        default_factory=lambda: deque[tuple[str, Viewer]](maxlen=MAX_RECENT_MESSAGES)
    )
    _recent_lines: deque[str] = field(default_factory=lambda: deque[str](maxlen=MAX_RECENT_LINES))
    _running: list[RunningConversation] = field(default_factory=list[RunningConversation])
    _unused: list[int] = field(default_factory=list[int])
    # The conversation that the last line belongs to.
    _last_conversation: RunningConversation | None = None
    _lines: Lines = field(default_factory=dict[Mood, tuple[str, ...]])
    _emotes: Lines = field(default_factory=dict[Mood, tuple[str, ...]])

    def __post_init__(self) -> None:
        corpus = corpus_of(self.platform)
        self._lines = self._filled(corpus.moods)
        self._emotes = self._filled(corpus.emotes)
        # Each channel has different frequent writers; the regulars write in every channel.
        others = self.viewers[REGULARS:]
        self.random.shuffle(others)
        self.viewers = [*self.viewers[:REGULARS], *others]

    def next_line(self, mood: Mood) -> Say:
        """The next message; call `sent` with its id afterwards."""
        self._last_conversation = None
        if self._running and self.random.random() < 0.35:
            return self._continue(self.pick(self._running))
        if self.random.random() < EFFECTS[mood].share:
            return self._line_about(mood)
        roll = self.random.random()
        if roll < 0.10 and len(self._running) < MAX_CONVERSATIONS:
            return self._continue(self._begin())
        return self._small_talk(roll)

    def sent(self, say: Say, message_id: str | None) -> None:
        """Stores the message id of the last line; None if the platform refused it: then its conversation ends."""
        # Cleared, because messages of a spam wave follow without a call of `next_line`.
        conversation, self._last_conversation = self._last_conversation, None
        if message_id is not None:
            self.recent_ids.append((message_id, say.viewer))
        if conversation is not None:
            conversation.last_id, conversation.last_speaker = message_id or "", say.viewer
            if message_id is None and conversation in self._running:
                self._running.remove(conversation)

    def line(self, mood: Mood, viewer: Viewer) -> str:
        """A line of the platform's corpus or, more often, one in the viewer's language if there is any for the mood."""
        own_lines = languages().get(viewer.language)
        # Many viewers write English in any chat.
        options = own_lines.get(mood) if own_lines is not None and self.random.random() < 0.6 else None
        lines = options or self._lines.get(mood) or self._lines[Mood.CALM]
        return self._pick_fresh(lines).replace("{streamer}", self.streamer)

    def random_viewer(self) -> Viewer:
        """A random viewer; a few viewers are chosen far more often than the others."""
        if self.random.random() < REGULARS_SHARE:
            return self.viewers[int(REGULARS * self.random.random())]
        return self.viewers[int(len(self.viewers) * self.random.random() ** 3)]

    def pick(self, options: Sequence[T]) -> T:
        return options[int(len(options) * self.random.random())]

    def _pick_fresh(self, lines: Sequence[str]) -> str:
        """A random line; lines that were written recently are mostly avoided."""
        text = self.pick(lines)
        for _ in range(3):
            if text not in self._recent_lines:
                break
            text = self.pick(lines)
        self._recent_lines.append(text)
        return text

    def up_to(self, maximum: int) -> int:
        return 1 + int(maximum * self.random.random())

    def _line_about(self, mood: Mood) -> Say:
        raiders = corpus_of(self.platform).raiders
        if mood is Mood.RAID and raiders and self.random.random() < 0.4:
            return Say(self.viewers[-self.up_to(NEWCOMERS)], self._pick_fresh(raiders))
        viewer, roll = self.random_viewer(), self.random.random()
        if roll < 0.2:
            return Say(viewer, self._emotes_only(mood))
        text = self.line(mood, viewer)
        return Say(viewer, f"{text} {self.pick(self._emotes[mood])}" if roll < 0.5 else text)

    def _small_talk(self, roll: float) -> Say:
        viewer, corpus = self.random_viewer(), corpus_of(self.platform)
        if roll < 0.18:
            return self._answer(viewer, self.pick(corpus.answers))
        if roll < 0.28:
            return Say(viewer, self._emotes_only(Mood.CALM))
        if roll < 0.32:
            return Say(viewer, self.pick(corpus.misbehaviour))
        if roll < 0.35:
            return Say(viewer, self.pick(corpus.commands))
        text = self.line(Mood.CALM, viewer)
        return Say(viewer, f"{text} {self.pick(self._emotes[Mood.CALM])}" if roll < 0.5 else text)

    def _emotes_only(self, mood: Mood) -> str:
        emote = self.pick(self._emotes[mood])
        return " ".join([emote] * self.up_to(3))

    def _answer(self, viewer: Viewer, text: str) -> Say:
        """An answer to a recent message of another viewer."""
        others = [recent for recent in self.recent_ids if recent[1] is not viewer]
        if not others:
            return Say(viewer, text)
        message_id, author = self.pick(others)
        return self._reply(viewer, text, message_id, author)

    def _reply(self, viewer: Viewer, text: str, message_id: str, author: Viewer) -> Say:
        if self.platform in REPLYING:
            return Say(viewer, text, reply_to=message_id)
        return Say(viewer, f"@{author.login} {text}")

    def _begin(self) -> RunningConversation:
        """Begins a conversation; each one takes place once before any is repeated."""
        conversations = corpus_of(self.platform).conversations
        if not self._unused:
            self._unused = list(range(len(conversations)))
            self.random.shuffle(self._unused)
        turns = conversations[self._unused.pop()].turns
        speakers: dict[str, Viewer] = {}
        for letter in sorted({letter for letter, _ in turns}):
            viewer = self.random_viewer()
            while viewer in speakers.values():
                viewer = self.random_viewer()
            speakers[letter] = viewer
        begun = RunningConversation(turns, speakers)
        self._running.append(begun)
        return begun

    def _continue(self, conversation: RunningConversation) -> Say:
        letter, text = conversation.turns[conversation.position]
        viewer = conversation.speakers[letter]
        conversation.position += 1
        if conversation.position == len(conversation.turns):
            self._running.remove(conversation)
        self._last_conversation = conversation
        last = conversation.last_speaker
        if last is None or last is viewer or not conversation.last_id:
            return Say(viewer, text)
        return self._reply(viewer, text, conversation.last_id, last)

    def _filled(self, lines: Lines) -> Lines:
        return {mood: tuple(text.replace("{own}", self.own) for text in texts) for mood, texts in lines.items()}
