"""Nothing is answered twice within its cooldown, however many processes listen."""

from collections import OrderedDict
from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.commands.matching.compiled import CompiledCommand
from greenroom.features.commands.models import CommandCooldown
from greenroom.features.commands.rules import is_over, seconds_left
from greenroom.kernel.db.database import insert_into

EVERYONE = ""
MAX_WHO_LENGTH = 130
MAX_REMEMBERED = 20_000

CooldownKey = tuple[UUID, str]


def who(provider: str, viewer_id: str) -> str:
    return f"{provider}:{viewer_id}"[:MAX_WHO_LENGTH]


def cooldown_reason(key: CooldownKey, ends_at: datetime, now: datetime) -> str:
    whose = "" if key[1] == EVERYONE else " for this viewer"
    return f"cooldown{whose}, {seconds_left(ends_at, now)} s left"


class Cooldowns:
    """What this process knows of them: a crowd that asks at once is refused without a question to the database."""

    def __init__(self) -> None:
        self._ends: OrderedDict[CooldownKey, datetime] = OrderedDict()

    def refusal(
        self, lengths: Mapping[CooldownKey, int], now: datetime, claimed: Mapping[CooldownKey, datetime]
    ) -> str:
        """Why it is not answered as far as is known here; empty when the database has to be asked.

        `claimed` is what the batch itself has taken, which counts for nobody else before it is committed.
        """
        for key, seconds in lengths.items():
            ends_at = claimed.get(key) or self._ends.get(key)
            if ends_at is not None and not is_over(ends_at, seconds, now):
                return cooldown_reason(key, ends_at, now)
        return ""

    def learn(self, key: CooldownKey, ends_at: datetime) -> None:
        self._ends[key] = ends_at
        self._ends.move_to_end(key)
        if len(self._ends) > MAX_REMEMBERED:
            self._ends.popitem(last=False)


def cooldown_lengths(command: CompiledCommand, viewer: str) -> dict[CooldownKey, int]:
    """Which cooldowns it has, that for everybody first."""
    both = {(command.id, EVERYONE): command.global_cooldown, (command.id, viewer): command.chatter_cooldown}
    return {key: seconds for key, seconds in both.items() if seconds}


async def claim_cooldowns(
    session: AsyncSession, channel_id: UUID, lengths: dict[CooldownKey, int], now: datetime
) -> dict[CooldownKey, datetime]:
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
    await _release(session, taken, now)
    return await _active(session, [key for key in lengths if key not in taken])


async def restart_cooldown(session: AsyncSession, channel_id: UUID, key: CooldownKey, ends_at: datetime) -> None:
    """From now on, whatever is left of it."""
    values = {"ends_at": ends_at}
    statement = insert_into(CommandCooldown, session).values(
        command_id=key[0], who=key[1], channel_id=channel_id, **values
    )
    columns = [CommandCooldown.command_id, CommandCooldown.who]
    await session.execute(statement.on_conflict_do_update(index_elements=columns, set_=values))


async def _release(session: AsyncSession, keys: set[CooldownKey], now: datetime) -> None:
    """They were over: one that ends now is over too."""
    for command_id, viewer in keys:
        mine = (CommandCooldown.command_id == command_id) & (CommandCooldown.who == viewer)
        await session.execute(update(CommandCooldown).where(mine).values(ends_at=now))


async def _active(session: AsyncSession, keys: list[CooldownKey]) -> dict[CooldownKey, datetime]:
    found: dict[CooldownKey, datetime] = {}
    for command_id, viewer in keys:
        mine = (CommandCooldown.command_id == command_id) & (CommandCooldown.who == viewer)
        ends_at = await session.scalar(select(CommandCooldown.ends_at).where(mine))
        if ends_at is not None:
            found[command_id, viewer] = ends_at
    return found
