"""Polls and predictions: what is asked, and how it stands."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pydantic import JsonValue

from rehearsal.clock import rfc3339, rfc3339_nanoseconds
from rehearsal.platforms.twitch.events import broadcaster, named
from rehearsal.platforms.twitch.subscriptions import JsonObject
from rehearsal.world import Person


@dataclass(slots=True)
class Choice:
    id: str
    title: str
    votes: int = 0

    def shown(self) -> JsonObject:
        return {"id": self.id, "title": self.title, "votes": self.votes, "channel_points_votes": 0, "bits_votes": 0}


@dataclass(slots=True)
class Poll:
    id: str
    title: str
    choices: list[Choice]
    duration: int
    started_at: datetime
    channel_points_voting_enabled: bool = False
    channel_points_per_vote: int = 0
    status: str = "ACTIVE"
    ended_at: datetime | None = None

    @property
    def ends_at(self) -> datetime:
        return self.started_at + timedelta(seconds=self.duration)

    def in_answer(self, person: Person) -> JsonObject:
        return {
            "id": self.id,
            **named("broadcaster", person),
            "title": self.title,
            "choices": [choice.shown() for choice in self.choices],
            "bits_voting_enabled": False,
            "bits_per_vote": 0,
            "channel_points_voting_enabled": self.channel_points_voting_enabled,
            "channel_points_per_vote": self.channel_points_per_vote,
            "status": self.status,
            "duration": self.duration,
            "started_at": rfc3339(self.started_at),
            "ended_at": None if self.ended_at is None else rfc3339(self.ended_at),
        }

    def event(self, person: Person) -> JsonObject:
        points: JsonObject = {
            "is_enabled": self.channel_points_voting_enabled,
            "amount_per_vote": self.channel_points_per_vote,
        }
        facts: JsonObject = {
            "id": self.id,
            **broadcaster(person),
            "title": self.title,
            "choices": [choice.shown() for choice in self.choices],
            "bits_voting": {"is_enabled": False, "amount_per_vote": 0},
            "channel_points_voting": points,
            "started_at": rfc3339_nanoseconds(self.started_at),
        }
        if self.ended_at is None:
            return {**facts, "ends_at": rfc3339_nanoseconds(self.ends_at)}
        return {**facts, "status": self.status.lower(), "ended_at": rfc3339_nanoseconds(self.ended_at)}


@dataclass(slots=True)
class Outcome:
    id: str
    title: str
    color: str
    users: int = 0
    channel_points: int = 0

    def in_answer(self) -> JsonObject:
        return {**self._common(), "top_predictors": None, "color": self.color}

    def in_event(self) -> JsonObject:
        return {**self._common(), "top_predictors": [], "color": self.color.lower()}

    def _common(self) -> JsonObject:
        facts: JsonObject = {"users": self.users, "channel_points": self.channel_points}
        return {"id": self.id, "title": self.title, **facts}


@dataclass(slots=True)
class Prediction:
    id: str
    title: str
    outcomes: list[Outcome]
    prediction_window: int
    created_at: datetime
    status: str = "ACTIVE"
    locked_at: datetime | None = None
    ended_at: datetime | None = None
    winning_outcome_id: str | None = None

    def in_answer(self, person: Person) -> JsonObject:
        return {
            "id": self.id,
            **named("broadcaster", person),
            "title": self.title,
            "winning_outcome_id": self.winning_outcome_id,
            "outcomes": [outcome.in_answer() for outcome in self.outcomes],
            "prediction_window": self.prediction_window,
            "status": self.status,
            "created_at": rfc3339(self.created_at),
            "ended_at": _perhaps(self.ended_at),
            "locked_at": _perhaps(self.locked_at),
        }

    def event(self, person: Person) -> JsonObject:
        facts: JsonObject = {
            "id": self.id,
            **broadcaster(person),
            "title": self.title,
            "outcomes": [outcome.in_event() for outcome in self.outcomes],
            "started_at": rfc3339_nanoseconds(self.created_at),
        }
        if self.ended_at is not None:
            facts |= {"winning_outcome_id": self.winning_outcome_id, "status": self.status.lower()}
            return facts | {"ended_at": rfc3339_nanoseconds(self.ended_at)}
        if self.locked_at is not None:
            return facts | {"locked_at": rfc3339_nanoseconds(self.locked_at)}
        locks_at = self.created_at + timedelta(seconds=self.prediction_window)
        return facts | {"locks_at": rfc3339_nanoseconds(locks_at)}


def _perhaps(moment: datetime | None) -> JsonValue:
    return None if moment is None else rfc3339(moment)


@dataclass(slots=True)
class Votes:
    polls: dict[str, Poll] = field(default_factory=dict[str, Poll])
    predictions: dict[str, Prediction] = field(default_factory=dict[str, Prediction])

    def end_due_polls(self, now: datetime) -> list[Poll]:
        """Polls whose time is over."""
        due = [poll for poll in self.polls.values() if poll.status == "ACTIVE" and poll.ends_at <= now]
        for poll in due:
            poll.status, poll.ended_at = "COMPLETED", poll.ends_at
        return due
