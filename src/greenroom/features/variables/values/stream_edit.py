"""A new title or category, on every connected platform that takes one."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from greenroom.chat.protocol.actions import Category, ChangeCategory, ChangeTitle, SearchCategories
from greenroom.features.variables.capabilities import TIMEOUT_SECONDS, PlatformAccess, time_limit
from greenroom.features.variables.values.channel_info import CHANNEL
from greenroom.features.variables.values.stream_info import Stream, streams_of
from greenroom.kernel.text import clean_message, tidy_line
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext
from greenroom.tenancy.access.rules import Role
from greenroom.tenancy.channel_providers import state
from greenroom.tenancy.models.channel_providers import ChannelProvider

# The longest of any platform; each refuses what is too long for it.
MAX_TITLE_LENGTH = 200
NO_REPLY = f"no answer within {TIMEOUT_SECONDS:.0f} s; it may be changed all the same"

# What it is called there now.
Change = Callable[[Stream], Awaitable[str]]


def best_match(categories: Sequence[Category], new_text: str) -> Category:
    """The one that is called exactly so, else what the platform takes for the nearest."""
    if not categories:
        raise NoValue(f'There is no "{new_text}" there')
    same = (one for one in categories if one.name.casefold() == new_text.casefold())
    return next(same, categories[0])


def result_text(what: str, done: Sequence[tuple[str, str]], failed: Sequence[tuple[str, str]]) -> str:
    """`done` are platforms with what it is called there now, `failed` those with a reason."""
    problems = "; ".join(f"{platform}: {reason}" for platform, reason in failed)
    if not done:
        raise NoValue(problems or f"No connected platform takes a {what}")
    by_name: dict[str, list[str]] = {}
    for platform, name in done:
        by_name.setdefault(name, []).append(platform)
    changed = "; ".join(f"{name} on {_listed(platforms)}" for name, platforms in by_name.items())
    return " ".join(filter(None, (f"The {what} is now {changed}.", problems)))


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def new_text(given: Arguments, what: str) -> str:
    try:
        return clean_message(" ".join(given.text.split()), MAX_TITLE_LENGTH)
    except ValueError as error:
        raise NoValue(f"The new {what} {error}") from error


async def store_change(reach: PlatformAccess, stream: Stream, *, title: str = "", category: str = "") -> None:
    """Not every platform tells us of it, and some only minutes later."""

    def put(provider: ChannelProvider) -> None:
        provider.title = tidy_line(title, MAX_TITLE_LENGTH, "") or provider.title
        provider.category = tidy_line(category, MAX_TITLE_LENGTH, "") or provider.category

    async with reach.kernel.database.write() as session:
        await state.change(session, reach.platforms, stream.connection_id, put)


async def change_everywhere(
    reach: PlatformAccess, occasion: VariableContext, what: str, providers: frozenset[str], change: Change
) -> str:
    async with reach.kernel.database.read() as session:
        streams = [each for each in await streams_of(session, occasion.channel_id) if each.provider in providers]
    outcomes = await asyncio.gather(*(change(stream) for stream in streams), return_exceptions=True)
    done: list[tuple[str, str]] = []
    failed: list[tuple[str, str]] = []
    for stream, outcome in zip(streams, outcomes, strict=True):
        match outcome:
            case str():
                done.append((reach.platforms.info(stream.provider).name, outcome))
            case NoValue():
                failed.append((reach.platforms.info(stream.provider).name, str(outcome)))
            case _:
                raise outcome
    return result_text(what, done, failed)


def stream_edit_variables(reach: PlatformAccess) -> list[Variable]:
    take_titles, take_categories = reach.can(ChangeTitle), reach.can(ChangeCategory, SearchCategories)

    async def set_title(occasion: VariableContext, given: Arguments) -> str:
        new = new_text(given, "title")

        async def change(stream: Stream) -> str:
            async with time_limit(NO_REPLY):
                await reach.perform(stream.connection_id, ChangeTitle(new))
            await store_change(reach, stream, title=new)
            return new

        return await change_everywhere(reach, occasion, "title", take_titles, change)

    async def set_category(occasion: VariableContext, given: Arguments) -> str:
        new = new_text(given, "category")

        async def change(stream: Stream) -> str:
            async with time_limit(NO_REPLY):
                found = await reach.perform(stream.connection_id, SearchCategories(new))
                category = best_match(found.categories, new)
                await reach.perform(stream.connection_id, ChangeCategory(category.id))
            await store_change(reach, stream, category=category.name)
            return category.name

        return await change_everywhere(reach, occasion, "category", take_categories, change)

    return [
        _edit_variable("title", ("settitle", "set_title", "channel.settitle"), "Speedruns all night", set_title),
        _edit_variable("category", ("setgame", "set_game", "setcategory"), "Celeste", set_category),
    ]


def _edit_variable(
    what: str, names: tuple[str, ...], shown: str, evaluate: Callable[[VariableContext, Arguments], Awaitable[str]]
) -> Variable:
    return Variable(
        name=names[0],
        aliases=names[1:],
        group=CHANNEL,
        summary=f"Changes the {what} on every connected platform that takes one, and says where it was done.",
        example=f"$({names[0]} $(query))",
        shows=f"The {what} is now {shown} on Twitch and Kick.",
        evaluate=evaluate,
        takes="text",
        needs_caller=True,
        has_side_effect=True,
        pretend=lambda _, given: f"The {what} is now {new_text(given, what)}.",
        cost="platform",
        least_level=Role.MOD,
    )
