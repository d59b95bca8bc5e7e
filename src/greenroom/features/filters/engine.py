"""Filter engine: the compiled filters of one channel, evaluated for every message."""

from collections.abc import Iterable, Sequence
from math import inf
from time import monotonic
from uuid import UUID

from msgspec import Struct, field
from pydantic import BaseModel

from greenroom.accounts.access.rules import role_of
from greenroom.accounts.stream_platforms import platform_name
from greenroom.chat.moderation.protection import FILTER_LEVEL, ModeratedViewer, protection_of
from greenroom.features.filters.fields import FilterFields, Step
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.term_matcher import Term, TermMatcher
from greenroom.features.filters.types.filter_type import Catch, FilterCheck
from greenroom.features.filters.types.registry import FILTER_TYPES
from greenroom.kernel.regex.cost import MAX_STEPS_ON_LOOP
from greenroom.kernel.tasks.threads import MatchingSpeed

# Types whose checks store earlier messages, to find repeated or frequent ones.
STATEFUL_TYPES = frozenset({"repetition", "flood", "raid_similarity"})
# Types that a link permit bypasses.
PERMITTED_TYPES = frozenset({"link", "first_message_link"})
# Provider and viewer id.
ViewerKey = tuple[str, str]


class FilterSpec(Struct, frozen=True):
    """A filter as the engine needs it, saved or unsaved."""

    id: UUID
    name: str
    type: str
    is_enabled: bool
    is_shadow: bool
    providers: frozenset[str]
    exempt_level: int
    exempt_viewers: frozenset[ViewerKey]
    ladder: tuple[Step, ...]
    message: str
    strike_seconds: int
    settings: BaseModel
    terms: tuple[Term, ...] = ()

    @classmethod
    def of(
        cls, filter_id: UUID, fields: FilterFields, kind: str, settings: BaseModel, terms: Iterable[Term]
    ) -> "FilterSpec":
        return cls(
            id=filter_id,
            name=fields.name,
            type=kind,
            is_enabled=fields.enabled,
            is_shadow=fields.mode == "shadow",
            providers=frozenset(fields.providers),
            exempt_level=fields.exempt_level,
            exempt_viewers=frozenset((one.provider, one.provider_viewer_id) for one in fields.exempt_viewers),
            ladder=tuple(fields.ladder),
            message=fields.message,
            strike_seconds=fields.strike_seconds,
            settings=settings,
            terms=tuple(terms),
        )

    def step(self, offence: int) -> Step:
        """Penalty for the first, second, … offence; the last step repeats."""
        return self.ladder[min(max(offence, 1), len(self.ladder)) - 1]

    def skip_reason(self, message: Message) -> str:
        """Why the filter ignores this message; empty if it does not."""
        if not self.is_enabled:
            return "the filter is off"
        if self.providers and message.provider not in self.providers:
            return f"not active on {platform_name(message.provider)}"
        if message.effect and self.type in STATEFUL_TYPES:
            return f"{message.effect}, so it isn't counted"
        return self._exempt_reason(message)

    def _exempt_reason(self, message: Message) -> str:
        if protection_of(ModeratedViewer(message.level), FILTER_LEVEL):
            return "the broadcaster and owners are exempt"
        if message.level >= self.exempt_level:
            return f"{role_of(message.level).label} is exempt"
        if (message.provider, message.viewer_id) in self.exempt_viewers:
            return f"{message.name or 'this viewer'} is exempt"
        return ""


class CompiledFilter(Struct, frozen=True):
    spec: FilterSpec
    check: FilterCheck


class FilterMatch(Struct, frozen=True):
    spec: FilterSpec
    catch: Catch


class LinkPermit(Struct):
    expires_at: float
    # Id of the message that used the permit, empty if unused; the platform may deliver that message twice.
    used_for: str = ""
    # `expires_at` on the monotonic clock, because the wall clock may be set back.
    monotonic_expires_at: float = inf

    @classmethod
    def until(cls, expires_at: float, now: float, used_for: str = "") -> "LinkPermit":
        return cls(expires_at, used_for, monotonic() + expires_at - now)

    def covers(self, message: Message, now: float) -> bool:
        if self.used_for:
            return self.used_for == message.message_id
        return now < self.expires_at and monotonic() < self.monotonic_expires_at


PermitsByViewer = dict[ViewerKey, LinkPermit]


class EngineResult(Struct):
    """Matches of shadow filters, then the match of the filter that decides, if any."""

    matches: list[FilterMatch]
    permit_used: bool = False

    @property
    def deciding(self) -> FilterMatch | None:
        last = self.matches[-1] if self.matches else None
        return None if last is None or last.spec.is_shadow else last


PASSED = EngineResult([])


class FilterEngine(Struct):
    filters: tuple[CompiledFilter, ...]
    speed: MatchingSpeed = field(default_factory=MatchingSpeed)
    # Filters by provider, level and whether the message has an effect; exempt viewers are checked after a match.
    _by_audience: dict[tuple[str, int, bool], tuple[CompiledFilter, ...]] = field(
        default_factory=dict[tuple[str, int, bool], tuple[CompiledFilter, ...]]
    )

    @classmethod
    def of(cls, specs: Sequence[FilterSpec], before: "FilterEngine | None" = None) -> "FilterEngine":
        """Compiles the filters; stateful filters with the same settings keep their state from `before`."""
        previous = {one.spec.id: one for one in before.filters} if before else {}
        matcher = TermMatcher()
        filters = tuple(CompiledFilter(spec, _check(spec, previous.get(spec.id), matcher)) for spec in specs)
        matcher.compile()
        return cls(filters, MatchingSpeed(is_slow=matcher.regex_steps() > MAX_STEPS_ON_LOOP))

    def evaluate(self, message: Message, permits: PermitsByViewer, now: float) -> EngineResult:
        """Runs the filters in order, until one that is not in shadow mode matches."""
        result = PASSED
        for one in self._filters_for(message):
            catch = one.check.catch(message)
            if catch is None or (message.provider, message.viewer_id) in one.spec.exempt_viewers:
                continue
            if result is PASSED:
                result = EngineResult([])
            if one.spec.type in PERMITTED_TYPES and self._use_permit(message, permits, now):
                result.permit_used = True
                continue
            result.matches.append(FilterMatch(one.spec, catch))
            if not one.spec.is_shadow:
                break
        return result

    def _filters_for(self, message: Message) -> tuple[CompiledFilter, ...]:
        audience = message.provider, message.level, bool(message.effect)
        found = self._by_audience.get(audience)
        if found is None:
            sample = Message("", provider=message.provider, level=message.level, effect=message.effect)
            found = tuple(one for one in self.filters if not one.spec.skip_reason(sample))
            self._by_audience[audience] = found
        return found

    @staticmethod
    def _use_permit(message: Message, permits: PermitsByViewer, now: float) -> bool:
        """Uses up the viewer's permit; False if there is none for this message."""
        permit = permits.get((message.provider, message.viewer_id))
        if permit is None or not permit.covers(message, now):
            return False
        permit.used_for = message.message_id
        return True


def _check(spec: FilterSpec, before: CompiledFilter | None, matcher: TermMatcher) -> FilterCheck:
    is_same = before is not None and before.spec.type == spec.type and before.spec.settings == spec.settings
    if before is not None and is_same and spec.type in STATEFUL_TYPES:
        return before.check
    return FILTER_TYPES[spec.type].check(spec.settings, spec.terms, matcher)
