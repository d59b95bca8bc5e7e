"""Variables that moderate, permit links or shout out."""

import re
from collections.abc import Awaitable, Callable, Collection
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Role
from greenroom.accounts.access.staff_accounts import staff_accounts
from greenroom.chat.messages.line import LineRef, Removal
from greenroom.chat.messages.line_ids import is_line
from greenroom.chat.messages.models import ChatMessage
from greenroom.chat.messages.own_accounts import OwnAccount, own_accounts
from greenroom.chat.messages.removal import remove_lines
from greenroom.chat.moderation.entries import (
    MAX_TEXT_LENGTH,
    ActionName,
    EntryActor,
    entries_in_force,
    new_entry,
    record_entry,
)
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.moderation.protection import ModeratedViewer, protection_of
from greenroom.chat.protocol.actions import BanViewer, DeleteMessage, ShoutOut
from greenroom.chat.sending.deferred import DeferredAction
from greenroom.features.variables.platform_access import PlatformAccess, time_limit
from greenroom.kernel.timestamps import in_words
from greenroom.responses.variables import Arguments, Caller, Cost, NoValue, Variable, VariableContext
from greenroom.responses.viewer_lookup import ViewerRef, find_viewer, viewer_name_in

MODERATION = "Moderation"
DEFAULT_SECONDS = 600
# Two weeks, the limit that all platforms accept.
MAX_SECONDS = 1_209_600
_DURATION = re.compile(r"([0-9]{1,7})(s|m|h|d)?")
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3_600, "d": 86_400}


def parse_duration(text: str) -> int:
    """Seconds in `600`, `10m`, `2h` or `1d`; ten minutes for an empty text."""
    found = _DURATION.fullmatch(text.lower()) if text else None
    if found is None and text:
        raise NoValue("Duration must be like 600, 10m, 2h or 1d")
    seconds = DEFAULT_SECONDS if found is None else int(found.group(1)) * _UNITS[found.group(2) or ""]
    if not 1 <= seconds <= MAX_SECONDS:
        raise NoValue("Duration must be 1s–14d")
    return seconds


def parse_timeout(arguments: Arguments) -> tuple[str, int, str]:
    """The user, the seconds and the reason."""
    words = [word for word in arguments.words if word.strip()]
    if not words:
        raise NoValue("Usage: $(timeout user 10m reason)")
    seconds = parse_duration(words[1] if len(words) > 1 else "")
    return words[0].strip().removeprefix("@"), seconds, " ".join(words[2:])[:MAX_TEXT_LENGTH]


def refuse_protected(viewer: ViewerRef, role_level: int, caller: Caller, bots: Collection[OwnAccount]) -> None:
    account = (viewer.provider, viewer.viewer_id)
    target = ModeratedViewer(
        max(viewer.level, role_level),
        is_self=account == (caller.provider, caller.viewer_id),
        is_broadcaster=viewer.level >= Role.OWNER,
        is_bot=account in bots,
    )
    if reason := protection_of(target, caller.level):
        raise NoValue(reason.rstrip("."))


def _caller(context: VariableContext) -> Caller:
    if context.caller is None:
        raise NoValue("Not available in timers")
    return context.caller


def _entry(
    context: VariableContext, action: ActionName, viewer: ViewerRef, *, by: str, seconds: int | None = None, reason: str
) -> ModerationEntry:
    return new_entry(
        channel_id=context.channel_id,
        connection_id=context.connection_id,
        provider=context.provider,
        viewer_id=viewer.viewer_id,
        viewer_name=viewer.name,
        action=action,
        seconds=seconds,
        reason=reason,
        actor=EntryActor(kind="user", name=by),
        outcome="asked",
        created_at=context.now,
    )


def _default_reason(context: VariableContext) -> str:
    return "" if context.command is None else f"Command {context.command.name}"


async def _refuse_banned(session: AsyncSession, context: VariableContext, viewer: ViewerRef) -> None:
    """Raises if the viewer is banned in this chat: some platforms would replace the ban with the time-out."""
    account = (context.channel_id, viewer.provider, viewer.viewer_id, context.now)
    for entry in await entries_in_force(session, *account):
        if entry.action == "ban" and entry.connection_id == context.connection_id:
            raise NoValue(f"{viewer.name} is already banned")


