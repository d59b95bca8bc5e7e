"""A platform's report is a new moderation entry, or confirms an entry of our own."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import (
    ChatCleared,
    ChatEvent,
    MessageDeleted,
    ModeratorActed,
    ViewerBanned,
    ViewerUnbanned,
)
from greenroom.features.moderation.platform_reports import PlatformReport, entry_of, matching_entry, report_of
from greenroom.features.moderation.rules import MAX_FILTER_ACTION_TIME, MAX_STAFF_ACTION_TIME

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
CHANNEL, CONNECTION = uuid4(), uuid4()
SECOND = timedelta(seconds=1)


def channel_event(event: ChatEvent, connection_id: UUID = CONNECTION) -> ChannelEvent:
    return ChannelEvent(CHANNEL, connection_id, "twitch", event)


def ban_report(
    seconds: int | None = None, *, after: float = 0, viewer_id: str = "7", moderator: str = "Odalys"
) -> PlatformReport:
    at = NOW + timedelta(seconds=after)
    until = None if seconds is None else at + timedelta(seconds=seconds)
    report = report_of(channel_event(ViewerBanned(viewer_id, "Marek", until, "Too loud", moderator, at)))
    assert report is not None
    return report


def unban_report(after: float = 0) -> PlatformReport:
    report = report_of(channel_event(ViewerUnbanned("7", "Marek", "Odalys", NOW + timedelta(seconds=after))))
    assert report is not None
    return report


def entry_from(report: PlatformReport) -> ModerationEntry:
    return entry_of(report, entry_id=uuid4(), viewer_name=report.viewer_name, message_text="")


def own_entry(report: PlatformReport, kind: str = "user", **fields: object) -> ModerationEntry:
    """An unconfirmed entry of our own for the reported action."""
    entry = entry_from(report)
    entry.actor_kind, entry.outcome, entry.is_confirmed = kind, "asked", False
    for name, value in fields.items():
        setattr(entry, name, value)
    return entry


def test_ban_report_has_moderator_reason_and_duration() -> None:
    report = ban_report(600)
    assert (report.action, report.viewer_id, report.viewer_name, report.moderator) == (
        "timeout",
        "7",
        "Marek",
        "Odalys",
    )
    assert (report.reason, report.seconds, ban_report().action, ban_report().seconds) == ("Too loud", 600, "ban", None)


@pytest.mark.parametrize(("late", "seconds"), [(0.8, 600), (5, 600), (60, 540), (700, 1)])
def test_duration_of_a_time_out_reported_a_minute_or_more_late_is_the_time_left(late: float, seconds: int) -> None:
    at = NOW + timedelta(seconds=late)
    report = report_of(channel_event(ViewerBanned("7", "Marek", NOW + 600 * SECOND, "", "Odalys", at, NOW)))
    assert report is not None
    assert report.seconds == seconds


@pytest.mark.parametrize(
    "event",
    [
        ViewerBanned("7" * 101, "Marek", None, "", "", NOW),
        ViewerBanned("7\0", "Marek", None, "", "", NOW),
        MessageDeleted("m" * 201, NOW),
        MessageDeleted("m\0", NOW),
        # Only one viewer's messages are cleared: the ban or time-out that caused it is reported separately.
        ChatCleared(NOW, chatter_id="7"),
    ],
)
def test_unstorable_and_duplicate_reports_are_ignored(event: ChatEvent) -> None:
    assert report_of(channel_event(event)) is None


def test_names_and_reasons_are_cleaned_and_shortened() -> None:
    event = ViewerBanned("7", "\u202eM\0" * 200, None, "r\n" * 10_000, "\0Odalys", NOW)
    report = report_of(channel_event(event))
    assert report is not None
    assert (len(report.viewer_name), len(report.reason) <= 500, report.moderator) == (100, True, "Odalys")
    assert not {"\u202e", "\0", "\n"} & set(report.viewer_name + report.reason)


def test_reported_deletion_without_a_moderator_confirms_our_entry_but_is_incomplete() -> None:
    without_moderator, complete = (
        report_of(channel_event(MessageDeleted("m1", NOW))),
        report_of(channel_event(MessageDeleted("m1", NOW, "7", "Odalys"))),
    )
    assert without_moderator is not None
    assert complete is not None
    assert (without_moderator.is_complete, complete.is_complete) == (False, True)
    assert matching_entry([entry := own_entry(complete)], without_moderator) is entry


@pytest.mark.parametrize(
    ("action", "detail", "logged"),
    [
        ("warn", "Be kind", ("warn", "Be kind")),
        ("raid", "42 viewers", ("raid", "42 viewers")),
        ("slow", "30 seconds", ("mode", "Slow mode: 30 seconds")),
        ("emoteonlyoff", "", ("mode", "Emote-only mode off")),
        ("vip", "", ("other", "vip")),
    ],
)
def test_warnings_raids_and_modes_are_logged_with_details(action: str, detail: str, logged: tuple[str, str]) -> None:
    report = report_of(channel_event(ModeratorActed(action, "Odalys", "Marek", detail, NOW)))
    assert report is not None
    assert (report.action, report.reason) == logged


def test_report_of_one_mode_does_not_confirm_the_change_of_another() -> None:
    slow = report_of(channel_event(ModeratorActed("slow", "Odalys", "", "30 seconds", NOW)))
    emotes = report_of(channel_event(ModeratorActed("emoteonly", "Odalys", "", "", NOW)))
    assert slow is not None
    assert emotes is not None
    entries = [own_entry(slow), own_entry(emotes)]
    assert [matching_entry(entries, one) for one in (emotes, slow)] == [entries[1], entries[0]]
    assert matching_entry(entries[:1], emotes) is None


@pytest.mark.parametrize(("kind", "within"), [("user", MAX_STAFF_ACTION_TIME), ("filter", MAX_FILTER_ACTION_TIME)])
def test_report_confirms_our_entry_while_the_action_is_retried_and_a_minute_more(kind: str, within: timedelta) -> None:
    latest = (within + timedelta(minutes=1)).total_seconds()
    entry = own_entry(ban_report(), kind)
    assert matching_entry([entry], ban_report(after=latest)) is entry
    assert matching_entry([entry], ban_report(after=-60)) is entry
    assert matching_entry([entry], ban_report(after=latest + 1)) is None
    assert matching_entry([entry], ban_report(after=-61)) is None


def test_failed_entry_is_confirmed_by_a_report_only_if_it_was_in_doubt() -> None:
    assert matching_entry([own_entry(ban_report(), outcome="failed")], ban_report(after=1)) is None
    doubtful = own_entry(ban_report(), outcome="failed", is_in_doubt=True)
    assert matching_entry([doubtful], ban_report(after=1)) is doubtful


def test_report_of_another_viewer_chat_or_action_is_a_new_entry() -> None:
    entry = own_entry(ban_report())
    assert matching_entry([entry], ban_report(viewer_id="8")) is None
    assert matching_entry([entry], ban_report(60)) is None
    assert matching_entry([entry], unban_report()) is None
    other_chat = report_of(channel_event(ViewerBanned("7", "Marek", None, "", "", NOW), uuid4()))
    assert other_chat is not None
    assert matching_entry([entry], other_chat) is None


def test_report_of_a_rounded_time_out_confirms_our_entry_and_of_another_length_does_not() -> None:
    entry = own_entry(ban_report(61))
    assert matching_entry([entry], ban_report(120)) is entry
    assert matching_entry([entry], ban_report(600)) is None


def test_late_report_confirms_the_time_out_of_a_filter_and_not_that_of_a_moderator() -> None:
    late = ban_report(600, after=100)
    assert matching_entry([by_filter := own_entry(ban_report(600), "filter")], late) is by_filter
    assert matching_entry([own_entry(ban_report(600))], late) is None


def test_two_entries_of_our_own_are_confirmed_oldest_first() -> None:
    first, second = own_entry(ban_report(60)), own_entry(ban_report(60, after=2))
    assert matching_entry([second, first], ban_report(60, after=3)) is first
    first.is_confirmed = True
    assert matching_entry([second, first], ban_report(60, after=4)) is second


def test_ban_report_repeated_within_seconds_is_ignored_unless_the_viewer_was_unbanned_in_between() -> None:
    logged = entry_from(ban_report(600))
    assert matching_entry([logged], ban_report(600, after=1)) is logged
    assert matching_entry([logged], ban_report(600, after=30)) is None
    assert matching_entry([logged, entry_from(unban_report(2))], ban_report(600, after=3)) is None


def test_repeated_mode_report_is_ignored_only_with_the_same_text_within_seconds() -> None:
    def slow(after: float, detail: str = "30 s") -> PlatformReport:
        event = ModeratorActed("slow", "Odalys", "", detail, NOW + timedelta(seconds=after))
        report = report_of(channel_event(event))
        assert report is not None
        return report

    logged = entry_from(slow(0))
    assert matching_entry([logged], slow(2)) is logged
    assert matching_entry([logged], slow(2, "60 s")) is None
    assert matching_entry([logged], slow(6)) is None
