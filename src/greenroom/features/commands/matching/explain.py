"""Why a message was answered or not: every command it fits, and those that somebody may have had in mind."""

import asyncio
import difflib
import heapq
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from operator import eq
from typing import Literal
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.line import ChatLine
from greenroom.chat.pipeline.explain import ConsideredRule, ExplainRequest, Span
from greenroom.chat.sending.recently_sent import REMEMBERED_SECONDS, RecentlySent
from greenroom.features.commands.cache import CommandCache, CompiledCommands
from greenroom.features.commands.matching.compiled import CompiledCommand
from greenroom.features.commands.matching.highlights import pattern_spans
from greenroom.features.commands.models import Command, CommandUse
from greenroom.features.commands.responding.invocation import NO_COMMAND, CommandRequest
from greenroom.features.commands.responding.responses import ResponseCompiler, notes_text
from greenroom.features.commands.rules import SENT_BY_BOT, TRIGGER_KINDS, fold, parse_message, pick_response
from greenroom.kernel.db.database import Database
from greenroom.responses.delivery import SILENT

# How long somebody who asks "Why?" waits for what would have been answered.
DRY_RUN_SECONDS = 3.0
MAX_QUOTED_LENGTH = 300
MAX_SUGGESTIONS = 3
MAX_COMPARED_NAMES = 100
MAX_WORDS = 20
# How far a platform may be behind us.
MAX_CLOCK_DIFFERENCE = timedelta(seconds=15)
ANNOUNCEMENT = "an announcement asks for nothing"
OWN_MESSAGE = "said by us: neither commands nor filters look at what the bot says itself"
VERDICTS = {"answered": "acted", "asked": "acted", "skipped": "skipped", "failed": "skipped"}


@dataclass(frozen=True, slots=True)
class ExplainFacts:
    """All that the database knows of it."""

    question: CommandRequest
    known: CompiledCommands
    uses: Sequence[CommandUse]
    # Commands that it fits, and nobody has noted a use of.
    unused: Sequence[CompiledCommand]
    # How often each that may be tried was used.
    counts: Mapping[UUID, int]
    # The bot has said it.
    is_own: bool


class CommandExplainer:
    def __init__(self, cache: CommandCache, phrasing: ResponseCompiler, own_words: RecentlySent) -> None:
        self._cache = cache
        self._phrasing = phrasing
        self._own_words = own_words

    async def explain(self, database: Database, asked: ExplainRequest) -> list[ConsideredRule]:
        """What would have been answered may be asked outside: no transaction waits for that."""
        line, author = asked.line, asked.line.author
        if author is None or line.kind == "gap":
            return []
        words = parse_message(line.text, is_reply=line.reply_to is not None)
        async with database.read() as session:
            looked = await self._look(session, CommandRequest(asked.channel_id, line, author, words), asked)
        considered = [await self._used(looked, use, asked) for use in looked.uses]
        outside = _skip_reason(asked)
        for command in looked.unused:
            reason = outside or "fits as the command is today, not as it was then"
            considered.append(await self._would(looked, command, reason, asked))
        return considered or _no_match(looked)

    async def _look(self, session: AsyncSession, question: CommandRequest, asked: ExplainRequest) -> ExplainFacts:
        known = await self._cache.get(session, asked.channel_id)
        uses = await _recorded_uses(session, asked)
        there = {use.command_id for use in uses}
        unused = [one for one in known.matcher.find(question.asked) if one.id not in there]
        counts = await _use_counts(session, there.union(one.id for one in unused))
        is_own = not uses and await self._is_own(session, question)
        return ExplainFacts(question, known, uses, unused, counts, is_own)

    async def _is_own(self, session: AsyncSession, question: CommandRequest) -> bool:
        """Through an account of a bot, or through the streamer's."""
        line, author, now = question.line, question.author, asyncio.get_running_loop().time()
        return (author.is_bot or author.is_broadcaster) and (
            self._own_words.were_said(line.connection_id, line.text, now)
            or await _was_recent_response(session, question)
        )

    async def _used(self, looked: ExplainFacts, use: CommandUse, asked: ExplainRequest) -> ConsideredRule:
        command = looked.known.commands.get(use.command_id)
        # What was found to be silent was asked for all the same: there is nothing else that it would have said.
        is_silent = use.reason.startswith(SILENT)
        if use.verdict == "skipped" and command is not None and not is_silent:
            return await self._would(looked, command, use.reason, asked)
        return ConsideredRule.model_validate(
            {
                "kind": "command",
                "id": use.command_id,
                "name": use.command_name,
                "verdict": VERDICTS[use.verdict],
                "reason": _result_text(use),
                "spans": _spans(looked.question, command),
            }
        )

    async def _would(
        self, looked: ExplainFacts, command: CompiledCommand, reason: str, asked: ExplainRequest
    ) -> ConsideredRule:
        answer = await self._trial(looked.question, command, looked.counts.get(command.id, 0), asked)
        return ConsideredRule(
            kind="command",
            id=command.id,
            name=command.name,
            verdict="skipped",
            reason=f"{reason}; would have answered {answer}" if answer else reason,
            spans=_spans(looked.question, command),
        )

    async def _trial(self, question: CommandRequest, command: CompiledCommand, used: int, asked: ExplainRequest) -> str:
        choice = pick_response(
            command.choices, question.line.provider, command.pick, use_count=used + 1, chance=lambda: 0.0
        )
        if choice is None:
            return ""
        # In a trial a use is counted as the next one.
        occasion = question.occasion(command, used, asked.now, is_trial=True)
        try:
            async with asyncio.timeout(DRY_RUN_SECONDS):
                rendered = await command.answer(choice, self._phrasing).render(occasion)
        except TimeoutError:
            return "something that takes too long to look up again"
        notes = notes_text(rendered)
        return (_quoted(rendered.text) if rendered.text else "nothing") + (f" ({notes})" if notes else "")


