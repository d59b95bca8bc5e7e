"""Somebody whom a variable is about: named in a chat, or whoever asks."""

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.extensions import Given, NoValue, Occasion
from greenroom.chat.models import Viewer

LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Somebody:
    provider: str
    viewer_id: str
    name: str
    level: int


def named(given: Given) -> str:
    """Empty when whoever asks is meant."""
    return given.text.strip().removeprefix("@").strip()[:LONGEST_NAME]


async def find_somebody(session: AsyncSession, occasion: Occasion, name: str) -> Somebody:
    """On the platform that asks; without a name, whoever asks."""
    caller = occasion.caller
    wanted = name.casefold()
    if caller is not None and wanted in {"", caller.name.casefold(), caller.login.casefold()}:
        return Somebody(caller.provider, caller.viewer_id, caller.name, caller.level)
    if not wanted:
        raise NoValue("Name somebody")
    here = select(Viewer).where(Viewer.channel_id == occasion.channel_id, Viewer.provider == occasion.provider)
    # The name that is shown first: it has an index.
    for condition in (Viewer.search_name == wanted, func.lower(Viewer.login) == wanted):
        found = await session.scalar(here.where(condition).order_by(Viewer.last_seen_at.desc()).limit(1))
        if found is not None:
            return Somebody(found.provider, found.viewer_id, found.name, found.level)
    raise NoValue(f"Nobody called {name} has written here on {occasion.provider}")
