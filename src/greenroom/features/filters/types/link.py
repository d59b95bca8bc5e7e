from typing import Annotated, Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.addresses import Address, AddressPattern
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.types.address_lists import AddressList, Allowlist, SpelledOut, catch_addresses
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter
from greenroom.forms.fields import Choice, ChoiceField, NumberField, TagsField
from greenroom.forms.settings import EditedSettings


class LinkSettings(EditedSettings):
    allowed: Allowlist = []
    spelled_out: SpelledOut = True
    blocked: Annotated[AddressList, TagsField("Blocklist", "Overrides the allowlist", placeholder="Add domain")] = []
    catches: Annotated[
        Literal["all", "blocked"],
        ChoiceField("Other links", choices=(Choice("all", "Block"), Choice("blocked", "Allow"))),
    ] = "all"
    permit_seconds: Annotated[int, Field(ge=1, le=3600), NumberField("Permit duration", unit="seconds")] = 60


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
    key="link",
    title="Links",
    tag="Link filter",
    description="Links from viewers without a permit.",
    rule="Any link that isn't on the allowlist.",
    icon="link",
    filter=LinkFilter,
    saved=LinkFilterOut,
    settings=LinkSettings,
    check=lambda settings, _, __: LinkCheck(settings),
    summary=summary,
)