async def _use_counts(session: AsyncSession, ids: Collection[UUID]) -> dict[UUID, int]:
    found = await session.execute(select(Command.id, Command.use_count).where(Command.id.in_(ids)))
    return {command_id: count for command_id, count in found}  # noqa: C416  # rows are no pairs for `dict`


async def _recorded_uses(session: AsyncSession, asked: ExplainRequest) -> Sequence[CommandUse]:
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


async def _was_recent_response(session: AsyncSession, question: CommandRequest) -> bool:
    """What was said just now is remembered; of what was answered earlier there is a row."""
    line, earliest = question.line, question.line.sent_at - timedelta(seconds=REMEMBERED_SECONDS)
    answers = await session.scalars(
        select(CommandUse.answer).where(
            CommandUse.channel_id == question.channel_id,
            CommandUse.connection_id == line.connection_id,
            CommandUse.created_at.between(earliest, line.sent_at + MAX_CLOCK_DIFFERENCE),
            CommandUse.answer != "",
        )
    )
    words = RecentlySent()
    for answer in answers:
        words.remember(line.connection_id, answer, 0.0)
    return words.were_said(line.connection_id, line.text, 0.0)


def _skip_reason(asked: ExplainRequest) -> str:
    """Why no command was looked at at all."""
    line, author = asked.line, asked.line.author
    if line.is_backlog:
        return "said before we listened"
    # As it was then: whoever was made a bot since was a person who might ask.
    if author is not None and author.is_bot:
        return SENT_BY_BOT
    if line.kind not in TRIGGER_KINDS:
        return ANNOUNCEMENT if _is_announcement(line) else "a notice asks for nothing"
    return "the message was removed" if asked.is_removed else ""


def _is_announcement(line: ChatLine) -> bool:
    return "announcement" in (line.kind, line.notice)


def _result_text(use: CommandUse) -> str:
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
    return f"“{text if len(text) <= MAX_QUOTED_LENGTH else text[:MAX_QUOTED_LENGTH] + '…'}”"


def _spans(question: CommandRequest, command: CompiledCommand | None) -> list[Span]:
    """The word that it was called by, else what its patterns found."""
    asked = question.asked
    if command is None or not asked.text:
        return []
    # It is the end of the line, but for what nobody sees.
    start = question.line.text.rfind(asked.text)
    if command.answers_to(asked.word):
        start += asked.text.find(asked.word)
        return [Span(start=start, end=start + len(asked.word))]
    return [Span(start=start + first, end=start + last) for first, last in pattern_spans(command.patterns, asked.text)]


def _no_match(looked: ExplainFacts) -> list[ConsideredRule]:
    line = looked.question.line
    if looked.is_own:
        return [_all_commands("skipped", OWN_MESSAGE)]
    if looked.question.author.is_bot:
        return [_all_commands("skipped", SENT_BY_BOT)]
    if _is_announcement(line):
        return [_all_commands("skipped", ANNOUNCEMENT)]
    # Nobody who subscribes or raids had a command in mind.
    return [] if line.kind == "notice" else _suggestions(looked.known, looked.question)


def _all_commands(verdict: Literal["passed", "skipped"], reason: str) -> ConsideredRule:
    return ConsideredRule(kind="command", id=NO_COMMAND, name="Commands", verdict=verdict, reason=reason)


def _suggestions(known: CompiledCommands, question: CommandRequest) -> list[ConsideredRule]:
    """A few that a person may have had in mind, else one sentence for all of them."""
    near = [_suggestion(command, reason) for command, reason in _similar_commands(known, question)]
    if near or not known.commands:
        return near
    word = question.asked.word
    reason = f"no command is called “{word}”, and no pattern is in it" if word else "nothing was said"
    return [_all_commands("passed", reason)]


def _suggestion(command: CompiledCommand, reason: str) -> ConsideredRule:
    return ConsideredRule(kind="command", id=command.id, name=command.name, verdict="passed", reason=reason)


def similar_names(word: str, names: Iterable[str]) -> list[str]:
    """Compared letter by letter with a few alone: with ten thousand long names that would take seconds."""
    alike = (name for name in names if abs(len(name) - len(word)) <= 1 and name[:1] == word[:1])
    few = heapq.nlargest(MAX_COMPARED_NAMES, alike, key=lambda name: sum(map(eq, word, name)))
    return difflib.get_close_matches(word, few, n=MAX_SUGGESTIONS)


def _similar_commands(known: CompiledCommands, question: CommandRequest) -> Iterable[tuple[CompiledCommand, str]]:
    names = known.matcher.names
    found: dict[UUID, tuple[CompiledCommand, str]] = {}
    for word in question.asked.query.split()[:MAX_WORDS]:
        command = names.get(fold(word)) if not word[0].isalnum() else None
        if command is not None:
            found[command.id] = (command, f"“{word}” is not the first word of the message")
    word = fold(question.asked.word)
    if word and not word[0].isalnum() and not found:
        for name in similar_names(word, names):
            found[names[name].id] = (names[name], f"nearly “{question.asked.word}”, but not quite")
    return list(found.values())[:MAX_SUGGESTIONS]
