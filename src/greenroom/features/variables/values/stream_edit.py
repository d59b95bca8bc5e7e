"""Variables that change the title or category on every connected platform that supports it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from greenroom.accounts.access.rules import Role
from greenroom.accounts.channel_providers.stream_texts import store_stream_texts
from greenroom.chat.protocol.actions import Category, ChangeCategory, ChangeTitle, SearchCategories
from greenroom.features.variables.platform_access import TIMEOUT_SECONDS, PlatformAccess, time_limit
from greenroom.features.variables.values.channel_info import CHANNEL
from greenroom.features.variables.values.stream_info import Stream, streams_of
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.text import clean_message
from greenroom.responses.authors import author_of
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

# Longest title or category that a caller may set; platforms may have shorter limits.
MAX_TEXT_LENGTH = 500
NO_REPLY = f"no response within {TIMEOUT_SECONDS:.0f} s; it may have changed anyway"

# Changes one stream and returns the new value.
Change = Callable[[Stream], Awaitable[str]]


def best_match(categories: Sequence[Category], name: str) -> Category:
    """The category with this name, in upper or lower case; else the platform's best match."""
    if not categories:
        raise NoValue(f'No category "{name}"')
    same = (one for one in categories if one.name.casefold() == name.casefold())
    return next(same, categories[0])


def result_text(field: str, done: Sequence[tuple[str, str]], failed: Sequence[tuple[str, str]]) -> str:
    """The response; `done` holds platforms with the new value, `failed` platforms with the reason."""
    problems = "; ".join(f"{platform}: {reason}" for platform, reason in failed)
    if not done:
        raise NoValue(problems or f"No connected platform supports changing the {field}")
    by_name: dict[str, list[str]] = {}
    for platform, name in done:
        by_name.setdefault(name, []).append(platform)
    changed = "; ".join(f"{name} on {_join_names(platforms)}" for name, platforms in by_name.items())
    return " ".join(filter(None, (f"The {field} is now {changed}.", problems)))


def _join_names(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def new_text(arguments: Arguments, field: str) -> str:
    try:
        return clean_message(" ".join(arguments.text.split()), MAX_TEXT_LENGTH)
    except ValueError as error:
        raise NoValue(f"The new {field} {error}") from error


def check_title_length(title: str, max_length: int | None) -> None:
    excess = 0 if max_length is None else len(title) - max_length
    if excess > 0:
        raise NoValue(f"title {excess} {'character' if excess == 1 else 'characters'} too long (max {max_length})")


async def store_change(
    access: PlatformAccess, context: VariableContext, stream: Stream, *, title: str = "", category: str = ""
) -> None:
    async with access.kernel.database.write() as session:
        by = await author_of(session, context)
        before: JsonObject = {"title": stream.title, "category": stream.category}
        changed = (access.platforms, stream.connection_id, by, before)
        await store_stream_texts(session, *changed, title=title, category=category)


async def change_everywhere(
    access: PlatformAccess, context: VariableContext, field: str, providers: frozenset[str], change: Change
) -> str:
    async with access.kernel.database.read() as session:
        streams = [each for each in await streams_of(session, context.channel_id) if each.provider in providers]
    outcomes = await asyncio.gather(*(change(stream) for stream in streams), return_exceptions=True)
    done: list[tuple[str, str]] = []
    failed: list[tuple[str, str]] = []
    for stream, outcome in zip(streams, outcomes, strict=True):
        match outcome:
            case str():
                done.append((access.platforms.info(stream.provider).name, outcome))
            case NoValue():
                failed.append((access.platforms.info(stream.provider).name, str(outcome)))
            case _:
                raise outcome
    return result_text(field, done, failed)


def stream_edit_variables(access: PlatformAccess) -> list[Variable]:
    title_providers, category_providers = access.can(ChangeTitle), access.can(ChangeCategory, SearchCategories)

    async def set_title(context: VariableContext, arguments: Arguments) -> str:
        new = new_text(arguments, "title")

        async def change(stream: Stream) -> str:
            check_title_length(new, access.platforms.info(stream.provider).descriptor.streamTitleMaxLength)
            async with time_limit(NO_REPLY):
                await access.dispatch(stream.connection_id, ChangeTitle(new))
            await store_change(access, context, stream, title=new)
            return new

        return await change_everywhere(access, context, "title", title_providers, change)

    async def set_category(context: VariableContext, arguments: Arguments) -> str:
        new = new_text(arguments, "category")

        async def change(stream: Stream) -> str:
            async with time_limit(NO_REPLY):
                found = await access.dispatch(stream.connection_id, SearchCategories(new))
                category = best_match(found.categories, new)
                await access.dispatch(stream.connection_id, ChangeCategory(category.id))
            await store_change(access, context, stream, category=category.name)
            return category.name

        return await change_everywhere(access, context, "category", category_providers, change)

    return [
        _edit_variable("title", ("settitle", "set_title", "channel.settitle"), "Speedruns all night", set_title),
        _edit_variable("category", ("setgame", "set_game", "setcategory"), "Celeste", set_category),
    ]


def _edit_variable(
    field: str, names: tuple[str, ...], shown: str, evaluate: Callable[[VariableContext, Arguments], Awaitable[str]]
) -> Variable:
    return Variable(
        name=names[0],
        aliases=names[1:],
        group=CHANNEL,
        summary=f"Changes the {field} on every connected platform and lists them",
        example=f"$({names[0]} $(query))",
        shows=f"The {field} is now {shown}.",
        evaluate=evaluate,
        takes="text",
        needs_caller=True,
        has_side_effect=True,
        preview=lambda _, arguments: f"The {field} is now {new_text(arguments, field)}.",
        cost="platform",
        min_level=Role.EDITOR,
        follows_author=True,
    )
