"""Stores the panic button's state: presses, releases, and each try to change the modes of one chat."""

from datetime import datetime
from typing import Any, cast
from uuid import UUID

from msgspec import Struct
from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import Access
from greenroom.accounts.channels.state import lock_state, set_state
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.topics import channel_topic
from greenroom.chat.moderation.entries import EntryActor, new_entry, record_entry
from greenroom.chat.protocol.actions import ChangeChatModes, ReadChatModes
from greenroom.chat.protocol.capabilities import missing_reason
from greenroom.features.moderation import service
from greenroom.features.moderation.panic.models import Panic, PanicChat
from greenroom.features.moderation.panic.rules import CLAIM_TIME, ChatStage, ModeChanges, change_action, retry_wait
from greenroom.features.moderation.panic.schemas import PanicChanged, PanicChatOut, PanicOut
from greenroom.features.moderation.rules import ActionResult, changed_modes
from greenroom.kernel.db.database import publish
from greenroom.kernel.ids import new_id

MAX_DETAIL_LENGTH = 500

panic_topic = channel_topic("panic")

# The chats that may be tried now; built once, because it is read every few seconds.
WAITING = select(PanicChat.channel_id, PanicChat.connection_id).where(
    PanicChat.stage == ChatStage.WAITING, PanicChat.next_try_at <= bindparam("now")
)


class Try(Struct, frozen=True):
    """One chat that this process has claimed, and what to do there."""

    claim_id: UUID
    connection_id: UUID
    channel_id: UUID
    provider: str
    # True: make it strict; False: restore it.
    is_on: bool
    # Modes that an earlier try changed, or may have changed.
    modes: ModeChanges


async def press(session: AsyncSession, platforms: Platforms, access: Access, now: datetime) -> PanicOut:
    """Switches panic on; a second press changes nothing. Chats that are still being restored become strict again."""
    # The order of all locks: the connections, then the channel, which serialises presses.
    connections = await _connections(session, access.channel_id, is_locked=True)
    state = await lock_state(session, access.channel_id)
    panic = await session.get(Panic, access.channel_id)
    if panic is not None and panic.is_on:
        return await present(session, platforms, access.channel_id)
    if panic is None:
        panic = Panic(channel_id=access.channel_id, muted_bot=False, paused_alerts=False)
        session.add(panic)
    panic.is_on = True
    panic.muted_bot = panic.muted_bot or not state.bot_muted
    panic.paused_alerts = panic.paused_alerts or not state.alerts_paused
    _sign(panic, access, now)
    await set_state(session, access.channel_id, access.changed_by(now), bot_muted=True, alerts_paused=True)
    await session.flush()
    await _plan(session, platforms, access.channel_id, connections, now)
    await _log_press(session, access, "Panic on: bot muted, alerts paused", now)
    return await announce(session, platforms, access.channel_id)


async def release(session: AsyncSession, platforms: Platforms, access: Access, now: datetime) -> PanicOut:
    """Switches panic off: restores the bot and alerts now, and plans a try to restore each chat."""
    await _connections(session, access.channel_id, is_locked=True)
    state = await lock_state(session, access.channel_id)
    panic = await session.get(Panic, access.channel_id)
    if panic is None or not panic.is_on:
        return await present(session, platforms, access.channel_id)
    panic.is_on = False
    await set_state(
        session,
        access.channel_id,
        access.changed_by(now),
        bot_muted=state.bot_muted and not panic.muted_bot,
        alerts_paused=state.alerts_paused and not panic.paused_alerts,
    )
    panic.muted_bot = panic.paused_alerts = False
    _sign(panic, access, now)
    for chat in await _chats(session, access.channel_id):
        _begin(chat, ChatStage.WAITING if chat.modes else ChatStage.RESTORED, now)
    await _log_press(session, access, "Panic off", now)
    shown = await announce(session, platforms, access.channel_id)
    await _delete_if_restored(session, access.channel_id)
    return shown


async def pressed_since(session: AsyncSession, channel_id: UUID) -> datetime | None:
    """Time of the press; None while the button is off."""
    panic = await session.get(Panic, channel_id)
    return panic.pressed_at if panic is not None and panic.is_on else None


def _sign(panic: Panic, access: Access, now: datetime) -> None:
    panic.pressed_at, panic.pressed_by_id = now, access.person.user_id
    panic.pressed_by = access.person.display_name[:100]


