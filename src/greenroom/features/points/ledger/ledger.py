"""The ledger of a channel's points: a balance changes only together with an entry, usually by `post`."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Row, bindparam, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.points.ledger.account_keys import AccountKey, have_keys
from greenroom.features.points.ledger.models import MAX_NOTE_LENGTH, PERSON, PointAccount, PointEntry
from greenroom.features.points.ledger.rules import MAX_BALANCE
from greenroom.kernel.db.bulk_rows import BulkInsert, BulkUpdate
from greenroom.kernel.db.database import advisory_lock
from greenroom.kernel.db.hot_reads import fetch_all
from greenroom.kernel.errors import Conflict, NotFound

# Key in `session.info` of the id of the channel whose points the transaction has locked.
LOCKED_CHANNEL = "points_locked"
# The values of an entry, in the order of ENTRY_COLUMNS.
EntryRow = tuple[object, ...]

OPEN_ACCOUNTS = BulkInsert(
    PointAccount,
    ("channel_id", "provider", "viewer_id", "balance"),
    "ON CONFLICT (channel_id, provider, viewer_id) DO NOTHING",
)
SET_BALANCES = BulkUpdate(PointAccount, ("id", "balance"), ("id",), "balance = given.balance")
ENTRY_COLUMNS = (
    "channel_id",
    "account_id",
    "source_id",
    "delta",
    "balance",
    "reason",
    "reference",
    "note",
    "actor_id",
    "actor_name",
    "undoes_id",
    "created_at",
)
ADD_ENTRIES = BulkInsert(PointEntry, ENTRY_COLUMNS)

SELECT_ACCOUNTS = select(
    PointAccount.id, PointAccount.provider, PointAccount.viewer_id, PointAccount.balance, PointAccount.held_by_id
)
# Built once: a bet takes a tenth longer with statements that are built each time.
READ_ONE = SELECT_ACCOUNTS.where(
    PointAccount.channel_id == bindparam("channel"),
    PointAccount.provider == bindparam("provider"),
    PointAccount.viewer_id == bindparam("viewer"),
)
# Reads the accounts of several viewers of one platform.
READ_OF_PLATFORM = SELECT_ACCOUNTS.where(
    PointAccount.channel_id == bindparam("channel"),
    PointAccount.provider.in_(bindparam("providers", expanding=True)),
    PointAccount.viewer_id.in_(bindparam("viewers", expanding=True)),
)
FIND_POSTED = select(PointEntry.reference, PointEntry.delta, PointEntry.balance).where(
    PointEntry.channel_id == bindparam("channel"),
    PointEntry.reference.in_(bindparam("references", expanding=True)),
)


class Reason(StrEnum):
    WATCHED = "watched"
    CHATTED = "chatted"
    ACTIVITY = "activity"
    ADJUSTED = "adjusted"
    IMPORTED = "imported"
    GIVEN = "given"
    RECEIVED = "received"
    COMMAND = "command"
    REFUND = "refund"
    BET = "bet"
    WON = "won"
    TICKETS = "tickets"
    QUEUE = "queue"
    LINKED = "linked"
    UNLINKED = "unlinked"
    UNDONE = "undone"


# These entries cannot be undone. Undoing a link would return points that the account no longer holds; undoing a payment
# would leave what was bought, such as tickets, which could then be refunded a second time.
NOT_UNDOABLE = frozenset(
    {
        Reason.LINKED,
        Reason.UNLINKED,
        Reason.UNDONE,
        Reason.TICKETS,
        Reason.QUEUE,
        Reason.COMMAND,
        Reason.REFUND,
    }
)
# Reasons of points that the channel pays for what viewers do.
EARNED = frozenset({Reason.WATCHED, Reason.CHATTED, Reason.ACTIVITY})
# A bet and its win, or both sides of a gift, are undone together. Reason of the second entry → suffix that is added to
# the reference of the first entry.
REFERENCE_SUFFIXES = {Reason.WON: ":won", Reason.RECEIVED: ":received"}
# Reason of the first entry → reason of the second.
SECOND_REASONS = {Reason.BET: Reason.WON, Reason.GIVEN: Reason.RECEIVED}


class NotEnoughPoints(Conflict):
    type = "not_enough_points"

    def __init__(self, balance: int) -> None:
        super().__init__(f"Not enough points: the balance is {balance}.")
        self.balance = balance


class TooManyPoints(Conflict):
    type = "too_many_points"
    message = f"A balance can't be above {MAX_BALANCE}."


class EntryNotFound(NotFound):
    type = "point_entry_not_found"
    message = "Entry not found."


class NotUndoable(Conflict):
    type = "point_entry_not_undoable"
    message = "This entry can't be undone. Add or take points instead."


class Actor(Struct, frozen=True):
    """The user or caller of a command who changes a balance; empty for changes that Greenroom makes itself."""

    id: UUID | None = None
    name: str = ""


class Movement(Struct, frozen=True):
    """Points that a viewer gains, or pays if negative."""

    account: AccountKey
    delta: int
    reason: Reason
    reference: str | None = None
    note: str = ""
    actor: Actor = Actor()
    undoes_id: int | None = None


def refund_note(what: str, why: str) -> str:
    """Note of a refund: what was paid for, and why the payment was returned."""
    return f"{what}: {why}".rstrip(".")[:MAX_NOTE_LENGTH]


class Posted(Struct, frozen=True):
    """Change and balance of a posted entry; `is_new` is False if its reference was posted before."""

    delta: int
    balance: int
    is_new: bool


async def post(
    session: AsyncSession,
    channel_id: UUID,
    movements: Sequence[Movement],
    now: datetime,
    *,
    is_capped: bool = False,
    locked: "Accounts | None" = None,
) -> list[Posted]:
    """Applies the movements in this order, and writes an entry for each; all or none.

    A movement whose reference was posted before changes nothing. Raises NotEnoughPoints if a balance would fall below
    zero, and TooManyPoints above the highest balance; `is_capped` reduces a gain to what fits instead, and writes no
    entry if nothing fits. Two processes cannot interfere: see `lock_points`. `locked` has the accounts if the caller
    has locked them already.
    """
    accounts = locked or await lock_accounts(session, channel_id, (movement.account for movement in movements))
    known = await _posted_before(session, channel_id, [each.reference for each in movements if each.reference])
    posted: list[Posted] = []
    rows: list[EntryRow] = []
    for movement in movements:
        if movement.reference is not None and movement.reference in known:
            posted.append(known[movement.reference])
            continue
        source = accounts.by_key[movement.account]
        holder = accounts.holder(source)
        applied = replace(movement, delta=min(movement.delta, MAX_BALANCE - holder.balance)) if is_capped else movement
        balance = accounts.change(holder, applied.delta)
        if applied.delta or not is_capped:
            rows.append(entry_row(channel_id, holder, source, applied, balance, now))
        posted.append(Posted(applied.delta, balance, is_new=True))
        if applied.reference is not None:
            known[applied.reference] = Posted(applied.delta, balance, is_new=False)
    await write_entries(session, accounts, rows)
    return posted


async def undo(session: AsyncSession, channel_id: UUID, entry_id: int, actor: Actor, now: datetime) -> Posted:
    """Posts the opposite of an entry, and of the other entry of the same bet or gift; an entry is undone once."""
    entry = await session.scalar(
        select(PointEntry).where(PointEntry.id == entry_id, PointEntry.channel_id == channel_id)
    )
    if entry is None:
        raise EntryNotFound
    if entry.reason in NOT_UNDOABLE:
        raise NotUndoable
    undone = [entry, *await _counterpart(session, entry)]
    # Opposite entries that add points come first, so that no balance falls below zero in between.
    undone.sort(key=lambda each: each.delta)
    opposites = [await _opposite(session, each, actor) for each in undone]
    posted = await post(session, channel_id, opposites, now)
    index = undone.index(entry)
    # A bet and its win change the same account: the returned balance is the one after both entries.
    balances = {opposite.account: each.balance for opposite, each in zip(opposites, posted, strict=True)}
    return replace(posted[index], balance=balances[opposites[index].account])


async def _counterpart(session: AsyncSession, entry: PointEntry) -> Sequence[PointEntry]:
    """The other entry of the same bet or gift, if it has one."""
    reason, reference = Reason(entry.reason), entry.reference
    if reference is None:
        return ()
    if reason in SECOND_REASONS:
        other = reference + REFERENCE_SUFFIXES[SECOND_REASONS[reason]]
    elif reason in REFERENCE_SUFFIXES:
        other = reference.removesuffix(REFERENCE_SUFFIXES[reason])
    else:
        return ()
    of_channel = PointEntry.channel_id == entry.channel_id
    return (await session.scalars(select(PointEntry).where(of_channel, PointEntry.reference == other))).all()


async def _opposite(session: AsyncSession, entry: PointEntry, actor: Actor) -> Movement:
    source = await session.get_one(PointAccount, entry.source_id)
    return Movement(
        account=(source.provider, source.viewer_id),
        delta=-entry.delta,
        reason=Reason.UNDONE,
        reference=undo_reference(entry.id),
        actor=actor,
        undoes_id=entry.id,
    )


def undo_reference(entry_id: int) -> str:
    """Reference of the entry that undoes this entry."""
    return f"undo:{entry_id}"


class LockedAccount(Struct):
    """An account that no other transaction can change."""

    id: int
    key: AccountKey
    balance: int
    held_by_id: int | None


class Accounts:
    """Locked accounts with their new balances, which `write_entries` writes."""

    def __init__(self, viewers: Sequence[LockedAccount], persons: Sequence[LockedAccount]) -> None:
        self.viewers = viewers
        self.by_id = {account.id: account for account in (*viewers, *persons)}
        self.by_key = {account.key: account for account in self.by_id.values()}
        self.changed: set[int] = set()

    def holder(self, account: LockedAccount) -> LockedAccount:
        """The account that holds the points of `account`: itself, or the person's account."""
        return account if account.held_by_id is None else self.by_id[account.held_by_id]

    def change(self, account: LockedAccount, delta: int) -> int:
        """Adds to the balance, and returns the new balance."""
        balance = account.balance + delta
        if balance < 0:
            raise NotEnoughPoints(account.balance)
        if balance > MAX_BALANCE:
            raise TooManyPoints
        account.balance = balance
        self.changed.add(account.id)
        return balance


