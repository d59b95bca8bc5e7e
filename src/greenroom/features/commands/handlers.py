"""The stage that finds out what was asked, and whether it may be answered."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import select, update

from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.sending.sender import Sender
from greenroom.features.commands.cache import CommandCache
from greenroom.features.commands.editing.chat_admin import is_chat_edit
from greenroom.features.commands.editing.row_locks import locked_by_others
from greenroom.features.commands.matching.compiled import CompiledCommand
from greenroom.features.commands.models import Command, CommandUse
from greenroom.features.commands.responding.cooldowns import (
    EVERYONE,
    CooldownKey,
    Cooldowns,
    claim_cooldowns,
    cooldown_lengths,
    cooldown_reason,
    restart_cooldown,
    who,
)
from greenroom.features.commands.responding.invocation import (
    NO_COMMAND,
    ChatEditInvocation,
    CommandInvocation,
    CommandRequest,
    Invocation,
)
from greenroom.features.commands.responding.responder import Responder
from greenroom.features.commands.rules import (
    ADMIN_COMMAND,
    SENT_BY_BOT,
    TRIGGER_KINDS,
    UseContext,
    parse_message,
    pick_response,
    platform_name,
    responses_for,
    skips_cooldown,
    unmet_condition,
)
from greenroom.features.commands.schemas import CommandUsedTold
from greenroom.features.commands.service import as_bytes
from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.db.database import publish
from greenroom.kernel.ids import new_id
from greenroom.tenancy.models.channel_providers import ChannelProvider
from greenroom.tenancy.topics import commands_topic

MAX_STORED_NAME_LENGTH = 50
INSERT_USES = BulkInsert(
    CommandUse,
    (
        "id",
        "channel_id",
        "command_id",
        "command_name",
        "connection_id",
        "message_id",
        "verdict",
        "reason",
        "answer",
        "created_at",
    ),
)

BEING_EDITED = "it is being changed"

# Answers which of several texts is said need not be beyond guessing.
_random = random.Random().random  # noqa: S311


@dataclass(slots=True)
class BatchProgress:
    """What one batch has found so far; none of it is true before the batch is committed."""

    batch: Batch
    answer_within: timedelta
    is_live: bool | None = None
    # All commands that any line of the batch fits.
    asked_for: set[UUID] = field(default_factory=set[UUID])
    claimed: dict[CooldownKey, datetime] = field(default_factory=dict[CooldownKey, datetime])
    uses: list[tuple[object, ...]] = field(default_factory=list[tuple[object, ...]])
    invocations: list[Invocation] = field(default_factory=list[Invocation])
    # Commands that were asked for and that somebody else is changing; None before anybody looked.
    held: frozenset[UUID] | None = None

    def note(self, question: CommandRequest, command_id: UUID, name: str, reason: str = "") -> UUID:
        """Leaves a row that says what came of it; without a reason it is being answered."""
        use_id = new_id()
        self.uses.append(
            (
                use_id,
                question.channel_id,
                command_id,
                name[:MAX_STORED_NAME_LENGTH],
                question.line.connection_id,
                question.line.message_id,
                "skipped" if reason else "asked",
                reason,
                "",
                self.batch.now,
            )
        )
        return use_id


class CommandStage:
    def __init__(self, cache: CommandCache, sender: Sender, responder: Responder) -> None:
        self._cache = cache
        self._sender = sender
        self._responder = responder
        self._cooldowns = Cooldowns()

    async def respond(self, batch: Batch) -> None:
        """Asks the database nothing as long as nobody asks for anything."""
        fresh = batch.actionable()
        if not fresh:
            return
        known = await self._cache.get(batch.session, batch.channel_id)
        found: list[tuple[CommandRequest, list[CompiledCommand]]] = []
        for pending in fresh:
            line = pending.line
            if line is None or line.author is None or line.kind not in TRIGGER_KINDS:
                continue
            asked = parse_message(line.text, is_reply=line.reply_to is not None)
            commands = known.matcher.find(asked)
            if commands or is_chat_edit(asked):
                found.append((CommandRequest(batch.channel_id, line, line.author, asked), commands))
        if found:
            await self._take(BatchProgress(batch, known.answer_within), found)

    async def _take(
        self, progress: BatchProgress, found: Sequence[tuple[CommandRequest, list[CompiledCommand]]]
    ) -> None:
        batch = progress.batch
        progress.asked_for.update(command.id for _, commands in found for command in commands)
        for question, commands in found:
            await self._consider(progress, question, commands)
        await INSERT_USES.run(batch.session, progress.uses)
        batch.after_commit.append(lambda: self._settle(progress))

    def _settle(self, progress: BatchProgress) -> None:
        for key, ends_at in progress.claimed.items():
            self._cooldowns.learn(key, ends_at)
        for invocation in progress.invocations:
            self._responder.take(invocation)

    async def _consider(
        self, progress: BatchProgress, question: CommandRequest, commands: Sequence[CompiledCommand]
    ) -> None:
        """A message is answered once: by the first command that may."""
        outside = self._outside(progress, question)
        if is_chat_edit(question.asked):
            use_id = progress.note(question, NO_COMMAND, ADMIN_COMMAND, outside)
            if not outside:
                progress.invocations.append(ChatEditInvocation(use_id, question, progress.batch.now))
                return
        for command in commands:
            reason = outside or await self._refusal(progress, question, command)
            if reason:
                progress.note(question, command.id, command.name, reason)
            elif await self._answer(progress, question, command):
                return

    def _outside(self, progress: BatchProgress, question: CommandRequest) -> str:
        """Why nothing that this person typed is answered."""
        line, author = question.line, question.author
        if author.is_bot:
            return SENT_BY_BOT
        if author.is_broadcaster and self._sender.own_words.were_said(
            line.connection_id, line.text, asyncio.get_running_loop().time()
        ):
            return "said by us"
        if line.source_channel_id:
            return "asked in another channel's chat"
        lag = progress.batch.now - line.sent_at
        return f"asked {lag.total_seconds():.0f} s ago" if lag > progress.answer_within else ""

    async def _refusal(self, progress: BatchProgress, question: CommandRequest, command: CompiledCommand) -> str:
        """The first condition that is not met; a cooldown that is free is taken."""
        provider = question.line.provider
        is_live = command.conditions.active_mode != "always" and await _is_live(progress)
        failed = unmet_condition(command.conditions, UseContext(provider, question.level, is_live))
        if failed:
            return failed
        if not responses_for(command.choices, provider):
            return f"no answer for {platform_name(provider)}"
        lengths = cooldown_lengths(command, who(provider, question.author.id))
        is_skipping = skips_cooldown(question.level, mods_skip=command.mods_skip_cooldown)
        known = "" if is_skipping else self._cooldowns.refusal(lengths, progress.batch.now, progress.claimed)
        if known:
            return known
        if command.id in await _locked(progress):
            return BEING_EDITED
        if is_skipping:
            return await self._skip_cooldown(progress, command)
        return await self._claim(progress, lengths) if lengths else ""

    async def _claim(self, progress: BatchProgress, lengths: dict[CooldownKey, int]) -> str:
        batch, now = progress.batch, progress.batch.now
        standing = await claim_cooldowns(batch.session, batch.channel_id, lengths, now)
        if standing:
            progress.claimed |= standing
            key, ends_at = next(iter(standing.items()))
            return cooldown_reason(key, ends_at, now)
        progress.claimed |= {key: now + timedelta(seconds=seconds) for key, seconds in lengths.items()}
        return ""

    @staticmethod
    async def _skip_cooldown(progress: BatchProgress, command: CompiledCommand) -> str:
        """Whoever need not wait still makes the others wait."""
        if command.global_cooldown:
            batch, key = progress.batch, (command.id, EVERYONE)
            ends_at = batch.now + timedelta(seconds=command.global_cooldown)
            await restart_cooldown(batch.session, batch.channel_id, key, ends_at)
            progress.claimed[key] = ends_at
        return ""

    @staticmethod
    async def _answer(progress: BatchProgress, question: CommandRequest, command: CompiledCommand) -> bool:
        batch = progress.batch
        use_count = await batch.session.scalar(
            update(Command)
            .where(Command.id == command.id)
            .values(use_count=Command.use_count + 1, last_used_at=batch.now)
            .returning(Command.use_count)
        )
        if use_count is None:
            # Another process has deleted it, and its word is on the way here.
            progress.note(question, command.id, command.name, "deleted")
            return False
        choice = pick_response(
            command.choices, question.line.provider, command.pick, use_count=use_count, chance=_random
        )
        assert choice is not None  # asked before
        use_id = progress.note(question, command.id, command.name)
        told = CommandUsedTold(command_id=command.id, use_count=use_count, last_used_at=batch.now)
        publish(batch.session, commands_topic(batch.channel_id), as_bytes(told))
        progress.invocations.append(CommandInvocation(use_id, question, command, choice, use_count, batch.now))
        return True


async def _locked(progress: BatchProgress) -> frozenset[UUID]:
    """Those of the batch that somebody is changing: chat does not wait for them, however many they change.

    The others are the batch's from now on. Batches of one channel follow each other: rows of two commands, taken by two
    processes in another order, would wait for each other for ever.
    """
    if progress.held is None:
        progress.held = await locked_by_others(progress.batch.session, progress.batch.channel_id, progress.asked_for)
    return progress.held


async def _is_live(progress: BatchProgress) -> bool:
    """On any platform of the channel; asked once for a batch, and only where it matters."""
    if progress.is_live is None:
        live = select(ChannelProvider.id).where(
            ChannelProvider.channel_id == progress.batch.channel_id, ChannelProvider.is_live.is_(True)
        )
        progress.is_live = await progress.batch.session.scalar(live.limit(1)) is not None
    return progress.is_live
