"""The author of a change that a variable makes."""

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.staff_accounts import changed_in_chat
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.responses.variables import VariableContext


async def author_of(session: AsyncSession, context: VariableContext) -> ChangedBy:
    """The command's caller; staff are named as in Greenroom. "Timer" if the response has no caller."""
    caller = context.caller
    if caller is None:
        return ChangedBy("Timer", context.now, kind="job")
    name = caller.name or caller.login
    return await changed_in_chat(session, context.channel_id, (caller.provider, caller.viewer_id), name, context.now)
