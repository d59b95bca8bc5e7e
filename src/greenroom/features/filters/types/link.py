from typing import Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.addresses import Address, AddressPattern
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.types.address_lists import MAX_ADDRESSES, AddressList, catch_addresses
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter
from greenroom.kernel.schema import StrictSchema


class LinkSettings(StrictSchema):
    catches: Literal["all", "blocked"] = Field(
        default="all", title="Block", description="All links except the allowlist, or only the blocklist."
    )
    allowed: AddressList = Field(default=[], max_length=MAX_ADDRESSES, title="Allowlist")
    blocked: AddressList = Field(
        default=[], max_length=MAX_ADDRESSES, title="Blocklist", description="Overrides the allowlist."
    )
    spelled_out: bool = Field(default=True, title="Detect “name dot com”")
    permit_seconds: int = Field(default=60, ge=1, le=3600, title="Permit duration (seconds)")


class LinkFilter(FilterFields):
    type: Literal["link"]
    settings: LinkSettings = Field(default_factory=LinkSettings)


class LinkFilterOut(LinkFilter, SavedFilter):
    pass


class LinkCheck:
    def __init__(self, settings: LinkSettings) -> None:
        self._all = settings.catches == "all"
        self._allowed = [AddressPattern(one) for one in settings.allowed]
        self._blocked = [AddressPattern(one) for one in settings.blocked]
        self._spelled_out = settings.spelled_out

    def catch(self, message: Message) -> Catch | None:
        if not message.addresses:
            return None
        return catch_addresses([one for one in message.addresses if self._is_unwanted(one)])

    def _is_unwanted(self, address: Address) -> bool:
        if address.is_spelled_out and not self._spelled_out:
            return False
        if any(pattern.blocks(address) for pattern in self._blocked):
            return True
        return self._all and not any(pattern.allows(address) for pattern in self._allowed)

    def explain_pass(self, message: Message) -> str:
        return "all links are allowed" if message.addresses else "no links found"


def summary(settings: LinkSettings, _: int) -> str:
    if settings.catches == "blocked":
        return f"{len(settings.blocked)} blocked, permit {settings.permit_seconds} s"
    return f"{len(settings.allowed)} allowed, permit {settings.permit_seconds} s"


FILTER_TYPE = FilterType(
    "link",
    "Links",
    "Links that are not on the allowlist. A permit allows one message with links.",
    LinkFilter,
    LinkFilterOut,
    LinkSettings,
    check=lambda settings, _, __: LinkCheck(settings),
    summary=summary,
)
