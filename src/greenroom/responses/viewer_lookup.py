"""Finds the viewer that a variable is about: named in the arguments, or the caller."""

import re

from msgspec import Struct
from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.stream_platforms import has_logins
from greenroom.chat.messages.models import Viewer
from greenroom.responses.variables import Arguments, Caller, NoValue, VariableContext

MAX_NAME_LENGTH = 100
# Maximum number of viewers with the same display name that are compared.
MAX_NAMESAKES = 20
_LOGIN = re.compile(r"[a-z0-9_.-]+")


class ViewerRef(Struct, frozen=True):
    provider: str
    viewer_id: str
    name: str
    level: int


def viewer_name_in(arguments: Arguments) -> str:
    """The viewer's name in the arguments; empty if the caller is meant."""
    return arguments.text.strip().removeprefix("@").strip()[:MAX_NAME_LENGTH]


async def find_viewer(session: AsyncSession, context: VariableContext, name: str) -> ViewerRef:
    """A viewer of the current platform; without a name, the caller.

    A viewer with this login comes before others with this display name. A display name that cannot be a login finds a
    viewer, too, if only one has it.
    """
    caller, folded_name = context.caller, name.casefold()
    if not folded_name and caller is None:
        raise NoValue("Name a user")
    if caller is not None and (not folded_name or _is_login_of(caller, folded_name)):
        return ViewerRef(caller.provider, caller.viewer_id, caller.name, caller.level)
    here = select(Viewer).where(Viewer.channel_id == context.channel_id, Viewer.provider == context.provider)
    here = here.order_by(Viewer.last_seen_at.desc())
    found = await _find(session, here, context.provider, folded_name)
    if len(found) == 1:
        return ViewerRef(found[0].provider, found[0].viewer_id, found[0].name, found[0].level)
    if found:
        raise NoValue(f"Several users are named {name}")
    if caller is not None and caller.name.casefold() == folded_name and not _may_be_login(caller.provider, folded_name):
        return ViewerRef(caller.provider, caller.viewer_id, caller.name, caller.level)
    raise NoValue(f"User {name} not found")


async def _find(session: AsyncSession, here: Select[Viewer], provider: str, folded_name: str) -> list[Viewer]:
    # The display name has an index, and for most viewers it equals the login.
    namesakes = list(await session.scalars(here.where(Viewer.search_name == folded_name).limit(MAX_NAMESAKES)))
    logins = _spellings(folded_name)
    owners = [one for one in namesakes if one.login.casefold() in logins]
    if not owners:
        owners = list(await session.scalars(here.where(func.lower(Viewer.login).in_(logins)).limit(MAX_NAMESAKES)))
    if has_logins(provider):
        # A login that was passed on to another account belongs to the viewer who wrote last.
        owners = owners[:1]
    return owners or ([] if _may_be_login(provider, folded_name) else namesakes)


def _is_login_of(caller: Caller, folded_name: str) -> bool:
    return has_logins(caller.provider) and caller.login.casefold() in _spellings(folded_name)


def _spellings(folded_name: str) -> tuple[str, str]:
    """The name as typed, and with hyphens for underscores: Kick shows an underscore where the login has a hyphen."""
    return folded_name, folded_name.replace("_", "-")


def _may_be_login(provider: str, folded_name: str) -> bool:
    """Whether the name may be the login of a viewer who has not written in this channel yet."""
    return has_logins(provider) and _LOGIN.fullmatch(folded_name) is not None
