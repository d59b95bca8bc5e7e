"""Nightly backups, which the settings of the server or an operator switch on."""

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.users import Installation
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import Conflict

# Number of backups that are kept if an operator has switched nightly backups on.
BACKUPS_KEPT = 7


class SetInSettings(Conflict):
    type = "set_in_settings"
    message = "Nightly backups are switched on by backup_keep in the settings of the server. Change it there."


async def read_keep_setting(session: AsyncSession, kernel: Kernel) -> int:
    """How many backups are kept; 0 if nightly backups are off."""
    return kernel.settings.backup_keep or await session.scalar(select(Installation.backup_keep)) or 0


async def switch_nightly(session: AsyncSession, kernel: Kernel, *, is_on: bool) -> None:
    if kernel.settings.backup_keep:
        raise SetInSettings
    await session.execute(update(Installation).values(backup_keep=BACKUPS_KEPT if is_on else 0))
