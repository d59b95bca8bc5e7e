"""Each game's settings are a section of the channel file."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.channel_file.settings_section import SettingsSection
from greenroom.features.games import service
from greenroom.features.games.kinds.game import AnyGame, GameSettings
from greenroom.features.games.service import Games
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject


class GameSection(SettingsSection[GameSettings]):
    def __init__(self, games: Games, game: AnyGame) -> None:
        async def read(session: AsyncSession, channel_id: UUID) -> GameSettings:
            return await service.read_settings(session, channel_id, game)

        async def write(session: AsyncSession, channel_id: UUID, settings: GameSettings, by: ChangedBy) -> None:
            await service.save_settings(session, channel_id, game, settings, by)

        super().__init__(
            game.key,
            game.title,
            game.settings_type,
            read,
            write,
            permission=Permission.GAMBLING_MANAGE,
            read_permission=Permission.GAMBLING_READ,
        )
        self._games = games
        self._game = game

    def check(self, entry: JsonObject) -> list[str]:
        try:
            service.parse_settings(self._games, self._game, entry)
        except service.InvalidSettings as error:
            return [f"{problem.field}: {problem.message}" for problem in error.errors]
        return []

    def prepare_entry(self, entry: JsonObject) -> GameSettings:
        return service.parse_settings(self._games, self._game, entry)
