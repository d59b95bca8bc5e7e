"""One bet: stake, result, payout and statistics in one transaction, once for each message."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from math import ceil
from random import Random
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Role
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.features.games.cache import GameCache, PreparedGame
from greenroom.features.games.cooldowns import claim_cooldown
from greenroom.features.games.kinds.game import GameSettings
from greenroom.features.games.models import EVERYONE
from greenroom.features.games.players import SettledBet, record_bet
from greenroom.features.games.schemas import BetMade, games_topic
from greenroom.features.points.ledger.amounts import BadAmount, parse_amount
from greenroom.features.points.ledger.ledger import (
    REFERENCE_SUFFIXES,
    AccountKey,
    Movement,
    Reason,
    lock_accounts,
    post,
)
from greenroom.features.points.ledger.live import announce_points
from greenroom.features.points.ledger.rules import MAX_BALANCE
from greenroom.features.points.ledger.settings import PointSettings, PointSettingsCache
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import publish
from greenroom.kernel.services import ServiceMap
from greenroom.responses.variables import Caller, NoValue, Refused, VariableContext

MAX_NAME_LENGTH = 100


class Result(Struct, frozen=True):
    bet: int
    payout: int
    balance: int
    is_all_in: bool
    # Values of the game's own variables.
    values: Mapping[str, str]


class Bets(Struct, frozen=True):
    kernel: Kernel
    cache: GameCache
    # Contains the cache of point settings once every feature is declared.
    provided: ServiceMap
    random: Random

    async def place(self, key: str, context: VariableContext, typed: str) -> str:
        """Makes a bet; returns the response for chat. Raises Refused with a response, or NoValue if chat gets none."""
        assert context.caller is not None
        try:
            async with self.kernel.database.write() as session:
                prepared, points = await self._prepare(session, key, context.channel_id)
                await _check_open(session, context.channel_id, prepared, points)
                result = await self._make_bet(session, prepared, points, context, typed)
        except Refused as refusal:
            # Names the viewer, as the messages of games do: many viewers play at once.
            raise Refused(f"{context.caller.name}, {refusal}") from refusal
        return await _answer(prepared, points, context, result)

    async def _make_bet(
        self,
        session: AsyncSession,
        prepared: PreparedGame,
        points: PointSettings,
        context: VariableContext,
        typed: str,
    ) -> Result:
        caller = context.caller
        assert caller is not None
        game, settings, now = prepared.game, prepared.settings, self.kernel.clock()
        viewer = (caller.provider, caller.viewer_id)
        accounts = await lock_accounts(session, context.channel_id, [viewer])
        account = accounts.by_key[viewer]
        holder = accounts.holder(account)
        reference = bet_reference(game.key, caller.provider, context.message_id)
        await _claim_cooldowns(session, context.channel_id, prepared, caller, holder.id, now)
        bet = amount_of(typed, holder.balance, settings, points)
        if holder.balance - bet + bet * prepared.highest_multiplier > MAX_BALANCE:
            # Checked before the game is played: a check after it would refuse only winners.
            raise Refused(f"no one can have more than {points.amount_text(MAX_BALANCE)}.")
        outcome = game.play(settings, bet, self.random)
        is_all_in = bet == holder.balance
        movements = movements_of(viewer, reference, bet, outcome.payout, game.title)
        posted = await post(session, context.channel_id, movements, now, locked=accounts)
        if not posted[0].is_new:
            # Rolls the transaction back: nothing of this bet is stored.
            raise NoValue("This message has already bet")
        settled = SettledBet(account.id, caller.name[:MAX_NAME_LENGTH], bet, outcome.payout, now)
        await record_bet(session, context.channel_id, game.key, settled)
        publish(session, games_topic(context.channel_id), BetMade(game=game.key))
        announce_points(session, context.channel_id)
        return Result(bet, outcome.payout, posted[-1].balance, is_all_in, outcome.values)

    async def _prepare(self, session: AsyncSession, key: str, channel_id: UUID) -> tuple[PreparedGame, PointSettings]:
        """Reads game and point settings from their caches, usually without a query."""
        games = await self.cache.get(session, channel_id)
        return games[key], await self.provided.get(PointSettingsCache).get(session, channel_id)

    async def example(self, key: str, context: VariableContext) -> str:
        """The response to a won bet of 100, as the preview of the game's variable."""
        async with self.kernel.database.read() as session:
            prepared, points = await self._prepare(session, key, context.channel_id)
        values = {each.name: each.shows for each in prepared.game.variables}
        return await _answer(prepared, points, context, Result(100, 200, 1_350, is_all_in=False, values=values))


