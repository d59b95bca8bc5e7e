from collections.abc import Sequence
from random import Random, SystemRandom
from typing import cast

from greenroom.chat.messages.viewer_rows import ViewerRows
from greenroom.economy.viewer_accounts import by_account
from greenroom.feature import Declare, Feature, Services, lifecycle
from greenroom.features.games.bets import Bets
from greenroom.features.games.cache import GameCache
from greenroom.features.games.jobs import jobs
from greenroom.features.games.kinds.game import AnyGame
from greenroom.features.games.kinds.roulette import Roulette
from greenroom.features.games.kinds.slots import Slots
from greenroom.features.games.messages import MessageChecker
from greenroom.features.games.models import GameCooldown, GamePlayer, GameSettingsRow
from greenroom.features.games.schemas import BetMade, GameChanged
from greenroom.features.games.section import GameSection
from greenroom.features.games.service import Games
from greenroom.features.games.variables import game_variable
from greenroom.tenancy.access.rules import Permission

# A new game is added here; the cast, because each has its own type of settings.
GAMES = cast("Sequence[AnyGame]", (Roulette(), Slots()))


def games_feature(games: Sequence[AnyGame], random: Random) -> Declare:
    """The feature with these games."""

    def declare(services: Services) -> Feature:
        kernel = services.kernel
        known = Games.of(games, MessageChecker(services.variables))
        cache = GameCache(kernel, known)
        bets = Bets(kernel, cache, services.provided, random)
        return Feature(
            name="games",
            routes=("greenroom.features.games.routes",),
            tables=(GameSettingsRow, GamePlayer, GameCooldown),
            viewer_rows=(
                ViewerRows(GamePlayer, find=by_account(GamePlayer)),
                ViewerRows(GameCooldown, find=by_account(GameCooldown)),
            ),
            topics={"games": Permission.GAMBLING_READ},
            live_messages=(GameChanged, BetMade, *(game.settings_type for game in games)),
            jobs=jobs(kernel),
            variables=[game_variable(game, bets) for game in games],
            sections=[GameSection(known, game) for game in games],
            services={Games: known, Bets: bets},
            run=lifecycle(cache.stop, start=cache.start),
        )

    return declare


# The operating system's generator: its numbers cannot be predicted from earlier ones.
feature = games_feature(GAMES, SystemRandom())
