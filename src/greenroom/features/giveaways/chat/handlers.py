"""Pipeline stage that enters viewers into open giveaways and confirms winners who answer."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from msgspec import Struct

from greenroom.accounts.access.staff_accounts import StaffAccounts, StaffCache
from greenroom.chat.messages.levels import level_in_chat
from greenroom.chat.messages.line import Author
from greenroom.chat.pipeline.batch import Batch, PendingMessage
from greenroom.chat.protocol.events import MessageReceived
from greenroom.features.giveaways.cache import ChannelGiveaways, GiveawayCache, OpenGiveaway
from greenroom.features.giveaways.draws.rounds import claim
from greenroom.features.giveaways.entries import Attempt, take_entries
from greenroom.features.giveaways.rules import fold_message, tickets_asked
from greenroom.features.giveaways.service import lock_open_giveaway
from greenroom.features.giveaways.steps import GiveawaySteps
from greenroom.features.points.ledger.ledger import AccountKey
from greenroom.features.stats.streams.watch_times import WatchTimes
from greenroom.kernel.services import ServiceMap


class WrittenMessage(Struct, frozen=True, gc=False):
    """A message whose author is no bot and no account of the channel."""

    account: AccountKey
    author: Author
    folded: str
    received_at: datetime


class TicketRequest(Struct, frozen=True, gc=False):
    """A message that enters its author, with the number of tickets that it asks for."""

    message: WrittenMessage
    tickets: int


class EntryStage:
    def __init__(self, cache: GiveawayCache, staff: StaffCache, steps: GiveawaySteps, provided: ServiceMap) -> None:
        self._cache = cache
        self._staff = staff
        self._steps = steps
        self._provided = provided
        # Viewers with the maximum number of tickets, by channel and giveaway: their messages need no query.
        self._with_max_tickets: dict[UUID, dict[UUID, set[AccountKey]]] = {}

    async def enter(self, batch: Batch) -> None:
        """Enters the authors of the messages into open giveaways, and confirms the winners who answered."""
        if not batch.messages:
            return
        channel = await self._cache.get(batch.session, batch.channel_id)
        if not channel.open and not channel.waiting:
            self._with_max_tickets.pop(batch.channel_id, None)
            return
        written = [each for pending in batch.actionable() if (each := _written_message(pending, channel)) is not None]
        if channel.waiting:
            await self._claim(batch, channel, written)
        if channel.open and written:
            await self._enter(batch, channel, written)

    async def _claim(self, batch: Batch, channel: ChannelGiveaways, written: Sequence[WrittenMessage]) -> None:
        for message in written:
            for draw_id in channel.waiting.get(message.account, ()):
                claimed = await claim(batch.session, batch.channel_id, draw_id, message.received_at, batch.now)
                if claimed is not None:
                    batch.after_commit.append(partial(self._steps.post_confirmed, *claimed))

    async def _enter(self, batch: Batch, channel: ChannelGiveaways, written: Sequence[WrittenMessage]) -> None:
        staff = await self._staff.get(batch.session, batch.channel_id)
        known = self._with_max_tickets.get(batch.channel_id, {})
        self._with_max_tickets[batch.channel_id] = {opened.id: known.get(opened.id, set()) for opened in channel.open}
        for giveaway in channel.open:
            complete = self._with_max_tickets[batch.channel_id][giveaway.id]
            requests = [
                TicketRequest(message, tickets)
                for message in written
                if message.account not in complete
                and (tickets := tickets_asked(message.folded, giveaway.key) if giveaway.key else 1)
            ]
            if requests:
                await self._take(batch, giveaway, requests, staff)

    async def _take(
        self, batch: Batch, opened: OpenGiveaway, requests: Sequence[TicketRequest], staff: StaffAccounts
    ) -> None:
        giveaway = await lock_open_giveaway(batch.session, batch.channel_id, opened.id)
        if giveaway is None:
            return
        attempts = [
            Attempt(
                request.message.account,
                request.message.author.name or request.message.author.login,
                level_in_chat(request.message.account[0], request.message.author, staff, batch.now),
                request.tickets,
            )
            for request in requests
            if giveaway.closes_at is None or request.message.received_at <= giveaway.closes_at
        ]
        if not attempts:
            return
        results = await take_entries(batch.session, giveaway, attempts, self._provided.get(WatchTimes), batch.now)
        done = [account for account, result in results.items() if result.tickets >= opened.max_tickets]
        complete = self._with_max_tickets[batch.channel_id][opened.id]
        batch.after_commit.append(partial(complete.update, done))


def _written_message(pending: PendingMessage, channel: ChannelGiveaways) -> WrittenMessage | None:
    """The message with its author; None for notices, bots, the channel's own accounts and other channels' chat."""
    event, line = pending.event, pending.line
    if not isinstance(event, MessageReceived) or line is None or line.author is None:
        return None
    account = pending.source.provider, line.author.id
    if line.author.is_bot or event.chatter.is_bot or event.source_channel_id or account in channel.own_accounts:
        return None
    return WrittenMessage(account, line.author, fold_message(line.text) if channel.open else "", event.received_at)
