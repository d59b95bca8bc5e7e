"""Converts filter rows to engine specs and API models, and back."""

from collections.abc import Sequence
from typing import Any, cast

from pydantic import BaseModel

from greenroom.features.filters.engine import FilterSpec
from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.term_matcher import Term
from greenroom.features.filters.models import Filter
from greenroom.features.filters.terms import decode
from greenroom.features.filters.types.address_lists import valid_settings
from greenroom.features.filters.types.filter_type import SavedFilter
from greenroom.features.filters.types.registry import FILTER_TYPES, FilterOut
from greenroom.kernel.db.database import JsonObject


def fields_of(row: Filter) -> dict[str, Any]:
    return {
        "type": row.type,
        "name": row.name,
        "enabled": row.is_enabled,
        "mode": row.mode,
        "providers": row.providers,
        "exempt_level": row.exempt_level,
        "exempt_viewers": row.exempt_viewers,
        "ladder": row.ladder,
        "message": row.message,
        "strike_seconds": row.strike_seconds,
        "settings": valid_settings(row.settings),
    }


def entry_of(row: Filter, terms: Sequence[Term] | None) -> JsonObject:
    """The filter as the audit log stores it; without its terms if `terms` is None."""
    entry = fields_of(row)
    if row.type == "banned_terms" and terms is not None:
        listed = [{"kind": term.kind, "text": term.text} for term in terms]
        entry["settings"] = {**entry["settings"], "terms": listed}
    return entry


def spec_of(row: Filter, terms: bytes | None) -> FilterSpec:
    fields = FILTER_TYPES[row.type].filter.model_validate(fields_of(row))
    return FilterSpec.of(row.id, fields, row.type, settings_of(fields), decode(terms))


def settings_of(fields: FilterFields) -> BaseModel:
    """The `settings` that every type has, although the base class does not declare them."""
    return cast("Any", fields).settings


def type_of(fields: FilterFields) -> str:
    return cast("Any", fields).type


def api_model_of(row: Filter, hits_today: int) -> FilterOut:
    kind = FILTER_TYPES[row.type]
    settings = kind.settings.model_validate(valid_settings(row.settings))
    saved: dict[str, Any] = {
        "id": row.id,
        "summary": kind.summary(settings, row.term_count),
        "hits_today": hits_today,
        "revision": row.revision,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
        "updated_by": row.updated_by,
    }
    if row.type == "banned_terms":
        saved["term_count"] = row.term_count
    return cast("FilterOut", _saved(kind.saved, fields_of(row) | saved))


def _saved(model: type[SavedFilter], values: dict[str, Any]) -> SavedFilter:
    return model.model_validate(values)


def apply_fields(row: Filter, fields: FilterFields) -> None:
    plain = fields.model_dump(mode="json")
    row.name = fields.name
    row.type = type_of(fields)
    row.is_enabled = fields.enabled
    row.mode = fields.mode
    row.providers = list(dict.fromkeys(fields.providers))
    row.exempt_level = fields.exempt_level
    row.exempt_viewers = plain["exempt_viewers"]
    row.ladder = plain["ladder"]
    row.message = fields.message
    row.strike_seconds = fields.strike_seconds
    row.settings = {name: value for name, value in plain["settings"].items() if name != "terms"}
