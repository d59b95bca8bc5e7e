"""First match, exemptions, permits, penalties and warning limits."""

import sys
from datetime import UTC, datetime, timedelta
from types import FrameType
from typing import Any
from uuid import UUID, uuid4

import pytest

from greenroom.chat.protocol.actions import BanViewer, DeleteMessage, SendMessage, WarnViewer
from greenroom.features.filters.engine import FilterEngine, FilterSpec, LinkPermit
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.normalization import plain
from greenroom.features.filters.matching.term_matcher import Term
from greenroom.features.filters.rows import settings_of
from greenroom.features.filters.rules import WarningThrottle, plan_actions, warning
from greenroom.features.filters.types.registry import FILTER_TYPES
from greenroom.platforms.tiktok.info import INFO as TIKTOK
from greenroom.platforms.twitch.info import INFO as TWITCH

NOW = datetime(2030, 1, 2, tzinfo=UTC)
CHANNEL = UUID(int=1)


def spec(kind: str = "banned_terms", **changes: Any) -> FilterSpec:  # noqa: ANN401  # JSON
    model = FILTER_TYPES[kind].filter.model_validate({"type": kind, "name": kind, **changes})
    return FilterSpec.of(uuid4(), model, kind, settings_of(model), [Term("rubbish")] if kind == "banned_terms" else ())


def message(text: str = "rubbish at evil.com", **changes: Any) -> Message:  # noqa: ANN401  # any field
    defaults: dict[str, Any] = {"provider": "twitch", "viewer_id": "7", "name": "Ann", "message_id": "m1"}
    return Message(text, **(defaults | changes))


def matching_names(*specs: FilterSpec, of: Message | None = None) -> list[str]:
    found = FilterEngine.of(specs).evaluate(of or message(), {}, 0.0).matches
    return [one.spec.name for one in found]


def test_first_match_decides() -> None:
    assert matching_names(spec("caps"), spec(), spec("link")) == ["banned_terms"]


def test_shadow_filters_do_not_stop_other_filters() -> None:
    engine = FilterEngine.of([spec(mode="shadow"), spec("link"), spec(name="never run")])
    result = engine.evaluate(message(), {}, 0.0)
    assert [one.spec.name for one in result.matches] == ["banned_terms", "link"]
    assert result.deciding is not None
    assert result.deciding.spec.name == "link"


@pytest.mark.parametrize(
    ("changes", "message_fields", "reason"),
    [
        ({"enabled": False}, {}, "the filter is off"),
        ({"providers": ["youtube"]}, {}, "not active on Twitch"),
        ({}, {"level": 7}, "Mod is exempt"),
        ({}, {"level": 500}, "the broadcaster and owners are exempt"),
        ({"exempt_level": 1000}, {"level": 500}, "the broadcaster and owners are exempt"),
        ({"exempt_level": 1}, {"level": 1}, "Sub is exempt"),
        ({"exempt_viewers": [{"provider": "twitch", "provider_viewer_id": "7"}]}, {}, "Ann is exempt"),
    ],
)
def test_message_is_skipped_with_a_reason(changes: dict[str, Any], message_fields: dict[str, Any], reason: str) -> None:
    one = spec(**changes)
    assert one.skip_reason(message(**message_fields)) == reason
    assert matching_names(one, of=message(**message_fields)) == []


def test_mod_is_not_exempt_at_exempt_level_1000() -> None:
    assert matching_names(spec(exempt_level=1000), of=message(level=7)) == ["banned_terms"]


