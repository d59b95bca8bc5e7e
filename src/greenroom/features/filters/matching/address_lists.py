"""Lists of addresses that people keep."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from greenroom.features.filters.matching.addresses import Address, AddressPattern
from greenroom.features.filters.types.filter_type import Catch
from greenroom.kernel.text import SearchText

MAX_ADDRESSES = 500
MAX_ADDRESS_LENGTH = 300
MAX_SPANS = 20
# What they are called in the settings of filters.
ADDRESS_LISTS = frozenset({"allowed", "blocked"})


def _pattern(text: str) -> str:
    """As it is kept: without spaces and without a scheme."""
    kept = text.strip()
    if any(each.isspace() for each in kept):
        raise ValueError("must not contain spaces")
    if AddressPattern(kept).is_empty:
        raise ValueError("is not an address such as clips.example, *.clips.example or tunic.wiki/page")
    return kept.partition("://")[2] or kept


AddressList = list[Annotated[SearchText, Field(min_length=1, max_length=MAX_ADDRESS_LENGTH), AfterValidator(_pattern)]]


def valid_settings(settings: dict[str, Any]) -> dict[str, Any]:
    """As they were stored, without entries that stand for nothing: they were taken once and are refused now."""
    return {name: _usable_entries(value) if name in ADDRESS_LISTS else value for name, value in settings.items()}


def _usable_entries(entries: list[str]) -> list[str]:
    return [one for one in entries if not AddressPattern(one).is_empty]


def caught_by_addresses(unwanted: Sequence[Address], before: str = "") -> Catch | None:
    if not unwanted:
        return None
    spans = tuple((one.start, one.end) for one in unwanted[:MAX_SPANS])
    return Catch(f"{before}links to {unwanted[0].shown[:100]}", spans)
