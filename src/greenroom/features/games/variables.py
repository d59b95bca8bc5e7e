"""The variable of each game: it bets what the viewer typed."""

from greenroom.features.games.bets import Bets
from greenroom.features.games.kinds.game import AnyGame
from greenroom.responses.variables import Arguments, Variable, VariableContext

GROUP = "Points"


def game_variable(game: AnyGame, bets: Bets) -> Variable:
    async def evaluate(context: VariableContext, arguments: Arguments) -> str:
        return await bets.place(game.key, context, arguments.text)

    async def preview(context: VariableContext, _: Arguments) -> str:
        return await bets.example(game.key, context)

    return Variable(
        name=game.key,
        group=GROUP,
        summary=f"Bets on {game.title.lower()}: a number, `5k`, `all`, `half` or `25%`",
        example=f"$({game.key} $(1))",
        shows="Juno won 100 points and now has 1,350.",
        evaluate=evaluate,
        takes="text",
        needs_caller=True,
        has_side_effect=True,
        preview=preview,
        cost="database",
    )
