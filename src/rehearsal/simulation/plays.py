"""Plays: bets, `!join` and keywords of giveaways, which viewers write in addition to the other lines."""

import re
from collections import deque
from collections.abc import Sequence
from datetime import datetime
from random import Random

from rehearsal.simulation.actions import Say
from rehearsal.simulation.viewers import Viewer

# Chance that a play follows an action of the audience.
PLAY_SHARE = 0.08
MAX_WRITERS = 60
# How long viewers write the keyword after a giveaway was announced.
ENTER_SECONDS = 180
_ANNOUNCED = re.compile(r"\bWrite (\S{1,50}) to enter\b")


class Plays:
    """Chooses the plays in one channel with a seed of their own, so that the other lines are the same without plays."""

    def __init__(self, seed: str, viewers: Sequence[Viewer]) -> None:
        # A world has to be repeatable, and nothing in it is a secret.
        self._random = Random(seed)  # noqa: S311
        self._viewers = viewers
        # Authors of the last messages, who have earned points to bet.
        self._writers = deque[Viewer](maxlen=MAX_WRITERS)
        self._keyword = ""
        self._keyword_until: datetime | None = None

    def read_message(self, text: str, until: datetime) -> None:
        """Stores the keyword if the message announces a giveaway; viewers write the keyword until the time `until`."""
        if found := _ANNOUNCED.search(text):
            self._keyword, self._keyword_until = found[1], until

    def add_writer(self, viewer: Viewer) -> None:
        """Stores the author of a message; plays are written by such viewers, if there are any."""
        self._writers.append(viewer)

    def next(self, texts: Sequence[str], now: datetime) -> Say | None:
        """Now and then one of `texts` or the keyword of a giveaway announced lately; otherwise None."""
        is_open = self._keyword_until is not None and now < self._keyword_until
        offered = [*texts, *([self._keyword] * 3 if is_open else [])]
        if not offered or self._random.random() >= PLAY_SHARE:
            return None
        return Say(self._random.choice(self._writers or self._viewers), self._random.choice(offered))
