"""Allowlists and blocklists of addresses in filter settings."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from greenroom.features.filters.matching.addresses import Address, AddressPattern
from greenroom.features.filters.types.filter_type import Catch
from greenroom.forms.fields import SwitchField, TagsField
from greenroom.kernel.text import StorableText

MAX_ADDRESSES = 500
MAX_ADDRESS_LENGTH = 300
MAX_SPANS = 20
# The fields of filter settings that are lists of addresses.
ADDRESS_LISTS = frozenset({"allowed", "blocked"})


def _validate(text: str) -> str:
    """Validates an entry and removes its scheme."""
    entry = text.strip()
    if any(each.isspace() for each in entry):
        raise ValueError("must not contain spaces")
    if AddressPattern(entry).is_empty:
        raise ValueError("must be a domain or path, e.g. clips.example, *.clips.example or tunic.wiki/page")
    return entry.partition("://")[2] or entry


AddressList = Annotated[
    list[Annotated[StorableText, Field(min_length=1, max_length=MAX_ADDRESS_LENGTH), AfterValidator(_validate)]],
    Field(max_length=MAX_ADDRESSES),
]
Allowlist = Annotated[
    AddressList,
    TagsField("Allowlist", "clips.example, *.clips.example or tunic.wiki/*", placeholder="Add domain"),
]
SpelledOut = Annotated[bool, SwitchField("Detect “name dot com”")]


def valid_settings(settings: dict[str, Any]) -> dict[str, Any]:
    """Stored settings without empty address patterns, which older versions accepted."""
    return {name: _valid_entries(value) if name in ADDRESS_LISTS else value for name, value in settings.items()}


def _valid_entries(entries: list[str]) -> list[str]:
    return [one for one in entries if not AddressPattern(one).is_empty]


def catch_addresses(unwanted: Sequence[Address], prefix: str = "") -> Catch | None:
    if not unwanted:
        return None
    spans = tuple((one.start, one.end) for one in unwanted[:MAX_SPANS])
    return Catch(f"{prefix}links to {unwanted[0].shown[:100]}", spans)
