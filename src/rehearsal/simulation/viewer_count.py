"""The number of viewers of a stream: a random walk around its usual audience, with rises at raids."""

from random import Random

STEP_SECONDS = 4
# Share of the usual audience that a stream starts with.
FIRST_SHARE = 0.15
# Share of the distance to the usual audience that each step covers.
RETURN_SHARE = 0.06
# Standard deviation of a step, as a share of the viewers.
NOISE_SHARE = 0.012
# Most raiders stay for a while, and leave one after the other.
STAYING_SHARE = 0.8
STAYING_DECAY = 0.985


class ViewerCount:
    def __init__(self, seed: str, audience: int) -> None:
        # A world has to be repeatable, and nothing in it is a secret.
        self._random = Random(seed)  # noqa: S311
        self._audience = audience
        self._raiders = 0.0
        self.count = float(audience)

    def begin(self) -> int:
        """Sets a low number for a stream that has just started."""
        self.count, self._raiders = max(1.0, self._audience * FIRST_SHARE), 0.0
        return self.shown

    def step(self) -> int:
        self._raiders *= STAYING_DECAY
        target = self._audience + self._raiders
        noise = self._random.gauss(0, max(0.8, self.count * NOISE_SHARE))
        self.count = max(1.0, self.count + (target - self.count) * RETURN_SHARE + noise)
        return self.shown

    def raid(self, viewers: int) -> int:
        self.count += viewers
        self._raiders += viewers * STAYING_SHARE
        return self.shown

    @property
    def shown(self) -> int:
        return round(self.count)
