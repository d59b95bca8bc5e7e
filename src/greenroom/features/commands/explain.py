"""Explains why commands responded to a message or not, with suggestions for near misses."""

import asyncio
import difflib
import heapq
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from operator import eq
from typing import Literal
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.staff_accounts import StaffCache
from greenroom.accounts.platforms import PlatformInfo
from greenroom.chat.messages.levels import level_in_chat
from greenroom.chat.messages.line import ChatLine
from greenroom.chat.pipeline.explain import ConsideredRule, ExplainRequest, Span
from greenroom.chat.sending.recently_sent import MAX_CLOCK_DIFFERENCE, MAX_ECHO_DELAY, find_sent_lines, is_part_of
from greenroom.features.commands.cache import CommandCache, CompiledCommands
from greenroom.features.commands.matching.compiled import CompiledCommand
from greenroom.features.commands.matching.highlights import pattern_spans
from greenroom.features.commands.matching.responses import ResponseCompiler, notes_text
from greenroom.features.commands.models import Command, CommandUse
from greenroom.features.commands.responding.invocation import NO_COMMAND, CommandRequest
from greenroom.features.commands.rules import SENT_BY_BOT, TRIGGER_KINDS, fold, parse_message, pick_response
from greenroom.kernel.db.database import Database
from greenroom.kernel.tasks.threads import DRY_RUNS, call_each
from greenroom.responses.delivery import EMPTY_RESPONSE

# Time limit for rendering the response that would have been sent.
DRY_RUN_SECONDS = 3.0
MAX_QUOTED_LENGTH = 300
MAX_SUGGESTIONS = 3
MAX_COMPARED_NAMES = 100
MAX_WORDS = 20
ANNOUNCEMENT = "announcements don't trigger commands"
OWN_MESSAGE = "sent by Greenroom: commands and filters ignore it"
VERDICTS = {"answered": "acted", "asked": "acted", "skipped": "skipped", "failed": "skipped"}


class ExplainFacts(Struct, frozen=True):
    """Everything that the explanation needs from the database."""

    request: CommandRequest
    compiled: CompiledCommands
    uses: Sequence[CommandUse]
    # Commands that match the message now, but have no recorded use for it.
    unused: Sequence[CompiledCommand]
    # Use counts by command id, for the dry run.
    counts: Mapping[UUID, int]
    # Whether Greenroom itself sent the message; not checked, and False, if a use is recorded for it.
    is_own: bool


