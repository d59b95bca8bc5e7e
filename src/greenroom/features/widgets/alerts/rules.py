"""Pure rules: which alert an activity shows, and its text."""

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from random import Random
from uuid import UUID

import msgspec
from msgspec import Struct, field

from greenroom.accounts.stream_platforms import platform_name
from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.presentation import ActivityOut
from greenroom.features.activity.records.values import decimals_of
from greenroom.features.widgets.types.alerts import AlertRule, AlertVariant

ANONYMOUS = "Anonymous"
_VARIABLE = re.compile(r"\{(\w+)\}")
# Symbols that are written before the number; all other currencies are written after it.
SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}
# Maximum length of all messages of a merged alert together; a message that does not fit is left out.
MAX_MESSAGE_LENGTH = 1_000
BETWEEN_MESSAGES = " · "
COINS = {"BITS": "Bits", "KICKS": "Kicks", "DIAMONDS": "diamonds", "JEWELS": "Jewels"}


class AlertFacts(Struct, frozen=True):
    """The facts that an alert shows; several activities of one viewer may be merged."""

    kind: str
    provider: str
    name: str
    count: int
    amount: int
    currency: str
    months: int
    tier: str
    title: str
    recipient: str
    # Activity id → message; only messages that may be shown.
    messages: dict[UUID, str] = field(default_factory=dict[UUID, str])
    # Number of activities that the alert shows together.
    merged: int = 1

    @property
    def message(self) -> str:
        return BETWEEN_MESSAGES.join(self.messages.values())


class Share(Struct, frozen=True):
    """The numbers that one activity has added to its alert."""

    count: int
    amount: int
    value: int


class TextPart(Struct, frozen=True, omit_defaults=True):
    """A part of a text: the value of `variable`, or text of the template if `variable` is empty."""

    text: str
    variable: str = ""


class SpeechOut(Struct, frozen=True):
    text: str
    language: str
    rate_percent: int
    volume: int


class AlertOut(Struct, frozen=True):
    """An alert as a page shows it."""

    id: UUID
    kind: str
    provider: str
    text: list[TextPart]
    message: list[TextPart]
    image: str
    video: str
    sound: str
    volume: int
    layout: str
    animation: str
    duration_ms: int
    # How long the alert has been on screen.
    elapsed_ms: int = 0
    speech: SpeechOut | None = None


def facts_of(activity: Activity | ActivityOut, *, with_message: bool) -> AlertFacts:
    return AlertFacts(
        activity.kind,
        activity.provider,
        activity.viewer_name,
        activity.count,
        activity.amount,
        activity.currency,
        activity.months,
        activity.tier,
        activity.title,
        activity.recipients[0] if activity.recipients else "",
        {activity.id: activity.message} if activity.message and with_message else {},
    )


def find_rule(activity: Activity | ActivityOut, rules: Sequence[AlertRule]) -> AlertRule | None:
    """The first enabled rule that matches the activity."""
    return next((rule for rule in rules if rule.enabled and _matches(activity, rule)), None)


def _matches(activity: Activity | ActivityOut, rule: AlertRule) -> bool:
    return (
        (not rule.kinds or activity.kind in rule.kinds)
        and (not rule.providers or activity.provider in rule.providers)
        and _is_within(activity.value, rule.min_value, rule.max_value)
        and _is_within(activity.count, rule.min_count, rule.max_count)
    )


def _is_within(number: int, low: int, high: int) -> bool:
    return low <= number and (not high or number <= high)


def passes_chance(rule: AlertRule, random: Random) -> bool:
    return random.random() * 100 < rule.chance_percent


def pick_variant(rule: AlertRule, random: Random) -> AlertVariant:
    return random.choices(rule.variants, [variant.weight for variant in rule.variants])[0]


def group_key(activity: Activity | ActivityOut, rule: AlertRule) -> str:
    """Key of alerts that are merged while they wait: same rule, viewer, kind of activity, currency, tier and title."""
    viewer = activity.viewer_id or activity.viewer_name
    same = activity.provider, activity.kind, activity.currency, activity.tier, activity.title, viewer
    return f"{rule.id}:{sha256(repr(same).encode()).hexdigest()}"


def merge_facts(old: AlertFacts, new: AlertFacts) -> AlertFacts:
    return msgspec.structs.replace(
        old,
        count=old.count + new.count,
        amount=old.amount + new.amount,
        months=max(old.months, new.months),
        messages=merge_messages(old.messages, new.messages),
        merged=old.merged + new.merged,
    )


def grown_facts(facts: AlertFacts, activity: AlertFacts, share: Share) -> AlertFacts:
    """The alert's facts after one of its activities is reported again; `share` is what that activity had added."""
    messages = merge_messages(facts.messages, activity.messages)
    if facts.merged == 1:
        return msgspec.structs.replace(activity, messages=messages)
    count, amount = activity.count - share.count, activity.amount - share.amount
    return msgspec.structs.replace(facts, count=facts.count + count, amount=facts.amount + amount, messages=messages)


def merge_messages(old: Mapping[UUID, str], new: Mapping[UUID, str]) -> dict[UUID, str]:
    merged = {**old, **new}
    return merged if len(BETWEEN_MESSAGES.join(merged.values())) <= MAX_MESSAGE_LENGTH else dict(old)


def amount_text(amount: int, currency: str) -> str:
    """The amount such as “$5.00” or “500 Bits”; empty if it is 0."""
    if not amount:
        return ""
    decimals = decimals_of(currency)
    number = f"{amount / 10**decimals:,.{decimals}f}" if decimals else f"{amount:,}"
    if currency in SYMBOLS:
        return SYMBOLS[currency] + number
    return f"{number} {COINS.get(currency, currency)}".strip()


def variables(facts: AlertFacts) -> Mapping[str, str]:
    """Values of the variables in braces; documented in docs/widgets.md."""
    return {
        "name": facts.name or ANONYMOUS,
        "amount": amount_text(facts.amount, facts.currency),
        "count": f"{facts.count:,}",
        "months": f"{facts.months:,}",
        "tier": facts.tier,
        "title": facts.title,
        "message": facts.message,
        "recipient": facts.recipient,
        "platform": platform_name(facts.provider),
        "merged": f"{facts.merged:,}",
    }


def render_parts(template: str, values: Mapping[str, str]) -> list[TextPart]:
    """The template with its variables replaced; unknown variables, and variables in a value, stay as text."""
    parts: list[TextPart] = []
    end = 0
    for match in _VARIABLE.finditer(template):
        if match[1] not in values:
            continue
        parts += [TextPart(template[end : match.start()]), TextPart(values[match[1]], match[1])]
        end = match.end()
    parts.append(TextPart(template[end:]))
    return [part for part in parts if part.text]


def alert_out(alert_id: UUID, facts: AlertFacts, variant: AlertVariant, value: int, elapsed_ms: int = 0) -> AlertOut:
    values = variables(facts)
    return AlertOut(
        alert_id,
        facts.kind,
        facts.provider,
        render_parts(variant.text, values),
        render_parts(variant.message, values),
        variant.image,
        variant.video,
        variant.sound,
        variant.volume,
        variant.layout,
        variant.animation,
        variant.duration_seconds * 1_000,
        elapsed_ms,
        _speech(variant, values, value),
    )


def _speech(variant: AlertVariant, values: Mapping[str, str], value: int) -> SpeechOut | None:
    speech = variant.speech
    if not speech.enabled or value < speech.minimum:
        return None
    text = "".join(part.text for part in render_parts(speech.text, values))[: speech.max_characters]
    return SpeechOut(text, speech.language, speech.rate_percent, speech.volume) if text.strip() else None
