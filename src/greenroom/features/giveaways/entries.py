"""Enters viewers into a giveaway, with one paid entry for each person; merges entries, and pays back tickets."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.models import Viewer
from greenroom.features.giveaways.models import Giveaway, GiveawayDraw, GiveawayEntry, GiveawayMinute
from greenroom.features.giveaways.rules import Candidate, Person, Price, eligibility_refusal, limit_purchase, weight_of
from greenroom.features.giveaways.schemas import (
    GiveawayCounted,
    GiveawayMinuteOut,
    GiveawaySettings,
    giveaways_topic,
)
from greenroom.features.points.ledger.account_keys import AccountKey, have_keys
from greenroom.features.points.ledger.ledger import Movement, Reason, lock_accounts, post, refund_note
from greenroom.features.points.ledger.live import announce_points
from greenroom.features.points.ledger.settings import read_settings
from greenroom.features.stats.streams.watch_times import WatchTimes
from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.db.database import publish
from greenroom.kernel.tasks.cooperative import slices
from greenroom.kernel.text import name_key

MAX_NAME_LENGTH = 100
# Number of refunds that are posted to the ledger together.
REFUNDS_PER_STATEMENT = 500

WRITE_ENTRIES = BulkInsert(
    GiveawayEntry,
    (
        "giveaway_id",
        "entrant",
        "provider",
        "viewer_id",
        "name",
        "search_name",
        "level",
        "tickets",
        "weight",
        "paid",
        "status",
        "reason",
        "entered_at",
    ),
    """ON CONFLICT (giveaway_id, entrant) DO UPDATE SET
        level = excluded.level, tickets = excluded.tickets, weight = excluded.weight, paid = excluded.paid,
        status = excluded.status, reason = excluded.reason, entered_at = excluded.entered_at""",
)
COUNT_MINUTES = BulkInsert(
    GiveawayMinute,
    ("giveaway_id", "minute", "provider", "entries"),
    "ON CONFLICT (giveaway_id, minute, provider) DO UPDATE SET entries = giveaway_minutes.entries + excluded.entries",
)


class Attempt(Struct, frozen=True):
    """A viewer's attempt to enter."""

    account: AccountKey
    name: str
    level: int
    tickets: int = 1


class AttemptResult(Struct, frozen=True):
    """The tickets that an entrant's attempts added, and all that it has now; `refusal` says why none was added."""

    entrant: str
    added: int
    tickets: int
    refusal: str = ""


class StoredEntry(Struct, frozen=True):
    """A stored entry; the defaults stand for a viewer without one."""

    tickets: int = 0
    weight: int = 0
    paid: int = 0
    status: str = ""
    reason: str = ""


async def take_entries(
    session: AsyncSession, giveaway: Giveaway, attempts: Sequence[Attempt], watch_times: WatchTimes, now: datetime
) -> dict[AccountKey, AttemptResult]:
    """Enters the viewers who may enter; the caller has locked the giveaway and checked that it is open."""
    fields = GiveawaySettings.model_validate(giveaway.settings)
    by_account = {attempt.account: attempt for attempt in attempts}
    persons = await find_persons(session, giveaway.channel_id, by_account)
    stored = await find_entries(session, giveaway.id, persons.values())
    by_entrant = _by_entrant(attempts, persons, stored)
    candidates = await _candidates(session, giveaway, fields, persons, by_account, watch_times, now)
    first = {entrant: group[0] for entrant, group in by_entrant.items()}
    balances = await _balances(session, giveaway.channel_id, first.values()) if fields.ticket_cost else {}
    price = await _price(session, giveaway.channel_id, fields.ticket_cost)
    results: dict[str, AttemptResult] = {}
    for entrant, group in by_entrant.items():
        account = group[0].account
        refused = eligibility_refusal(fields.eligibility(), candidates[account])
        before = stored.get(entrant, StoredEntry())
        tickets = sum(attempt.tickets for attempt in group)
        bought = limit_purchase(tickets, before.tickets, fields.max_tickets, price, balances.get(account, 0))
        added = 0 if refused else bought.tickets
        results[entrant] = AttemptResult(entrant, added, before.tickets + added, refused or bought.refusal)
    await _pay(session, giveaway, fields, first, results, now)
    await _write(session, giveaway, fields, first, results, stored, candidates, now)
    return {attempt.account: results[entrant] for entrant, group in by_entrant.items() for attempt in group}


