"""Parsing and formatting dates and times."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.variables.time_format import find_zone, format_time, parse_time
from greenroom.kernel.timestamps import in_words
from support.variable_rendering import NOW, render_response, render_text


@pytest.mark.parametrize(
    ("template", "shown"),
    [
        ("$(time)", "20:30"),
        ("$(time Europe/Berlin)", "21:30"),
        ("$(time europe/berlin 'h:mm a')", "9:30 pm"),
        ("$(time.America/New_York)", "15:30"),
        ("$(time UTC+5:30)", "02:00"),
        ("$(time 'dddd [at] HH')", "Sunday at 20"),
        ("$(time Nowhere/Atall|?) $(time.nowhere|?) $(time Amsterdam|?)", "? ? ?"),
        ("$(time UTC+5:90|?)", "?"),
        ("$(time CET) $(time HH) $(time h:mm A)", "21:30 20 8:30 PM"),
        ("$(date)", "15 November 2026"),
        ("$(date Asia/Tokyo 'ddd YY-MM-DD Z z')", "Mon 26-11-16 +09:00 JST"),
        ("$(countdown 2026-12-24 18:00 Europe/Berlin)", "38 days, 20 hours, 30 minutes"),
        ("$(countdown December 24, 2026 6 pm)", "38 days, 21 hours, 30 minutes"),
        ("$(countdown 24 dec 2026)", "38 days, 3 hours, 30 minutes"),
        ("$(countdown 2026-11-15T21:00:00Z)", "30 minutes"),
        ("$(countdown 2026-11-15 23:00+02:00)", "30 minutes"),
        ("$(countdown 21:00)", "30 minutes"),
        ("$(countdown 20:30)", "1 day"),
        ("$(countup 20:30)", "0 seconds"),
        ("$(countup 21:00)", "23 hours, 30 minutes"),
        ("$(countup 2025-11-15 20:30)", "1 year"),
        ("$(countdown 2020-01-01|It has begun!)", "It has begun!"),
        ("$(countup 2030-01-01|Not yet!)", "Not yet!"),
        ("$(countdown 2026-02-30|?)", "?"),
        ("$(countdown 25:00|?)", "?"),
        ("$(countdown soon|?)", "?"),
        ("$(countdown|?)", "?"),
        ("$(countdown 0001-01-01 00:00 UTC+14|?) $(countup 9999-12-31 23:59 UTC-12|?)", "? ?"),
    ],
)
def test_time_variables_are_rendered(template: str, shown: str) -> None:
    assert render_text(template) == shown


def test_hostile_formats_are_parsed_quickly() -> None:
    started_at = time.process_time()
    for hostile in ("M" * 500 + "X", "[" * 500, "h" * 499 + "x", "1" * 500, "-" * 500):
        render_text("$(time $(1)|?) $(countdown $(1)|?)", hostile)
    assert time.process_time() - started_at < 0.5


@pytest.mark.parametrize("name", ["Nowhere/Atall", "localtime", "Factory"])
def test_unknown_zone_shows_an_example(name: str) -> None:
    assert "Europe/Berlin" in render_response(f"$(time {name})").notes[0].reason


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 seconds"),
        (-5, "0 seconds"),
        (1, "1 second"),
        (3_661, "1 hour, 1 minute, 1 second"),
        (90_061, "1 day, 1 hour, 1 minute"),
        (400 * 86_400, "1 year, 35 days"),
    ],
)
def test_duration_is_written_in_words(seconds: int, words: str) -> None:
    assert in_words(seconds) == words
    assert in_words(timedelta(seconds=seconds)) == words


@given(st.text(max_size=60))
def test_any_text_is_parsed_and_formatted(text: str) -> None:
    format_time(NOW, text)
    find_zone(text)
    parsed = parse_time(text)
    assert parsed is None or (parsed.next(NOW) and parsed.last(NOW))


@given(st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1)).map(lambda moment: moment.replace(microsecond=0)))  # noqa: DTZ001
def test_formatted_time_parses_to_the_same_time(moment: datetime) -> None:
    for pattern in ("YYYY-MM-DD HH:mm:ss", "MMMM D, YYYY HH:mm:ss", "D MMM YYYY hh:mm:ss A"):
        parsed = parse_time(format_time(moment, pattern))
        assert parsed is not None
        assert parsed.next(NOW) == moment.replace(tzinfo=UTC)
