"""Quotes in answers: read by everybody who may use the command, changed by moderators and above."""

from collections.abc import Awaitable, Callable

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.quotes import service
from greenroom.features.quotes.models import Quote
from greenroom.features.quotes.rules import chat_text, day, number_in, parse_query, split_mention
from greenroom.features.quotes.schemas import Provider, QuoteIn
from greenroom.features.quotes.service import TooManyQuotes
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext
from greenroom.tenancy.access.rules import Role

GROUP = "Quotes"
PROVIDERS: dict[str, Provider] = {"twitch": "twitch", "youtube": "youtube", "kick": "kick", "tiktok": "tiktok"}


def variables(kernel: Kernel) -> list[Variable]:
    book = QuoteVariables(kernel)
    return [
        Variable(
            "quote",
            GROUP,
            "A quote by its number, one that has these words, or any.",
            "$(quote 12)",
            '#12: "I meant to do that" — Juno (2 January 2030)',
            book.show(lambda row: chat_text(row.number, row.text, row.quoted_name, row.said_at)),
            takes="text",
            cost="database",
        ),
        _reading_variable(book, "text", "Only the words of a quote.", "I meant to do that", lambda row: row.text),
        _reading_variable(book, "name", "Whose words they are.", "Juno", lambda row: row.quoted_name),
        _reading_variable(
            book, "number", "The number of a quote that has these words.", "12", lambda row: str(row.number)
        ),
        _reading_variable(book, "date", "When it was said.", "2 January 2030", lambda row: day(row.said_at)),
        Variable(
            "quote.count", GROUP, "How many quotes there are.", "$(quote.count)", "84", book.count, cost="database"
        ),
        _editing_variable(
            "add",
            "Keeps a quote; a name with @ in front says whose words they are.",
            ("$(quote.add @Juno I meant to do that)", "Quote #12 was added."),
            book.add,
            lambda _, given: _preview_text("added", "12", given),
        ),
        _editing_variable(
            "edit",
            "Changes the words of the quote with this number.",
            ("$(quote.edit 12 I never meant to do that)", "Quote #12 was changed."),
            book.edit,
            lambda _, given: _preview_text("changed", _first_word(given), given),
        ),
        _editing_variable(
            "delete",
            "Deletes the quote with this number, which is never given again.",
            ("$(quote.delete 12)", "Quote #12 was deleted."),
            book.delete,
            lambda _, given: _preview_text("deleted", _first_word(given), given),
        ),
    ]


Read = Callable[[Quote], str]
Evaluate = Callable[[VariableContext, Arguments], Awaitable[str]]


def _reading_variable(book: "QuoteVariables", name: str, summary: str, shows: str, read: Read) -> Variable:
    example = f"$(quote.{name} 12)" if name != "number" else "$(quote.number meant)"
    return Variable(f"quote.{name}", GROUP, summary, example, shows, book.show(read), takes="text", cost="database")


def _editing_variable(
    name: str,
    summary: str,
    shown: tuple[str, str],
    evaluate: Evaluate,
    pretend: Callable[[VariableContext, Arguments], str],
) -> Variable:
    return Variable(
        f"quote.{name}",
        GROUP,
        summary,
        *shown,
        evaluate,
        takes="text",
        needs_caller=True,
        has_side_effect=True,
        pretend=pretend,
        cost="database",
        least_level=Role.MOD,
    )


class QuoteVariables:
    """The quotes of the channel in which something is said."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def show(self, read: Read) -> Evaluate:
        async def evaluate(occasion: VariableContext, given: Arguments) -> str:
            async with self._kernel.database.read() as session:
                return read(await _find_quote(session, occasion, given.text))

        return evaluate

    async def count(self, occasion: VariableContext, _: Arguments) -> str:
        async with self._kernel.database.read() as session:
            return str(await service.count_quotes(session, occasion.channel_id))

    async def add(self, occasion: VariableContext, given: Arguments) -> str:
        name, words = split_mention(given.text)
        quote = _checked(text=words, quoted_name=name, provider=PROVIDERS.get(occasion.provider))
        try:
            async with self._kernel.database.write() as session:
                row = await service.add_quote(
                    session, occasion.channel_id, quote, _changed_by(occasion), connection_id=occasion.connection_id
                )
        except TooManyQuotes as error:
            raise NoValue(error.message) from error
        return f"Quote #{row.number} was added."

    async def edit(self, occasion: VariableContext, given: Arguments) -> str:
        _, _, words = given.text.strip().partition(" ")
        async with self._kernel.database.write() as session:
            row = await _find_by_number(session, occasion, _first_word(given))
            name, text = split_mention(words)
            quote = _checked(
                text=text,
                quoted_name=name or row.quoted_name,
                provider=PROVIDERS.get(row.provider),
                category=row.category,
            )
            service.change_quote(session, row, quote, _changed_by(occasion))
        return f"Quote #{row.number} was changed."

    async def delete(self, occasion: VariableContext, given: Arguments) -> str:
        async with self._kernel.database.write() as session:
            row = await _find_by_number(session, occasion, _first_word(given))
            await service.delete_quote(session, occasion.channel_id, row.id)
        return f"Quote #{row.number} was deleted."


async def _find_quote(session: AsyncSession, occasion: VariableContext, text: str) -> Quote:
    number = number_in(text)
    if number is not None:
        row = await service.find_number(session, occasion.channel_id, number)
        if row is None:
            raise NoValue(f"There is no quote {number}")
        return row
    row = await service.find_random(session, occasion.channel_id, parse_query(text))
    if row is None:
        raise NoValue("No quote has these words" if text.strip() else "There are no quotes yet")
    return row


async def _find_by_number(session: AsyncSession, occasion: VariableContext, text: str) -> Quote:
    number = number_in(text)
    if number is None:
        raise NoValue("It begins with the number of a quote")
    row = await service.find_number(session, occasion.channel_id, number, to_change=True)
    if row is None:
        raise NoValue(f"There is no quote {number}")
    return row


def _first_word(given: Arguments) -> str:
    return given.text.strip().partition(" ")[0]


def _preview_text(deed: str, number: str, given: Arguments) -> str:
    if not given.text.strip():
        raise NoValue("Nothing stands behind it")
    return f"Quote #{number.removeprefix('#')} was {deed}."


def _checked(**fields: str | None) -> QuoteIn:
    try:
        return QuoteIn.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        raise NoValue(f"The {first['loc'][0]} {first['msg'].removeprefix('Value error, ')}") from error


def _changed_by(occasion: VariableContext) -> ChangedBy:
    assert occasion.caller is not None
    return ChangedBy(occasion.caller.name or occasion.caller.login, occasion.now)
