"""Moods of a chat: what happened last decides what viewers write, and how fast."""

from dataclasses import dataclass
from enum import StrEnum


class Mood(StrEnum):
    """The values are also the keys of the lines in each platform's corpus."""

    CALM = "calm"
    ARRIVING = "arriving"
    TENSE = "tense"
    TRIUMPH = "triumph"
    LAUGHING = "laughing"
    RAID = "raid"
    GENEROUS = "generous"
    SPAM = "spam"
    BANS = "bans"
    LEAVING = "leaving"


@dataclass(frozen=True, slots=True)
class MoodEffect:
    """How long a mood lasts, how much faster viewers write, and the share of lines that are about it.

    After that time the mood is CALM, which has no end.
    """

    seconds: float
    pace_factor: float
    share: float


EFFECTS: dict[Mood, MoodEffect] = {
    Mood.CALM: MoodEffect(0, 1, 0),
    Mood.ARRIVING: MoodEffect(40, 1.6, 0.7),
    Mood.TENSE: MoodEffect(60, 1.3, 0.6),
    Mood.TRIUMPH: MoodEffect(20, 4, 0.9),
    Mood.LAUGHING: MoodEffect(25, 2.5, 0.75),
    Mood.RAID: MoodEffect(35, 3.5, 0.85),
    Mood.GENEROUS: MoodEffect(20, 2, 0.7),
    Mood.SPAM: MoodEffect(25, 1.6, 0.6),
    Mood.BANS: MoodEffect(15, 1.5, 0.6),
    Mood.LEAVING: MoodEffect(60, 1.4, 0.7),
}