async def lock_points(session: AsyncSession, channel_id: UUID) -> None:
    """Blocks changes of the channel's points by other transactions until this one ends.

    One lock for all accounts: a batch of chat moves points in several stages, and transactions that lock accounts one
    after the other can deadlock. Locks are taken in this order: links, viewers, queues, this lock, giveaways and
    commands.
    """
    if session.info.get(LOCKED_CHANNEL) != channel_id:
        await advisory_lock(session, f"ledger:{channel_id}")
        session.info[LOCKED_CHANNEL] = channel_id


async def lock_accounts(
    session: AsyncSession, channel_id: UUID, viewers: Iterable[AccountKey], person_id: UUID | None = None
) -> Accounts:
    """Creates missing accounts; returns the accounts, the holders of their points, and the person's account.

    No other transaction can change these accounts before this one ends.
    """
    await lock_points(session, channel_id)
    keys = sorted(set(viewers))
    opened = keys if person_id is None else [*keys, person_key(person_id)]
    # A single account usually exists already, so it is read before it is created.
    viewer_accounts = await _read_one(session, channel_id, keys[0]) if len(opened) == 1 else []
    if not viewer_accounts:
        await OPEN_ACCOUNTS.run(session, [(channel_id, provider, viewer_id, 0) for provider, viewer_id in opened])
        viewer_accounts = await _read_many(session, channel_id, keys)
    holder_ids = {row.held_by_id for row in viewer_accounts if row.held_by_id is not None}
    if person_id is None and not holder_ids:
        return Accounts(viewer_accounts, [])
    is_holder = PointAccount.id.in_(holder_ids)
    if person_id is not None:
        is_holder |= have_keys(PointAccount, channel_id, [person_key(person_id)])
    return Accounts(viewer_accounts, _to_accounts(await session.execute(SELECT_ACCOUNTS.where(is_holder))))


