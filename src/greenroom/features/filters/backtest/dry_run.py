"""Evaluates a filter over stored messages and counts the hits, without acting on them."""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from msgspec import Struct, field

from greenroom.accounts.access.staff_accounts import StaffAccounts
from greenroom.chat.messages.line import ChatLine
from greenroom.chat.moderation.expected_texts import TextEffect, effect_of
from greenroom.chat.pipeline.explain import Span
from greenroom.features.filters.engine import FilterEngine, FilterSpec, ViewerKey
from greenroom.features.filters.fields import Step
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.schemas import BacktestBucket, BacktestHit, BacktestResult, StepOut
from greenroom.features.filters.types.filter_type import Catch

BUCKET_LENGTH = timedelta(minutes=30)
MAX_HITS = 500
MAX_TEXT_LENGTH = 2_000
MIN_REGULAR_MESSAGES = 500
MAX_STRIKES = 50_000


class DryRunHit(Struct, frozen=True):
    line: ChatLine
    catch: Catch
    step: Step
    is_new: bool


class ViewerHistory(Struct, frozen=True):
    """A viewer's number of messages in this channel, and whether they had a penalty; undone penalties do not count."""

    message_count: int = 0
    was_moderated: bool = False

    @property
    def is_regular(self) -> bool:
        return self.message_count >= MIN_REGULAR_MESSAGES and not self.was_moderated


class DryRun(Struct):
    spec: FilterSpec
    # Runs the edited filter.
    engine: FilterEngine
    # Runs the saved filter, if there is one.
    saved: FilterEngine | None
    own_accounts: frozenset[ViewerKey]
    # Roles as they are now, when the backtest is run.
    staff: StaffAccounts
    now: datetime
    # Effects of the texts that viewers were asked to write during the tested hours.
    text_effects: Sequence[TextEffect]
    messages: int = 0
    viewers: set[ViewerKey] = field(default_factory=set[ViewerKey])
    hit_viewers: set[ViewerKey] = field(default_factory=set[ViewerKey])
    hit_messages: int = 0
    new_messages: int = 0
    hits: deque[DryRunHit] = field(default_factory=lambda: deque[DryRunHit](maxlen=MAX_HITS))
    # By start of the half hour, then by provider: number of hits.
    buckets: dict[datetime, Counter[str]] = field(default_factory=dict[datetime, Counter[str]])
    # By viewer: number of strikes, and when they reset.
    _strikes: dict[ViewerKey, tuple[int, float]] = field(default_factory=dict[ViewerKey, tuple[int, float]])

    def add(self, line: ChatLine) -> None:
        """Evaluates a stored line. Lines must be added in order, the oldest first."""
        message = None if line.is_backlog else Message.of(line, self.staff, self.now)
        if message is None:
            return
        message.effect = effect_of(message.text, self.text_effects)
        viewer = (message.provider, message.viewer_id)
        self.messages += 1
        self.viewers.add(viewer)
        if viewer in self.own_accounts:
            return
        matches = self.engine.evaluate(message, {}, message.sent_at).matches
        was_caught = self.saved is not None and bool(self.saved.evaluate(message, {}, message.sent_at).matches)
        if matches:
            self._add_hit(line, message, matches[0].catch, is_new=self.saved is not None and not was_caught)

    def _add_hit(self, line: ChatLine, message: Message, catch: Catch, *, is_new: bool) -> None:
        viewer = (message.provider, message.viewer_id)
        self.hit_messages += 1
        self.new_messages += is_new
        self.hit_viewers.add(viewer)
        starts_at = _bucket(line.sent_at)
        self.buckets.setdefault(starts_at, Counter())[message.provider] += 1
        self.hits.append(DryRunHit(line, catch, self.spec.step(self._count_offence(viewer, message.sent_at)), is_new))

    def _count_offence(self, viewer: ViewerKey, now: float) -> int:
        count, until = self._strikes.pop(viewer, (0, 0.0))
        number = count + 1 if now < until else 1
        if len(self._strikes) >= MAX_STRIKES:
            del self._strikes[next(iter(self._strikes))]
        self._strikes[viewer] = (number, now + self.spec.strike_seconds)
        return number

    def result(self, histories: Mapping[ViewerKey, ViewerHistory], since: datetime, until: datetime) -> BacktestResult:
        return BacktestResult(
            messages=self.messages,
            hit_messages=self.hit_messages,
            viewers=len(self.viewers),
            hit_viewers=len(self.hit_viewers),
            regulars=sum(history.is_regular for history in histories.values()),
            new_messages=self.new_messages,
            buckets=self._buckets(since, until),
            hits=[_hit(one, histories) for one in reversed(self.hits)],
        )

    def _buckets(self, since: datetime, until: datetime) -> list[BacktestBucket]:
        """All half hours from `since` to `until`, even those without hits."""
        found: list[BacktestBucket] = []
        at = _bucket(since)
        while at <= until:
            found.append(BacktestBucket(starts_at=at, hits=dict(self.buckets.get(at, {}))))
            at += BUCKET_LENGTH
        return found


def _bucket(at: datetime) -> datetime:
    seconds = int(at.timestamp() // BUCKET_LENGTH.total_seconds() * BUCKET_LENGTH.total_seconds())
    return datetime.fromtimestamp(seconds, UTC)


def _hit(hit: DryRunHit, histories: Mapping[ViewerKey, ViewerHistory]) -> BacktestHit:
    line, author = hit.line, hit.line.author
    assert author is not None  # lines without an author are never caught
    history = histories.get((line.provider, author.id), ViewerHistory())
    return BacktestHit(
        connection_id=line.connection_id,
        message_id=line.message_id,
        provider=line.provider,
        provider_viewer_id=author.id,
        viewer_name=author.name,
        colour=author.colour,
        text=line.text[:MAX_TEXT_LENGTH],
        sent_at=line.sent_at,
        reason=hit.catch.reason,
        spans=[Span(start=start, end=end) for start, end in hit.catch.spans],
        step=StepOut(action=hit.step.action, seconds=hit.step.seconds),
        message_count=history.message_count,
        is_regular=history.is_regular,
        is_new=hit.is_new,
    )
