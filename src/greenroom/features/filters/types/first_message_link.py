from typing import Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.addresses import Address, AddressPattern
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.types.address_lists import Allowlist, SpelledOut, catch_addresses
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter
from greenroom.forms.settings import EditedSettings


class FirstMessageLinkSettings(EditedSettings):
    allowed: Allowlist = []
    spelled_out: SpelledOut = True


class FirstMessageLinkFilter(FilterFields):
    type: Literal["first_message_link"]
    settings: FirstMessageLinkSettings = Field(default_factory=FirstMessageLinkSettings)


class FirstMessageLinkFilterOut(FirstMessageLinkFilter, SavedFilter):
    pass


class FirstMessageLinkCheck:
    def __init__(self, settings: FirstMessageLinkSettings) -> None:
        self._allowed = [AddressPattern(one) for one in settings.allowed]
        self._spelled_out = settings.spelled_out

    def catch(self, message: Message) -> Catch | None:
        if not message.is_first or not message.addresses:
            return None
        return catch_addresses([one for one in message.addresses if self._is_unwanted(one)], "first message: ")

    def _is_unwanted(self, address: Address) -> bool:
        if address.is_spelled_out and not self._spelled_out:
            return False
        return not any(pattern.allows(address) for pattern in self._allowed)

    def explain_pass(self, message: Message) -> str:
        if not message.is_first:
            return "not their first message"
        return "all links are allowed" if message.addresses else "no links found"


FILTER_TYPE = FilterType(
    key="first_message_link",
    title="Links from first-time chatters",
    tag="First-time link filter",
    description="New chatters who advertise in their first message.",
    rule="A link in a user's first message.",
    icon="user-plus",
    filter=FirstMessageLinkFilter,
    saved=FirstMessageLinkFilterOut,
    settings=FirstMessageLinkSettings,
    check=lambda settings, _, __: FirstMessageLinkCheck(settings),
    summary=lambda _, __: "First-time chatters",
)
