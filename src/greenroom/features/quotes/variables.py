"""Variables that show quotes, and that edit them if the caller or the author of the command is at least Editor."""

from collections.abc import Awaitable, Callable

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Role
from greenroom.accounts.stream_platforms import find_stream_platform
from greenroom.channel_file.lists.errors import TooMany
from greenroom.features.quotes import service
from greenroom.features.quotes.models import Quote
from greenroom.features.quotes.rules import chat_text, date_text, number_in, parse_query, split_mention
from greenroom.features.quotes.schemas import QuoteIn
from greenroom.features.quotes.service import QUOTES
from greenroom.kernel.context import Kernel
from greenroom.responses.authors import author_of
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

GROUP = "Quotes"


def variables(kernel: Kernel) -> list[Variable]:
    quotes = QuoteVariables(kernel)
    return [
        Variable(
            "quote",
            GROUP,
            "A quote by number or by text, or a random one",
            "$(quote 12)",
            '#12: "I meant to do that" — Juno (2 January 2030)',
            quotes.show(lambda row: chat_text(row.number, row.text, row.quoted_name, row.said_at)),
            takes="text",
            cost="database",
        ),
        _reading_variable(quotes, "text", "Text of a quote", "I meant to do that", lambda row: row.text),
        _reading_variable(quotes, "name", "Who said the quote", "Juno", lambda row: row.quoted_name),
        _reading_variable(
            quotes, "number", "Number of the quote that contains this text", "12", lambda row: str(row.number)
        ),
        _reading_variable(quotes, "date", "Date of the quote", "2 January 2030", lambda row: date_text(row.said_at)),
        Variable("quote.count", GROUP, "Number of quotes", "$(quote.count)", "84", quotes.count, cost="database"),
        _editing_variable(
            "add",
            "Adds a quote; start with @name to say who said it",
            ("$(quote.add @Juno I meant to do that)", "Quote #12 added."),
            quotes.add,
            lambda _, arguments: _preview_text("added", "12", arguments),
        ),
        _editing_variable(
            "edit",
            "Edits the quote with this number",
            ("$(quote.edit 12 I never meant to do that)", "Quote #12 updated."),
            quotes.edit,
            lambda _, arguments: _preview_text("updated", _first_word(arguments), arguments),
        ),
        _editing_variable(
            "delete",
            "Deletes the quote with this number",
            ("$(quote.delete 12)", "Quote #12 deleted."),
            quotes.delete,
            lambda _, arguments: _preview_text("deleted", _first_word(arguments), arguments),
        ),
    ]


Read = Callable[[Quote], str]
Evaluate = Callable[[VariableContext, Arguments], Awaitable[str]]


def _reading_variable(quotes: "QuoteVariables", name: str, summary: str, shows: str, read: Read) -> Variable:
    example = f"$(quote.{name} 12)" if name != "number" else "$(quote.number meant)"
    return Variable(f"quote.{name}", GROUP, summary, example, shows, quotes.show(read), takes="text", cost="database")


def _editing_variable(
    name: str,
    summary: str,
    example: tuple[str, str],
    evaluate: Evaluate,
    preview: Callable[[VariableContext, Arguments], str],
) -> Variable:
    return Variable(
        f"quote.{name}",
        GROUP,
        summary,
        *example,
        evaluate,
        takes="text",
        needs_caller=True,
        has_side_effect=True,
        preview=preview,
        cost="database",
        min_level=Role.EDITOR,
        follows_author=True,
    )


class QuoteVariables:
    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def show(self, read: Read) -> Evaluate:
        async def evaluate(context: VariableContext, arguments: Arguments) -> str:
            async with self._kernel.database.read() as session:
                return read(await _find_quote(session, context, arguments.text))

        return evaluate

    async def count(self, context: VariableContext, _: Arguments) -> str:
        async with self._kernel.database.read() as session:
            return str(await QUOTES.count(session, context.channel_id))

    async def add(self, context: VariableContext, arguments: Arguments) -> str:
        name, words = split_mention(arguments.text)
        quote = _validate(text=words, quoted_name=name, provider=_platform(context.provider))
        try:
            async with self._kernel.database.write() as session:
                by = await author_of(session, context)
                row = await service.add_quote(
                    session, context.channel_id, quote, by, connection_id=context.connection_id
                )
        except TooMany as error:
            raise NoValue(error.message) from error
        return f"Quote #{row.number} added."

    async def edit(self, context: VariableContext, arguments: Arguments) -> str:
        _, _, words = arguments.text.strip().partition(" ")
        async with self._kernel.database.write() as session:
            row = await _find_by_number(session, context, _first_word(arguments))
            name, text = split_mention(words)
            quote = _validate(
                text=text, quoted_name=name or row.quoted_name, provider=_platform(row.provider), category=row.category
            )
            await QUOTES.edit(session, row, quote, await author_of(session, context))
            await QUOTES.publish_changed(session, row)
        return f"Quote #{row.number} updated."

    async def delete(self, context: VariableContext, arguments: Arguments) -> str:
        async with self._kernel.database.write() as session:
            row = await _find_by_number(session, context, _first_word(arguments))
            by = await author_of(session, context)
            await QUOTES.delete(session, context.channel_id, row.id, by)
        return f"Quote #{row.number} deleted."


async def _find_quote(session: AsyncSession, context: VariableContext, text: str) -> Quote:
    number = number_in(text)
    if number is not None:
        row = await service.find_number(session, context.channel_id, number)
        if row is None:
            raise NoValue(f"Quote #{number} not found")
        return row
    row = await service.find_random(session, context.channel_id, parse_query(text))
    if row is None:
        raise NoValue("No quote found" if text.strip() else "No quotes yet")
    return row


async def _find_by_number(session: AsyncSession, context: VariableContext, text: str) -> Quote:
    number = number_in(text)
    if number is None:
        raise NoValue("Start with the number of a quote")
    row = await service.find_number(session, context.channel_id, number, to_change=True)
    if row is None:
        raise NoValue(f"Quote #{number} not found")
    return row


def _platform(provider: str) -> str | None:
    return provider if find_stream_platform(provider) else None


def _first_word(arguments: Arguments) -> str:
    return arguments.text.strip().partition(" ")[0]


def _preview_text(result: str, number: str, arguments: Arguments) -> str:
    if not arguments.text.strip():
        raise NoValue("Nothing entered")
    return f"Quote #{number.removeprefix('#')} {result}."


def _validate(**fields: str | None) -> QuoteIn:
    try:
        return QuoteIn.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        raise NoValue(f"The {first['loc'][0]} {first['msg'].removeprefix('Value error, ')}") from error