def person_key(person_id: UUID) -> AccountKey:
    return PERSON, person_id.hex


async def _read_many(session: AsyncSession, channel_id: UUID, viewers: Sequence[AccountKey]) -> list[LockedAccount]:
    providers = {provider for provider, _ in viewers}
    if len(providers) > 1:
        return _to_accounts(await session.execute(SELECT_ACCOUNTS.where(have_keys(PointAccount, channel_id, viewers))))
    values = {"channel": channel_id, "providers": [*providers], "viewers": [viewer_id for _, viewer_id in viewers]}
    return _to_accounts(await fetch_all(session, READ_OF_PLATFORM, values))


async def _read_one(session: AsyncSession, channel_id: UUID, viewer: AccountKey) -> list[LockedAccount]:
    values = {"channel": channel_id, "provider": viewer[0], "viewer": viewer[1]}
    return _to_accounts(await fetch_all(session, READ_ONE, values))


def _to_accounts(rows: Iterable[Row[int, str, str, int, int | None]]) -> list[LockedAccount]:
    return [
        LockedAccount(account_id, (provider, viewer_id), balance, held_by_id)
        for account_id, provider, viewer_id, balance, held_by_id in rows
    ]


async def _posted_before(session: AsyncSession, channel_id: UUID, references: Sequence[str]) -> dict[str, Posted]:
    """Reference → the entry that was posted with it."""
    if not references:
        return {}
    rows = await fetch_all(session, FIND_POSTED, {"channel": channel_id, "references": references})
    return {reference: Posted(delta, balance, is_new=False) for reference, delta, balance in rows if reference}


async def write_entries(session: AsyncSession, accounts: "Accounts", entries: Sequence[EntryRow]) -> None:
    """Writes the entries and the changed balances."""
    changed = sorted(accounts.changed)
    await SET_BALANCES.run(session, [(account_id, accounts.by_id[account_id].balance) for account_id in changed])
    await ADD_ENTRIES.run(session, entries)
    accounts.changed.clear()


def entry_row(
    channel_id: UUID, holder: LockedAccount, source: LockedAccount, movement: Movement, balance: int, now: datetime
) -> EntryRow:
    return (
        channel_id,
        holder.id,
        source.id,
        movement.delta,
        balance,
        # A plain text: SQLite's driver takes longer for an enum.
        movement.reason.value,
        movement.reference,
        movement.note,
        movement.actor.id,
        movement.actor.name,
        movement.undoes_id,
        now,
    )
