from collections.abc import Awaitable, Callable

from greenroom.features.watch_time import service
from greenroom.features.watch_time.service import WatchStats
from greenroom.kernel.context import Kernel
from greenroom.kernel.timestamps import in_words
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext
from greenroom.responses.viewer_lookup import find_viewer, viewer_name_in

GROUP = "Users"


def variables(kernel: Kernel) -> list[Variable]:
    def evaluator(read: Callable[[WatchStats], str]) -> Callable[[VariableContext, Arguments], Awaitable[str]]:
        async def evaluate(context: VariableContext, arguments: Arguments) -> str:
            async with kernel.database.read() as session:
                viewer = await find_viewer(session, context, viewer_name_in(arguments))
                stats = await service.watch_stats(session, context.channel_id, viewer.provider, viewer.viewer_id)
            if stats is None:
                raise NoValue(f"{viewer.name} hasn't watched a stream yet")
            return read(stats)

        return evaluate

    return [
        _variable(
            "watchtime",
            ("watchtime.total",),
            "How long a user has watched (the sender without a name). Counts viewers in chat while live, or active "
            "chatters where the platform has no viewer list",
            evaluator(lambda stats: in_words(stats.watched_seconds)),
            "2 days, 4 hours, 12 minutes",
        ),
        _variable(
            "streak",
            ("watchstreak",),
            "Streams watched in a row (the sender without a name)",
            evaluator(lambda stats: str(stats.streak)),
            "5",
        ),
        _variable(
            "streak.best",
            (),
            "Longest streak of streams watched in a row",
            evaluator(lambda stats: str(stats.best_streak)),
            "12",
        ),
        _variable("streak.streams", (), "Number of streams watched", evaluator(lambda stats: str(stats.streams)), "31"),
    ]


def _variable(
    name: str,
    aliases: tuple[str, ...],
    summary: str,
    evaluate: Callable[[VariableContext, Arguments], Awaitable[str]],
    shows: str,
) -> Variable:
    return Variable(
        name=name,
        aliases=aliases,
        group=GROUP,
        summary=summary,
        example=f"$({name} $(touser))" if name == "watchtime" else f"$({name})",
        shows=shows,
        evaluate=evaluate,
        takes="words",
        cost="database",
    )
