"""Two sections of the channel file: the filters, and the order they run in."""

import unicodedata
from collections.abc import Container, Sequence
from typing import Annotated, Any
from uuid import UUID

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.channel_file.row_section import RowSection
from greenroom.channel_file.sections import Editor, StoredEntries, Write, free_name, problems_in
from greenroom.channel_file.settings_section import SettingsSection
from greenroom.channel_file.undo import NotUndoable
from greenroom.features.filters import rows as filter_rows
from greenroom.features.filters import service, terms
from greenroom.features.filters.fields import MAX_NAME_LENGTH, FilterFields
from greenroom.features.filters.models import Filter, FilterTerms
from greenroom.features.filters.service import MAX_FILTERS
from greenroom.features.filters.terms import CheckedTerms, StoredRegexes
from greenroom.features.filters.types.registry import FILTER_TYPES, FilterIn
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject, advisory_lock
from greenroom.kernel.errors import Invalid
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.text import StorableText

_FILTER_ADAPTER: TypeAdapter[FilterFields] = TypeAdapter(FilterIn, config=ConfigDict(defer_build=True))


class FilterOrder(StrictSchema):
    """Order the filters run in; filters that are not named keep their order after the named ones."""

    names: Annotated[
        list[Annotated[StorableText, StringConstraints(max_length=MAX_NAME_LENGTH)]], Field(max_length=200)
    ]


async def _read_order(session: AsyncSession, channel_id: UUID) -> FilterOrder:
    return FilterOrder(names=list(await _filters_by_name(session, channel_id)))


async def _write_order(session: AsyncSession, channel_id: UUID, order: FilterOrder, by: ChangedBy) -> None:
    """Puts the filters into this order; ignores names that no filter has."""
    await session.flush()
    named = await _filters_by_name(session, channel_id)
    first = [key for key in (_find_key(named, name) for name in order.names) if key is not None]
    ordered = dict.fromkeys([*first, *named])
    await service.order_filters(session, channel_id, [named[key].id for key in ordered], by)


def order_section() -> SettingsSection[FilterOrder]:
    return SettingsSection(
        "filter_order",
        "Filter order",
        FilterOrder,
        _read_order,
        _write_order,
        permission=Permission.FILTERS_MANAGE,
        read_permission=Permission.FILTERS_READ,
    )


