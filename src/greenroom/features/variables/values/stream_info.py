"""Stream variables, from the last state that the platforms reported."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import cache
from uuid import UUID

from msgspec import Struct
from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.features.variables.values.channel_info import CHANNEL
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.hot_reads import fetch_all
from greenroom.kernel.timestamps import in_words
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

EVERYWHERE = "all"


class Stream(Struct, frozen=True):
    """Last known state of one of the channel's connections."""

    connection_id: UUID
    provider: str
    title: str
    category: str
    viewers: int | None
    is_live: bool
    live_since: datetime | None


async def streams_of(session: AsyncSession, channel_id: UUID) -> list[Stream]:
    """The last known state of each of the channel's connections, the oldest connection first."""
    return [Stream(*row) for row in await fetch_all(session, _streams(), {"channel": channel_id})]


@cache
def _streams() -> Select[UUID, str, str, str, int | None, bool, datetime | None]:
    one = ChannelProvider
    title, category = func.coalesce(one.title, ""), func.coalesce(one.category, "")
    columns = one.id, one.provider, title, category, one.viewers, one.is_live, one.live_since
    return select(*columns).where(one.channel_id == bindparam("channel")).order_by(one.id)


def selected_streams(streams: Sequence[Stream], context: VariableContext, where: str) -> list[Stream]:
    """All streams if `where` is "all", those of the platform that it names, or by default those of this chat."""
    wanted = where.strip().lower()
    if wanted == EVERYWHERE:
        return list(streams)
    if wanted:
        return [stream for stream in streams if stream.provider == wanted]
    here = [stream for stream in streams if stream.connection_id == context.connection_id]
    return here or [stream for stream in streams if stream.provider == context.provider]


def title(streams: Sequence[Stream], _: VariableContext) -> str:
    return _first([stream.title for stream in streams], "Title unknown")


def category(streams: Sequence[Stream], _: VariableContext) -> str:
    return _first([stream.category for stream in streams], "Category unknown")


def uptime(streams: Sequence[Stream], context: VariableContext) -> str:
    """Time since the first of these streams went live."""
    since = [stream.live_since for stream in streams if stream.is_live and stream.live_since is not None]
    if not since:
        raise NoValue("Stream is offline")
    return in_words(context.now - min(since))


def viewers(streams: Sequence[Stream], _: VariableContext) -> str:
    counts = [stream.viewers for stream in streams if stream.viewers is not None]
    if not counts:
        raise NoValue("Viewer count unknown")
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
    def of(read: ReadStreams, *, or_elsewhere: bool = False) -> Callable[[VariableContext, Arguments], Awaitable[str]]:
        """The function of a variable; `or_elsewhere`: if no platform is named, reads all streams, this chat's first."""

        async def evaluate(context: VariableContext, arguments: Arguments) -> str:
            async with kernel.database.read() as session:
                streams = await streams_of(session, context.channel_id)
            found = selected_streams(streams, context, arguments.text)
            if not found:
                raise NoValue(f'"{arguments.text.strip()[:50]}" is not connected; name a platform or all')
            others = (
                [each for each in streams if each not in found] if or_elsewhere and not arguments.text.strip() else []
            )
            return read([*found, *others], context)

        return evaluate

    return [
        _variable("title", ("channel.title",), "Stream title", of(title, or_elsewhere=True), "Speedruns all night"),
        _variable(
            "game",
            ("channel.game", "category", "channel.category"),
            "Current game",
            of(category, or_elsewhere=True),
            "Celeste",
        ),
        _variable(
            "uptime",
            ("channel.uptime",),
            "How long the stream has been live",
            of(uptime),
            "2 hours, 13 minutes, 5 seconds",
        ),
        _variable("channel.viewers", ("viewers",), "Viewer count", of(viewers), "84"),
        _variable("channel.live", (), "yes if the stream is live, else no", of(live), "yes"),
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
        group=CHANNEL,
        summary=f"{summary} (this platform by default; or name one, or all)",
        example=f"$({name} all)" if name == "channel.viewers" else f"$({name})",
        shows=shows,
        evaluate=evaluate,
        takes="words",
        cost="database",
    )
