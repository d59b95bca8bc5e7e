"""Why a message was answered or not: every command it fits, and those that somebody may have had in mind."""

import asyncio
import difflib
import heapq
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import eq
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.explaining import Asked, Considered, Span
from greenroom.features.commands.invoking import NO_COMMAND, Question
from greenroom.features.commands.keeper import Keeper, Known
from greenroom.features.commands.models import Command, CommandUse
from greenroom.features.commands.phrasing import Phrasing
from greenroom.features.commands.ready import Ready
from greenroom.features.commands.rules import ASKING_KINDS, choose, fold, read_question
from greenroom.kernel.db import Database

# How long somebody who asks "Why?" waits for what would have been answered.
TRIAL_SECONDS = 3.0
LONGEST_ANSWER_SHOWN = 300
MOST_NEAR = 3
MOST_COMPARED = 100
MOST_WORDS = 20
VERDICTS = {"answered": "acted", "asked": "acted", "skipped": "skipped", "failed": "skipped"}


@dataclass(frozen=True, slots=True)
class Looked:
    """All that the database knows of it."""

    question: Question
    known: Known
    uses: Sequence[CommandUse]
    # Commands that it fits, and nobody has noted a use of.
    unused: Sequence[Ready]
    # How often each that may be tried was used.
    counts: Mapping[UUID, int]


class Explainer:
    def __init__(self, keeper: Keeper, phrasing: Phrasing) -> None:
        self._keeper = keeper
        self._phrasing = phrasing

    async def explain(self, database: Database, asked: Asked) -> list[Considered]:
        """What would have been answered may be asked outside: no transaction waits for that."""
        line, author = asked.line, asked.line.author
        if author is None or line.kind == "gap":
            return []
        words = read_question(line.text, is_reply=line.reply_to is not None)
        async with database.read() as session:
            looked = await self._look(session, Question(asked.channel_id, line, author, words), asked)
        considered = [await self._used(looked, use, asked) for use in looked.uses]
        outside = _outside(looked.known, asked)
        for command in looked.unused:
            reason = outside or "fits as the command is today, not as it was then"
            considered.append(await self._would(looked, command, reason, asked))
        # Nobody who subscribes or raids had a command in mind.
        return considered or ([] if line.kind == "notice" else _nearly(looked.known, looked.question))

    async def _look(self, session: AsyncSession, question: Question, asked: Asked) -> Looked:
        known = await self._keeper.known(session, asked.channel_id)
        uses = await _uses(session, asked)
        there = {use.command_id for use in uses}
        unused = [one for one in known.matcher.find(question.asked) if one.id not in there]
        counts = await _counts(session, there.union(one.id for one in unused))
        return Looked(question, known, uses, unused, counts)

    async def _used(self, looked: Looked, use: CommandUse, asked: Asked) -> Considered:
        command = looked.known.commands.get(use.command_id)
        if use.verdict == "skipped" and command is not None:
            return await self._would(looked, command, use.reason, asked)
        return Considered.model_validate(
            {
                "kind": "command",
                "id": use.command_id,
                "name": use.command_name,
                "verdict": VERDICTS[use.verdict],
                "reason": _told(use),
                "spans": _spans(looked.question, command),
            }
        )

    async def _would(self, looked: Looked, command: Ready, reason: str, asked: Asked) -> Considered:
        answer = await self._trial(looked.question, command, looked.counts.get(command.id, 0), asked)
        return Considered(
            kind="command",
            id=command.id,
            name=command.name,
            verdict="skipped",
            reason=f"{reason}; would have answered {answer}" if answer else reason,
            spans=_spans(looked.question, command),
        )

    async def _trial(self, question: Question, command: Ready, used: int, asked: Asked) -> str:
        choice = choose(command.choices, question.line.provider, command.pick, use_count=used + 1, chance=lambda: 0.0)
        if choice is None:
            return ""
        # In a trial a use is counted as the next one.
        occasion = question.occasion(command, used, asked.now, is_trial=True)
        try:
            async with asyncio.timeout(TRIAL_SECONDS):
                rendered = await command.answer(choice, self._phrasing).render(occasion)
        except TimeoutError:
            return "something that takes too long to look up again"
        return _quoted(rendered.text) if rendered.text else "nothing"


