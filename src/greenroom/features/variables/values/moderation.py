"""What an answer does to somebody, or for them."""

import re
from collections.abc import Awaitable, Callable
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.line import LineRef, Removal
from greenroom.chat.messages.line_ids import is_line
from greenroom.chat.messages.models import ChatMessage, ModerationEntry
from greenroom.chat.messages.own_accounts import own_accounts
from greenroom.chat.messages.removal import remove_lines
from greenroom.chat.moderation.entries import LONGEST_NAME, LONGEST_WORDS, ActionName, entries_in_force, record_entry
from greenroom.chat.pipeline.batch import DeferredAction
from greenroom.chat.protocol.actions import BanViewer, DeleteMessage, ShoutOut
from greenroom.features.variables.capabilities import PlatformAccess, time_limit
from greenroom.kernel.ids import new_id
from greenroom.kernel.timestamps import in_words
from greenroom.responses.variables import Arguments, Caller, Cost, NoValue, Variable, VariableContext
from greenroom.responses.viewer_lookup import ViewerRef, find_viewer, named
from greenroom.tenancy.access.rules import Role

MODERATION = "Moderation"
DEFAULT_SECONDS = 600
# Two weeks: what every platform takes.
MAX_SECONDS = 1_209_600
_DURATION = re.compile(r"([0-9]{1,7})(s|m|h|d)?")
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3_600, "d": 86_400}


def parse_duration(text: str) -> int:
    """`600`, `10m`, `2h`, `1d`; ten minutes when nothing is said."""
    found = _DURATION.fullmatch(text.lower()) if text else None
    if found is None and text:
        raise NoValue("Behind the name stands how long: 600, 10m, 2h or 1d")
    seconds = DEFAULT_SECONDS if found is None else int(found.group(1)) * _UNITS[found.group(2) or ""]
    if not 1 <= seconds <= MAX_SECONDS:
        raise NoValue("A time-out lasts from 1 second to 14 days")
    return seconds


def parse_timeout(given: Arguments) -> tuple[str, int, str]:
    """Who, how many seconds, and why."""
    words = [word for word in given.words if word.strip()]
    if not words:
        raise NoValue("Write who, how long and why: $(timeout Robin 10m spam)")
    seconds = parse_duration(words[1] if len(words) > 1 else "")
    return words[0].strip().removeprefix("@"), seconds, " ".join(words[2:])[:LONGEST_WORDS]


def refuse_protected(somebody: ViewerRef, is_own: bool) -> None:
    if is_own or somebody.level >= Role.OWNER:
        raise NoValue(f"{somebody.name} is the broadcaster or a bot of this channel")
    if somebody.level >= Role.MOD:
        raise NoValue(f"{somebody.name} is a moderator of this channel")


def _caller(occasion: VariableContext) -> Caller:
    if occasion.caller is None:
        raise NoValue("Nobody has asked")
    return occasion.caller


def _entry(
    occasion: VariableContext,
    action: ActionName,
    somebody: ViewerRef,
    *,
    by: str,
    seconds: int | None = None,
    reason: str,
) -> ModerationEntry:
    return ModerationEntry(
        id=new_id(),
        channel_id=occasion.channel_id,
        connection_id=occasion.connection_id,
        provider=occasion.provider,
        viewer_id=somebody.viewer_id,
        viewer_name=somebody.name[:LONGEST_NAME],
        action=action,
        seconds=seconds,
        reason=reason,
        actor_kind="user",
        actor_name=by[:LONGEST_NAME],
        actor_id=None,
        message_id="",
        message_text="",
        detail="",
        outcome="asked",
        is_in_doubt=False,
        is_confirmed=False,
        created_at=occasion.now,
        undone_at=None,
        undone_by="",
        undo_of=None,
    )


def _by_command(occasion: VariableContext) -> str:
    return "" if occasion.command is None else f"By the command {occasion.command.name}"


async def _refuse_banned(session: AsyncSession, occasion: VariableContext, somebody: ViewerRef) -> None:
    """Some platforms would put the time-out in the place of the ban."""
    here = (occasion.channel_id, somebody.provider, somebody.viewer_id, occasion.now)
    for entry in await entries_in_force(session, *here):
        if entry.action == "ban" and entry.connection_id == occasion.connection_id:
            raise NoValue(f"{somebody.name} is banned: a time-out would end that")


