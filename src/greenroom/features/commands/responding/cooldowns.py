"""Global and per-user cooldowns of commands, shared by all processes through the database."""

from collections import OrderedDict
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from uuid import UUID

from sqlalchemy import String, TextualSelect, Uuid, bindparam, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.commands.matching.compiled import CompiledCommand
from greenroom.features.commands.models import CommandCooldown
from greenroom.features.commands.rules import is_cooldown_over, seconds_left
from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.db.database import UtcDateTime
from greenroom.kernel.db.hot_reads import fetch_all

EVERYONE = ""
MAX_OWNER_LENGTH = 130
MAX_REMEMBERED = 20_000

CooldownKey = tuple[UUID, str]


def cooldown_owner(provider: str, viewer_id: str) -> str:
    return f"{provider}:{viewer_id}"[:MAX_OWNER_LENGTH]


def cooldown_reason(key: CooldownKey, ends_at: datetime, now: datetime) -> str:
    kind = "global" if key[1] == EVERYONE else "user"
    return f"{kind} cooldown, {seconds_left(ends_at, now)} s left"


class Cooldowns:
    """Cooldowns that this process has claimed or read, so that a burst of calls is refused without a query."""

    def __init__(self) -> None:
        self._ends: OrderedDict[CooldownKey, datetime] = OrderedDict()

    def active_reason(
        self, lengths: Mapping[CooldownKey, int], now: datetime, of_batch: Mapping[CooldownKey, datetime]
    ) -> str:
        """Text about an active cooldown; empty if this process knows of none, and the database must be asked.

        `of_batch` are the cooldowns that the current, uncommitted batch claimed or found active.
        """
        for key, seconds in lengths.items():
            ends_at = of_batch.get(key) or self._ends.get(key)
            if ends_at is not None and not is_cooldown_over(ends_at, seconds, now):
                return cooldown_reason(key, ends_at, now)
        return ""

    def remember(self, key: CooldownKey, ends_at: datetime) -> None:
        self._ends[key] = ends_at
        self._ends.move_to_end(key)
        if len(self._ends) > MAX_REMEMBERED:
            self._ends.popitem(last=False)


def cooldown_lengths(command: CompiledCommand, viewer: str) -> dict[CooldownKey, int]:
    """Cooldown of the command → its seconds, the global one first; without cooldowns of 0 seconds."""
    both = {(command.id, EVERYONE): command.global_cooldown, (command.id, viewer): command.chatter_cooldown}
    return {key: seconds for key, seconds in both.items() if seconds}


async def claim_cooldowns(
    session: AsyncSession, channel_id: UUID, lengths: dict[CooldownKey, int], now: datetime
) -> dict[CooldownKey, datetime]:
    """Claims all cooldowns, or none if one is active; returns active cooldown → its end.

    One statement claims all: of two processes that claim at once, the second waits, and finds the cooldown active.
    """
    values: dict[str, object] = {"channel": channel_id, "now": now}
    for at, ((command_id, who), seconds) in enumerate(lengths.items()):
        values |= {f"command_{at}": command_id, f"who_{at}": who, f"end_{at}": now + timedelta(seconds=seconds)}
    found = await fetch_all(session, _claim(len(lengths)), values)
    claimed = {(row[0], row[1]) for row in found}
    if len(claimed) == len(lengths):
        return {}
    await _release(session, claimed, now)
    return await _active_until(session, [key for key in lengths if key not in claimed])


@cache
def _claim(count: int) -> TextualSelect:
    # Written as SQL, because SQLAlchemy would compile an INSERT of several rows again for each claim.
    rows = ", ".join(f"(:command_{at}, :who_{at}, :channel, :end_{at})" for at in range(count))
    types = {"channel": Uuid(), "now": UtcDateTime()}
    for at in range(count):
        types |= {f"command_{at}": Uuid(), f"who_{at}": String(), f"end_{at}": UtcDateTime()}
    # An end further away than the whole cooldown was written before the clock was set back.
    statement = text(
        f"""INSERT INTO command_cooldowns (command_id, who, channel_id, ends_at) VALUES {rows}
        ON CONFLICT (command_id, who) DO UPDATE SET ends_at = excluded.ends_at
        WHERE command_cooldowns.ends_at <= :now OR command_cooldowns.ends_at > excluded.ends_at
        RETURNING command_id, who"""  # noqa: S608  # names of parameters only
    )
    typed = statement.bindparams(*(bindparam(name, type_=kind) for name, kind in types.items()))
    return typed.columns(command_id=Uuid(), who=String())


async def restart_cooldowns(session: AsyncSession, channel_id: UUID, ends: Mapping[CooldownKey, datetime]) -> None:
    """Starts the cooldowns again, regardless of the time left."""
    # Always in the same order, to avoid deadlocks between processes.
    await _restart().run(session, [(key[0], key[1], channel_id, ends[key]) for key in sorted(ends)])


@cache
def _restart() -> BulkInsert:
    # Built on first use, when all tables are imported: a foreign key has the type of the other table's column.
    return BulkInsert(
        CommandCooldown,
        ("command_id", "who", "channel_id", "ends_at"),
        "ON CONFLICT (command_id, who) DO UPDATE SET ends_at = excluded.ends_at",
    )


async def _release(session: AsyncSession, keys: set[CooldownKey], now: datetime) -> None:
    """Ends cooldowns that were claimed just now; they were over before."""
    for command_id, viewer in keys:
        is_key = (CommandCooldown.command_id == command_id) & (CommandCooldown.who == viewer)
        await session.execute(update(CommandCooldown).where(is_key).values(ends_at=now))


async def _active_until(session: AsyncSession, keys: list[CooldownKey]) -> dict[CooldownKey, datetime]:
    found: dict[CooldownKey, datetime] = {}
    for command_id, viewer in keys:
        is_key = (CommandCooldown.command_id == command_id) & (CommandCooldown.who == viewer)
        ends_at = await session.scalar(select(CommandCooldown.ends_at).where(is_key))
        if ends_at is not None:
            found[command_id, viewer] = ends_at
    return found
