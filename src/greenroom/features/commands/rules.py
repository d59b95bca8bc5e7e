"""Pure rules: parsing a message, conditions, cooldowns and the choice of a response."""

import unicodedata
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct

from greenroom.accounts.access.rules import Role, role_of
from greenroom.accounts.stream_platforms import platform_name
from greenroom.channel_file.command_names import INVISIBLE

# Seconds. Each channel sets how old a message may be to get a response: older messages come after a reconnect or from a
# wrong clock.
MIN_ANSWER_WITHIN, DEFAULT_ANSWER_WITHIN, MAX_ANSWER_WITHIN = 5, 15, 300
SENT_BY_BOT = "sent by a bot"
TRIGGER_KINDS = frozenset({"text", "action", "highlight", "first", "paid"})


def fold(text: str) -> str:
    """Folds case for comparing names and words."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFC", text).casefold()


class ParsedMessage(msgspec.Struct, frozen=True, gc=False):
    """`word`: the first word, as typed; `name`: the same, folded; `query`: the text after it; `text`: everything."""

    word: str
    name: str
    query: str
    text: str


def parse_message(text: str, *, is_reply: bool) -> ParsedMessage:
    """Splits a message; leaves out the @name that a reply starts with."""
    line = text.strip(INVISIBLE).strip()
    if is_reply and line.startswith("@"):
        _, line = _split_first_word(line)
    word, query = _split_first_word(line)
    word = word.strip(INVISIBLE)
    return ParsedMessage(word, fold(word), query, line)


def _split_first_word(line: str) -> tuple[str, str]:
    """Splits at any Unicode whitespace."""
    words = line.split(maxsplit=1)
    if len(words) == 2:
        return words[0], words[1].rstrip()
    return (words[0] if words else ""), ""


class UseContext(Struct, frozen=True):
    """Where and by whom a command is used."""

    provider: str
    level: int
    is_live: bool


class UseConditions(Struct, frozen=True):
    is_enabled: bool
    providers: frozenset[str]
    access_level: int
    active_mode: str


def unmet_condition(conditions: UseConditions, context: UseContext) -> str:
    """The first unmet condition, apart from cooldowns and costs; empty if all are met."""
    if not conditions.is_enabled:
        return "disabled"
    if conditions.providers and context.provider not in conditions.providers:
        return f"only on {' and '.join(sorted(map(platform_name, conditions.providers)))}"
    if context.level < conditions.access_level:
        needed = role_of(conditions.access_level).label
        return f"requires {needed} or higher, user is {role_of(context.level).label}"
    if conditions.active_mode == "online" and not context.is_live:
        return "only while live"
    if conditions.active_mode == "offline" and context.is_live:
        return "only while offline"
    return ""


def skips_cooldown(level: int, *, mods_skip: bool) -> bool:
    return mods_skip and level >= Role.MOD


def is_cooldown_over(ends_at: datetime, seconds: int, now: datetime) -> bool:
    """Whether the end has passed, or is further away than the whole cooldown because the clock was set back."""
    return ends_at <= now or ends_at > now + timedelta(seconds=seconds)


def seconds_left(ends_at: datetime, now: datetime) -> int:
    left = (ends_at - now).total_seconds()
    return max(1, int(left) + (left > int(left)))


class ResponseChoice(Struct, frozen=True):
    text: str
    providers: frozenset[str]
    weight: int


def responses_for(choices: Sequence[ResponseChoice], provider: str) -> list[ResponseChoice]:
    return [one for one in choices if not one.providers or provider in one.providers]


def pick_response(
    choices: Sequence[ResponseChoice], provider: str, pick: str, *, use_count: int, chance: Callable[[], float]
) -> ResponseChoice | None:
    """Picks a response for this platform, if any: the first, random by weight, or round-robin by use count."""
    some = responses_for(choices, provider)
    if not some:
        return None
    if pick == "round_robin":
        return some[(use_count - 1) % len(some)]
    if pick == "first" or len(some) == 1:
        return some[0]
    at = chance() * sum(one.weight for one in some)
    for one in some:
        at -= one.weight
        if at < 0:
            return one
    return some[-1]
