"""The filters of a channel in a file."""

from collections.abc import Container, Sequence
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.sections import Editor, Write
from greenroom.chat.settings_section import SettingsSection
from greenroom.features.filters import reading, service, terms
from greenroom.features.filters.fields import LONGEST_NAME, FilterFields
from greenroom.features.filters.models import Filter, FilterTerms
from greenroom.features.filters.service import Hand
from greenroom.features.filters.types.registry import KINDS, FilterIn
from greenroom.kernel.db import JsonObject
from greenroom.kernel.text import SearchText

_FILTER: TypeAdapter[FilterFields] = TypeAdapter(FilterIn)


class FilterOrder(BaseModel):
    """In which order they look: those that are named come first, whoever is not keeps its place behind them."""

    model_config = ConfigDict(extra="forbid")

    names: Annotated[list[Annotated[SearchText, StringConstraints(max_length=LONGEST_NAME)]], Field(max_length=200)]


async def _read_order(session: AsyncSession, channel_id: UUID) -> FilterOrder:
    return FilterOrder(names=list(await _named(session, channel_id)))


async def _write_order(session: AsyncSession, channel_id: UUID, given: FilterOrder) -> None:
    """A name that no filter has is passed over."""
    await session.flush()
    named = await _named(session, channel_id)
    first = [key for key in (_found(named, name) for name in given.names) if key is not None]
    ordered = dict.fromkeys([*first, *named])
    await service.order_filters(session, channel_id, [named[key].id for key in ordered])


def order_section() -> SettingsSection[FilterOrder]:
    return SettingsSection("filter_order", "Order of the filters", FilterOrder, _read_order, _write_order)


class FiltersSection:
    """A filter is recognised by its name; where two share one, the later is called by a number too."""

    key = "filters"
    title = "Filters"
    is_single = False

    def key_of(self, entry: JsonObject) -> str:
        return str(entry.get("name", ""))

    def names_of(self, entry: JsonObject) -> list[str]:
        return [self.key_of(entry).casefold()]

    def complete(self, entry: JsonObject) -> JsonObject:
        return _settled(entry).model_dump(mode="json")

    def brief(self, entry: JsonObject) -> JsonObject:
        given = _settled(entry)
        said = given.model_dump(mode="json", exclude_defaults=True)
        if not entry_terms(said):
            said.get("settings", {}).pop("terms", None)
        shown = {name: value for name, value in said.items() if value != {}}
        return {"name": given.name, "type": reading.type_of(given), **shown}

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        return {key: await _entry(session, key, row) for key, row in (await _named(session, channel_id)).items()}

    def check(self, entry: JsonObject) -> list[str]:
        try:
            return terms.settle(_FILTER.validate_python(entry))[1]
        except ValidationError as error:
            return [_words(item["loc"], item["msg"]) for item in error.errors()]

    async def clashes(self, session: AsyncSession, channel_id: UUID, entry: JsonObject) -> list[str]:
        key = _found(await _named(session, channel_id), self.key_of(entry))
        return [] if key is None else [key]

    async def write(self, session: AsyncSession, editor: Editor, entry: JsonObject) -> None:
        given, hand = _settled(entry), Hand(editor.name, editor.now)
        kept = await terms.prepare(given)
        named = await _named(session, editor.channel_id)
        key = _found(named, given.name)
        if key is not None and named[key].type == reading.type_of(given):
            await service.save_filter(session, editor.channel_id, named[key].id, given, kept, hand, revision=None)
            return
        if key is not None:
            # A filter keeps its type for good, so another takes its place.
            await service.delete_filter(session, editor.channel_id, named[key].id)
        await service.create_filter(session, editor.channel_id, given, kept, hand)

    def prepare(self, editor: Editor, entries: Sequence[JsonObject]) -> Write:
        return lambda session: self.write_all(session, editor, entries)

    async def write_all(self, session: AsyncSession, editor: Editor, entries: Sequence[JsonObject]) -> None:
        for entry in entries:
            await self.write(session, editor, entry)

    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None:
        named = await _named(session, editor.channel_id)
        for name, row in named.items():
            # Else one that shares its name would be called otherwise as soon as this one is gone.
            row.name = name
        found = _found(named, key)
        if found is not None:
            await service.delete_filter(session, editor.channel_id, named[found].id)

    async def remove_all(self, session: AsyncSession, editor: Editor, keys: Sequence[str]) -> None:
        for key in keys:
            await self.remove(session, editor, key)

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        return {**entry, "name": _free(self.key_of(entry), taken)}


async def _named(session: AsyncSession, channel_id: UUID) -> dict[str, Filter]:
    """In the order in which they look."""
    rows = await session.scalars(
        select(Filter).where(Filter.channel_id == channel_id).order_by(Filter.place, Filter.id)
    )
    named: dict[str, Filter] = {}
    taken: set[str] = set()
    for row in rows:
        name = _free(row.name, taken)
        taken.add(name.casefold())
        named[name] = row
    return named


def _found(named: dict[str, Filter], name: str) -> str | None:
    return next((key for key in named if key.casefold() == name.casefold()), None)


def _free(name: str, taken: Container[str]) -> str:
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        mark = f" ({number})"
        free = f"{name[: LONGEST_NAME - len(mark)]}{mark}"
    return free


async def _entry(session: AsyncSession, key: str, row: Filter) -> JsonObject:
    fields = {**reading.fields_of(row), "name": key}
    if row.type == "banned_terms":
        stored = terms.decode(await session.scalar(select(FilterTerms.terms).where(FilterTerms.filter_id == row.id)))
        listed = [{"kind": term.kind, "text": term.text} for term in stored]
        fields["settings"] = {**row.settings, "terms": listed}
    return KINDS[row.type].filter.model_validate(fields).model_dump(mode="json")


def _settled(entry: JsonObject) -> FilterFields:
    return terms.settle(_FILTER.validate_python(entry))[0]


def entry_terms(entry: dict[str, Any]) -> object:
    return entry.get("settings", {}).get("terms")


def _words(place: tuple[int | str, ...], message: str) -> str:
    parts = [str(part) for part in place if part not in KINDS]
    return f"{'.'.join(parts) or 'entry'}: {message.removeprefix('Value error, ')}"
