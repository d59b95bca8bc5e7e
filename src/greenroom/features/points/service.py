from datetime import datetime
from uuid import UUID

import msgspec
from msgspec.structs import asdict, replace
from sqlalchemy import exists, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import Access
from greenroom.accounts.audit.record import Subject, record_change
from greenroom.accounts.audit.undone import mark_item_undone
from greenroom.channel_file.settings_section import record_settings
from greenroom.chat.messages.linked_accounts import linked_accounts
from greenroom.chat.messages.models import Viewer
from greenroom.features.points.day_totals import read_day_totals
from greenroom.features.points.ledger.balances import balance_of, entries_of, holding_account, rank_of
from greenroom.features.points.ledger.leaderboard import NamedAccount, named_accounts
from greenroom.features.points.ledger.ledger import (
    AccountKey,
    Actor,
    Movement,
    Posted,
    Reason,
    lock_accounts,
    post,
    undo,
)
from greenroom.features.points.ledger.live import announce_points, points_topic
from greenroom.features.points.ledger.models import PointAccount, PointEntry
from greenroom.features.points.ledger.settings import PointSettings, read_settings, save_settings
from greenroom.features.points.schemas import (
    AdjustIn,
    BalanceOut,
    PointAccountOut,
    PointSettingsChanged,
    PointSettingsFields,
    UndoneOut,
)
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import publish
from greenroom.kernel.errors import Conflict, Invalid, NotFound

# Key and title in the channel's file.
SECTION = ("points", "Points")
# Section of the audit log for changes of balances by staff.
ENTRIES_SECTION = "points_entries"


class PointViewerNotFound(NotFound):
    type = "viewer_not_found"
    message = "Viewer not found."


class AlreadyUndone(Conflict):
    type = "point_entry_already_undone"
    message = "This entry is undone already."


async def get_settings(session: AsyncSession, channel_id: UUID) -> PointSettingsFields:
    return settings_out(await read_settings(session, channel_id))


def settings_out(settings: PointSettings) -> PointSettingsFields:
    return PointSettingsFields.model_validate({**asdict(settings), "ignored_names": sorted(settings.ignored_names)})


async def change_settings(
    session: AsyncSession, channel_id: UUID, fields: PointSettingsFields, by: ChangedBy
) -> PointSettingsFields:
    before = await get_settings(session, channel_id)
    settings = msgspec.convert(fields.model_dump(), PointSettings)
    await save_settings(session, channel_id, settings)
    saved = settings_out(settings)
    record_settings(session, channel_id, by, SECTION, before, saved)
    publish(session, points_topic(channel_id), PointSettingsChanged(settings=saved))
    return saved


async def get_balance(session: AsyncSession, channel_id: UUID, viewer: AccountKey, now: datetime) -> BalanceOut:
    await require_viewer(session, channel_id, viewer)
    balance = await balance_of(session, channel_id, viewer)
    accounts = await named_accounts(session, channel_id, await linked_accounts(session, channel_id, viewer))
    today = await read_day_totals(session, channel_id, viewer, now)
    return BalanceOut(
        balance=balance,
        rank=await rank_of(session, channel_id, balance) if balance else None,
        earned_today=today.earned,
        bets_today=today.bets,
        accounts=[account_out(account) for account in accounts],
    )


def account_out(account: NamedAccount) -> PointAccountOut:
    return PointAccountOut(
        provider=account.provider,
        provider_viewer_id=account.viewer_id,
        login=account.login,
        name=account.name,
        avatar_url=account.avatar_url,
        colour=account.colour,
    )


async def require_viewer(session: AsyncSession, channel_id: UUID, viewer: AccountKey) -> None:
    """Raises PointViewerNotFound unless the viewer wrote or had points in this channel."""
    provider, viewer_id = viewer
    has_written = exists().where(
        Viewer.channel_id == channel_id, Viewer.provider == provider, Viewer.viewer_id == viewer_id
    )
    has_account = exists().where(
        PointAccount.channel_id == channel_id, PointAccount.provider == provider, PointAccount.viewer_id == viewer_id
    )
    if not await session.scalar(select(or_(has_written, has_account))):
        raise PointViewerNotFound


async def adjust(
    session: AsyncSession, access: Access, viewer: AccountKey, adjustment: AdjustIn, now: datetime
) -> BalanceOut:
    if adjustment.change != "set" and not adjustment.amount:
        raise Invalid("amount", "must be at least 1")
    channel_id = access.channel_id
    await require_viewer(session, channel_id, viewer)
    delta = -adjustment.amount if adjustment.change == "take" else adjustment.amount
    if adjustment.change == "set":
        accounts = await lock_accounts(session, channel_id, [viewer])
        delta -= accounts.holder(accounts.by_key[viewer]).balance
    if delta:
        movement = Movement(viewer, delta, Reason.ADJUSTED, note=adjustment.note, actor=actor_of(access))
        (posted,) = await post(session, channel_id, [movement], now)
        await _record(session, access.changed_by(now), channel_id, viewer, posted, adjustment.note)
        announce_points(session, channel_id)
    return await get_balance(session, channel_id, viewer, now)


async def _record(
    session: AsyncSession, by: ChangedBy, channel_id: UUID, viewer: AccountKey, posted: Posted, note: str
) -> None:
    """Records the viewer's newest point entry in the audit log, with the entry's id as `item`."""
    holder = await holding_account(session, channel_id, viewer)
    assert holder is not None, "points were just posted to it"
    (entry,) = await entries_of(session, holder.id, 1)
    (named,) = await named_accounts(session, channel_id, [viewer])
    record_change(
        session,
        channel_id,
        by,
        section=ENTRIES_SECTION,
        item=str(entry.id),
        title="Points",
        old={"balance": posted.balance - posted.delta},
        new={"balance": posted.balance},
        subject=Subject(named.name, account=":".join(viewer)),
        note=note,
    )


async def undo_entry(session: AsyncSession, access: Access, entry_id: int, now: datetime) -> UndoneOut:
    posted = await undo(session, access.channel_id, entry_id, actor_of(access), now)
    if not posted.is_new:
        raise AlreadyUndone
    undoes = await mark_item_undone(session, access.channel_id, ENTRIES_SECTION, str(entry_id), now)
    viewer = await viewer_of(session, entry_id)
    by = replace(access.changed_by(now), undoes=undoes)
    await _record(session, by, access.channel_id, viewer, posted, "")
    announce_points(session, access.channel_id)
    return UndoneOut(balance=posted.balance)


async def viewer_of(session: AsyncSession, entry_id: int) -> AccountKey:
    found = select(PointAccount.provider, PointAccount.viewer_id).join(
        PointEntry, PointEntry.source_id == PointAccount.id
    )
    row = (await session.execute(found.where(PointEntry.id == entry_id))).one()
    return row.provider, row.viewer_id


def actor_of(access: Access) -> Actor:
    return Actor(access.person.user_id, access.person.display_name)
