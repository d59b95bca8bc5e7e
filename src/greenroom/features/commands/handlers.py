"""Pipeline stage that matches messages to commands and checks conditions and cooldowns."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct, field
from sqlalchemy import bindparam, select, update

from greenroom.accounts.access.staff_accounts import StaffAccounts, StaffCache
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.stream_platforms import platform_name
from greenroom.chat.messages.levels import level_in_chat
from greenroom.chat.messages.line import ChatLine, LineRef
from greenroom.chat.pipeline.batch import Batch, PendingMessage
from greenroom.chat.sending.recently_sent import find_sent_lines
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
    cooldown_owner,
    cooldown_reason,
    restart_cooldowns,
)
from greenroom.features.commands.responding.costs import charge_of, price_for, shortage, take_charge
from greenroom.features.commands.responding.invocation import (
    NO_COMMAND,
    ChatEditInvocation,
    CommandInvocation,
    CommandRequest,
    Invocation,
)
from greenroom.features.commands.responding.responder import Responder
from greenroom.features.commands.rules import (
    SENT_BY_BOT,
    TRIGGER_KINDS,
    ParsedMessage,
    UseContext,
    parse_message,
    pick_response,
    responses_for,
    skips_cooldown,
    unmet_condition,
)
from greenroom.features.commands.schemas import CommandUseCounted, commands_topic
from greenroom.features.points.ledger.command_charges import Charge
from greenroom.features.points.ledger.ledger import lock_points
from greenroom.features.points.ledger.settings import PointSettings, read_settings
from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.db.database import publish
from greenroom.kernel.db.hot_reads import fetch_all
from greenroom.kernel.ids import new_id
from greenroom.kernel.tasks.threads import call_each

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
        "cost",
        "created_at",
    ),
)

# Built once, because building the statement takes longer than running it.
COUNT_USE = (
    update(Command)
    .where(Command.id == bindparam("command"))
    .values(use_count=Command.use_count + 1, last_used_at=bindparam("used_at"))
    .returning(Command.use_count)
)

BEING_EDITED = "being edited right now"

# Picking one of several responses needs no cryptographic randomness.
_random = random.Random().random  # noqa: S311


class BatchProgress(Struct):
    """Results of one batch so far; they take effect only once the batch is committed."""

    batch: Batch
    answer_within: timedelta
    # Names that edit commands from chat, such as `!cmd`.
    admin_names: frozenset[str]
    # None until a command needs to know whether the channel is live.
    is_live: bool | None = None
    # Messages that Greenroom itself has sent.
    sent_by_us: frozenset[LineRef] = frozenset()
    # Every command that a message of the batch matches.
    matched: set[UUID] = field(default_factory=set[UUID])
    # Ends of the cooldowns that the batch claimed, restarted or found active.
    cooldowns: dict[CooldownKey, datetime] = field(default_factory=dict[CooldownKey, datetime])
    # Cooldowns that were restarted by callers who bypass them.
    restarted: set[CooldownKey] = field(default_factory=set[CooldownKey])
    uses: list[tuple[object, ...]] = field(default_factory=list[tuple[object, ...]])
    invocations: list[Invocation] = field(default_factory=list[Invocation])
    # Matched commands that another transaction is editing; None before the first check.
    locked: frozenset[UUID] | None = None
    # None before the first command that costs points.
    points: PointSettings | None = None

    def record_use(
        self, request: CommandRequest, command_id: UUID, name: str, reason: str = "", *, cost: int = 0
    ) -> UUID:
        """Adds a row to `command_uses`: "skipped" if there is a `reason`, else "asked" until the response is sent."""
        use_id = new_id()
        self.uses.append(
            (
                use_id,
                request.channel_id,
                command_id,
                name[:MAX_STORED_NAME_LENGTH],
                request.line.connection_id,
                request.line.message_id,
                "skipped" if reason else "asked",
                reason,
                "",
                cost,
                self.batch.now,
            )
        )
        return use_id


class CommandStage:
    def __init__(self, cache: CommandCache, staff: StaffCache, responder: Responder) -> None:
        self._cache = cache
        self._staff = staff
        self._responder = responder
        self._cooldowns = Cooldowns()

    async def respond(self, batch: Batch) -> None:
        """Handles messages that match a command or are `!cmd` edits; if there are none, only the caches are read."""
        messages = batch.actionable()
        if not messages:
            return
        compiled = await self._cache.get(batch.session, batch.channel_id)
        staff = await self._staff.get(batch.session, batch.channel_id)
        parsed = _parsed_lines(messages)
        matcher = compiled.matcher
        matches = await call_each(lambda one: matcher.find(one[1]), parsed, matcher.patterns.speed)
        found = [
            (_request(batch, line, message, staff), commands)
            for (line, message), commands in zip(parsed, matches, strict=True)
            if commands or is_chat_edit(message, compiled.admin_names)
        ]
        if found:
            await self._process(BatchProgress(batch, compiled.answer_within, compiled.admin_names), found)

    async def _process(
        self, progress: BatchProgress, found: Sequence[tuple[CommandRequest, list[CompiledCommand]]]
    ) -> None:
        batch = progress.batch
        progress.matched.update(command.id for _, commands in found for command in commands)
        if any(command.cost for _, commands in found for command in commands):
            # Points are always locked before commands: two batches that lock in different orders could deadlock.
            await lock_points(batch.session, batch.channel_id)
        lines = [request.line for request, _ in found if not request.author.is_bot]
        progress.sent_by_us = await find_sent_lines(batch.session, lines, batch.now)
        for request, commands in found:
            await self._consider(progress, request, commands)
        restarted = {key: progress.cooldowns[key] for key in progress.restarted}
        await restart_cooldowns(batch.session, batch.channel_id, restarted)
        await INSERT_USES.run(batch.session, progress.uses)
        batch.after_commit.append(lambda: self._apply(progress))

    def _apply(self, progress: BatchProgress) -> None:
        for key, ends_at in progress.cooldowns.items():
            self._cooldowns.remember(key, ends_at)
        for invocation in progress.invocations:
            self._responder.submit(invocation)

    async def _consider(
        self, progress: BatchProgress, request: CommandRequest, commands: Sequence[CompiledCommand]
    ) -> None:
        """Answers a message at most once: as a `!cmd` edit, or with the first command whose conditions are met."""
        skip_reason = _skip_reason(progress, request)
        if is_chat_edit(request.parsed, progress.admin_names):
            use_id = progress.record_use(request, NO_COMMAND, request.parsed.word, skip_reason)
            if not skip_reason:
                progress.invocations.append(ChatEditInvocation(use_id, request, progress.batch.now))
                return
        for command in commands:
            reason = skip_reason or await self._refusal(progress, request, command)
            if reason:
                progress.record_use(request, command.id, command.name, reason)
            elif await self._answer(progress, request, command):
                return

    async def _refusal(self, progress: BatchProgress, request: CommandRequest, command: CompiledCommand) -> str:
        """Why the command is not used; empty if it is used, after its cooldowns were claimed or restarted."""
        provider = request.line.provider
        is_live = command.conditions.active_mode != "always" and await _is_live(progress)
        unmet = unmet_condition(command.conditions, UseContext(provider, request.level, is_live))
        if unmet:
            return unmet
        if not responses_for(command.choices, provider):
            return f"no response for {platform_name(provider)}"
        lengths = cooldown_lengths(command, cooldown_owner(provider, request.author.id))
        is_skipping = skips_cooldown(request.level, mods_skip=command.mods_skip_cooldown)
        active = "" if is_skipping else self._cooldowns.active_reason(lengths, progress.batch.now, progress.cooldowns)
        if active:
            return active
        if command.id in await _being_edited(progress):
            return BEING_EDITED
        # Checked before the cooldowns are claimed: a caller who cannot pay starts no cooldown.
        unpaid = await _shortage(progress, request, command) if command.cost else ""
        if unpaid or not is_skipping:
            return unpaid or (await self._claim(progress, lengths) if lengths else "")
        self._restart_global_cooldown(progress, command)
        return ""

    async def _claim(self, progress: BatchProgress, lengths: dict[CooldownKey, int]) -> str:
        """Claims these cooldowns; if one is active, claims none and returns a reason."""
        batch, now = progress.batch, progress.batch.now
        active = await claim_cooldowns(batch.session, batch.channel_id, lengths, now)
        if active:
            progress.cooldowns |= active
            key, ends_at = next(iter(active.items()))
            return cooldown_reason(key, ends_at, now)
        progress.cooldowns |= {key: now + timedelta(seconds=seconds) for key, seconds in lengths.items()}
        return ""

    @staticmethod
    def _restart_global_cooldown(progress: BatchProgress, command: CompiledCommand) -> None:
        """Starts the global cooldown after a caller who bypasses the cooldowns: other callers have to wait."""
        if command.global_cooldown:
            key = (command.id, EVERYONE)
            progress.cooldowns[key] = progress.batch.now + timedelta(seconds=command.global_cooldown)
            progress.restarted.add(key)

    @staticmethod
    async def _answer(progress: BatchProgress, request: CommandRequest, command: CompiledCommand) -> bool:
        batch = progress.batch
        counted = await fetch_all(batch.session, COUNT_USE, {"command": command.id, "used_at": batch.now})
        if not counted:
            # Deleted by another process whose announcement has not arrived yet.
            progress.record_use(request, command.id, command.name, "the command was deleted")
            return False
        use_count: int = counted[0][0]
        choice = pick_response(
            command.choices, request.line.provider, command.pick, use_count=use_count, chance=_random
        )
        assert choice is not None  # `_refusal` has checked this
        charge = await _charge(progress, request, command) if command.cost else None
        cost = 0 if charge is None else charge.cost
        use_id = progress.record_use(request, command.id, command.name, cost=cost)
        used = CommandUseCounted(command_id=command.id, use_count=use_count, last_used_at=batch.now)
        publish(batch.session, commands_topic(batch.channel_id), used)
        progress.invocations.append(CommandInvocation(use_id, request, command, choice, use_count, batch.now, charge))
        return True


def _parsed_lines(messages: Sequence[PendingMessage]) -> list[tuple[ChatLine, ParsedMessage]]:
    """Lines that may trigger a command."""
    return [
        (line, parse_message(line.text, is_reply=line.reply_to is not None))
        for pending in messages
        if (line := pending.line) is not None and line.author is not None and line.kind in TRIGGER_KINDS
    ]


def _request(batch: Batch, line: ChatLine, parsed: ParsedMessage, staff: StaffAccounts) -> CommandRequest:
    assert line.author is not None  # `_parsed_lines` has checked this
    level = level_in_chat(line.provider, line.author, staff, batch.now)
    return CommandRequest(batch.channel_id, line, line.author, parsed, level)


def _skip_reason(progress: BatchProgress, request: CommandRequest) -> str:
    """Why no command may answer this message; empty if commands may."""
    line, author = request.line, request.author
    if author.is_bot:
        return SENT_BY_BOT
    if LineRef(line.connection_id, line.message_id) in progress.sent_by_us:
        return "sent by Greenroom"
    if line.source_channel_id:
        return "from another channel's shared chat"
    lag = progress.batch.now - line.sent_at
    return f"too old ({lag.total_seconds():.0f} s)" if lag > progress.answer_within else ""


async def _being_edited(progress: BatchProgress) -> frozenset[UUID]:
    """The matched commands that another transaction is editing; locks the others for the batch."""
    # All are locked at once: two processes that lock rows in a different order would deadlock.
    if progress.locked is None:
        progress.locked = await locked_by_others(progress.batch.session, progress.batch.channel_id, progress.matched)
    return progress.locked


async def _shortage(progress: BatchProgress, request: CommandRequest, command: CompiledCommand) -> str:
    """Why the caller cannot pay for the command; empty if nothing is missing."""
    settings = await _points(progress)
    if not price_for(command, request.level, settings):
        return ""
    return await shortage(progress.batch.session, request.channel_id, charge_of(request, command), settings)


async def _charge(progress: BatchProgress, request: CommandRequest, command: CompiledCommand) -> Charge | None:
    if not price_for(command, request.level, await _points(progress)):
        return None
    charge = charge_of(request, command)
    await take_charge(progress.batch.session, request.channel_id, charge, progress.batch.now)
    return charge


async def _points(progress: BatchProgress) -> PointSettings:
    if progress.points is None:
        progress.points = await read_settings(progress.batch.session, progress.batch.channel_id)
    return progress.points


async def _is_live(progress: BatchProgress) -> bool:
    """Whether the channel is live on any platform; queried at most once a batch."""
    if progress.is_live is None:
        live = select(ChannelProvider.id).where(
            ChannelProvider.channel_id == progress.batch.channel_id, ChannelProvider.is_live.is_(True)
        )
        progress.is_live = await progress.batch.session.scalar(live.limit(1)) is not None
    return progress.is_live
