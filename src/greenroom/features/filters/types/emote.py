from typing import Annotated, Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.emoji import EMOJI
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter
from greenroom.forms.fields import NumberField
from greenroom.forms.settings import EditedSettings

EMOTE_PARTS = frozenset({"emote", "cheer", "gift", "gif"})


class EmoteSettings(EditedSettings):
    max: Annotated[int, Field(ge=0, le=500), NumberField("Max emotes", "Includes emoji")] = 20


class EmoteFilter(FilterFields):
    type: Literal["emote"]
    settings: EmoteSettings = Field(default_factory=EmoteSettings)


class EmoteFilterOut(EmoteFilter, SavedFilter):
    pass


class EmoteCheck:
    def __init__(self, settings: EmoteSettings) -> None:
        self._max = settings.max

    def catch(self, message: Message) -> Catch | None:
        if len(message.parts) + message.non_ascii_count <= self._max:
            return None
        count = count_emotes(message)
        return Catch(f"{count} emotes (max {self._max})") if count > self._max else None

    def explain_pass(self, message: Message) -> str:
        return f"{count_emotes(message)} emotes (max {self._max})"


def count_emotes(message: Message) -> int:
    emotes = len([part for part in message.parts if part.kind in EMOTE_PARTS])
    return emotes if message.text.isascii() else emotes + len(EMOJI.findall(message.typed_text))


FILTER_TYPE = FilterType(
    key="emote",
    title="Emote spam",
    tag="Emote filter",
    description="Too many emotes.",
    rule="Messages with too many emotes, including emoji, 7TV, BetterTTV and FrankerFaceZ.",
    icon="mood-smile",
    filter=EmoteFilter,
    saved=EmoteFilterOut,
    settings=EmoteSettings,
    check=lambda settings, _, __: EmoteCheck(settings),
    summary=lambda settings, _: f"Max {settings.max}",
)