def test_message_is_normalized_once_for_all_filters() -> None:
    sent = message("RÜBBISH at evil.com, and RÜBBISH again", is_first=True)
    shadows = [spec(kind, mode="shadow") for kind in FILTER_TYPES]
    engine = FilterEngine.of([*shadows, spec(mode="shadow"), spec("link", name="the last one")])
    texts = list[str]()

    def record(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code is plain.__code__:
            texts.append(frame.f_locals["text"])

    sys.setprofile(record)
    result = engine.evaluate(sent, {}, 0.0)
    sys.setprofile(None)
    caught = [one.spec.name for one in result.matches]
    assert len(engine.filters) == 15
    assert caught == ["banned_terms", "link", "first_message_link", "banned_terms", "the last one"]
    assert texts.count(sent.text) == 1


def test_permit_covers_one_message_even_if_it_is_delivered_twice() -> None:
    engine, permits = FilterEngine.of([spec("link")]), {("twitch", "7"): LinkPermit(100.0)}
    for _ in range(2):
        result = engine.evaluate(message(), permits, 50.0)
        assert (result.matches, result.permit_used) == ([], True)
    assert engine.evaluate(message(message_id="m2"), permits, 50.0).deciding is not None


def test_expired_permit_has_no_effect() -> None:
    engine, permits = FilterEngine.of([spec("link")]), {("twitch", "7"): LinkPermit(100.0)}
    assert engine.evaluate(message(), permits, 100.0).deciding is not None


@pytest.mark.parametrize(("offence", "seconds"), [(1, None), (2, 60), (3, 600), (4, 600), (99, 600)])
def test_penalties_escalate_and_the_last_one_repeats(offence: int, seconds: int | None) -> None:
    assert spec().step(offence).seconds == seconds


def test_what_a_filter_remembers_is_kept_when_other_filters_change() -> None:
    flood = spec("flood", settings={"messages": 1, "seconds": 60})
    before = FilterEngine.of([flood])
    before.evaluate(message("one"), {}, 0.0)
    after = FilterEngine.of([flood, spec("caps")], before)
    assert after.evaluate(message("two", message_id="m2"), {}, 0.0).deciding is not None


def requests(step: int, actions: frozenset[type[object]]) -> list[tuple[str, type[object] | None]]:
    ladder = [{"action": "delete"}, {"action": "warn"}, {"action": "timeout", "seconds": 5}, {"action": "ban"}]
    one = spec(ladder=ladder)
    planned = plan_actions(one.step(step), message(), one, actions, "why")
    return [(one.action, type(one.request) if one.request else None) for one in planned]


def test_each_penalty_requests_only_actions_that_the_platform_supports() -> None:
    assert requests(1, TWITCH.actions) == [("delete", DeleteMessage)]
    assert requests(2, TWITCH.actions) == [("delete", DeleteMessage), ("warn", WarnViewer)]
    assert requests(3, TWITCH.actions) == [("delete", DeleteMessage), ("timeout", BanViewer)]
    assert requests(4, TWITCH.actions) == [("delete", DeleteMessage), ("ban", BanViewer)]
    assert requests(2, TWITCH.actions - {WarnViewer}) == [("delete", DeleteMessage), ("warn", None)]
    assert requests(4, TIKTOK.actions) == [("delete", None), ("ban", None)]


@pytest.mark.parametrize(
    ("text", "name", "sent"),
    [
        ("$(user), stop", "Ann", "Ann, stop"),
        ("$(user) $(user)", "A\nnn", "A nn A nn"),
        ("$(user)", "/ban everybody", "ban everybody"),
        ("$(user)", "$(user)", "$(user)"),
        ("$(user)", "", "viewer"),
    ],
)
def test_name_in_a_warning_is_inserted_as_plain_text(text: str, name: str, sent: str) -> None:
    assert warning(spec(message=text), message(name=name), TWITCH.actions) == SendMessage(sent)


@pytest.mark.parametrize(
    ("text", "sent"),
    [("/me !cmd add !x y", "me !cmd add !x y"), ("\u200b/ban $(user)", "ban Ana"), ("!rules $(user)", "!rules Ana")],
)
def test_warning_is_no_command_of_a_platform(text: str, sent: str) -> None:
    assert warning(spec(message=text), message(name="Ana"), TWITCH.actions) == SendMessage(sent)


def test_no_warning_without_text_or_on_a_read_only_platform() -> None:
    assert warning(spec(), message(), TWITCH.actions) is None
    assert warning(spec(message="stop"), message(), TIKTOK.actions) is None


def test_one_viewer_is_warned_at_most_once_in_30_seconds() -> None:
    warnings = WarningThrottle()
    assert warnings.try_acquire(CHANNEL, ("twitch", "1"), NOW)
    assert not warnings.try_acquire(CHANNEL, ("twitch", "1"), NOW + timedelta(seconds=29))
    assert warnings.try_acquire(CHANNEL, ("twitch", "1"), NOW + timedelta(seconds=30))


def test_a_channel_gets_at_most_five_warnings_in_ten_seconds() -> None:
    warnings = WarningThrottle()
    allowed = [warnings.try_acquire(CHANNEL, ("twitch", str(number)), NOW) for number in range(7)]
    assert allowed == [True] * 5 + [False] * 2
    assert warnings.try_acquire(UUID(int=2), ("twitch", "1"), NOW)
    assert warnings.try_acquire(CHANNEL, ("twitch", "8"), NOW + timedelta(seconds=10))
