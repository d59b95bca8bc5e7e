"""Pipeline stage that pays points for messages and activities, in the transaction that stores them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from msgspec import Struct
from sqlalchemy import Row, bindparam, select

from greenroom.chat.pipeline.batch import Batch, PendingMessage
from greenroom.chat.protocol.events import ActivityKind, MessageReceived
from greenroom.features.activity.records.models import Activity
from greenroom.features.points.cache import EarningCache, EarningChannel
from greenroom.features.points.ledger.bulk_credit import credit_all, name_accounts
from greenroom.features.points.ledger.ledger import AccountKey, Movement, Reason, post
from greenroom.features.points.ledger.live import announce_points
from greenroom.features.points.rules import PAYING_KINDS, ActivityFacts, activity_points, note_of
from greenroom.kernel.db.hot_reads import fetch_all
from greenroom.kernel.tasks.cooperative import slices

ACTIVITIES_PER_QUERY = 500
# Query: those of the given activities that may earn points. Built once: building it takes longer than running it.
PAYING = (
    select(
        Activity.id,
        Activity.provider,
        Activity.kind,
        Activity.viewer_id,
        Activity.viewer_name,
        Activity.count.label("subs"),
        Activity.value,
        Activity.title,
    )
    .where(Activity.id.in_(bindparam("ids", expanding=True)), Activity.kind.in_(PAYING_KINDS), Activity.viewer_id != "")
    .order_by(Activity.id)
)


class EarningStage:
    def __init__(self, cache: EarningCache) -> None:
        self._cache = cache

    async def earn(self, batch: Batch) -> None:
        """Pays for messages and activities; while points are off, this costs only a lookup in memory."""
        if not batch.messages and not batch.activity_ids:
            return
        channel = await self._cache.get(batch.session, batch.channel_id)
        if not channel.settings.enabled:
            return
        if channel.settings.per_message and not batch.is_unguarded:
            await _pay_messages(batch, channel)
        if batch.activity_ids:
            await _pay_activities(batch, channel)


async def _pay_messages(batch: Batch, channel: EarningChannel) -> None:
    authors = Counter(author for each in batch.actionable() if (author := _earner(each, channel)) is not None)
    earned = {author: count * channel.settings.per_message for author, count in authors.items()}
    if earned:
        await credit_all(batch.session, batch.channel_id, earned, Reason.CHATTED, batch.now)


def _earner(message: PendingMessage, channel: EarningChannel) -> AccountKey | None:
    """The author's account; None for bots, ignored names, own accounts and messages shared from another channel."""
    event, line = message.event, message.line
    if line is None or line.author is None or not isinstance(event, MessageReceived) or event.source_channel_id:
        return None
    author = line.author
    if author.is_bot or not author.id or channel.settings.ignores(author.login, author.name):
        return None
    key = line.provider, author.id
    return None if key in channel.own_accounts else key


class Payment(Struct, frozen=True):
    movement: Movement
    viewer_name: str


async def _pay_activities(batch: Batch, channel: EarningChannel) -> None:
    payments: list[Payment] = []
    async for ids in slices(batch.activity_ids, ACTIVITIES_PER_QUERY):
        payments += [payment for row in await _read(batch, ids) if (payment := _payment(batch, channel, row))]
    if not payments:
        return
    await post(batch.session, batch.channel_id, [each.movement for each in payments], batch.now, is_capped=True)
    names = {each.movement.account: each.viewer_name for each in payments}
    await name_accounts(batch.session, batch.channel_id, names)
    announce_points(batch.session, batch.channel_id)


async def _read(batch: Batch, activity_ids: Sequence[UUID]) -> Sequence[Row[*tuple[Any, ...]]]:
    return await fetch_all(batch.session, PAYING, {"ids": activity_ids})


def _payment(batch: Batch, channel: EarningChannel, row: Row[*tuple[Any, ...]]) -> Payment | None:
    """The points for an activity, less those paid when it had a lower count or value; None if nothing is to be paid."""
    account, settings = (row.provider, row.viewer_id), channel.settings
    if account in channel.own_accounts or settings.ignores("", row.viewer_name):
        return None
    total = activity_points(settings, ActivityFacts(row.kind, row.subs, row.value, row.title), channel.bit_value)
    before = batch.grown_activities.get(row.id)
    paid = 0
    if before is not None:
        paid = activity_points(settings, ActivityFacts(row.kind, *before, row.title), channel.bit_value)
    if total <= paid:
        return None
    # A viewer who follows again is not paid again.
    is_follow = row.kind == ActivityKind.FOLLOW
    reference = f"follow:{row.provider}:{row.viewer_id}" if is_follow else f"activity:{row.id}:{total}"
    return Payment(Movement(account, total - paid, Reason.ACTIVITY, reference, note_of(row.kind)), row.viewer_name)
