"""What is on: read from what the platforms reported last, so nobody is asked."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.variables.values.channel_info import CHANNEL
from greenroom.kernel.context import Kernel
from greenroom.kernel.timestamps import in_words
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext
from greenroom.tenancy.models.channel_providers import ChannelProvider

EVERYWHERE = "all"


@dataclass(frozen=True, slots=True)
class Stream:
    """One of the stream_variables's platforms, as it was last heard of."""

    connection_id: UUID
    provider: str
    title: str
    category: str
    viewers: int | None
    is_live: bool
    live_since: datetime | None


async def streams_of(session: AsyncSession, channel_id: UUID) -> list[Stream]:
    """First connected first."""
    rows = await session.scalars(
        select(ChannelProvider).where(ChannelProvider.channel_id == channel_id).order_by(ChannelProvider.id)
    )
    return [
        Stream(row.id, row.provider, row.title or "", row.category or "", row.viewers, row.is_live, row.live_since)
        for row in rows
    ]


def streams_meant(streams: Sequence[Stream], occasion: VariableContext, where: str) -> list[Stream]:
    """All of them, those of the platform that is named, or else the one on which it is asked."""
    wanted = where.strip().lower()
    if wanted == EVERYWHERE:
        return list(streams)
    if wanted:
        return [stream for stream in streams if stream.provider == wanted]
    here = [stream for stream in streams if stream.connection_id == occasion.connection_id]
    return here or [stream for stream in streams if stream.provider == occasion.provider]


def title(streams: Sequence[Stream], _: VariableContext) -> str:
    return _first([stream.title for stream in streams], "The platform has not told us the title yet")


def category(streams: Sequence[Stream], _: VariableContext) -> str:
    return _first([stream.category for stream in streams], "The platform has not told us the category yet")


def uptime(streams: Sequence[Stream], occasion: VariableContext) -> str:
    """Of several, since the first went live."""
    since = [stream.live_since for stream in streams if stream.is_live and stream.live_since is not None]
    if not since:
        raise NoValue("Not live")
    return in_words(occasion.now - min(since))


def viewers(streams: Sequence[Stream], _: VariableContext) -> str:
    counts = [stream.viewers for stream in streams if stream.viewers is not None]
    if not counts:
        raise NoValue("The platform does not say how many are watching")
    return str(sum(counts))


def live(streams: Sequence[Stream], _: VariableContext) -> str:
    return "yes" if any(stream.is_live for stream in streams) else "no"


def _first(texts: Sequence[str], reason: str) -> str:
    found = next((text for text in texts if text), "")
    if not found:
        raise NoValue(reason)
    return found


ReadStreams = Callable[[Sequence[Stream], VariableContext], str]


def stream_variables(kernel: Kernel) -> list[Variable]:
    def of(tell: ReadStreams, *, or_elsewhere: bool = False) -> Callable[[VariableContext, Arguments], Awaitable[str]]:
        async def evaluate(occasion: VariableContext, given: Arguments) -> str:
            async with kernel.database.read() as session:
                streams = await streams_of(session, occasion.channel_id)
            found = streams_meant(streams, occasion, given.text)
            if not found:
                raise NoValue(f'"{given.text.strip()[:50]}" is no connected platform: name one, or all')
            others = [each for each in streams if each not in found] if or_elsewhere and not given.text.strip() else []
            return tell([*found, *others], occasion)

        return evaluate

    return [
        _shown(
            "title",
            ("stream_variables.title",),
            "The title of the stream.",
            of(title, or_elsewhere=True),
            "Speedruns all night",
        ),
        _shown(
            "game",
            ("stream_variables.game", "category", "stream_variables.category"),
            "What is played.",
            of(category, or_elsewhere=True),
            "Celeste",
        ),
        _shown(
            "uptime",
            ("stream_variables.uptime",),
            "How long the stream has been running; nothing when it is not.",
            of(uptime),
            "2 hours, 13 minutes, 5 seconds",
        ),
        _shown("stream_variables.viewers", ("viewers",), "How many are watching; all adds them up.", of(viewers), "84"),
        _shown("stream_variables.live", (), "yes or no: whether the stream is running.", of(live), "yes"),
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
        group=CHANNEL,
        summary=f"{summary} Where it is asked; a platform or all behind it means those.",
        example=f"$({name} all)" if name == "stream_variables.viewers" else f"$({name})",
        shows=shows,
        evaluate=evaluate,
        takes="words",
        cost="database",
    )