class ModerationVariables:
    def __init__(self, access: PlatformAccess) -> None:
        self._access = access

    async def time_out(self, context: VariableContext, arguments: Arguments) -> str:
        name, seconds, reason = parse_timeout(arguments)
        async with self._access.kernel.database.read() as session:
            viewer = await find_viewer(session, context, name)
            own = await own_accounts(session, context.channel_id)
            staff = await staff_accounts(session, context.channel_id)
            await _refuse_banned(session, context, viewer)
        role_level = staff.level_of(viewer.provider, viewer.viewer_id, context.now)
        refuse_protected(viewer, role_level, _caller(context), own)
        why = reason or _default_reason(context)
        entry = _entry(context, "timeout", viewer, by=_caller(context).name, seconds=seconds, reason=why)
        async with self._access.kernel.database.write() as session:
            record_entry(session, entry)
        ban = BanViewer(viewer.viewer_id, seconds, why)
        self._access.sender.post(DeferredAction(context.connection_id, ban, entry_id=entry.id))
        return _timeout_text(viewer.name, seconds)

    async def delete(self, context: VariableContext, _: Arguments) -> str:
        caller = _caller(context)
        if caller.level >= Role.OWNER:
            raise NoValue("Messages of the broadcaster and of owners can't be deleted")
        viewer = ViewerRef(caller.provider, caller.viewer_id, caller.name, caller.level)
        async with self._access.kernel.database.write() as session:
            why, line = _default_reason(context), LineRef(context.connection_id, context.message_id)
            entry = _entry(context, "delete", viewer, by="Greenroom", reason=why)
            entry.message_id, entry.message_text = line.message_id, await _text_of(session, context.channel_id, line)
            record_entry(session, entry)
            removal = Removal("deleted", context.now, by=entry.actor_name, reason=why)
            await remove_lines(session, context.channel_id, [line], removal)
        deletion = DeleteMessage(context.message_id)
        self._access.sender.post(DeferredAction(context.connection_id, deletion, entry_id=entry.id))
        return ""

    async def permit(self, context: VariableContext, arguments: Arguments) -> str:
        if not viewer_name_in(arguments):
            raise NoValue("Name a user")
        async with self._access.kernel.database.read() as session:
            viewer = await find_viewer(session, context, viewer_name_in(arguments))
        seconds = await self._access.permit(context.channel_id, viewer.provider, viewer.viewer_id)
        return _permit_text(viewer.name, seconds)

    async def shout_out(self, context: VariableContext, arguments: Arguments) -> str:
        if not viewer_name_in(arguments):
            raise NoValue("Name a user")
        async with self._access.kernel.database.read() as session:
            viewer = await find_viewer(session, context, viewer_name_in(arguments))
        # The time limit ends only the wait: the shoutout stays in the send queue.
        async with time_limit("Still waiting for other shoutouts"):
            await self._access.dispatch(context.connection_id, ShoutOut(viewer.viewer_id))
        return ""


async def _text_of(session: AsyncSession, channel_id: UUID, line: LineRef) -> str:
    return await session.scalar(select(ChatMessage.text).where(*is_line(session, channel_id, line)).limit(1)) or ""


def _timeout_text(name: str, seconds: int) -> str:
    return f"{name} was timed out for {in_words(seconds)}."


def _permit_text(name: str, seconds: int) -> str:
    return f"{name} can post one link within {in_words(seconds)}."


def _preview_timeout(_: VariableContext, arguments: Arguments) -> str:
    name, seconds, _reason = parse_timeout(arguments)
    return _timeout_text(name, seconds)


def _preview_permit(_: VariableContext, arguments: Arguments) -> str:
    if not viewer_name_in(arguments):
        raise NoValue("Name a user")
    return _permit_text(viewer_name_in(arguments), 60)


def _preview_nothing(_: VariableContext, __: Arguments) -> str:
    return ""


def moderation_variables(access: PlatformAccess) -> list[Variable]:
    variables = ModerationVariables(access)
    return [
        _action_variable(
            "timeout",
            "Times out a user: name, duration (600, 10m, 2h, 1d) and reason. Never the broadcaster, moderators or the "
            "channel's bots",
            ("$(timeout $(1) 10m $(2:))", "Robin was timed out for 10 minutes."),
            (variables.time_out, _preview_timeout),
            providers=access.can(BanViewer),
            cost="platform",
        ),
        _action_variable(
            "permit",
            "Permits one message with links",
            ("$(permit $(1))", "Robin can post one link within 1 minute."),
            (variables.permit, _preview_permit),
        ),
        _action_variable(
            "shoutout",
            "Sends the platform's shoutout for a user who has chatted here; shows nothing",
            ("Go check out $(1)!$(shoutout $(1))", "Go check out Robin!"),
            (variables.shout_out, _preview_nothing),
            providers=access.can(ShoutOut),
            cost="platform",
        ),
        _action_variable(
            "delete",
            "Deletes the message that triggered the command; shows nothing",
            ("$(delete)Psst!", "Psst!"),
            (variables.delete, _preview_nothing),
            providers=access.can(DeleteMessage),
            cost="platform",
            min_level=Role.PUBLIC,
        ),
    ]


Evaluate = Callable[[VariableContext, Arguments], Awaitable[str]]


def _action_variable(
    name: str,
    summary: str,
    example: tuple[str, str],
    evaluate_and_preview: tuple[Evaluate, Callable[[VariableContext, Arguments], str]],
    *,
    providers: frozenset[str] | None = None,
    cost: Cost = "database",
    min_level: int = Role.MOD,
) -> Variable:
    return Variable(
        name,
        MODERATION,
        summary,
        *example,
        evaluate_and_preview[0],
        takes="nothing" if name == "delete" else "words",
        providers=providers,
        needs_caller=True,
        has_side_effect=True,
        preview=evaluate_and_preview[1],
        cost=cost,
        min_level=min_level,
    )
