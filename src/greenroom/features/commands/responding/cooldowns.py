"""Nothing is answered twice within its cooldown, however many processes listen."""

from collections import OrderedDict
from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.commands.matching.compiled import Ready
from greenroom.features.commands.models import CommandCooldown
from greenroom.features.commands.rules import is_over, seconds_left
from greenroom.kernel.db.database import insert_into

EVERYBODY = ""
LONGEST_WHO = 130
MOST_REMEMBERED = 20_000

Key = tuple[UUID, str]


def who(provider: str, viewer_id: str) -> str:
    return f"{provider}:{viewer_id}"[:LONGEST_WHO]


def reason_for(key: Key, ends_at: datetime, now: datetime) -> str:
    whose = "" if key[1] == EVERYBODY else " for this viewer"
    return f"cooldown{whose}, {seconds_left(ends_at, now)} s left"


class Cooldowns:
    """What this process knows of them: a crowd that asks at once is refused without a question to the database."""

    def __init__(self) -> None:
        self._ends: OrderedDict[Key, datetime] = OrderedDict()

    def refusal(self, lengths: Mapping[Key, int], now: datetime, claimed: Mapping[Key, datetime]) -> str:
        """Why it is not answered as far as is known here; empty when the database has to be asked.

        `claimed` is what the batch itself has taken, which counts for nobody else before it is committed.
        """
        for key, seconds in lengths.items():
            ends_at = claimed.get(key) or self._ends.get(key)
            if ends_at is not None and not is_over(ends_at, seconds, now):
                return reason_for(key, ends_at, now)
        return ""

    def learn(self, key: Key, ends_at: datetime) -> None:
        self._ends[key] = ends_at
        self._ends.move_to_end(key)
        if len(self._ends) > MOST_REMEMBERED:
            self._ends.popitem(last=False)


def lengths_for(command: Ready, viewer: str) -> dict[Key, int]:
    """Which cooldowns it has, that for everybody first."""
    both = {(command.id, EVERYBODY): command.global_cooldown, (command.id, viewer): command.chatter_cooldown}
    return {key: seconds for key, seconds in both.items() if seconds}


async def claim(session: AsyncSession, channel_id: UUID, lengths: dict[Key, int], now: datetime) -> dict[Key, datetime]:
    """Takes all of them or none; answers those that stand in the way, and when they end.

    One statement: of two processes that ask at once the second waits for the first, and finds it taken.
    """
    rows = [
        {"command_id": key[0], "who": key[1], "channel_id": channel_id, "ends_at": now + timedelta(seconds=seconds)}
        for key, seconds in lengths.items()
    ]
    statement = insert_into(CommandCooldown, session).values(rows)
    new = statement.excluded
    statement = statement.on_conflict_do_update(
        index_elements=[CommandCooldown.command_id, CommandCooldown.who],
        set_={"ends_at": new.ends_at},
        # Its own length from now is the longest that can be left of it, whatever a clock said before.
        where=or_(CommandCooldown.ends_at <= now, CommandCooldown.ends_at > new.ends_at),
    ).returning(CommandCooldown.command_id, CommandCooldown.who)
    taken = {(row[0], row[1]) for row in await session.execute(statement)}
    if len(taken) == len(lengths):
        return {}
    await _give_back(session, taken, now)
    return await _standing(session, [key for key in lengths if key not in taken])


async def renew(session: AsyncSession, channel_id: UUID, key: Key, ends_at: datetime) -> None:
    """From now on, whatever is left of it."""
    values = {"ends_at": ends_at}
    statement = insert_into(CommandCooldown, session).values(
        command_id=key[0], who=key[1], channel_id=channel_id, **values
    )
    columns = [CommandCooldown.command_id, CommandCooldown.who]
    await session.execute(statement.on_conflict_do_update(index_elements=columns, set_=values))


async def _give_back(session: AsyncSession, keys: set[Key], now: datetime) -> None:
    """They were over: one that ends now is over too."""
    for command_id, viewer in keys:
        mine = (CommandCooldown.command_id == command_id) & (CommandCooldown.who == viewer)
        await session.execute(update(CommandCooldown).where(mine).values(ends_at=now))


async def _standing(session: AsyncSession, keys: list[Key]) -> dict[Key, datetime]:
    found: dict[Key, datetime] = {}
    for command_id, viewer in keys:
        mine = (CommandCooldown.command_id == command_id) & (CommandCooldown.who == viewer)
        ends_at = await session.scalar(select(CommandCooldown.ends_at).where(mine))
        if ends_at is not None:
            found[command_id, viewer] = ends_at
    return found