class CommandExplainer:
    def __init__(
        self,
        cache: CommandCache,
        staff: StaffCache,
        compiler: ResponseCompiler,
        infos: Mapping[str, PlatformInfo],
    ) -> None:
        self._cache = cache
        self._infos = infos
        self._staff = staff
        self._compiler = compiler

    async def explain(self, database: Database, explain: ExplainRequest) -> list[ConsideredRule]:
        line, author = explain.line, explain.line.author
        if author is None or line.kind == "gap":
            return []
        parsed = parse_message(line.text, is_reply=line.reply_to is not None)
        async with database.read() as session:
            staff = await self._staff.get(session, explain.channel_id)
            level = level_in_chat(line.provider, author, staff, explain.now)
            facts = await self._load(session, CommandRequest(explain.channel_id, line, author, parsed, level), explain)
        # Outside of any transaction, because variables may call other servers.
        considered = [await self._explain_use(facts, use, explain) for use in facts.uses]
        skip_reason = _skip_reason(explain)
        for command in facts.unused:
            reason = skip_reason or "matches the command as it is now, not as it was then"
            considered.append(await self._explain_skipped(facts, command, reason, explain))
        return considered or _no_match(facts)

    async def _load(self, session: AsyncSession, request: CommandRequest, explain: ExplainRequest) -> ExplainFacts:
        compiled = await self._cache.get(session, explain.channel_id)
        uses = await _recorded_uses(session, explain)
        used_ids = {use.command_id for use in uses}
        matcher = compiled.matcher
        (matching,) = await call_each(matcher.find, [request.parsed], matcher.patterns.speed)
        unused = [one for one in matching if one.id not in used_ids]
        counts = await _use_counts(session, used_ids.union(one.id for one in unused))
        is_own = not uses and await self._is_own(session, request, explain.now)
        return ExplainFacts(request, compiled, uses, unused, counts, is_own)

    async def _is_own(self, session: AsyncSession, request: CommandRequest, now: datetime) -> bool:
        """Whether Greenroom sent the message as the channel or a bot."""
        if await find_sent_lines(session, [request.line], now):
            return True
        author, info = request.author, self._infos.get(request.line.provider)
        if info is None or not (author.is_bot or author.is_broadcaster):
            return False
        return await _was_recent_response(session, request, info)

    async def _explain_use(self, facts: ExplainFacts, use: CommandUse, explain: ExplainRequest) -> ConsideredRule:
        command = facts.compiled.commands.get(use.command_id)
        # The response was rendered and was empty: a dry run would add nothing.
        is_silent = use.reason.startswith(EMPTY_RESPONSE)
        if use.verdict == "skipped" and command is not None and not is_silent:
            return await self._explain_skipped(facts, command, use.reason, explain)
        return ConsideredRule.model_validate(
            {
                "kind": "command",
                "id": use.command_id,
                "name": use.command_name,
                "verdict": VERDICTS[use.verdict],
                "reason": _result_text(use),
                "spans": await _spans(facts.request, command),
            }
        )

    async def _explain_skipped(
        self, facts: ExplainFacts, command: CompiledCommand, reason: str, explain: ExplainRequest
    ) -> ConsideredRule:
        answer = await self._dry_run(facts.request, command, facts.counts.get(command.id, 0), explain)
        return ConsideredRule(
            kind="command",
            id=command.id,
            name=command.name,
            verdict="skipped",
            reason=f"{reason}; would have responded {answer}" if answer else reason,
            spans=await _spans(facts.request, command),
        )

    async def _dry_run(
        self, request: CommandRequest, command: CompiledCommand, used: int, explain: ExplainRequest
    ) -> str:
        choice = pick_response(
            command.choices, request.line.provider, command.pick, use_count=used + 1, chance=lambda: 0.0
        )
        if choice is None:
            return ""
        # In a preview, `$(count)` shows one use more than the context has.
        context = request.variable_context(command, used, explain.now, is_preview=True)
        try:
            async with asyncio.timeout(DRY_RUN_SECONDS):
                rendered = await command.response(choice, self._compiler).render(context)
        except TimeoutError:
            return "with a lookup that timed out"
        notes = notes_text(rendered)
        return (_quoted(rendered.text) if rendered.text else "nothing") + (f" ({notes})" if notes else "")


async def _use_counts(session: AsyncSession, ids: Collection[UUID]) -> dict[UUID, int]:
    found = await session.execute(select(Command.id, Command.use_count).where(Command.id.in_(ids)))
    return {command_id: count for command_id, count in found}  # noqa: C416  # `dict` does not accept rows as pairs


async def _recorded_uses(session: AsyncSession, explain: ExplainRequest) -> Sequence[CommandUse]:
    rows = await session.scalars(
        select(CommandUse)
        .where(
            CommandUse.channel_id == explain.channel_id,
            CommandUse.message_id == explain.line.message_id,
            CommandUse.connection_id == explain.line.connection_id,
        )
        .order_by(CommandUse.id)
    )
    return list(rows)


async def _was_recent_response(session: AsyncSession, request: CommandRequest, info: PlatformInfo) -> bool:
    """Whether the message is the response of a command use: uses are stored longer than recently sent messages."""
    line, earliest = request.line, request.line.sent_at - MAX_ECHO_DELAY
    answers = await session.scalars(
        select(CommandUse.answer).where(
            CommandUse.channel_id == request.channel_id,
            CommandUse.connection_id == line.connection_id,
            CommandUse.created_at.between(earliest, line.sent_at + MAX_CLOCK_DIFFERENCE),
            CommandUse.answer != "",
        )
    )
    return any(is_part_of(line.text, info.reported_text(answer)) for answer in answers)


def _skip_reason(explain: ExplainRequest) -> str:
    """Why no command may answer the message; empty if commands may."""
    line, author = explain.line, explain.line.author
    if line.is_backlog:
        return "sent before Greenroom connected"
    # `is_bot` is stored with the message, so it is False if the account became a bot later.
    if author is not None and author.is_bot:
        return SENT_BY_BOT
    if line.kind not in TRIGGER_KINDS:
        return ANNOUNCEMENT if _is_announcement(line) else "notices don't trigger commands"
    return "message was deleted" if explain.is_removed else ""