async def _price(session: AsyncSession, channel_id: UUID, points: int) -> Price:
    return Price(points, (await read_settings(session, channel_id)).amount_text(points)) if points else Price()


async def find_persons(
    session: AsyncSession, channel_id: UUID, accounts: Collection[AccountKey]
) -> dict[AccountKey, Person]:
    """The person behind each account; a viewer who has never written is a person without messages."""
    columns = select(Viewer.provider, Viewer.viewer_id, Viewer.person_id, Viewer.message_count, Viewer.level)
    rows = (await session.execute(columns.where(have_keys(Viewer, channel_id, accounts)))).all()
    known = {(row.provider, row.viewer_id): row for row in rows}
    person_ids = {row.person_id for key, row in known.items() if row.person_id and key in accounts}
    linked: dict[UUID, list[tuple[AccountKey, int, int]]] = {}
    if person_ids:
        of_persons = columns.where(Viewer.channel_id == channel_id, Viewer.person_id.in_(person_ids))
        for provider, viewer_id, person_id, count, level in await session.execute(of_persons.order_by(Viewer.id)):
            assert person_id is not None
            linked.setdefault(person_id, []).append(((provider, viewer_id), count, level))
    persons: dict[AccountKey, Person] = {}
    for account in accounts:
        row = known.get(account)
        if row is not None and row.person_id is not None:
            members = linked[row.person_id]
            messages = sum(count for _, count, _ in members)
            persons[account] = Person(
                tuple(key for key, _, _ in members), messages, tuple(level for *_, level in members)
            )
        else:
            persons[account] = Person((account,), 0 if row is None else row.message_count)
    return persons


def entrant_of(account: AccountKey) -> str:
    return ":".join(account)


def _by_entrant(
    attempts: Sequence[Attempt], persons: Mapping[AccountKey, Person], stored: Mapping[str, StoredEntry]
) -> dict[str, list[Attempt]]:
    """Entrant → the person's attempts; the entrant is the account with the largest entry, else the first to try."""
    grouped: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        of_person = map(entrant_of, persons[attempt.account].accounts)
        known = [entrant for entrant in of_person if entrant in stored or entrant in grouped]
        entrant = max(
            known, key=lambda each: stored.get(each, StoredEntry()).tickets, default=entrant_of(attempt.account)
        )
        grouped.setdefault(entrant, []).append(attempt)
    return grouped


async def find_entries(session: AsyncSession, giveaway_id: UUID, persons: Collection[Person]) -> dict[str, StoredEntry]:
    entrants = {entrant_of(account) for person in persons for account in person.accounts}
    rows = await session.execute(
        select(
            GiveawayEntry.entrant,
            GiveawayEntry.tickets,
            GiveawayEntry.weight,
            GiveawayEntry.paid,
            GiveawayEntry.status,
            GiveawayEntry.reason,
        ).where(GiveawayEntry.giveaway_id == giveaway_id, GiveawayEntry.entrant.in_(entrants))
    )
    return {
        entrant: StoredEntry(tickets, weight, paid, status, reason)
        for entrant, tickets, weight, paid, status, reason in rows
    }


async def _candidates(
    session: AsyncSession,
    giveaway: Giveaway,
    fields: GiveawaySettings,
    persons: Mapping[AccountKey, Person],
    attempts: Mapping[AccountKey, Attempt],
    watch_times: WatchTimes,
    now: datetime,
) -> dict[AccountKey, Candidate]:
    accounts = {account for person in persons.values() for account in person.accounts}
    watched = await watch_times.seconds_of(session, giveaway.channel_id, accounts) if fields.watch_minutes else {}
    winners = await _past_winners(session, giveaway, accounts, fields.past_winner_days, now)
    return {
        account: Candidate(
            level=max(attempts[account].level, person.highest_other_level(account)),
            watched_minutes=sum(watched.get(each, 0) for each in person.accounts) // 60,
            messages=person.messages,
            is_past_winner=not winners.isdisjoint(person.accounts),
        )
        for account, person in persons.items()
    }


