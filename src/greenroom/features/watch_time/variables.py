"""How long somebody has watched, and how many streams in a row."""

from collections.abc import Awaitable, Callable

from greenroom.features.watch_time import service
from greenroom.features.watch_time.service import WatchStats
from greenroom.kernel.context import Kernel
from greenroom.kernel.timestamps import in_words
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext
from greenroom.responses.viewer_lookup import find_viewer, named

# Where those of the other features stand that are about somebody.
GROUP = "People"


def variables(kernel: Kernel) -> list[Variable]:
    def of(read: Callable[[WatchStats], str]) -> Callable[[VariableContext, Arguments], Awaitable[str]]:
        async def evaluate(occasion: VariableContext, given: Arguments) -> str:
            async with kernel.database.read() as session:
                who = await find_viewer(session, occasion, named(given))
                figures = await service.watch_stats(session, occasion.channel_id, who.provider, who.viewer_id)
            if figures is None:
                raise NoValue(f"{who.name} has not been seen during a stream yet")
            return read(figures)

        return evaluate

    return [
        _shown(
            "watchtime",
            ("watchtime.total",),
            "How long somebody has watched; without a name, whoever asks. Counted while the channel is live: who is in "
            "the chat where the platform says so, else who wrote within the last 10 minutes.",
            of(lambda figures: in_words(figures.watched_seconds)),
            "2 days, 4 hours, 12 minutes",
        ),
        _shown(
            "streak",
            ("watchstreak",),
            "How many streams in a row somebody has been there; without a name, whoever asks.",
            of(lambda figures: str(figures.streak)),
            "5",
        ),
        _shown(
            "streak.best",
            (),
            "The most streams in a row that somebody has been there.",
            of(lambda figures: str(figures.best_streak)),
            "12",
        ),
        _shown(
            "streak.streams",
            (),
            "How many streams somebody has been at.",
            of(lambda figures: str(figures.streams)),
            "31",
        ),
    ]


def _shown(
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
