"""Messages of games: variables, checks and compiling."""

from collections.abc import Sequence

from msgspec import Struct

from greenroom.features.games.kinds.game import AnyGame, GameSettings
from greenroom.kernel.errors import FieldError
from greenroom.responses.checking import check, errors
from greenroom.responses.rendering import Compiled, compile_text
from greenroom.responses.text_values import TextVariable, with_text_variables
from greenroom.responses.variables import VariableRegistry

MESSAGES = ("win_message", "lose_message", "all_in_win_message", "all_in_lose_message")
VARIABLES = (
    TextVariable("bet", "What the viewer has bet", "100"),
    TextVariable("payout", "What the bet pays, the stake included; 0 if it is lost", "200"),
    TextVariable("won", "What the viewer has won: the payout without the stake", "100"),
    TextVariable("balance", "What the viewer has afterwards", "1,350"),
    TextVariable("pointsname", "The name of the channel's points", "points"),
)


def message_variables(game: AnyGame) -> Sequence[TextVariable]:
    return (*VARIABLES, *game.variables)


class CompiledMessages(Struct, frozen=True):
    win: Compiled
    lose: Compiled
    all_in_win: Compiled
    all_in_lose: Compiled

    def choose(self, *, has_won: bool, is_all_in: bool) -> Compiled:
        if is_all_in:
            return self.all_in_win if has_won else self.all_in_lose
        return self.win if has_won else self.lose


class MessageChecker(Struct):
    # Has all variables once every feature is declared.
    registry: VariableRegistry

    def problems(self, game: AnyGame, settings: GameSettings) -> list[FieldError]:
        registry = self._registry(game)
        return [
            FieldError(field=name, message=f"Character {problem.start + 1}: {problem.message}")
            for name in MESSAGES
            for problem in errors(check(getattr(settings, name), registry, place="game"))
        ]

    def compile(self, game: AnyGame, settings: GameSettings) -> CompiledMessages:
        registry = self._registry(game)
        return CompiledMessages(*(compile_text(getattr(settings, name), registry) for name in MESSAGES))

    def _registry(self, game: AnyGame) -> VariableRegistry:
        return with_text_variables(self.registry, game.title, message_variables(game))
