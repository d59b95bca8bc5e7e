"""Settings of games."""

from collections.abc import Iterable
from uuid import UUID

from msgspec import Struct
from pydantic import ValidationError
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.topics import notify_processes
from greenroom.channel_file.settings_section import record_settings
from greenroom.features.games.kinds.game import AnyGame, GameSettings
from greenroom.features.games.messages import MessageChecker, message_variables
from greenroom.features.games.models import GameSettingsRow
from greenroom.features.games.schemas import GameChanged, GameOut, MessageVariable, OddsOut, games_topic
from greenroom.forms.settings import sections_of
from greenroom.kernel.db.change_tracking import ChangedBy, ChangedMeanwhile
from greenroom.kernel.db.database import JsonObject, advisory_lock, publish
from greenroom.kernel.errors import AppError, FieldError, NotFound
from greenroom.kernel.validation_messages import message_for

# Topic between processes. Payload: the channel's id.
GAMES_CHANGED = "internal:games_changed"


class GameNotFound(NotFound):
    type = "game_not_found"
    message = "Game not found."


class GameSettingsChanged(ChangedMeanwhile):
    type = "game_changed"
    what = "game"


class InvalidSettings(AppError):
    status = 422
    type = "invalid"

    def __init__(self, problems: list[FieldError]) -> None:
        super().__init__("; ".join(f"{each.field}: {each.message}" for each in problems), problems)


class Games(Struct, frozen=True):
    """The games of this server, by key."""

    by_key: dict[str, AnyGame]
    checker: MessageChecker

    @classmethod
    def of(cls, games: Iterable[AnyGame], checker: MessageChecker) -> "Games":
        return cls({game.key: game for game in games}, checker)

    def find(self, key: str) -> AnyGame:
        if key not in self.by_key:
            raise GameNotFound
        return self.by_key[key]


def parse_settings(games: Games, game: AnyGame, fields: JsonObject) -> GameSettings:
    """The settings with these fields; raises InvalidSettings, which lists the wrong fields."""
    try:
        settings = game.settings_type.model_validate(fields)
    except ValidationError as error:
        problems = [(".".join(str(part) for part in each["loc"]), message_for(each)) for each in error.errors()]
        raise InvalidSettings([FieldError(field=field, message=message) for field, message in problems]) from error
    if problems := games.checker.problems(game, settings):
        raise InvalidSettings(problems)
    return settings


async def find_row(session: AsyncSession, channel_id: UUID, game: AnyGame) -> GameSettingsRow | None:
    found = select(GameSettingsRow).where(GameSettingsRow.channel_id == channel_id, GameSettingsRow.game == game.key)
    return await session.scalar(found)


def stored_settings(game: AnyGame, row: GameSettingsRow | None) -> GameSettings:
    return game.settings_type.model_validate({} if row is None else row.settings)


async def read_settings(session: AsyncSession, channel_id: UUID, game: AnyGame) -> GameSettings:
    return stored_settings(game, await find_row(session, channel_id, game))


async def get_game(session: AsyncSession, channel_id: UUID, game: AnyGame) -> GameOut:
    return game_out(game, await find_row(session, channel_id, game))


async def save_settings(
    session: AsyncSession,
    channel_id: UUID,
    game: AnyGame,
    settings: GameSettings,
    by: ChangedBy,
    revision: int | None = None,
) -> GameOut:
    """Saves the settings; raises GameSettingsChanged if `revision` is given and outdated."""
    await advisory_lock(session, f"games:{channel_id}")
    row = await find_row(session, channel_id, game)
    if row is None:
        row = GameSettingsRow(channel_id=channel_id, game=game.key, revision=0, created_at=by.at)
        session.add(row)
    elif revision is not None and revision != row.revision:
        raise GameSettingsChanged(row)
    before = stored_settings(game, row if row.revision else None)
    row.settings = settings.model_dump(mode="json")
    row.sign(by)
    record_settings(session, channel_id, by, (game.key, game.title), before, settings)
    notify_processes(session, GAMES_CHANGED, channel_id)
    publish(session, games_topic(channel_id), GameChanged(game=game.key))
    return game_out(game, row)


def game_out(game: AnyGame, row: GameSettingsRow | None) -> GameOut:
    settings = stored_settings(game, row)
    return GameOut(
        game=game.key,
        title=game.title,
        settings=settings.model_dump(mode="json"),
        odds=OddsOut.of(game.odds(settings)),
        message_variables=[MessageVariable.of(each) for each in message_variables(game)],
        sections=sections_of(game.settings_type, game.sections),
        revision=0 if row is None else row.revision,
        updated_at=None if row is None else row.updated_at,
        updated_by="" if row is None else row.updated_by,
    )
