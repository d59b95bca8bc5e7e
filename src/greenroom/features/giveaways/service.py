from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import cast
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.topics import notify_processes
from greenroom.chat.moderation.expected_texts import announce_expected_texts
from greenroom.features.giveaways.audit_lines import record_giveaway
from greenroom.features.giveaways.entries import refund_all
from greenroom.features.giveaways.models import Giveaway, GiveawayDraw, GiveawayEntry, GiveawayMinute
from greenroom.features.giveaways.rules import RUNNING, STEPS, State, Step, fold_message
from greenroom.features.giveaways.schemas import (
    MAX_GIVEAWAYS,
    EntryStatus,
    GiveawayChanged,
    GiveawayEntriesOut,
    GiveawayEntryOut,
    GiveawayIn,
    GiveawayMinuteOut,
    GiveawayOut,
    GiveawaySettings,
    GiveawaysOut,
    giveaways_topic,
)
from greenroom.features.giveaways.tickets import commitment_of, new_seed
from greenroom.features.points.ledger.ledger import AccountKey, lock_points
from greenroom.features.points.ledger.settings import read_settings
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto.vault import Vault
from greenroom.kernel.db.change_tracking import ChangedBy, ChangedMeanwhile
from greenroom.kernel.db.database import advisory_lock, publish
from greenroom.kernel.db.pages import decode_cursor, encode_cursor
from greenroom.kernel.errors import Conflict, Invalid, NotFound
from greenroom.kernel.ids import new_id
from greenroom.kernel.text import name_key

# Bus topic between processes. Payload: the channel's id.
GIVEAWAYS_CHANGED = "internal:giveaways_changed"
# Statuses of draws whose viewer counts as a winner.
WON = ("waiting", "claimed")
# Fields that may change while a giveaway is open or paused.
CHANGEABLE = {"closes_at", "reminder_minutes", "announces"}


class GiveawayNotFound(NotFound):
    type = "giveaway_not_found"
    message = "Giveaway not found."


class TooManyGiveaways(Conflict):
    type = "too_many_giveaways"
    message = f"A channel can have up to {MAX_GIVEAWAYS} giveaways. Archive or delete one first."


class GiveawayEdited(ChangedMeanwhile):
    type = "giveaway_changed"
    what = "giveaway"


class RulesFixed(Conflict):
    type = "giveaway_rules_fixed"
    message = "The rules are fixed once a giveaway is open."


class WrongState(Conflict):
    type = "giveaway_wrong_state"

    def __init__(self, state: str, step: Step) -> None:
        super().__init__(f"A giveaway that is {state} can't be {_PARTICIPLES[step]}.")


class PointsOff(Conflict):
    type = "points_off"
    message = "Points are switched off, and a ticket costs points. Switch them on, or make tickets free."


class KeywordTaken(Conflict):
    type = "giveaway_keyword_taken"

    def __init__(self, title: str, state: str) -> None:
        super().__init__(
            f"“{title}” is {state} and entered the same way. Close it, or change how viewers enter this one."
        )


_PARTICIPLES: dict[Step, str] = {
    "open": "opened",
    "pause": "paused",
    "close": "closed",
    "draw": "drawn",
    "archive": "archived",
}


async def list_giveaways(session: AsyncSession, channel_id: UUID) -> GiveawaysOut:
    rows = list(
        await session.scalars(
            select(Giveaway)
            .where(Giveaway.channel_id == channel_id)
            .order_by((Giveaway.state == "archived"), Giveaway.created_at.desc(), Giveaway.id.desc())
            .limit(2 * MAX_GIVEAWAYS)
        )
    )
    winners = await _winner_counts(session, [row.id for row in rows])
    return GiveawaysOut(records=[giveaway_out(row, winners.get(row.id, 0)) for row in rows])


