"""Games of one channel whose viewers have points; a test sets the numbers that are drawn."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any
from uuid import UUID

from msgspec.structs import replace
from sqlalchemy import text

from greenroom.accounts.models.channels import Channel
from greenroom.features.games import players, service
from greenroom.features.games.bets import Bets
from greenroom.features.games.cache import GameCache
from greenroom.features.games.feature import GAMES
from greenroom.features.games.kinds.game import AnyGame
from greenroom.features.games.messages import MessageChecker
from greenroom.features.games.schemas import PlayerOut
from greenroom.features.games.service import Games
from greenroom.features.games.variables import game_variable
from greenroom.features.points.ledger.balances import balance_of
from greenroom.features.points.ledger.ledger import AccountKey, Movement, Reason, post
from greenroom.features.points.ledger.linked_accounts import link_accounts
from greenroom.features.points.ledger.settings import PointSettings, PointSettingsCache, save_settings
from greenroom.features.variables.values.caller import caller_variables
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.ids import new_id
from greenroom.kernel.services import ServiceMap
from greenroom.responses.rendering import Rendered, compile_text
from greenroom.responses.variables import Caller, VariableContext, VariableRegistry

ANA, BO = ("twitch", "1"), ("kick", "2")
NAMES = {ANA: "Ana", BO: "Bo"}


class FixedRandom(Random):
    """Draws the same number each time: 0 wins at roulette, 99 loses."""

    number = 0

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return self.number


@dataclass
class Casino:
    kernel: Kernel
    channel_id: UUID
    games: Games
    registry: VariableRegistry
    cache: GameCache
    points: PointSettingsCache
    random: FixedRandom
    _numbers: "count[int]" = field(default_factory=count)

    async def set_game(self, key: str = "roulette", **settings: object) -> None:
        game = self.games.find(key)
        fields: dict[str, Any] = {"enabled": True, "user_cooldown": 0, **settings}
        async with self.kernel.database.write() as session:
            parsed = service.parse_settings(self.games, game, fields)
            await service.save_settings(session, self.channel_id, game, parsed, ChangedBy("Juno", self.kernel.clock()))

    async def set_points(self, **settings: Any) -> None:  # noqa: ANN401  # fields of the settings
        async with self.kernel.database.write() as session:
            await save_settings(session, self.channel_id, replace(PointSettings(enabled=True), **settings))

    async def earn(self, viewer: AccountKey, points: int) -> None:
        async with self.kernel.database.write() as session:
            await post(session, self.channel_id, [Movement(viewer, points, Reason.ADJUSTED)], self.kernel.clock())

    async def link(self, *viewers: AccountKey) -> None:
        async with self.kernel.database.write() as session:
            await link_accounts(session, self.channel_id, viewers, new_id(), self.kernel.clock())

    async def render(
        self, response: str, viewer: AccountKey = ANA, *, message_id: str = "", level: int = 0, is_preview: bool = False
    ) -> Rendered:
        name = NAMES.get(viewer, viewer[1])
        context = VariableContext(
            self.channel_id,
            UUID(int=3),
            viewer[0],
            self.kernel.clock(),
            Caller(*viewer, name.lower(), name, level),
            message_id=message_id or f"message-{next(self._numbers)}",
            is_preview=is_preview,
        )
        return await compile_text(response, self.registry).render(context)

    async def bet(self, typed: str, viewer: AccountKey = ANA, game: str = "roulette", **context: Any) -> str:  # noqa: ANN401  # parameters of `render`
        """Bets; returns the response in chat, or if it is empty the reason in brackets."""
        rendered = await self.render(f"$({game} {typed})", viewer, **context)
        return rendered.text or f"({rendered.notes[0].reason})"

    async def balance(self, viewer: AccountKey = ANA) -> int:
        async with self.kernel.database.read() as session:
            return await balance_of(session, self.channel_id, viewer)

    async def player(self, viewer: AccountKey = ANA, game: str = "roulette") -> PlayerOut:
        async with self.kernel.database.read() as session:
            return await players.read_player(session, self.channel_id, game, viewer)

    async def entries(self) -> list[tuple[str, int, int]]:
        """Reason, delta and balance of all entries of the ledger, in order."""
        async with self.kernel.database.read() as session:
            rows = await session.execute(text("SELECT reason, delta, balance FROM point_entries ORDER BY id"))
            return [(reason, delta, balance) for reason, delta, balance in rows]

    async def notes(self) -> list[str]:
        """Notes of all entries of the ledger, in order."""
        async with self.kernel.database.read() as session:
            return list(await session.scalars(text("SELECT note FROM point_entries ORDER BY id")))

    async def cooldown_count(self) -> int:
        async with self.kernel.database.read() as session:
            return await session.scalar(text("SELECT count(*) FROM game_cooldowns")) or 0


def casino_of(kernel: Kernel, channel_id: UUID, games: Sequence[AnyGame] = GAMES) -> Casino:
    """The games of an existing channel with new caches, as in another process."""
    registry = VariableRegistry(caller_variables())
    available = Games.of(games, MessageChecker(registry))
    cache, points, random = GameCache(kernel, available), PointSettingsCache(kernel), FixedRandom()
    provided = ServiceMap()
    provided.add(PointSettingsCache, points)
    bets = Bets(kernel, cache, provided, random)
    for game in games:
        registry.add(game_variable(game, bets))
    cache.start()
    points.start()
    return Casino(kernel, channel_id, games=available, registry=registry, cache=cache, points=points, random=random)


async def open_casino(kernel: Kernel, games: Sequence[AnyGame] = GAMES) -> Casino:
    """A new channel with points and the games switched on."""
    casino = casino_of(kernel, new_id(), games)
    async with kernel.database.write() as session:
        now = kernel.clock()
        session.add(Channel(id=casino.channel_id, display_name="Late Shift", sort_name="late shift", created_at=now))
    await casino.set_points()
    for game in games:
        await casino.set_game(game.key)
    return casino
