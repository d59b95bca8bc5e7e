"""Recent ids tell which messages may be stored already, so that only their ids are looked up in the database."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from greenroom.chat.messages.line import ChatLine, LineKind
from greenroom.features.messages.storage import recent_ids as module
from greenroom.features.messages.storage.recent_ids import MAX_REPEAT_DELAY, MIN_RETENTION, ChannelIds, RecentLineIds

NOW = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
STEP = MIN_RETENTION / 15


def line(message_id: str, sent_at: datetime = NOW, kind: LineKind = "text", *, is_backlog: bool = False) -> ChatLine:
    return ChatLine(UUID(int=1), "drill", message_id, kind, sent_at, "", (), is_backlog=is_backlog)


def possibly_stored(ids: ChannelIds, *lines: ChatLine, now: datetime = NOW) -> list[str]:
    return [one.message_id for one in ids.possibly_stored(lines, now)]


def test_only_lines_with_known_ids_old_lines_and_backlog_are_looked_up() -> None:
    ids = ChannelIds(NOW - MIN_RETENTION, NOW, ["known"])
    edge = NOW - MIN_RETENTION + MAX_REPEAT_DELAY
    lines = [
        line("new"),
        line("known"),
        line("old", edge),
        line("not so old", edge + MINUTE),
        line("backlog", is_backlog=True),
        line("notice", kind="notice"),
        line("gap", kind="gap"),
    ]
    assert possibly_stored(ids, *lines) == ["known", "old", "backlog"]


def test_notice_ids_are_kept_longer_and_at_first_every_notice_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_PER_CHANNEL", 100)
    ids = ChannelIds(NOW - MIN_RETENTION, NOW, ["recalled"])
    ids.add([line("poll", kind="notice")], NOW)
    for number in range(300):
        ids.add([line(str(number))], NOW)
    later = NOW + MAX_REPEAT_DELAY + MINUTE
    notices = [line(name, later, "notice") for name in ("poll", "recalled", "new")]
    assert possibly_stored(ids, *notices, now=later) == ["poll", "recalled"]
    short = ChannelIds(NOW - MIN_RETENTION / 2, NOW, [])
    assert possibly_stored(short, line("notice", kind="notice"), line("words")) == ["notice"]


def test_recent_ids_are_remembered_and_evicted_ids_are_looked_up() -> None:
    ids = ChannelIds(NOW - MIN_RETENTION, NOW, [])
    now = NOW
    for number in range(100):
        now += STEP
        ids.add([line(str(number), now)], now)
        assert possibly_stored(ids, line("new", now), now=now) == []
        # Each id is looked up when its line is repeated with its own timestamp.
        again = [line(str(old), NOW + (old + 1) * STEP) for old in range(number + 1)]
        assert possibly_stored(ids, *again) == [one.message_id for one in again]
    assert len(ids) <= 2 * MIN_RETENTION / STEP + 2


def test_ids_of_a_busy_chat_expire_sooner_and_are_then_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_PER_CHANNEL", 100)
    ids = ChannelIds(NOW - MIN_RETENTION, NOW, [])
    for number in range(200):
        ids.add([line(str(number))], NOW + timedelta(seconds=number))
    assert len(ids) <= 100
    assert possibly_stored(ids, line("0"), line("new", NOW + timedelta(seconds=200))) == ["0", "new"]


def test_least_active_channels_are_evicted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_IDS_OF_ALL_CHANNELS", 10)
    channels = RecentLineIds()
    for number in range(4):
        channels.put(UUID(int=number), ChannelIds(NOW, NOW, [str(each) for each in range(2)]))
    assert [channels.of(UUID(int=number)) is not None for number in range(4)] == [False, False, True, True]
    channels.add(UUID(int=2), [line("a"), line("b")], NOW)
    channels.put(UUID(int=4), ChannelIds(NOW, NOW, ["c"]))
    assert [channels.of(UUID(int=number)) is not None for number in (2, 3, 4)] == [True, False, True]
    channels.add(UUID(int=4), [line(str(each)) for each in range(5)], NOW)
    assert channels.of(UUID(int=2)) is None
