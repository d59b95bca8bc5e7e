"""Closing, draws and claims: each is part of one transaction of its caller, so a crash leaves no step half done.

Seed and list are fixed before the draw: an interrupted draw gives the same winners when it is repeated.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import cast
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.giveaways.draws.checks import banned_accounts
from greenroom.features.giveaways.entries import find_persons, merge_linked
from greenroom.features.giveaways.models import Giveaway, GiveawayDraw, GiveawayEntry, GiveawayList
from greenroom.features.giveaways.schemas import DrawStatus, GiveawayDrawOut, GiveawaySettings
from greenroom.features.giveaways.service import WON, account_of, announce_change, check_step
from greenroom.features.giveaways.tickets import (
    DrawnTicket,
    ListedEntry,
    drawn_tickets,
    entries_text,
    hash_of,
    listed_name,
    tickets_in,
)
from greenroom.features.points.ledger.ledger import AccountKey, lock_points
from greenroom.kernel.crypto.vault import Vault
from greenroom.kernel.errors import Conflict, NotFound
from greenroom.kernel.ids import new_id
from greenroom.kernel.tasks.cooperative import row_slices

BANNED = "Banned"
# Refusal of further accounts of a person: the account that is drawn first counts.
DRAWN_BEFORE = "A linked account was drawn before"
# By position in the published list: whether the viewer may win, and a text with the reason or the failed check.
Verdicts = Mapping[int, tuple[bool, str]]


class NoEntries(Conflict):
    type = "giveaway_no_entries"
    message = "Nobody entered. Archive or delete the giveaway."


class NoEntriesLeft(Conflict):
    type = "giveaway_no_entries_left"
    message = "Every viewer who entered was drawn already."


class SeedLost(Conflict):
    type = "giveaway_seed_lost"
    message = "The key of the seed is lost, so this giveaway can't be drawn. Delete it: tickets are paid back."


class DrawNotFound(NotFound):
    type = "giveaway_draw_not_found"
    message = "Draw not found."


class DrawSettled(Conflict):
    type = "giveaway_draw_settled"
    message = "This draw has been settled already."


class WinnerAnswered(Conflict):
    type = "giveaway_winner_answered"
    message = "The winner has answered in the meantime. Press Redraw again to replace them nevertheless."


class NotChecked(Exception):
    """The platform was not asked about the viewer who is drawn now, because another draw was stored meanwhile."""


class UpcomingEntry(Struct, frozen=True):
    """An entry whose ticket comes up in one of the next draws."""

    ticket: DrawnTicket
    entry: GiveawayEntry
    # Why the viewer cannot win: BANNED or DRAWN_BEFORE; empty if only the platform's verdict decides.
    refusal: str


class JudgedEntry(Struct, frozen=True):
    upcoming: UpcomingEntry
    wins: bool
    reason: str


async def close_giveaway(session: AsyncSession, giveaway: Giveaway, now: datetime) -> None:
    """Closes the giveaway: fixes and publishes the list of entries."""
    check_step(giveaway, "close")
    await merge_linked(session, giveaway, now)
    columns = select(GiveawayEntry.tickets * GiveawayEntry.weight, GiveawayEntry.provider, GiveawayEntry.name)
    entered = columns.where(GiveawayEntry.giveaway_id == giveaway.id, GiveawayEntry.status == "entered")
    listed = [
        ListedEntry(tickets, provider, listed_name(name))
        async for some in row_slices(session, entered.order_by(GiveawayEntry.id), 1_000)
        for tickets, provider, name in some
    ]
    content = entries_text(listed)
    session.add(GiveawayList(giveaway_id=giveaway.id, content=content))
    giveaway.entries_hash = hash_of(content)
    giveaway.entry_count, giveaway.ticket_count = len(listed), sum(entry.tickets for entry in listed)
    giveaway.state, giveaway.closed_at, giveaway.next_reminder_at = "closed", now, None
    await session.flush()
    announce_change(session, giveaway)


async def upcoming_entries(session: AsyncSession, giveaway: Giveaway, vault: Vault, number: int) -> list[UpcomingEntry]:
    """The next entries in the order of drawing; fewer than `number` if no more are left."""
    content = await session.scalar(select(GiveawayList.content).where(GiveawayList.giveaway_id == giveaway.id))
    draws = await draws_of(session, giveaway.id)
    upcoming_tickets = drawn_tickets(
        _seed(giveaway, vault),
        giveaway.entries_hash,
        tickets_in(content or b""),
        {draw.position for draw in draws},
        max((draw.counter for draw in draws), default=0),
    )
    tickets = list(islice(upcoming_tickets, number))
    entries = await _entries_at(session, giveaway.id, [ticket.position for ticket in tickets])
    persons = await find_persons(session, giveaway.channel_id, {account_of(entry) for entry in entries.values()})
    accounts = {account for person in persons.values() for account in person.accounts}
    banned = await banned_accounts(session, giveaway.channel_id, accounts)
    drawn = {account_of(draw) for draw in draws}
    ahead: list[UpcomingEntry] = []
    for ticket in tickets:
        entry = entries[ticket.position]
        # Accounts that the person has now: they may have been linked after the list was fixed.
        of_person = persons[account_of(entry)].accounts
        refusal = BANNED if not banned.isdisjoint(of_person) else "" if drawn.isdisjoint(of_person) else DRAWN_BEFORE
        ahead.append(UpcomingEntry(ticket, entry, refusal))
        drawn.add(account_of(entry))
    return ahead


def _seed(giveaway: Giveaway, vault: Vault) -> str:
    if giveaway.seed:
        return giveaway.seed
    if not giveaway.locked_seed:
        raise SeedLost
    return vault.decrypt(giveaway.locked_seed)


async def _entries_at(session: AsyncSession, giveaway_id: UUID, positions: Sequence[int]) -> dict[int, GiveawayEntry]:
    """Position in the published list → entry; the list is in the order of ids."""
    entered = select(GiveawayEntry.id).where(
        GiveawayEntry.giveaway_id == giveaway_id, GiveawayEntry.status == "entered"
    )
    ids = list(await session.scalars(entered.order_by(GiveawayEntry.id)))
    position_by_id = {ids[position - 1]: position for position in positions}
    rows = await session.scalars(select(GiveawayEntry).where(GiveawayEntry.id.in_(position_by_id)))
    return {position_by_id[row.id]: row for row in rows}


def judge(ahead: Sequence[UpcomingEntry], verdicts: Verdicts, winners: int) -> list[JudgedEntry]:
    """Judges entries until there are enough winners; viewers who may not win are passed over.

    Viewers without refusal and without verdict count as winners.
    """
    judged: list[JudgedEntry] = []
    for entry in ahead:
        if sum(each.wins for each in judged) == winners:
            break
        wins, reason = (False, entry.refusal) if entry.refusal else verdicts.get(entry.ticket.position, (True, ""))
        judged.append(JudgedEntry(entry, wins, reason))
    return judged


def without_verdict(judged: Sequence[JudgedEntry], verdicts: Verdicts) -> dict[int, AccountKey]:
    """Position → viewer without a verdict and without refusal."""
    return {
        each.upcoming.ticket.position: account_of(each.upcoming.entry)
        for each in judged
        if not each.upcoming.refusal and each.upcoming.ticket.position not in verdicts
    }


async def judge_next_entries(
    session: AsyncSession, giveaway: Giveaway, vault: Vault, winners: int, verdicts: Verdicts
) -> list[JudgedEntry]:
    """Judges the next entries until there are enough winners, or no entries are left."""
    number = winners
    while True:
        ahead = await upcoming_entries(session, giveaway, vault, number)
        judged = judge(ahead, verdicts, winners)
        if sum(each.wins for each in judged) == winners or len(ahead) < number:
            return judged
        number *= 2


async def store_draws(
    session: AsyncSession, giveaway: Giveaway, vault: Vault, winners: int, verdicts: Verdicts, now: datetime
) -> list[GiveawayDraw]:
    """Draws, stores the draws and reveals the seed; returns those that won. The caller has locked the giveaway.

    Raises NotChecked if the giveaway needs the platforms' verdicts on who may win, and one is missing.
    """
    fields = GiveawaySettings.model_validate(giveaway.settings)
    judged = await judge_next_entries(session, giveaway, vault, winners, verdicts)
    if fields.needs_checks and without_verdict(judged, verdicts):
        raise NotChecked
    first = len(await draws_of(session, giveaway.id)) + 1
    draws = [_draw_row(giveaway, fields, each, number, now) for number, each in enumerate(judged, first)]
    session.add_all(draws)
    giveaway.seed = _seed(giveaway, vault)
    giveaway.state, giveaway.drawn_at = "drawn", giveaway.drawn_at or now
    await session.flush()
    announce_change(session, giveaway)
    return [draw for draw in draws if draw.status in WON]


def _draw_row(
    giveaway: Giveaway, fields: GiveawaySettings, judged: JudgedEntry, number: int, now: datetime
) -> GiveawayDraw:
    ticket, entry, seconds = judged.upcoming.ticket, judged.upcoming.entry, fields.claim_seconds
    is_waiting = judged.wins and seconds > 0
    status: DrawStatus = "passed_over" if not judged.wins else "waiting" if is_waiting else "claimed"
    return GiveawayDraw(
        id=new_id(),
        giveaway_id=giveaway.id,
        channel_id=giveaway.channel_id,
        number=number,
        counter=ticket.counter,
        ticket=ticket.ticket,
        position=ticket.position,
        entrant=entry.entrant,
        provider=entry.provider,
        viewer_id=entry.viewer_id,
        name=entry.name,
        tickets=entry.tickets * entry.weight,
        level=entry.level,
        status=status,
        reason=judged.reason,
        drawn_at=now,
        claim_until=now + timedelta(seconds=seconds) if is_waiting else None,
        remind_at=now + timedelta(seconds=seconds / 2) if is_waiting else None,
        settled_at=None if is_waiting else now,
    )


async def draws_of(session: AsyncSession, giveaway_id: UUID) -> list[GiveawayDraw]:
    draws = select(GiveawayDraw).where(GiveawayDraw.giveaway_id == giveaway_id).order_by(GiveawayDraw.number)
    return list(await session.scalars(draws))


async def find_draw(session: AsyncSession, giveaway: Giveaway, draw_id: UUID) -> GiveawayDraw:
    draw = await session.scalar(
        select(GiveawayDraw)
        .where(GiveawayDraw.id == draw_id, GiveawayDraw.giveaway_id == giveaway.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    if draw is None:
        raise DrawNotFound
    return draw


def settle(draw: GiveawayDraw, status: DrawStatus, now: datetime) -> None:
    draw.status, draw.settled_at, draw.claim_until, draw.remind_at = status, now, None, None


async def claim(
    session: AsyncSession, channel_id: UUID, draw_id: UUID, received_at: datetime, now: datetime
) -> tuple[Giveaway, GiveawayDraw] | None:
    """Accepts a winner who wrote in time and is not banned; returns None if not, or if the draw was settled before."""
    await lock_points(session, channel_id)
    draw = await session.scalar(
        select(GiveawayDraw)
        .where(GiveawayDraw.id == draw_id, GiveawayDraw.status == "waiting")
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    if draw is None or draw.claim_until is None or not draw.drawn_at <= received_at <= draw.claim_until:
        return None
    if await _banned_draws(session, draw.channel_id, [draw]):
        return None
    settle(draw, "claimed", now)
    giveaway = await session.get_one(Giveaway, draw.giveaway_id)
    await session.flush()
    announce_change(session, giveaway)
    return giveaway, draw


async def draws_out(session: AsyncSession, giveaway: Giveaway) -> list[GiveawayDrawOut]:
    draws = await draws_of(session, giveaway.id)
    banned = await _banned_draws(session, giveaway.channel_id, draws)
    return [_draw_out(draw, is_banned=draw.id in banned) for draw in draws]


async def _banned_draws(session: AsyncSession, channel_id: UUID, draws: Sequence[GiveawayDraw]) -> set[UUID]:
    """Ids of the draws whose viewer is banned now, on any linked account."""
    persons = await find_persons(session, channel_id, {account_of(draw) for draw in draws})
    accounts = {account for person in persons.values() for account in person.accounts}
    banned = await banned_accounts(session, channel_id, accounts)
    return {draw.id for draw in draws if not banned.isdisjoint(persons[account_of(draw)].accounts)}


def _draw_out(draw: GiveawayDraw, *, is_banned: bool) -> GiveawayDrawOut:
    return GiveawayDrawOut(
        id=draw.id,
        number=draw.number,
        counter=draw.counter,
        ticket=draw.ticket,
        position=draw.position,
        provider=draw.provider,
        viewer_id=draw.viewer_id,
        name=draw.name,
        tickets=draw.tickets,
        level=draw.level,
        status=cast("DrawStatus", draw.status),
        reason=draw.reason,
        drawn_at=draw.drawn_at,
        claim_until=draw.claim_until,
        remind_at=draw.remind_at,
        settled_at=draw.settled_at,
        is_banned=is_banned,
    )