class ModerationVariables:
    def __init__(self, reach: PlatformAccess) -> None:
        self._reach = reach

    async def time_out(self, occasion: VariableContext, given: Arguments) -> str:
        name, seconds, reason = parse_timeout(given)
        async with self._reach.kernel.database.read() as session:
            somebody = await find_viewer(session, occasion, name)
            own = await own_accounts(session, occasion.channel_id)
            await _refuse_banned(session, occasion, somebody)
        refuse_protected(somebody, (somebody.provider, somebody.viewer_id) in own)
        why = reason or _by_command(occasion)
        entry = _entry(occasion, "timeout", somebody, by=_caller(occasion).name, seconds=seconds, reason=why)
        async with self._reach.kernel.database.write() as session:
            record_entry(session, entry)
        ban = BanViewer(somebody.viewer_id, seconds, why)
        self._reach.sender.post(DeferredAction(occasion.connection_id, ban, entry_id=entry.id))
        return _timed_out(somebody.name, seconds)

    async def delete(self, occasion: VariableContext, _: Arguments) -> str:
        caller = _caller(occasion)
        if caller.level >= Role.OWNER:
            raise NoValue("Messages of the broadcaster stay")
        somebody = ViewerRef(caller.provider, caller.viewer_id, caller.name, caller.level)
        async with self._reach.kernel.database.write() as session:
            why, line = _by_command(occasion), LineRef(occasion.connection_id, occasion.message_id)
            entry = _entry(occasion, "delete", somebody, by="Greenroom", reason=why)
            entry.message_id, entry.message_text = line.message_id, await _text_of(session, occasion.channel_id, line)
            record_entry(session, entry)
            removal = Removal("deleted", occasion.now, by=entry.actor_name, reason=why)
            await remove_lines(session, occasion.channel_id, [line], removal)
        deletion = DeleteMessage(occasion.message_id)
        self._reach.sender.post(DeferredAction(occasion.connection_id, deletion, entry_id=entry.id))
        return ""

    async def permit(self, occasion: VariableContext, given: Arguments) -> str:
        if not named(given):
            raise NoValue("Name somebody")
        async with self._reach.kernel.database.read() as session:
            somebody = await find_viewer(session, occasion, named(given))
        seconds = await self._reach.permit(occasion.channel_id, somebody.provider, somebody.viewer_id)
        return _permitted(somebody.name, seconds)

    async def shout_out(self, occasion: VariableContext, given: Arguments) -> str:
        if not named(given):
            raise NoValue("Name somebody")
        async with self._reach.kernel.database.read() as session:
            somebody = await find_viewer(session, occasion, named(given))
        # Arguments up by us alone: it keeps its place among the words that wait.
        async with time_limit("Not done yet: others wait too"):
            await self._reach.perform(occasion.connection_id, ShoutOut(somebody.viewer_id))
        return ""


async def _text_of(session: AsyncSession, channel_id: UUID, line: LineRef) -> str:
    return await session.scalar(select(ChatMessage.text).where(*is_line(session, channel_id, line)).limit(1)) or ""


def _timed_out(name: str, seconds: int) -> str:
    return f"{name} is timed out for {in_words(seconds)}."


def _permitted(name: str, seconds: int) -> str:
    return f"{name} may post a link within {in_words(seconds)}."


def _preview_timeout(_: VariableContext, given: Arguments) -> str:
    name, seconds, _reason = parse_timeout(given)
    return _timed_out(name, seconds)


def _preview_permit(_: VariableContext, given: Arguments) -> str:
    if not named(given):
        raise NoValue("Name somebody")
    return _permitted(named(given), 60)


def _preview_nothing(_: VariableContext, __: Arguments) -> str:
    return ""


def moderation_variables(reach: PlatformAccess) -> list[Variable]:
    hands = ModerationVariables(reach)
    return [
        _action_variable(
            "timeout",
            "Times somebody out: the name, how long (600, 10m, 2h, 1d) and why. Never the broadcaster, moderators or "
            "the channel's own bots.",
            ("$(timeout $(1) 10m $(2:))", "Robin is timed out for 10 minutes."),
            (hands.time_out, _preview_timeout),
            providers=reach.can(BanViewer),
            cost="platform",
        ),
        _action_variable(
            "permit",
            "Lets somebody post one message with links.",
            ("$(permit $(1))", "Robin may post a link within 1 minute."),
            (hands.permit, _preview_permit),
        ),
        _action_variable(
            "shoutout",
            "Points the audience at somebody's channel in the platform's own way, and shows nothing; somebody who has "
            "written here before.",
            ("Go and see $(1)!$(shoutout $(1))", "Go and see Robin!"),
            (hands.shout_out, _preview_nothing),
            providers=reach.can(ShoutOut),
            cost="platform",
        ),
        _action_variable(
            "delete",
            "Deletes the message that asks, and shows nothing.",
            ("$(delete)Psst!", "Psst!"),
            (hands.delete, _preview_nothing),
            providers=reach.can(DeleteMessage),
            cost="platform",
            least_level=Role.PUBLIC,
        ),
    ]


Evaluated = Callable[[VariableContext, Arguments], Awaitable[str]]


def _action_variable(
    name: str,
    summary: str,
    shown: tuple[str, str],
    done: tuple[Evaluated, Callable[[VariableContext, Arguments], str]],
    *,
    providers: frozenset[str] | None = None,
    cost: Cost = "database",
    least_level: int = Role.MOD,
) -> Variable:
    return Variable(
        name,
        MODERATION,
        summary,
        *shown,
        done[0],
        takes="nothing" if name == "delete" else "words",
        providers=providers,
        needs_caller=True,
        has_side_effect=True,
        pretend=done[1],
        cost=cost,
        least_level=least_level,
    )