async def _past_winners(
    session: AsyncSession, giveaway: Giveaway, accounts: Collection[AccountKey], days: int, now: datetime
) -> set[AccountKey]:
    if not days:
        return set()
    rows = await session.execute(
        select(GiveawayDraw.provider, GiveawayDraw.viewer_id).where(
            GiveawayDraw.channel_id == giveaway.channel_id,
            GiveawayDraw.provider.in_(sorted({provider for provider, _ in accounts})),
            GiveawayDraw.viewer_id.in_(sorted({viewer_id for _, viewer_id in accounts})),
            GiveawayDraw.status == "claimed",
            GiveawayDraw.drawn_at >= now - timedelta(days=days),
        )
    )
    return {(provider, viewer_id) for provider, viewer_id in rows}


async def _balances(session: AsyncSession, channel_id: UUID, attempts: Collection[Attempt]) -> dict[AccountKey, int]:
    """Locks the accounts, so that no other transaction spends the same points, and returns their balances."""
    accounts = await lock_accounts(session, channel_id, [attempt.account for attempt in attempts])
    return {attempt.account: accounts.holder(accounts.by_key[attempt.account]).balance for attempt in attempts}


async def _pay(
    session: AsyncSession,
    giveaway: Giveaway,
    fields: GiveawaySettings,
    first: Mapping[str, Attempt],
    results: Mapping[str, AttemptResult],
    now: datetime,
) -> None:
    movements = [
        Movement(
            first[result.entrant].account,
            -fields.ticket_cost * result.added,
            Reason.TICKETS,
            reference=f"giveaway:{giveaway.id}:{result.entrant}:{result.tickets}",
            note=fields.title,
        )
        for result in results.values()
        if fields.ticket_cost and result.added
    ]
    if movements:
        await post(session, giveaway.channel_id, movements, now)
        announce_points(session, giveaway.channel_id)


async def _write(
    session: AsyncSession,
    giveaway: Giveaway,
    fields: GiveawaySettings,
    first: Mapping[str, Attempt],
    results: Mapping[str, AttemptResult],
    stored: Mapping[str, StoredEntry],
    candidates: Mapping[AccountKey, Candidate],
    now: datetime,
) -> None:
    rows: list[tuple[object, ...]] = []
    entered: Counter[str] = Counter()
    weights = fields.weights.by_role()
    for entrant, result in results.items():
        attempt, before = first[entrant], stored.get(entrant, StoredEntry())
        is_refused = result.added == 0
        if is_refused and (before.tickets or before.reason == result.refusal):
            continue
        level = candidates[attempt.account].level
        weight = 1 if is_refused else weight_of(level, weights)
        rows.append(
            (
                giveaway.id,
                entrant,
                *attempt.account,
                attempt.name[:MAX_NAME_LENGTH],
                name_key(attempt.name[:MAX_NAME_LENGTH]),
                level,
                result.tickets,
                weight,
                before.paid + result.added * fields.ticket_cost,
                "refused" if is_refused else "entered",
                result.refusal if is_refused else "",
                now,
            )
        )
        if is_refused:
            giveaway.refused_count += before.status != "refused"
            continue
        giveaway.refused_count -= before.status == "refused"
        giveaway.ticket_count += result.tickets * weight - before.tickets * before.weight
        if not before.tickets:
            giveaway.entry_count += 1
            entered[attempt.account[0]] += 1
    if not rows:
        return
    await WRITE_ENTRIES.run(session, rows)
    await session.flush()
    await _count_entries(session, giveaway, entered, now)


