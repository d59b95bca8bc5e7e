"""Which filter decides, who is exempt, what a permit and a ladder do, and how often the bot may warn."""

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
    given = FILTER_TYPES[kind].filter.model_validate({"type": kind, "name": kind, **changes})
    return FilterSpec.of(uuid4(), given, kind, settings_of(given), [Term("rubbish")] if kind == "banned_terms" else ())


def message(text: str = "rubbish at evil.com", **changes: Any) -> Message:  # noqa: ANN401  # as given
    usual: dict[str, Any] = {"provider": "twitch", "viewer_id": "7", "name": "Ann", "message_id": "m1"}
    return Message(text, **(usual | changes))


def verdicts(*specs: FilterSpec, of: Message | None = None) -> list[str]:
    found = FilterEngine.of(specs).judge(of or message(), {}, 0.0).verdicts
    return [one.spec.name for one in found]


def test_first_that_catches_decides() -> None:
    assert verdicts(spec("caps"), spec(), spec("link")) == ["banned_terms"]


def test_those_that_only_watch_do_not_stop_others() -> None:
    engine = FilterEngine.of([spec(mode="shadow"), spec("link"), spec(name="never asked")])
    judged = engine.judge(message(), {}, 0.0)
    assert [one.spec.name for one in judged.verdicts] == ["banned_terms", "link"]
    assert judged.deciding is not None
    assert judged.deciding.spec.name == "link"


@pytest.mark.parametrize(
    ("changes", "of", "reason"),
    [
        ({"enabled": False}, {}, "off"),
        ({"providers": ["youtube"]}, {}, "not on Twitch"),
        ({}, {"level": 7}, "Mod is exempt"),
        ({}, {"level": 500}, "the broadcaster is exempt"),
        ({"exempt_level": 1000}, {"level": 500}, "the broadcaster is exempt"),
        ({"exempt_level": 1}, {"level": 1}, "Sub is exempt"),
        ({"exempt_viewers": [{"provider": "twitch", "provider_viewer_id": "7"}]}, {}, "Ann is exempt"),
    ],
)
def test_exempt_message_is_not_looked_at(changes: dict[str, Any], of: dict[str, Any], reason: str) -> None:
    one = spec(**changes)
    assert one.skips(message(**of)) == reason
    assert verdicts(one, of=message(**of)) == []


def test_nobody_is_exempt_when_asked_for() -> None:
    assert verdicts(spec(exempt_level=1000), of=message(level=7)) == ["banned_terms"]


def test_message_is_normalised_once_however_many_filters_look_at_it() -> None:
    said = message("RÜBBISH at evil.com, and RÜBBISH again", is_first=True)
    watching = [spec(kind, mode="shadow") for kind in FILTER_TYPES]
    engine = FilterEngine.of([*watching, spec(mode="shadow"), spec("link", name="the last one")])
    texts = list[str]()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code is plain.__code__:
            texts.append(frame.f_locals["text"])

    sys.setprofile(note)
    judged = engine.judge(said, {}, 0.0)
    sys.setprofile(None)
    caught = [one.spec.name for one in judged.verdicts]
    assert len(engine.ready) == 15
    assert caught == ["banned_terms", "link", "first_message_link", "banned_terms", "the last one"]
    assert texts.count(said.text) == 1


def test_permit_covers_one_message_however_often_it_is_heard() -> None:
    engine, permits = FilterEngine.of([spec("link")]), {("twitch", "7"): LinkPermit(100.0)}
    for _ in range(2):
        judged = engine.judge(message(), permits, 50.0)
        assert (judged.verdicts, judged.permit_used) == ([], True)
    assert engine.judge(message(message_id="m2"), permits, 50.0).deciding is not None


def test_permit_that_ran_out_covers_nothing() -> None:
    engine, permits = FilterEngine.of([spec("link")]), {("twitch", "7"): LinkPermit(100.0)}
    assert engine.judge(message(), permits, 100.0).deciding is not None


@pytest.mark.parametrize(("offence", "seconds"), [(1, None), (2, 60), (3, 600), (4, 600), (99, 600)])
def test_ladder_goes_up_and_stays_at_its_top(offence: int, seconds: int | None) -> None:
    assert spec().step(offence).seconds == seconds


def test_what_filters_remember_outlives_a_change_of_others() -> None:
    flood = spec("flood", settings={"messages": 1, "seconds": 60})
    before = FilterEngine.of([flood])
    before.judge(message("one"), {}, 0.0)
    after = FilterEngine.of([flood, spec("caps")], before)
    assert after.judge(message("two", message_id="m2"), {}, 0.0).deciding is not None


def requests(step: int, actions: frozenset[type[object]]) -> list[tuple[str, type[object] | None]]:
    ladder = [{"action": "delete"}, {"action": "warn"}, {"action": "timeout", "seconds": 5}, {"action": "ban"}]
    one = spec(ladder=ladder)
    deeds = plan_actions(one.step(step), message(), one, actions, "why")
    return [(deed.action, type(deed.request) if deed.request else None) for deed in deeds]


def test_each_step_asks_the_platform_for_what_it_can_do() -> None:
    assert requests(1, TWITCH.actions) == [("delete", DeleteMessage)]
    assert requests(2, TWITCH.actions) == [("delete", DeleteMessage), ("warn", WarnViewer)]
    assert requests(3, TWITCH.actions) == [("delete", DeleteMessage), ("timeout", BanViewer)]
    assert requests(4, TWITCH.actions) == [("delete", DeleteMessage), ("ban", BanViewer)]
    assert requests(2, TWITCH.actions - {WarnViewer}) == [("delete", DeleteMessage), ("warn", None)]
    assert requests(4, TIKTOK.actions) == [("delete", None), ("ban", None)]


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("$(user), stop", "Ann", "Ann, stop"),
        ("$(user) $(user)", "A\nnn", "A nn A nn"),
        ("$(user)", "/ban everybody", "ban everybody"),
        ("$(user)", "$(user)", "$(user)"),
        ("$(user)", "", "viewer"),
    ],
)
def test_name_in_a_warning_is_only_ever_a_name(text: str, name: str, said: str) -> None:
    assert warning(spec(message=text), message(name=name), TWITCH.actions) == SendMessage(said)


def test_no_warning_without_words_or_where_nobody_can_write() -> None:
    assert warning(spec(), message(), TWITCH.actions) is None
    assert warning(spec(message="stop"), message(), TIKTOK.actions) is None


def test_one_viewer_is_warned_once_in_half_a_minute() -> None:
    warnings = WarningThrottle()
    assert warnings.may_warn(CHANNEL, ("twitch", "1"), NOW)
    assert not warnings.may_warn(CHANNEL, ("twitch", "1"), NOW + timedelta(seconds=29))
    assert warnings.may_warn(CHANNEL, ("twitch", "1"), NOW + timedelta(seconds=30))


def test_a_channel_hears_five_warnings_in_ten_seconds() -> None:
    warnings = WarningThrottle()
    heard = [warnings.may_warn(CHANNEL, ("twitch", str(number)), NOW) for number in range(7)]
    assert heard == [True] * 5 + [False] * 2
    assert warnings.may_warn(UUID(int=2), ("twitch", "1"), NOW)
    assert warnings.may_warn(CHANNEL, ("twitch", "8"), NOW + timedelta(seconds=10))
