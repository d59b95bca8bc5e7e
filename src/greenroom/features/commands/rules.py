"""Which command is meant, whether it may be answered, with what, and in which shape."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec

from greenroom.chat.command_names import INVISIBLE
from greenroom.tenancy.access.rules import Role, role_of

# Seconds. Older ones were asked in another moment: a chat that was cut off, or a clock that is wrong. Each channel has
# its own limit between these.
MIN_ANSWER_WITHIN, DEFAULT_ANSWER_WITHIN, MAX_ANSWER_WITHIN = 5, 15, 300
# Changes commands from chat, in every channel.
ADMIN_COMMAND = "!cmd"
# Ours are marked as bots too when they are heard.
SENT_BY_BOT = "said by a bot"
PLATFORM_NAMES = {"twitch": "Twitch", "youtube": "YouTube", "kick": "Kick", "tiktok": "TikTok"}
TRIGGER_KINDS = frozenset({"text", "action", "highlight", "first", "paid"})


def fold(text: str) -> str:
    """How names and words are compared."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFC", text).casefold()


def platform_name(provider: str) -> str:
    return PLATFORM_NAMES.get(provider, provider)


class ParsedMessage(msgspec.Struct, frozen=True, gc=False):
    """The first word of a message, as it was typed and as names are compared, and what stood behind it."""

    word: str
    name: str
    query: str
    text: str


def parse_message(text: str, *, is_reply: bool) -> ParsedMessage:
    """A reply begins with the name of whom it answers: the word after it counts."""
    line = text.strip(INVISIBLE).strip()
    if is_reply and line.startswith("@"):
        _, line = _split_first_word(line)
    word, query = _split_first_word(line)
    word = word.strip(INVISIBLE)
    return ParsedMessage(word, fold(word), query, line)


def _split_first_word(line: str) -> tuple[str, str]:
    """The first word and the rest; keyboards have more than one kind of space."""
    words = line.split(maxsplit=1)
    if len(words) == 2:
        return words[0], words[1].rstrip()
    return (words[0] if words else ""), ""


@dataclass(frozen=True, slots=True)
class UseContext:
    """What decides, apart from the command itself."""

    provider: str
    level: int
    is_live: bool


@dataclass(frozen=True, slots=True)
class UseConditions:
    is_enabled: bool
    providers: frozenset[str]
    access_level: int
    active_mode: str


def unmet_condition(conditions: UseConditions, situation: UseContext) -> str:
    """Why the command is not answered; empty when nothing stands in its way but a cooldown."""
    if not conditions.is_enabled:
        return "off"
    if conditions.providers and situation.provider not in conditions.providers:
        return f"on {' and '.join(sorted(map(platform_name, conditions.providers)))} only"
    if situation.level < conditions.access_level:
        needed = role_of(conditions.access_level).label
        return f"for {needed} and above, this is {role_of(situation.level).label}"
    if conditions.active_mode == "online" and not situation.is_live:
        return "only while live, and no platform is"
    if conditions.active_mode == "offline" and situation.is_live:
        return "only while offline"
    return ""


def skips_cooldown(level: int, *, mods_skip: bool) -> bool:
    return mods_skip and level >= Role.MOD


def is_over(ends_at: datetime, seconds: int, now: datetime) -> bool:
    """No cooldown lasts longer than its length from now: a clock that was set back must not freeze a command."""
    return ends_at <= now or ends_at > now + timedelta(seconds=seconds)


def seconds_left(ends_at: datetime, now: datetime) -> int:
    left = (ends_at - now).total_seconds()
    return max(1, int(left) + (left > int(left)))


@dataclass(frozen=True, slots=True)
class ResponseChoice:
    text: str
    providers: frozenset[str]
    weight: int


def responses_for(choices: Sequence[ResponseChoice], provider: str) -> list[ResponseChoice]:
    return [one for one in choices if not one.providers or provider in one.providers]


def pick_response(
    choices: Sequence[ResponseChoice], provider: str, pick: str, *, use_count: int, chance: Callable[[], float]
) -> ResponseChoice | None:
    """Among those for this platform: the first, by weight, or one after the other as it is used."""
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
