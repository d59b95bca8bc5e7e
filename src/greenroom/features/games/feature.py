from collections.abc import Sequence
from functools import partial
from random import SystemRandom
from typing import cast

from greenroom.accounts.access.rules import Permission
from greenroom.chat.messages.viewer_rows import ViewerRows
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.games.bets import Bets
from greenroom.features.games.cache import GameCache
from greenroom.features.games.jobs import delete_cooldowns
from greenroom.features.games.kinds.game import AnyGame
from greenroom.features.games.kinds.roulette import Roulette
from greenroom.features.games.kinds.slots import Slots
from greenroom.features.games.messages import MessageChecker
from greenroom.features.games.models import GameCooldown, GamePlayer, GameSettingsRow
from greenroom.features.games.schemas import BetMade, GameChanged
from greenroom.features.games.section import GameSection
from greenroom.features.games.service import Games
from greenroom.features.games.variables import game_variable
from greenroom.features.points.ledger.viewer_accounts import by_account
from greenroom.kernel.jobs import Job

CLEANUP_SECONDS = 3_600

# A new game is added here. The cast is needed because each game has its own type of settings.
GAMES = cast("Sequence[AnyGame]", (Roulette(), Slots()))


def feature(services: Services) -> Feature:
    kernel = services.kernel
    games = Games.of(GAMES, MessageChecker(services.variables))
    cache = GameCache(kernel, games)
    # The operating system's generator: its numbers cannot be predicted from earlier ones.
    bets = Bets(kernel, cache, services.provided, SystemRandom())
    return Feature(
        name="games",
        needs=("points",),
        routes=("greenroom.features.games.routes",),
        topics={"games": Permission.GAMBLING_READ},
        tables=(GameSettingsRow, GamePlayer, GameCooldown),
        viewer_rows=(
            ViewerRows(GamePlayer, find=by_account(GamePlayer)),
            ViewerRows(GameCooldown, find=by_account(GameCooldown)),
        ),
        live_messages=(GameChanged, BetMade, *(game.settings_type for game in GAMES)),
        variables=[game_variable(game, bets) for game in GAMES],
        sections=[GameSection(games, game) for game in GAMES],
        services={Games: games, Bets: bets},
        lifespan=lifespan(cache.stop, start=cache.start),
        jobs=(
            Job(
                name="delete_game_cooldowns",
                every_seconds=CLEANUP_SECONDS,
                run=partial(delete_cooldowns, services.kernel),
                title="Delete ended game cooldowns",
                note="of viewers",
            ),
        ),
    )
