"""Settings and compiled messages of a channel's games, so that a bet reads no configuration."""

from fractions import Fraction
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.games.kinds.game import AnyGame, GameSettings
from greenroom.features.games.messages import CompiledMessages
from greenroom.features.games.models import GameSettingsRow
from greenroom.features.games.service import GAMES_CHANGED, Games, stored_settings
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel


class PreparedGame(Struct, frozen=True):
    game: AnyGame
    settings: GameSettings
    messages: CompiledMessages
    highest_multiplier: Fraction


PreparedGames = dict[str, PreparedGame]


class GameCache:
    def __init__(self, kernel: Kernel, games: Games) -> None:
        self._games = games
        self._cache = ChannelCache(kernel, "games", self._load)
        self.get = self._cache.get
        self.stop = self._cache.stop

    def start(self) -> None:
        self._cache.start(self._on_change, GAMES_CHANGED)

    def _on_change(self, _: str, payload: bytes) -> None:
        self._cache.invalidate(UUID(payload.decode()))

    async def _load(self, session: AsyncSession, channel_id: UUID, _: PreparedGames | None) -> PreparedGames:
        rows = await session.scalars(select(GameSettingsRow).where(GameSettingsRow.channel_id == channel_id))
        by_game = {row.game: row for row in rows}
        return {key: self._prepared(game, by_game.get(key)) for key, game in self._games.by_key.items()}

    def _prepared(self, game: AnyGame, row: GameSettingsRow | None) -> PreparedGame:
        settings = stored_settings(game, row)
        highest = max(prize.multiplier for prize in game.prizes(settings))
        return PreparedGame(game, settings, self._games.checker.compile(game, settings), highest)