async def _check_open(session: AsyncSession, channel_id: UUID, prepared: PreparedGame, points: PointSettings) -> None:
    if not points.enabled:
        raise Refused("points are switched off.")
    if not prepared.settings.enabled:
        raise Refused(f"{prepared.game.title.lower()} is switched off.")
    if prepared.settings.live_only and not await _is_live(session, channel_id):
        raise Refused(f"{prepared.game.title.lower()} opens when the stream is live.")


async def _is_live(session: AsyncSession, channel_id: UUID) -> bool:
    live = select(ChannelProvider.id).where(ChannelProvider.channel_id == channel_id, ChannelProvider.is_live)
    return await session.scalar(live.limit(1)) is not None


def bet_reference(game: str, provider: str, message_id: str) -> str:
    """Reference of the bet, by which a message bets only once on each game."""
    if not message_id:
        raise NoValue("Only in answer to a message")
    return f"{game}:{sha256(f'{provider}:{message_id}'.encode()).hexdigest()[:40]}"


async def _claim_cooldowns(
    session: AsyncSession, channel_id: UUID, prepared: PreparedGame, caller: Caller, account_id: int, now: datetime
) -> None:
    """Starts the cooldowns; raises NoValue if one is active, so that chat gets no response."""
    settings = prepared.settings
    if settings.mods_skip_cooldowns and caller.level >= Role.MOD:
        return
    for target_id, seconds in ((account_id, settings.user_cooldown), (EVERYONE, settings.global_cooldown)):
        ends_at = await claim_cooldown(session, channel_id, prepared.game.key, target_id, seconds, now)
        if ends_at is not None:
            kind = "global" if target_id == EVERYONE else "user"
            raise NoValue(f"{kind} cooldown, {max(1, ceil((ends_at - now).total_seconds()))} s left")


def amount_of(typed: str, balance: int, settings: GameSettings, points: PointSettings) -> int:
    """The stake in points; raises Refused, with a response for chat, if it is not allowed."""
    if not balance:
        raise Refused(f"you have no {points.name_plural} to bet.")
    try:
        bet = parse_amount(typed, balance)
    except BadAmount as error:
        raise Refused(f"{error}.") from error
    if bet < settings.min_bet:
        raise Refused(f"the lowest bet is {points.amount_text(settings.min_bet)}.")
    if 0 < settings.max_bet < bet:
        raise Refused(f"the highest bet is {points.amount_text(settings.max_bet)}.")
    if bet > balance:
        raise Refused(f"you have only {points.amount_text(balance)}.")
    return bet


def movements_of(viewer: AccountKey, reference: str, bet: int, paid: int, title: str) -> list[Movement]:
    """The stake, and the payout if there is one; `title` is that of the game."""
    movements = [Movement(viewer, -bet, Reason.BET, reference, title)]
    if paid:
        movements.append(Movement(viewer, paid, Reason.WON, reference + REFERENCE_SUFFIXES[Reason.WON], title))
    return movements


async def _answer(prepared: PreparedGame, points: PointSettings, context: VariableContext, result: Result) -> str:
    values = {
        "bet": f"{result.bet:,}",
        "payout": f"{result.payout:,}",
        "won": f"{max(result.payout - result.bet, 0):,}",
        "balance": f"{result.balance:,}",
        "pointsname": points.name_plural,
        **result.values,
    }
    message = prepared.messages.choose(has_won=result.payout > 0, is_all_in=result.is_all_in)
    return (await message.render(replace(context, values=values))).text
