from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.similarity import fingerprints, letters_and_digits
from greenroom.features.filters.matching.sliding_memory import MAX_SENDERS, TextSenders, duration
from greenroom.features.filters.types.common_settings import SHORTER, Within
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter, in_seconds, pluralize
from greenroom.forms.fields import NumberField
from greenroom.forms.settings import EditedSettings


class RaidSimilaritySettings(EditedSettings):
    accounts: Annotated[
        int, Field(ge=2, le=100), NumberField("Minimum accounts", "Hits start with this account", unit="accounts")
    ] = 5
    seconds: Within = 30
    # In letters and digits; repeated ones count each time.
    min_length: Annotated[int, Field(ge=1, le=500), NumberField("Minimum length", SHORTER, unit="letters")] = 10
    min_collapsed_length: Annotated[
        int,
        Field(ge=1, le=500),
        NumberField(
            "Ignore repeated letters from",
            "Shorter texts must be written the same: “hypeee” isn't “hype”",
            unit="letters",
        ),
    ] = 10


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
        self._min_collapsed_length = settings.min_collapsed_length
        self._senders = TextSenders(settings.accounts)

    def catch(self, message: Message) -> Catch | None:
        if len(message.text) < self._min_length:
            return None
        written = letters_and_digits(message.plain)
        if len(written) < self._min_length:
            return None
        found = [(self._senders.add(one, message, self._seconds), one) for one in self._compared(message, written)]
        times, text = max(found, key=lambda pair: len(pair[0]))
        return None if len(times) < self._accounts else Catch(self._reason(times, len(text)))

    def _compared(self, message: Message, written: str) -> list[str]:
        """Texts to compare: `fingerprints` without repeated letters; if all are too short, the text as written."""
        collapsed = fingerprints(message.readings[0][1])
        return [one for one in collapsed if len(one) >= self._min_collapsed_length] or [written]

    def _reason(self, times: Sequence[float], length: int) -> str:
        count = f"{MAX_SENDERS} or more" if len(times) == MAX_SENDERS else str(len(times))
        within = in_seconds(duration(times))
        limit = f"limit {self._accounts} accounts in {in_seconds(self._seconds)}"
        return f"{count} accounts sent the same {pluralize(length, 'letter', 'letters')} within {within} ({limit})"

    def explain_pass(self, message: Message) -> str:
        length = len(letters_and_digits(message.plain))
        if length < self._min_length:
            return f"{pluralize(length, 'letter', 'letters')} (minimum {self._min_length})"
        return f"{length} letters, from fewer than {self._accounts} accounts within {in_seconds(self._seconds)}"


FILTER_TYPE = FilterType(
    key="raid_similarity",
    title="Bot raid / copypasta",
    tag="Raid filter",
    description="Many accounts sending the same text.",
    rule="The same text from many accounts in a short time.",
    icon="flag",
    filter=RaidSimilarityFilter,
    saved=RaidSimilarityFilterOut,
    settings=RaidSimilaritySettings,
    check=lambda settings, _, __: RaidSimilarityCheck(settings),
    summary=lambda settings, _: f"{settings.accounts} accounts in {settings.seconds} s",
)
