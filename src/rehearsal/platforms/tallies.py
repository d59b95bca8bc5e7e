"""Tallies of what each platform sent about a stream; tests compare them with the numbers that an app shows."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue

from rehearsal.clock import Clock, rfc3339
from rehearsal.control.events import Event
from rehearsal.simulation.world import BOT_LOGIN


@dataclass(slots=True)
class StreamTally:
    """Counts what a platform sent about one stream; an event that is delivered twice counts once."""

    started_at: datetime
    ended_at: datetime | None = None
    # Messages of each chatter, by login.
    messages: Counter[str] = field(default_factory=Counter[str])
    bot_messages: int = 0
    follows: int = 0
    # New and renewed subs and memberships, without gifts.
    subs: int = 0
    gifted_subs: int = 0
    # By currency, in cents or in coins of the platform.
    amounts: Counter[str] = field(default_factory=Counter[str])
    raids: int = 0
    raid_viewers: int = 0
    viewer_counts: list[tuple[datetime, int]] = field(default_factory=list[tuple[datetime, int]])
    # Highest amount of each streak of gifts so far.
    _streaks: dict[int, int] = field(default_factory=dict[int, int])

    def add_message(self, login: str) -> None:
        if login == BOT_LOGIN:
            self.bot_messages += 1
        else:
            self.messages[login] += 1

    def add_raid(self, viewers: int) -> None:
        self.raids += 1
        self.raid_viewers += viewers

    def add_streak(self, streak_id: int, currency: str, amount: int) -> None:
        """Counts a message of a gift streak, whose `amount` is that of the whole streak so far."""
        before = self._streaks.get(streak_id, 0)
        self._streaks[streak_id] = max(before, amount)
        self.amounts[currency] += max(amount - before, 0)

    def describe(self) -> dict[str, JsonValue]:
        return {
            "started_at": rfc3339(self.started_at),
            "ended_at": rfc3339(self.ended_at) if self.ended_at else None,
            "messages": self.messages.total(),
            "chatters": dict(self.messages),
            "bot_messages": self.bot_messages,
            "follows": self.follows,
            "subs": self.subs,
            "gifted_subs": self.gifted_subs,
            "amounts": dict(self.amounts),
            "raids": self.raids,
            "raid_viewers": self.raid_viewers,
            "viewer_counts": [{"at": at.isoformat(), "count": count} for at, count in self.viewer_counts],
        }


class Tallies:
    """Tallies of the newest stream of each channel on each platform."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        # Keys: platform and login.
        self._tallies: dict[tuple[str, str], StreamTally] = {}

    def on_event(self, event: Event) -> None:
        key = str(event.facts.get("platform")), str(event.facts.get("login"))
        if event.event == "went_live":
            self._tallies[key] = StreamTally(self._clock.now())
        elif event.event == "ended" and key in self._tallies:
            self._tallies[key].ended_at = self._clock.now()

    def find(self, platform: str, login: str) -> StreamTally | None:
        """The tally of the newest stream; None for a channel that has not gone live."""
        return self._tallies.get((platform, login))

    def add_viewers(self, platform: str, login: str, count: int) -> None:
        tally = self.find(platform, login)
        if tally is not None:
            tally.viewer_counts.append((self._clock.now(), count))

    def clear(self) -> None:
        self._tallies.clear()