async def _counts(session: AsyncSession, ids: Collection[UUID]) -> dict[UUID, int]:
    found = await session.execute(select(Command.id, Command.use_count).where(Command.id.in_(ids)))
    return {command_id: count for command_id, count in found}  # noqa: C416  # rows are no pairs for `dict`


async def _uses(session: AsyncSession, asked: Asked) -> Sequence[CommandUse]:
    rows = await session.scalars(
        select(CommandUse)
        .where(
            CommandUse.channel_id == asked.channel_id,
            CommandUse.message_id == asked.line.message_id,
            CommandUse.connection_id == asked.line.connection_id,
        )
        .order_by(CommandUse.id)
    )
    return list(rows)


def _outside(known: Known, asked: Asked) -> str:
    """Why no command was looked at at all."""
    line, author = asked.line, asked.line.author
    if line.is_backlog:
        return "said before we listened"
    if author is not None and (line.provider, author.id) in known.bots:
        return "said by a bot"
    if line.kind not in ASKING_KINDS:
        return f"{'an announcement' if 'announcement' in line.kind + line.notice else 'a notice'} asks for nothing"
    return "the message was removed" if asked.is_removed else ""


def _told(use: CommandUse) -> str:
    match use.verdict:
        case "answered":
            more = f" ({use.reason})" if use.reason else ""
            return f"answered {_quoted(use.answer)}{more}"
        case "asked":
            return "is being answered, or the server was stopped before it was"
        case "failed":
            answer = f"; the answer was {_quoted(use.answer)}" if use.answer else ""
            return f"failed: {use.reason}{answer}"
        case _:
            return use.reason


def _quoted(text: str) -> str:
    return f"“{text if len(text) <= LONGEST_ANSWER_SHOWN else text[:LONGEST_ANSWER_SHOWN] + '…'}”"


def _spans(question: Question, command: Ready | None) -> list[Span]:
    word = question.asked.word
    if command is None or not command.answers_to(word):
        return []
    start = question.line.text.find(word)
    return [Span(start=start, end=start + len(word))] if start >= 0 else []


def _nearly(known: Known, question: Question) -> list[Considered]:
    """A few that a person may have had in mind, else one sentence for all of them."""
    near = [_near(command, reason) for command, reason in _had_in_mind(known, question)]
    if near or not known.commands:
        return near
    word = question.asked.word
    reason = f"no command is called “{word}”, and no pattern is in it" if word else "nothing was said"
    return [Considered(kind="command", id=NO_COMMAND, name="Commands", verdict="passed", reason=reason)]


def _near(command: Ready, reason: str) -> Considered:
    return Considered(kind="command", id=command.id, name=command.name, verdict="passed", reason=reason)


def nearest(word: str, names: Iterable[str]) -> list[str]:
    """Compared letter by letter with a few alone: with ten thousand long names that would take seconds."""
    alike = (name for name in names if abs(len(name) - len(word)) <= 1 and name[:1] == word[:1])
    few = heapq.nlargest(MOST_COMPARED, alike, key=lambda name: sum(map(eq, word, name)))
    return difflib.get_close_matches(word, few, n=MOST_NEAR)


def _had_in_mind(known: Known, question: Question) -> Iterable[tuple[Ready, str]]:
    names = known.matcher.names
    found: dict[UUID, tuple[Ready, str]] = {}
    for word in question.asked.query.split()[:MOST_WORDS]:
        command = names.get(fold(word)) if not word[0].isalnum() else None
        if command is not None:
            found[command.id] = (command, f"“{word}” is not the first word of the message")
    word = fold(question.asked.word)
    if word and not word[0].isalnum() and not found:
        for name in nearest(word, names):
            found[names[name].id] = (names[name], f"nearly “{question.asked.word}”, but not quite")
    return list(found.values())[:MOST_NEAR]
