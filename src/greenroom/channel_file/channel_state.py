"""The section of two switches, "bot muted" and "alerts paused": not in the channel's file, only for undoing changes."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.accounts.channels.state import SECTION, read_state, set_state
from greenroom.channel_file.settings_section import SettingsSection
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.schema import StrictSchema


class StateEntry(StrictSchema):
    bot_muted: bool
    alerts_paused: bool


async def _read(session: AsyncSession, channel_id: UUID) -> StateEntry:
    state = await read_state(session, channel_id)
    return StateEntry(bot_muted=state.bot_muted, alerts_paused=state.alerts_paused)


async def _write(session: AsyncSession, channel_id: UUID, entry: StateEntry, by: ChangedBy) -> None:
    await set_state(session, channel_id, by, bot_muted=entry.bot_muted, alerts_paused=entry.alerts_paused)


def state_section() -> SettingsSection[StateEntry]:
    arguments = (*SECTION, StateEntry, _read, _write)
    return SettingsSection(*arguments, permission=Permission.MODERATION_USE, read_permission=Permission.CHANNEL_READ)