class FiltersSection(RowSection[tuple[FilterFields, CheckedTerms | None]]):
    """The section of filters. Names identify them: of several with the same name all but the first get a number."""

    key = "filters"
    title = "Filters"
    is_single = False
    max_entries = MAX_FILTERS
    permission = Permission.FILTERS_MANAGE
    read_permission = Permission.FILTERS_READ

    def key_of(self, entry: JsonObject) -> str:
        return unicodedata.normalize("NFC", str(entry.get("name", ""))).strip()

    def names_of(self, entry: JsonObject) -> list[str]:
        return [self.key_of(entry).casefold()]

    def complete(self, entry: JsonObject) -> JsonObject:
        return self.prepare_entry(entry)[0].model_dump(mode="json")

    def without_defaults(self, entry: JsonObject) -> JsonObject:
        validated, _ = self.prepare_entry(entry)
        fields = validated.model_dump(mode="json", exclude_defaults=True)
        if not _terms_in(fields):
            fields.get("settings", {}).pop("terms", None)
        shown = {name: value for name, value in fields.items() if value != {}}
        return {"name": validated.name, "type": filter_rows.type_of(validated), **shown}

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        return {
            key: await _entry(session, key, row) for key, row in (await _filters_by_name(session, channel_id)).items()
        }

    async def find(self, session: AsyncSession, channel_id: UUID, key: str) -> JsonObject | None:
        rows = await session.scalars(select(Filter).where(Filter.channel_id == channel_id))
        named = [row for row in rows if row.name.casefold() == key.casefold()]
        if len(named) > 1:
            raise NotUndoable(f"Several filters are named {key}. Give them different names first.")
        if not named:
            return None
        return filter_rows.entry_of(named[0], await service.stored_terms(session, named[0].id))

    def check(self, entry: JsonObject) -> list[str]:
        try:
            self.prepare_entry(entry)
        except ValidationError as error:
            return problems_in(error, hidden=FILTER_TYPES)
        except Invalid as error:
            return [f"{one.field}: {one.message}" for one in error.errors]
        return []

    async def lock(self, session: AsyncSession, channel_id: UUID) -> None:
        await advisory_lock(session, f"filters:{channel_id}")

    def prepare_entry(self, entry: JsonObject) -> tuple[FilterFields, CheckedTerms | None]:
        return terms.with_checked_terms(_FILTER_ADAPTER.validate_python(entry))

    def prepare(self, editor: Editor, entries: Sequence[JsonObject], stored: StoredEntries) -> Write:
        """Prepares the entries, and checks the limits for all regexes of the channel together."""
        if regexes := _regexes_in(entries):
            before = StoredRegexes(_regexes_in(stored.kept), _regexes_in(stored.gone))
            terms.refuse_costly_regexes(self.key, regexes, before)
        return super().prepare(editor, entries, stored)

    async def put(
        self,
        session: AsyncSession,
        editor: Editor,
        prepared: tuple[FilterFields, CheckedTerms | None],
        key: str | None = None,
    ) -> None:
        (validated, checked), by = prepared, editor.changed_by
        named = await _filters_by_name(session, editor.channel_id)
        key = _find_key(named, key or validated.name)
        if key is not None and named[key].type == filter_rows.type_of(validated):
            await service.save_filter(session, editor.channel_id, named[key].id, validated, checked, by, revision=None)
            return
        if key is not None:
            # The type of a filter cannot change, so the filter is deleted and created again.
            await service.delete_filter(session, editor.channel_id, named[key].id, by)
        await service.create_filter(session, editor.channel_id, validated, checked, by)

    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None:
        named = await _filters_by_name(session, editor.channel_id)
        for name, row in named.items():
            # Stores the numbered names, because deleting this filter would renumber its duplicates.
            row.name = name
        found = _find_key(named, key)
        if found is not None:
            await service.delete_filter(session, editor.channel_id, named[found].id, editor.changed_by)

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        return {**entry, "name": free_name(self.key_of(entry), taken, MAX_NAME_LENGTH, str.casefold)}


async def _filters_by_name(session: AsyncSession, channel_id: UUID) -> dict[str, Filter]:
    """Name → filter, in the order they run; a second filter of the same name appears as "name (2)"."""
    rows = await session.scalars(
        select(Filter).where(Filter.channel_id == channel_id).order_by(Filter.place, Filter.id)
    )
    named: dict[str, Filter] = {}
    taken: set[str] = set()
    for row in rows:
        name = free_name(row.name, taken, MAX_NAME_LENGTH, str.casefold)
        taken.add(name.casefold())
        named[name] = row
    return named


def _find_key(named: dict[str, Filter], name: str) -> str | None:
    return next((key for key in named if key.casefold() == name.casefold()), None)


async def _entry(session: AsyncSession, key: str, row: Filter) -> JsonObject:
    entry = (
        FILTER_TYPES[row.type]
        .filter.model_validate({**filter_rows.fields_of(row), "name": key})
        .model_dump(mode="json")
    )
    if row.type == "banned_terms":
        stored = terms.decode(await session.scalar(select(FilterTerms.terms).where(FilterTerms.filter_id == row.id)))
        # Stored terms are not validated again: there may be thousands.
        entry["settings"]["terms"] = [{"kind": term.kind, "text": term.text} for term in stored]
    return entry


def _regexes_in(entries: Sequence[JsonObject]) -> tuple[str, ...]:
    return tuple(term["text"] for entry in entries for term in _terms_in(entry) if term["kind"] == "regex")


def _terms_in(entry: dict[str, Any]) -> list[dict[str, str]]:
    return entry.get("settings", {}).get("terms") or []
