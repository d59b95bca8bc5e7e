"""Two sections of the channel's file: the quotes, and their settings."""

from collections.abc import Container, Sequence
from typing import Annotated
from uuid import UUID

from pydantic import Field, ValidationError
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.channel_file.sections import Editor, StoredEntries, Write, problems_in
from greenroom.channel_file.settings_section import SettingsSection
from greenroom.features.quotes import service
from greenroom.features.quotes.bulk_write import PreparedQuote, remove_quotes, write_quotes
from greenroom.features.quotes.models import Quote
from greenroom.features.quotes.rules import MAX_NUMBER, number_in
from greenroom.features.quotes.schemas import MAX_QUOTES, QuoteIn, QuoteSettings
from greenroom.features.quotes.service import QUOTES
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.tasks.cooperative import row_slices

# Highest number in a file, which leaves room for the numbers of later quotes.
MAX_IMPORTED_NUMBER = 1_000_000_000


class QuoteEntry(QuoteIn):
    # None: the quote gets the next number. Strict: 12.0 or "12" would be another key for the same quote.
    number: Annotated[int, Field(ge=1, le=MAX_NUMBER, strict=True)] | None = None


def settings_section() -> SettingsSection[QuoteSettings]:
    return SettingsSection(
        *service.SETTINGS_SECTION,
        QuoteSettings,
        service.get_settings,
        service.change_settings,
        permission=Permission.QUOTES_MANAGE,
        read_permission=Permission.QUOTES_READ,
    )


class QuotesSection:
    """The section `quotes`, whose entries are identified by number."""

    key = "quotes"
    title = "Quotes"
    is_single = False
    max_entries = MAX_QUOTES
    permission = Permission.QUOTES_MANAGE
    read_permission = Permission.QUOTES_READ

    def key_of(self, entry: JsonObject) -> str:
        number = entry.get("number")
        return "" if number is None else str(number)

    def names_of(self, entry: JsonObject) -> list[str]:
        key = self.key_of(entry)
        return [key] if key else []

    def complete(self, entry: JsonObject) -> JsonObject:
        return QuoteEntry.model_validate(entry).model_dump(mode="json")

    def without_defaults(self, entry: JsonObject) -> JsonObject:
        fields = QuoteEntry.model_validate(entry).model_dump(mode="json", exclude_defaults=True)
        return {name: fields[name] for name in ("number", *fields) if name in fields}

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        of_channel = select(*service.COLUMNS).where(Quote.channel_id == channel_id)
        rows = row_slices(session, of_channel.order_by(Quote.number))
        return {str(row.number): service.entry_of(row) async for part in rows for row in part}

    async def find(self, session: AsyncSession, channel_id: UUID, key: str) -> JsonObject | None:
        number = number_in(key)
        row = None if number is None else await service.find_number(session, channel_id, number)
        return None if row is None else service.entry_of(row)

    def check(self, entry: JsonObject) -> list[str]:
        try:
            number = QuoteEntry.model_validate(entry).number
        except ValidationError as error:
            return problems_in(error)
        is_too_big = number is not None and number > MAX_IMPORTED_NUMBER
        return [f"number: must be at most {MAX_IMPORTED_NUMBER}"] if is_too_big else []

    async def author_levels(self, session: AsyncSession, channel_id: UUID) -> dict[str, int]:
        return {}

    async def lock(self, session: AsyncSession, channel_id: UUID) -> None:
        await QUOTES.lock(session, channel_id)

    def prepare(self, editor: Editor, entries: Sequence[JsonObject], stored: StoredEntries) -> Write:
        checked = [QuoteEntry.model_validate(entry) for entry in entries]
        quotes = [PreparedQuote.of(quote.number, quote) for quote in checked]
        return lambda session: write_quotes(session, editor.channel_id, quotes, editor.changed_by)

    async def replace(self, session: AsyncSession, editor: Editor, key: str, entry: JsonObject) -> None:
        await self.prepare(editor, [entry], StoredEntries([], []))(session)

    async def restore_kept(self, session: AsyncSession, channel_id: UUID, key: str, kept: JsonObject) -> None:
        """Does nothing: a deleted quote has nothing to restore besides its fields."""

    async def remove_all(self, session: AsyncSession, editor: Editor, keys: Sequence[str]) -> None:
        numbers = [number for number in map(number_in, keys) if number is not None]
        await remove_quotes(session, editor.channel_id, numbers, editor.changed_by)

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        """The quote without its number, so that it gets the next number."""
        return {name: value for name, value in entry.items() if name != "number"}
