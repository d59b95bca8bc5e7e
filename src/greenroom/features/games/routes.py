from typing import Annotated

from fastapi import Path, Query

from greenroom.accounts.access.guards import changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.stream_platforms import StreamProvider
from greenroom.features.games import players, service
from greenroom.features.games.models import MAX_GAME_LENGTH
from greenroom.features.games.schemas import (
    MAX_PLAYERS_PER_PAGE,
    GameOut,
    PlayerOrder,
    PlayerOut,
    PlayersOut,
    SettingsBody,
    ViewerGames,
)
from greenroom.features.games.service import Games
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, Revision, Writing
from greenroom.kernel.text import StorableText

Reader = Annotated[Access, require(Permission.GAMBLING_READ)]
Editor = Annotated[Access, require(Permission.GAMBLING_MANAGE)]
GameKey = Annotated[str, Path(max_length=MAX_GAME_LENGTH)]
ViewerId = Annotated[StorableText, Path(max_length=100)]
Provider = Annotated[StorableText, Path(max_length=20)]

GAME_PATH = "/games/{game}"

router = ApiRouter(prefix="/channels/{channel_id}", tags=["games"])


@router.get(GAME_PATH)
async def get_game(game: GameKey, access: Reader, session: Reading, games: Provided[Games]) -> GameOut:
    """Settings of `roulette` or `slots`, with the exact odds."""
    return await service.get_game(session, access.channel_id, games.find(game))


@router.put(GAME_PATH)
async def save_game(
    game: GameKey,
    body: SettingsBody,
    access: Editor,
    session: Writing,
    games: Provided[Games],
    kernel: KernelDep,
    revision: Revision = None,
) -> GameOut:
    """The body has the game's settings type, such as RouletteSettings; fields that are left out get their defaults.

    With an outdated `revision`: 409 `game_changed`. Without a `revision`, the last save wins.
    """
    found = games.find(game)
    settings = service.parse_settings(games, found, body)
    return await service.save_settings(
        session, access.channel_id, found, settings, changed_by(access, kernel), revision
    )


@router.get(f"{GAME_PATH}/players")
async def list_players(
    game: GameKey,
    access: Reader,
    session: Reading,
    games: Provided[Games],
    order: PlayerOrder = "net",
    limit: Annotated[int, Query(ge=1, le=MAX_PLAYERS_PER_PAGE)] = 10,
) -> PlayersOut:
    """The players with the highest net gain, biggest win or most bets; linked accounts are one player."""
    return await players.top_players(session, access.channel_id, games.find(game).key, order, limit)


@router.get(f"{GAME_PATH}/players/{{provider}}/{{viewer_id}}")
async def get_player(
    game: GameKey, provider: Provider, viewer_id: ViewerId, access: Reader, session: Reading, games: Provided[Games]
) -> PlayerOut:
    """Statistics of one viewer; zeros for a viewer who has never bet."""
    return await players.read_player(session, access.channel_id, games.find(game).key, (provider, viewer_id))


@router.get("/viewers/{provider}/{provider_viewer_id}/games")
async def list_viewer_games(
    provider: StreamProvider,
    provider_viewer_id: ViewerId,
    access: Reader,
    session: Reading,
    games: Provided[Games],
) -> ViewerGames:
    """What the viewer has bet and won in each game; zeros for games that the viewer never played."""
    viewer = (provider, provider_viewer_id)
    return await players.games_of_viewer(session, access.channel_id, games.by_key.values(), viewer)
