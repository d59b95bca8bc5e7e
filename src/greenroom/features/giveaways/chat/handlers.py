"""Pipeline stage that enters viewers into open giveaways and notes that winners have answered."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from msgspec import Struct

from greenroom.chat.messages.levels import level_in_chat
from greenroom.chat.messages.line import Author
from greenroom.chat.pipeline.batch import Batch, PendingMessage
from greenroom.chat.protocol.events import MessageReceived
from greenroom.economy.ledger import AccountKey
from greenroom.features.giveaways.cache import ChannelGiveaways, GiveawayCache, OpenGiveaway
from greenroom.features.giveaways.draws.rounds import claim
from greenroom.features.giveaways.entries import Attempt, take_entries
from greenroom.features.giveaways.rules import fold_message, tickets_asked
from greenroom.features.giveaways.service import lock_open
from greenroom.features.giveaways.steps import GiveawaySteps
from greenroom.kernel.services import ServiceMap
from greenroom.streams.watch_times import WatchTimes
from greenroom.tenancy.access.staff_accounts import StaffAccounts, StaffCache


class Written(Struct, frozen=True, gc=False):
    """A message of a viewer."""

    account: AccountKey
    author: Author
    folded: str
    received_at: datetime


class Asked(Struct, frozen=True, gc=False):
    """A message that asks for tickets."""

    by: Written
    tickets: int


class EntryStage:
    def __init__(self, cache: GiveawayCache, staff: StaffCache, steps: GiveawaySteps, provided: ServiceMap) -> None:
        self._cache = cache
        self._staff = staff
        self._steps = steps
        self._provided = provided
        # By channel and giveaway, viewers who can get no more tickets: their further messages need no query.
        self._complete: dict[UUID, dict[UUID, set[AccountKey]]] = {}

    async def enter(self, batch: Batch) -> None:
        """A few statements for each giveaway and batch; none if the channel has no open giveaway."""
        if not batch.messages:
            return
        channel = await self._cache.get(batch.session, batch.channel_id)
        if not channel.open and not channel.waiting:
            self._complete.pop(batch.channel_id, None)
            return
        written = [one for pending in batch.actionable() if (one := _written(pending, channel)) is not None]
        if channel.waiting:
            await self._claim(batch, channel, written)
        if channel.open and written:
            await self._enter(batch, channel, written)

    async def _claim(self, batch: Batch, channel: ChannelGiveaways, written: Sequence[Written]) -> None:
        for one in written:
            for draw_id in channel.waiting.get(one.account, ()):
                claimed = await claim(batch.session, batch.channel_id, draw_id, one.received_at, batch.now)
                if claimed is not None:
                    batch.after_commit.append(partial(self._steps.post_confirmed, *claimed))

    async def _enter(self, batch: Batch, channel: ChannelGiveaways, written: Sequence[Written]) -> None:
        staff = await self._staff.get(batch.session, batch.channel_id)
        known = self._complete.get(batch.channel_id, {})
        self._complete[batch.channel_id] = {one.id: known.get(one.id, set()) for one in channel.open}
        for giveaway in channel.open:
            complete = self._complete[batch.channel_id][giveaway.id]
            asked = [
                Asked(one, tickets)
                for one in written
                if one.account not in complete
                and (tickets := tickets_asked(one.folded, giveaway.key) if giveaway.key else 1)
            ]
            if asked:
                await self._take(batch, giveaway, asked, staff)

    async def _take(self, batch: Batch, opened: OpenGiveaway, asked: Sequence[Asked], staff: StaffAccounts) -> None:
        giveaway = await lock_open(batch.session, batch.channel_id, opened.id)
        if giveaway is None:
            return
        attempts = [
            Attempt(
                one.by.account,
                one.by.author.name or one.by.author.login,
                level_in_chat(one.by.account[0], one.by.author, staff, batch.now),
                one.tickets,
            )
            for one in asked
            if giveaway.closes_at is None or one.by.received_at <= giveaway.closes_at
        ]
        if not attempts:
            return
        standings = await take_entries(batch.session, giveaway, attempts, self._provided.get(WatchTimes), batch.now)
        done = [account for account, one in standings.items() if one.tickets >= opened.max_tickets]
        complete = self._complete[batch.channel_id][opened.id]
        batch.after_commit.append(partial(complete.update, done))


def _written(pending: PendingMessage, channel: ChannelGiveaways) -> Written | None:
    """None for notices, bots, the channel's own accounts and messages from another channel's shared chat."""
    event, line = pending.event, pending.line
    if not isinstance(event, MessageReceived) or line is None or line.author is None:
        return None
    account = pending.source.provider, line.author.id
    if line.author.is_bot or event.chatter.is_bot or event.source_channel_id or account in channel.own_accounts:
        return None
    return Written(account, line.author, fold_message(line.text) if channel.open else "", event.received_at)