async def _winner_counts(session: AsyncSession, giveaway_ids: Sequence[UUID]) -> dict[UUID, int]:
    rows = await session.execute(
        select(GiveawayDraw.giveaway_id, func.count())
        .where(GiveawayDraw.giveaway_id.in_(giveaway_ids), GiveawayDraw.status.in_(WON))
        .group_by(GiveawayDraw.giveaway_id)
    )
    return {giveaway_id: number for giveaway_id, number in rows}  # noqa: C416  # rows are no pairs for the type checker


async def find_giveaway(session: AsyncSession, channel_id: UUID, giveaway_id: UUID) -> Giveaway:
    row = await session.scalar(select(Giveaway).where(Giveaway.id == giveaway_id, Giveaway.channel_id == channel_id))
    if row is None:
        raise GiveawayNotFound
    return row


async def lock_giveaway(session: AsyncSession, channel_id: UUID, giveaway_id: UUID) -> Giveaway:
    """Locks the giveaway: until the transaction ends, no viewer can enter, and no other process can change it."""
    await lock_points(session, channel_id)
    row = await session.scalar(
        select(Giveaway)
        .where(Giveaway.id == giveaway_id, Giveaway.channel_id == channel_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    if row is None:
        raise GiveawayNotFound
    return row


async def lock_open_giveaway(session: AsyncSession, channel_id: UUID, giveaway_id: UUID) -> Giveaway | None:
    """Locks the giveaway if it is open; returns None if it is not."""
    await lock_points(session, channel_id)
    return await session.scalar(
        select(Giveaway)
        .where(Giveaway.id == giveaway_id, Giveaway.state == "open")
        .with_for_update()
        .execution_options(populate_existing=True)
    )


async def load_giveaway_out(session: AsyncSession, row: Giveaway) -> GiveawayOut:
    return giveaway_out(row, (await _winner_counts(session, [row.id])).get(row.id, 0))


def giveaway_out(row: Giveaway, winner_count: int) -> GiveawayOut:
    return GiveawayOut.model_validate(
        {
            **fields_of(row).model_dump(),
            "id": row.id,
            "state": row.state,
            "opening_problem": row.opening_problem,
            "opened_at": row.opened_at,
            "closed_at": row.closed_at,
            "drawn_at": row.drawn_at,
            "commitment": row.commitment,
            "entries_hash": row.entries_hash,
            "seed": row.seed or None,
            "entry_count": row.entry_count,
            "ticket_count": row.ticket_count,
            "refused_count": row.refused_count,
            "winner_count": winner_count,
            "revision": row.revision,
            "created_at": row.created_at,
            "created_by": row.created_by,
            "updated_at": row.updated_at,
            "updated_by": row.updated_by,
        }
    )


def fields_of(row: Giveaway) -> GiveawayIn:
    return GiveawayIn.model_validate({**row.settings, "opens_at": row.opens_at, "closes_at": row.closes_at})


async def create_giveaway(session: AsyncSession, channel_id: UUID, fields: GiveawayIn, by: ChangedBy) -> Giveaway:
    await advisory_lock(session, f"giveaways:{channel_id}")
    active = select(func.count()).where(Giveaway.channel_id == channel_id, Giveaway.state != "archived")
    if (await session.scalar(active) or 0) >= MAX_GIVEAWAYS:
        raise TooManyGiveaways
    row = Giveaway(
        id=new_id(),
        channel_id=channel_id,
        state="draft",
        opened_at=None,
        closed_at=None,
        drawn_at=None,
        locked_seed="",
        seed="",
        commitment="",
        entries_hash="",
        entry_count=0,
        ticket_count=0,
        refused_count=0,
        next_reminder_at=None,
        revision=0,
        created_at=by.at,
        created_by=by.signature,
    )
    _apply(row, fields, by)
    session.add(row)
    await session.flush()
    record_giveaway(session, row, by, None, fields)
    announce_change(session, row)
    return row


async def save_giveaway(
    session: AsyncSession,
    channel_id: UUID,
    giveaway_id: UUID,
    fields: GiveawayIn,
    by: ChangedBy,
    revision: int | None = None,
) -> Giveaway:
    """Changes any field of a draft, and CHANGEABLE fields of an open or paused giveaway; later none can change."""
    row = await lock_giveaway(session, channel_id, giveaway_id)
    if revision is not None and revision != row.revision:
        raise GiveawayEdited(row)
    check_changeable(row, fields)
    before = fields_of(row)
    _apply(row, fields, by)
    record_giveaway(session, row, by, before, fields)
    if row.state == "open":
        row.next_reminder_at = next_reminder(fields, by.at)
    await session.flush()
    announce_change(session, row)
    return row


def check_changeable(row: Giveaway, fields: GiveawayIn) -> None:
    if row.state != "draft":
        changed = set(_differences(fields_of(row), fields))
        if row.state not in RUNNING or not changed <= CHANGEABLE:
            raise RulesFixed


def _differences(old: GiveawayIn, new: GiveawayIn) -> list[str]:
    before, after = old.model_dump(), new.model_dump()
    return [name for name in after if before[name] != after[name]]


def _apply(row: Giveaway, fields: GiveawayIn, by: ChangedBy) -> None:
    row.settings = fields.model_dump(mode="json", exclude={"opens_at", "closes_at"})
    row.keyword_key = fold_message(fields.keyword) if fields.entry == "keyword" else ""
    row.opens_at, row.closes_at = fields.opens_at, fields.closes_at
    row.opening_problem = ""
    row.sign(by)


async def delete_giveaway(session: AsyncSession, channel_id: UUID, giveaway_id: UUID, by: ChangedBy) -> None:
    """Deletes the giveaway; tickets are paid back if no viewer won."""
    row = await lock_giveaway(session, channel_id, giveaway_id)
    record_giveaway(session, row, by, fields_of(row), None)
    await _pay_back_without_winner(session, row, "giveaway deleted", by.at)
    await session.execute(delete(Giveaway).where(Giveaway.id == row.id))
    announce_change(session, row)


async def _pay_back_without_winner(session: AsyncSession, row: Giveaway, why: str, now: datetime) -> None:
    if not await _winner_counts(session, [row.id]):
        await refund_all(session, row, why, now)


def check_step(row: Giveaway, step: Step) -> None:
    if row.state not in STEPS[step]:
        raise WrongState(row.state, step)


async def open_giveaway(session: AsyncSession, row: Giveaway, vault: Vault, now: datetime) -> None:
    """Opens a draft, for which a seed is made, or a paused giveaway, which keeps its seed."""
    check_step(row, "open")
    fields = fields_of(row)
    if fields.closes_at is not None and fields.closes_at <= now:
        raise Invalid("closes_at", "The closing time is over. Choose a later one.")
    if fields.ticket_cost and not (await read_settings(session, row.channel_id)).enabled:
        raise PointsOff
    await _check_keyword_free(session, row, fields)
    if not row.commitment:
        seed = new_seed()
        row.locked_seed, row.commitment = vault.encrypt(seed), commitment_of(seed)
        row.opened_at = now
    _set_state(session, row, "open")
    row.opening_problem = ""
    row.next_reminder_at = next_reminder(fields, now)


async def _check_keyword_free(session: AsyncSession, row: Giveaway, fields: GiveawayIn) -> None:
    """Raises KeywordTaken if viewers enter another open or paused giveaway by the same keyword, or both by commands."""
    await advisory_lock(session, f"giveaways:{row.channel_id}")
    others = await session.scalars(
        select(Giveaway).where(
            Giveaway.channel_id == row.channel_id, Giveaway.state.in_(RUNNING), Giveaway.id != row.id
        )
    )
    for other in others:
        taken = GiveawaySettings.model_validate(other.settings)
        if taken.entry == fields.entry and fields.entry != "chatters" and other.keyword_key == row.keyword_key:
            raise KeywordTaken(taken.title, other.state)


def pause_giveaway(session: AsyncSession, row: Giveaway) -> None:
    check_step(row, "pause")
    _set_state(session, row, "paused")
    row.next_reminder_at = None


async def archive_giveaway(session: AsyncSession, row: Giveaway, now: datetime) -> None:
    """Archives a giveaway that was drawn, or closed without entries; pays tickets back if no viewer won."""
    if row.state != "closed" or row.entry_count:
        check_step(row, "archive")
    await _pay_back_without_winner(session, row, "no winner", now)
    _set_state(session, row, "archived")


def _set_state(session: AsyncSession, row: Giveaway, state: State) -> None:
    row.state = state
    announce_change(session, row)


def next_reminder(fields: GiveawaySettings, now: datetime) -> datetime | None:
    return now + timedelta(minutes=fields.reminder_minutes) if fields.reminder_minutes else None


async def minutes_of(session: AsyncSession, giveaway_id: UUID) -> list[GiveawayMinuteOut]:
    rows = await session.scalars(
        select(GiveawayMinute)
        .where(GiveawayMinute.giveaway_id == giveaway_id)
        .order_by(GiveawayMinute.minute, GiveawayMinute.provider)
    )
    return [GiveawayMinuteOut(minute=row.minute, provider=row.provider, entries=row.entries) for row in rows]


async def list_entries(
    session: AsyncSession, giveaway_id: UUID, status: EntryStatus, q: str, cursor: str | None, limit: int
) -> GiveawayEntriesOut:
    found = [GiveawayEntry.giveaway_id == giveaway_id, GiveawayEntry.status == status]
    found += [GiveawayEntry.search_name.contains(word, autoescape=True) for word in name_key(q).split()]
    total = await session.scalar(select(func.count()).select_from(GiveawayEntry).where(*found)) or 0
    if cursor is not None:
        found.append(GiveawayEntry.id > _entry_id(cursor))
    rows = list(await session.scalars(select(GiveawayEntry).where(*found).order_by(GiveawayEntry.id).limit(limit + 1)))
    end = encode_cursor(str(rows[limit - 1].id)) if len(rows) > limit else None
    return GiveawayEntriesOut(records=[_entry_out(row) for row in rows[:limit]], cursor=end, total=total)


def _entry_id(cursor: str) -> int:
    (text,) = decode_cursor(cursor, 1)
    if not text.isascii() or not text.isdecimal() or len(text) > 18:
        raise Invalid("cursor", "is not a valid cursor")
    return int(text)


def _entry_out(row: GiveawayEntry) -> GiveawayEntryOut:
    return GiveawayEntryOut(
        id=row.id,
        provider=row.provider,
        viewer_id=row.viewer_id,
        name=row.name,
        level=row.level,
        tickets=row.tickets,
        weight=row.weight,
        paid=row.paid,
        status=cast("EntryStatus", row.status),
        reason=row.reason,
        entered_at=row.entered_at,
    )


def account_of(row: GiveawayDraw | GiveawayEntry) -> AccountKey:
    return row.provider, row.viewer_id


def announce_change(session: AsyncSession, row: Giveaway) -> None:
    notify_processes(session, GIVEAWAYS_CHANGED, row.channel_id)
    announce_expected_texts(session, row.channel_id)
    publish(session, giveaways_topic(row.channel_id), GiveawayChanged(giveaway_id=row.id))


async def reencrypt_seeds(kernel: Kernel) -> None:
    """Encrypts every seed with the newest key of the key file."""
    async with kernel.database.write() as session:
        for row in await session.scalars(select(Giveaway).where(Giveaway.locked_seed != "")):
            row.locked_seed = kernel.vault.reencrypt(row.locked_seed)


async def delete_all_seeds(kernel: Kernel) -> None:
    """Deletes all encrypted seeds after the loss of the key file: giveaways opened before cannot be drawn."""
    async with kernel.database.write() as session:
        await session.execute(update(Giveaway).values(locked_seed=""))
