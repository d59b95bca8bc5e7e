"""The quotes of a channel in a file."""

from collections.abc import Container, Sequence
from typing import Annotated
from uuid import UUID

from pydantic import Field, ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.sections import Editor, Write
from greenroom.chat.settings_section import SettingsSection
from greenroom.features.quotes import service
from greenroom.features.quotes.models import Quote
from greenroom.features.quotes.rules import BIGGEST_NUMBER, number_in
from greenroom.features.quotes.schemas import QuoteIn, QuoteSettings
from greenroom.features.quotes.service import Hand
from greenroom.kernel.db import JsonObject

# Of those that come from outside: behind them there has to be room for all that will ever follow.
BIGGEST_GIVEN = 1_000_000_000


class QuoteEntry(QuoteIn):
    # Left out: the next one. Not 12.0 or "12" either, which would be another key for the same quote.
    number: Annotated[int, Field(ge=1, le=BIGGEST_NUMBER, strict=True)] | None = None


def settings_section() -> SettingsSection[QuoteSettings]:
    title = "Quote settings"
    return SettingsSection("quote_settings", title, QuoteSettings, service.get_settings, service.change_settings)


class QuotesSection:
    """A quote is recognised by its number."""

    key = "quotes"
    title = "Quotes"
    is_single = False

    def key_of(self, entry: JsonObject) -> str:
        number = entry.get("number")
        return "" if number is None else str(number)

    def names_of(self, entry: JsonObject) -> list[str]:
        key = self.key_of(entry)
        return [key] if key else []

    def complete(self, entry: JsonObject) -> JsonObject:
        return QuoteEntry.model_validate(entry).model_dump(mode="json")

    def brief(self, entry: JsonObject) -> JsonObject:
        said = QuoteEntry.model_validate(entry).model_dump(mode="json", exclude_defaults=True)
        return {name: said[name] for name in ("number", *said) if name in said}

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        rows = await service.all_quotes(session, channel_id)
        return {str(row.number): _entry(row) for row in rows}

    def check(self, entry: JsonObject) -> list[str]:
        try:
            number = QuoteEntry.model_validate(entry).number
        except ValidationError as error:
            return [_words(item["loc"], item["msg"]) for item in error.errors()]
        is_too_big = number is not None and number > BIGGEST_GIVEN
        return [f"number: must be at most {BIGGEST_GIVEN}"] if is_too_big else []

    async def clashes(self, session: AsyncSession, channel_id: UUID, entry: JsonObject) -> list[str]:
        number = QuoteEntry.model_validate(entry).number
        row = None if number is None else await service.find_number(session, channel_id, number)
        return [] if row is None else [str(row.number)]

    async def write(self, session: AsyncSession, editor: Editor, entry: JsonObject) -> None:
        await self.write_all(session, editor, [entry])

    def prepare(self, editor: Editor, entries: Sequence[JsonObject]) -> Write:
        return lambda session: self.write_all(session, editor, entries)

    async def write_all(self, session: AsyncSession, editor: Editor, entries: Sequence[JsonObject]) -> None:
        """Thousands of them come from other bots: those that are new are added together."""
        given = [QuoteEntry.model_validate(entry) for entry in entries]
        hand = Hand(editor.name, editor.now)
        numbers = [one.number for one in given if one.number is not None]
        there = await service.find_numbers(session, editor.channel_id, numbers)
        service.change_quotes(session, [(there[one.number], one) for one in given if one.number in there], hand)
        new = [(one.number, one) for one in given if one.number not in there]
        await service.add_quotes(session, editor.channel_id, new, hand)

    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None:
        number = number_in(key)
        row = None if number is None else await service.find_number(session, editor.channel_id, number)
        if row is not None:
            await service.delete_quote(session, editor.channel_id, row.id)

    async def remove_all(self, session: AsyncSession, editor: Editor, keys: Sequence[str]) -> None:
        for key in keys:
            await self.remove(session, editor, key)

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        """The next number that is free."""
        return {name: value for name, value in entry.items() if name != "number"}


def _entry(row: Quote) -> JsonObject:
    given = QuoteEntry(
        number=row.number,
        text=row.text,
        quoted_name=row.quoted_name,
        provider=row.provider or None,  # pyright: ignore[reportArgumentType]  # stored as one of them
        category=row.category,
        said_at=row.said_at,
    )
    return given.model_dump(mode="json")


def _words(place: tuple[int | str, ...], message: str) -> str:
    return f"{'.'.join(map(str, place)) or 'entry'}: {message.removeprefix('Value error, ')}"