def _begin(chat: PanicChat, stage: ChatStage, now: datetime) -> None:
    chat.stage, chat.detail, chat.tries, chat.entry_ids = stage, "", 0, {}
    # A process that has claimed the chat checks the button again when it has finished.
    if chat.claim_id is None:
        chat.next_try_at = now


async def _plan(
    session: AsyncSession, platforms: Platforms, channel_id: UUID, connections: list[ChannelProvider], now: datetime
) -> None:
    """Plans a try in every chat with modes; a chat that was not restored yet keeps its recorded modes."""
    known = {chat.connection_id: chat for chat in await _chats(session, channel_id)}
    for connection in connections:
        chat = known.get(connection.id)
        if chat is None and has_modes(platforms, connection.provider):
            chat = PanicChat(connection_id=connection.id, channel_id=channel_id, modes={}, next_try_at=now)
            session.add(chat)
        if chat is not None:
            _begin(chat, ChatStage.WAITING, now)
    await session.flush()


def has_modes(platforms: Platforms, provider: str) -> bool:
    return {ReadChatModes, ChangeChatModes} <= platforms.info(provider).actions


async def _log_press(session: AsyncSession, access: Access, reason: str, now: datetime) -> None:
    """Logs a press or release for the channel's first connection, because an entry needs one."""
    connections = await _connections(session, access.channel_id)
    if connections:
        target = service.Target(connections[0].id, connections[0].provider, "", "", level=0)
        service.open_entry(session, access, target, service.EntryContent("other", reason=reason), now, outcome="done")


async def claim(session: AsyncSession, channel_id: UUID, connection_id: UUID, now: datetime) -> Try | None:
    """Claims a chat for a try; None if it needs no try now, or another process has claimed it."""
    panic = await session.get(Panic, channel_id, with_for_update=True, populate_existing=True)
    chat = await session.get(PanicChat, connection_id, populate_existing=True)
    if panic is None or chat is None or chat.stage != ChatStage.WAITING or chat.next_try_at > now:
        return None
    claim_id = new_id()
    chat.claim_id, chat.next_try_at = claim_id, now + CLAIM_TIME
    connection = await session.get(ChannelProvider, connection_id)
    assert connection is not None, "its panic chats are deleted with it"
    return Try(claim_id, connection_id, channel_id, connection.provider, panic.is_on, _read_modes(chat))


async def open_entries(session: AsyncSession, claimed: Try, changes: ModeChanges, now: datetime) -> bool:
    """Stores the changes and their log entries before the platform is asked; False if this try is outdated."""
    panic, chat = await _claimed(session, claimed)
    if panic is None or chat is None or panic.is_on != claimed.is_on:
        return False
    if claimed.is_on:
        chat.modes = {mode: list(values) for mode, values in changes.items()}
    known = cast("dict[str, str]", chat.entry_ids)
    reasons = changed_modes(change_action(changes))
    given_up = [UUID(entry_id) for reason, entry_id in known.items() if reason not in reasons]
    await _close_entries(session, given_up, ActionResult("failed", "Refused by the platform."), now)
    chat.entry_ids = {
        reason: known.get(reason) or str(_entry(session, claimed, panic, reason, now)) for reason in reasons
    }
    return True


async def _claimed(session: AsyncSession, claimed: Try) -> tuple[Panic | None, PanicChat | None]:
    """The rows of a try; the chat is None if another try has replaced this one."""
    panic = await session.get(Panic, claimed.channel_id, with_for_update=True, populate_existing=True)
    chat = await session.get(PanicChat, claimed.connection_id, populate_existing=True)
    return panic, chat if chat is not None and chat.claim_id == claimed.claim_id else None


def _entry(session: AsyncSession, claimed: Try, panic: Panic, reason: str, now: datetime) -> UUID:
    entry = new_entry(
        channel_id=claimed.channel_id,
        connection_id=claimed.connection_id,
        provider=claimed.provider,
        viewer_id="",
        viewer_name="",
        action="mode",
        reason=reason,
        actor=EntryActor(kind="user", name=panic.pressed_by),
        actor_id=panic.pressed_by_id,
        created_at=now,
        outcome="asked",
    )
    record_entry(session, entry)
    return entry.id


