"""The pace of a chat: seconds between messages, with bursts and quiet moments."""

from random import Random

from rehearsal.simulation.talk.moods import EFFECTS, Mood

# Mean seconds between messages of one channel; with the bursts, all platforms together have one in less than two.
MEAN_SECONDS = {"twitch": 6.0, "youtube": 9.5, "kick": 12.0, "tiktok": 9.5}
# Chance that a message starts a burst, as if several viewers react to the same event.
BURST_CHANCE = 0.05
BURST_MESSAGES = (3, 7)
BURST_SECONDS = (0.2, 0.9)
WAVE_SECONDS = (0.05, 0.25)


class Pace:
    def __init__(self, seed: str, platform: str) -> None:
        # A world has to be repeatable, and nothing in it is a secret.
        self._random = Random(seed)  # noqa: S311
        self._mean = MEAN_SECONDS[platform]
        self._burst = 0

    def next_gap(self, mood: Mood, *, is_wave: bool = False) -> float:
        """Seconds until the next message; messages of a spam wave follow each other fast."""
        if is_wave:
            return self._random.uniform(*WAVE_SECONDS)
        if self._burst:
            self._burst -= 1
            return self._random.uniform(*BURST_SECONDS)
        if self._random.random() < BURST_CHANCE:
            self._burst = self._random.randint(*BURST_MESSAGES)
        # Exponential gaps, because viewers write independently of each other; very long gaps are cut.
        gap = min(self._random.expovariate(1), 3) * self._mean
        return gap / EFFECTS[mood].pace_factor