def _is_announcement(line: ChatLine) -> bool:
    return "announcement" in (line.kind, line.notice)


def _result_text(use: CommandUse) -> str:
    match use.verdict:
        case "answered":
            more = f" ({use.reason})" if use.reason else ""
            return f"responded {_quoted(use.answer)}{more}"
        case "asked":
            return "response in progress, or interrupted by a restart"
        case "failed":
            answer = f"; response: {_quoted(use.answer)}" if use.answer else ""
            return f"failed: {use.reason}{answer}"
        case _:
            return use.reason


def _quoted(text: str) -> str:
    return f"“{text if len(text) <= MAX_QUOTED_LENGTH else text[:MAX_QUOTED_LENGTH] + '…'}”"


async def _spans(request: CommandRequest, command: CompiledCommand | None) -> list[Span]:
    """The span of the name that called the command, else the spans of its pattern matches."""
    parsed = request.parsed
    if command is None or not parsed.text:
        return []
    # The parsed text is the end of the line, except for spaces and invisible characters after it.
    start = request.line.text.rfind(parsed.text)
    if command.is_called(parsed.word):
        start += parsed.text.find(parsed.word)
        return [Span(start=start, end=start + len(parsed.word))]
    found = await DRY_RUNS.run(pattern_spans, command.patterns, parsed.text)
    return [Span(start=start + first, end=start + last) for first, last in found]


def _no_match(facts: ExplainFacts) -> list[ConsideredRule]:
    line = facts.request.line
    if facts.is_own:
        return [_all_commands("skipped", OWN_MESSAGE)]
    if facts.request.author.is_bot:
        return [_all_commands("skipped", SENT_BY_BOT)]
    if _is_announcement(line):
        return [_all_commands("skipped", ANNOUNCEMENT)]
    # Subscriptions and raids are not attempts to use a command.
    return [] if line.kind == "notice" else _suggestions(facts.compiled, facts.request)


def _all_commands(verdict: Literal["passed", "skipped"], reason: str) -> ConsideredRule:
    return ConsideredRule(kind="command", id=NO_COMMAND, name="Commands", verdict=verdict, reason=reason)


def _suggestions(compiled: CompiledCommands, request: CommandRequest) -> list[ConsideredRule]:
    """Similar commands, else one entry that says that no command matched; empty if the channel has no commands."""
    near = [_suggestion(command, reason) for command, reason in _similar_commands(compiled, request)]
    if near or not compiled.commands:
        return near
    return [_all_commands("passed", "No command matched")]


def _suggestion(command: CompiledCommand, reason: str) -> ConsideredRule:
    return ConsideredRule(kind="command", id=command.id, name=command.name, verdict="passed", reason=reason)


def similar_names(word: str, names: Iterable[str]) -> list[str]:
    """At most MAX_SUGGESTIONS names that resemble the word; compares at most MAX_COMPARED_NAMES names."""
    alike = (name for name in names if abs(len(name) - len(word)) <= 1 and name[:1] == word[:1])
    few = heapq.nlargest(MAX_COMPARED_NAMES, alike, key=lambda name: sum(map(eq, word, name)))
    return difflib.get_close_matches(word, few, n=MAX_SUGGESTIONS)


def _similar_commands(compiled: CompiledCommands, request: CommandRequest) -> Iterable[tuple[CompiledCommand, str]]:
    names = compiled.matcher.names
    found: dict[UUID, tuple[CompiledCommand, str]] = {}
    for word in request.parsed.query.split()[:MAX_WORDS]:
        command = names.get(fold(word)) if not word[0].isalnum() else None
        if command is not None:
            found[command.id] = (command, f"“{word}” is not the first word of the message")
    word = fold(request.parsed.word)
    if word and not word[0].isalnum() and not found:
        for name in similar_names(word, names):
            found[names[name].id] = (names[name], f"similar to “{request.parsed.word}”")
    return list(found.values())[:MAX_SUGGESTIONS]