async def _count_entries(session: AsyncSession, giveaway: Giveaway, entered: Mapping[str, int], now: datetime) -> None:
    """Adds the numbers of new entries by platform to the current minute, and publishes all counts."""
    minute = now.replace(second=0, microsecond=0)
    minutes = [(giveaway.id, minute, provider, entered[provider]) for provider in sorted(entered)]
    await COUNT_MINUTES.run(session, minutes)
    counted = GiveawayCounted(
        giveaway_id=giveaway.id,
        entry_count=giveaway.entry_count,
        ticket_count=giveaway.ticket_count,
        refused_count=giveaway.refused_count,
        minutes=[
            GiveawayMinuteOut(minute=minute, provider=provider, entries=number) for _, _, provider, number in minutes
        ],
    )
    publish(session, giveaways_topic(giveaway.channel_id), counted)


async def refund_all(session: AsyncSession, giveaway: Giveaway, why: str, now: datetime) -> None:
    """Pays back the points of each entry once, with `why` in the note; balances stop at the maximum."""
    note = refund_note(GiveawaySettings.model_validate(giveaway.settings).title, why)
    rows = (
        await session.execute(
            select(GiveawayEntry.id, GiveawayEntry.provider, GiveawayEntry.viewer_id, GiveawayEntry.paid)
            .where(GiveawayEntry.giveaway_id == giveaway.id, GiveawayEntry.paid > 0)
            .order_by(GiveawayEntry.provider, GiveawayEntry.viewer_id)
        )
    ).all()
    async for part in slices(rows, REFUNDS_PER_STATEMENT):
        movements = [
            Movement((provider, viewer_id), paid, Reason.REFUND, f"giveaway-refund:{giveaway.id}:{entry_id}", note)
            for entry_id, provider, viewer_id, paid in part
        ]
        await post(session, giveaway.channel_id, movements, now, is_capped=True)
    if rows:
        announce_points(session, giveaway.channel_id)


async def merge_linked(session: AsyncSession, giveaway: Giveaway, now: datetime) -> None:
    """Merges entries of accounts that were linked after they entered: later entries become part of the earliest.

    Tickets beyond the maximum are paid back.
    """
    fields = GiveawaySettings.model_validate(giveaway.settings)
    entered = GiveawayEntry.giveaway_id == giveaway.id, GiveawayEntry.status == "entered"
    is_viewer = (
        (Viewer.channel_id == giveaway.channel_id)
        & (Viewer.provider == GiveawayEntry.provider)
        & (Viewer.viewer_id == GiveawayEntry.viewer_id)
    )
    rows = await session.execute(
        select(GiveawayEntry, Viewer.person_id)
        .join(Viewer, is_viewer)
        .where(*entered, Viewer.person_id.is_not(None))
        .order_by(GiveawayEntry.id)
    )
    by_person: dict[UUID, list[GiveawayEntry]] = {}
    for entry, person_id in rows:
        assert person_id is not None
        by_person.setdefault(person_id, []).append(entry)
    for first, *others in by_person.values():
        for other in others:
            await _merge(session, giveaway, fields, first, other, now)
    await session.flush()


async def _merge(
    session: AsyncSession,
    giveaway: Giveaway,
    fields: GiveawaySettings,
    first: GiveawayEntry,
    other: GiveawayEntry,
    now: datetime,
) -> None:
    before = first.tickets * first.weight + other.tickets * other.weight
    moved = min(other.tickets, fields.max_tickets - first.tickets)
    excess = (other.tickets - moved) * fields.ticket_cost
    first.tickets += moved
    first.weight = max(first.weight, other.weight)
    other.status, other.reason = "merged", f"Linked to {first.name}"[:200]
    other.paid -= excess
    giveaway.entry_count -= 1
    giveaway.ticket_count += first.tickets * first.weight - before
    if excess:
        reference = f"giveaway-refund:{giveaway.id}:{other.id}:linked"
        note = refund_note(fields.title, f"more tickets than {fields.max_tickets} with the linked accounts")
        movement = Movement((other.provider, other.viewer_id), excess, Reason.REFUND, reference, note)
        await post(session, giveaway.channel_id, [movement], now, is_capped=True)
