"""Per-channel cache of open giveaways and of winners who have to answer, so that most messages need no query."""

from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.topics import ACCOUNTS_CHANGED
from greenroom.chat.messages.own_accounts import own_accounts
from greenroom.features.giveaways.entries import find_persons
from greenroom.features.giveaways.models import Giveaway, GiveawayDraw
from greenroom.features.giveaways.rules import fold_message
from greenroom.features.giveaways.schemas import GiveawaySettings
from greenroom.features.giveaways.service import GIVEAWAYS_CHANGED
from greenroom.features.points.ledger.ledger import AccountKey
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel


class OpenGiveaway(Struct, frozen=True):
    id: UUID
    # The folded keyword; empty: every message enters.
    key: str
    max_tickets: int


class ChannelGiveaways(Struct, frozen=True):
    # Open giveaways, except those that viewers enter by a command.
    open: tuple[OpenGiveaway, ...] = ()
    # Ids of the draws that wait for a message of their winner, by each account of the winner (linked ones included).
    waiting: dict[AccountKey, list[UUID]] = {}  # msgspec copies the default
    # The channel's own accounts and bots, which cannot enter; empty if `open` and `waiting` are.
    own_accounts: frozenset[AccountKey] = frozenset()


class GiveawayCache:
    def __init__(self, kernel: Kernel) -> None:
        self._cache = ChannelCache(kernel, "giveaways", _load)
        self.get = self._cache.get
        self.stop = self._cache.stop

    def start(self) -> None:
        self._cache.start(self._on_change, GIVEAWAYS_CHANGED, ACCOUNTS_CHANGED)

    def _on_change(self, _: str, payload: bytes) -> None:
        self._cache.invalidate(UUID(payload.decode()))


async def _load(session: AsyncSession, channel_id: UUID, _: ChannelGiveaways | None) -> ChannelGiveaways:
    rows = await session.execute(
        select(Giveaway.id, Giveaway.settings, Giveaway.keyword_key)
        .where(Giveaway.channel_id == channel_id, Giveaway.state == "open")
        .order_by(Giveaway.id)
    )
    found = [(giveaway_id, GiveawaySettings.model_validate(settings), key) for giveaway_id, settings, key in rows]
    opened = tuple(
        # Folded again: the key may have been stored by a version that kept more characters.
        OpenGiveaway(giveaway_id, fold_message(key), fields.max_tickets)
        for giveaway_id, fields, key in found
        if fields.entry != "command"
    )
    waiting = await _waiting(session, channel_id)
    if not opened and not waiting:
        return ChannelGiveaways()
    return ChannelGiveaways(opened, waiting, await own_accounts(session, channel_id))


async def _waiting(session: AsyncSession, channel_id: UUID) -> dict[AccountKey, list[UUID]]:
    draws = (
        await session.execute(
            select(GiveawayDraw.id, GiveawayDraw.provider, GiveawayDraw.viewer_id).where(
                GiveawayDraw.channel_id == channel_id, GiveawayDraw.status == "waiting"
            )
        )
    ).all()
    persons = await find_persons(session, channel_id, {(provider, viewer_id) for _, provider, viewer_id in draws})
    waiting: dict[AccountKey, list[UUID]] = {}
    for draw_id, provider, viewer_id in draws:
        for account in persons[provider, viewer_id].accounts:
            waiting.setdefault(account, []).append(draw_id)
    return waiting
