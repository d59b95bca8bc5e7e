from typing import Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.similarity import fingerprints
from greenroom.features.filters.matching.sliding_memory import TextSenders
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter
from greenroom.kernel.schema import StrictSchema


class RaidSimilaritySettings(StrictSchema):
    accounts: int = Field(default=5, ge=2, le=100, title="Minimum accounts", description="Caught from this account on.")
    seconds: int = Field(default=30, ge=1, le=3600, title="Within (seconds)")
    min_length: int = Field(default=10, ge=1, le=500, title="Minimum length", description="Ignore shorter messages.")


class RaidSimilarityFilter(FilterFields):
    type: Literal["raid_similarity"]
    settings: RaidSimilaritySettings = Field(default_factory=RaidSimilaritySettings)


class RaidSimilarityFilterOut(RaidSimilarityFilter, SavedFilter):
    pass


class RaidSimilarityCheck:
    def __init__(self, settings: RaidSimilaritySettings) -> None:
        self._accounts = settings.accounts
        self._seconds = settings.seconds
        self._min_length = settings.min_length
        self._senders = TextSenders(settings.accounts)

    def catch(self, message: Message) -> Catch | None:
        if len(message.text) < self._min_length:
            return None
        count = max((self._senders.add(one, message, self._seconds) for one in self._fingerprints(message)), default=0)
        if count < self._accounts:
            return None
        return Catch(f"{self._accounts} accounts sent the same text within {self._seconds} seconds")

    def _fingerprints(self, message: Message) -> list[bytes]:
        return [one for one in fingerprints(message.readings[0][1]) if len(one) >= self._min_length]

    def explain_pass(self, message: Message) -> str:
        if len(message.text) < self._min_length:
            return f"{len(message.text)} characters (minimum {self._min_length})"
        return f"fewer than {self._accounts} accounts sent the same text within {self._seconds} seconds"


FILTER_TYPE = FilterType(
    "raid_similarity",
    "Bot raid / copypasta",
    "The same text from many accounts in a short time.",
    RaidSimilarityFilter,
    RaidSimilarityFilterOut,
    RaidSimilaritySettings,
    check=lambda settings, _, __: RaidSimilarityCheck(settings),
    summary=lambda settings, _: f"{settings.accounts} accounts in {settings.seconds} s",
)