async def record(
    session: AsyncSession, platforms: Platforms, claimed: Try, result: ActionResult | None, now: datetime
) -> bool:
    """Ends a try (`result` None: nothing had to change); True if panic was switched on or off meanwhile: try again."""
    panic, chat = await _claimed(session, claimed)
    if panic is None or chat is None:
        return False
    chat.claim_id = None
    if panic.is_on != claimed.is_on:
        chat.next_try_at = now
        return True
    is_final = result is None or result.outcome == "done" or _is_refused(result)
    chat.detail = "" if result is None or result.outcome == "done" else result.detail[:MAX_DETAIL_LENGTH]
    if not is_final:
        chat.tries += 1
        chat.next_try_at = now + retry_wait(chat.tries)
    elif result is not None and result.outcome != "done":
        chat.stage = ChatStage.REFUSED
    else:
        chat.stage = ChatStage.STRICT if claimed.is_on else ChatStage.RESTORED
    if is_final:
        entry_ids = [UUID(entry_id) for entry_id in cast("dict[str, str]", chat.entry_ids).values()]
        await _close_entries(session, entry_ids, result or ActionResult("done", ""), now)
    await announce(session, platforms, claimed.channel_id)
    await _delete_if_restored(session, claimed.channel_id)
    return False


def _is_refused(result: ActionResult) -> bool:
    """Whether the platform refused; all other failures may be temporary."""
    return result.failure is not None and result.failure.type == "refused"


async def _close_entries(session: AsyncSession, entry_ids: list[UUID], result: ActionResult, now: datetime) -> None:
    for entry_id in entry_ids:
        entry = await service.lock_entry(session, entry_id)
        if entry is not None:
            await service.finish_entry(session, entry, result, now)


async def _delete_if_restored(session: AsyncSession, channel_id: UUID) -> None:
    """Deletes the channel's rows if the button is off and no chat still waits to be restored."""
    await session.flush()
    panic = await session.get(Panic, channel_id)
    chats = await _chats(session, channel_id)
    if panic is not None and not panic.is_on and all(chat.stage != ChatStage.WAITING for chat in chats):
        await session.execute(delete(PanicChat).where(PanicChat.channel_id == channel_id))
        await session.execute(delete(Panic).where(Panic.channel_id == channel_id))


async def waiting_chats(
    session: AsyncSession, now: datetime, channel_id: UUID | None = None
) -> list[tuple[UUID, UUID]]:
    """Channel and connection of each chat that may be tried now."""
    due = WAITING if channel_id is None else WAITING.where(PanicChat.channel_id == channel_id)
    return [(row[0], row[1]) for row in await session.execute(due, {"now": now})]


async def announce(session: AsyncSession, platforms: Platforms, channel_id: UUID) -> PanicOut:
    shown = await present(session, platforms, channel_id)
    publish(session, panic_topic(channel_id), PanicChanged(panic=shown))
    return shown


async def present(session: AsyncSession, platforms: Platforms, channel_id: UUID) -> PanicOut:
    await session.flush()
    panic = await session.get(Panic, channel_id)
    chats = {chat.connection_id: chat for chat in await _chats(session, channel_id)}
    connections = await _connections(session, channel_id)
    return PanicOut(
        is_on=panic is not None and panic.is_on,
        is_restoring=panic is not None
        and not panic.is_on
        and any(chat.stage == ChatStage.WAITING for chat in chats.values()),
        pressed_at=panic.pressed_at if panic else None,
        pressed_by=panic.pressed_by if panic else "",
        chats=[_present_chat(platforms, one, chats.get(one.id)) for one in connections] if panic else [],
    )


def _present_chat(platforms: Platforms, connection: ChannelProvider, chat: PanicChat | None) -> PanicChatOut:
    if chat is None:
        reason = missing_reason(platforms.info(connection.provider).descriptor, ChangeChatModes)
        return PanicChatOut(connection_id=connection.id, provider=connection.provider, stage="no_modes", detail=reason)
    return PanicChatOut(
        connection_id=connection.id, provider=connection.provider, stage=cast("Any", chat.stage), detail=chat.detail
    )


async def _chats(session: AsyncSession, channel_id: UUID) -> list[PanicChat]:
    return list(await session.scalars(select(PanicChat).where(PanicChat.channel_id == channel_id)))


async def _connections(session: AsyncSession, channel_id: UUID, *, is_locked: bool = False) -> list[ChannelProvider]:
    """The channel's connections, oldest first; with `is_locked` none can be removed until the transaction ends."""
    found = select(ChannelProvider).where(ChannelProvider.channel_id == channel_id).order_by(ChannelProvider.id)
    return list(await session.scalars(found.with_for_update(read=True, key_share=True) if is_locked else found))


def _read_modes(chat: PanicChat) -> ModeChanges:
    stored = cast("dict[str, list[int | bool | None]]", chat.modes)
    return {mode: (values[0], values[1]) for mode, values in stored.items()}
