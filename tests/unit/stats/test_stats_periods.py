"""Days, weeks and months in a time zone, and the steps of a chart."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from greenroom.features.stats.rules import Period, read_period, series_of, step_minutes, steps_of
from greenroom.features.stats.schemas import PeriodStep
from greenroom.features.stats.streams.rules import Minute
from greenroom.kernel.errors import Invalid

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("day", "hours"), [(date(2026, 3, 29), 23), (date(2026, 10, 25), 25), (date(2026, 11, 17), 24)]
)
def test_day_has_as_many_hours_as_its_clocks_show(day: date, hours: int) -> None:
    period = Period(day, day, BERLIN)
    assert period.ends_at - period.starts_at == timedelta(hours=hours)


def test_day_without_midnight_begins_an_hour_later() -> None:
    # On this day the clocks in Cairo go from 0:00 to 1:00.
    period = Period(date(2026, 4, 24), date(2026, 4, 24), ZoneInfo("Africa/Cairo"))
    assert period.ends_at - period.starts_at == timedelta(hours=23)


def test_steps_follow_one_another_and_stay_inside_the_period() -> None:
    weeks = steps_of(Period(date(2026, 1, 1), date(2026, 4, 5), BERLIN))
    assert (weeks[0].first_day, weeks[0].starts_at) == (date(2025, 12, 29), datetime(2025, 12, 31, 23, tzinfo=UTC))
    assert [one.starts_at for one in weeks[1:]] == [one.ends_at for one in weeks[:-1]]
    # Summer time begins in the last but one week.
    assert weeks[-1].starts_at == datetime(2026, 3, 29, 22, tzinfo=UTC)
    assert weeks[-1].ends_at == datetime(2026, 4, 5, 22, tzinfo=UTC)


def test_months_of_several_years_begin_on_their_first_day() -> None:
    months = steps_of(Period(date(2023, 12, 31), date(2026, 2, 1), BERLIN))
    assert [one.first_day for one in months[:3]] == [date(2023, 12, 1), date(2024, 1, 1), date(2024, 2, 1)]
    assert len(months) == 27


@pytest.mark.parametrize(
    ("days", "step"), [(1, PeriodStep.DAY), (92, PeriodStep.DAY), (93, PeriodStep.WEEK), (732, PeriodStep.MONTH)]
)
def test_long_periods_have_long_steps(days: int, step: PeriodStep) -> None:
    first = date(2026, 1, 1)
    assert Period(first, first + timedelta(days=days - 1), BERLIN).step is step


def test_default_period_is_the_last_thirty_days_in_the_time_zone() -> None:
    period = read_period(None, None, ZoneInfo("Asia/Tokyo"), datetime(2026, 3, 31, 20, tzinfo=UTC))
    assert (period.first, period.last, period.days) == (date(2026, 3, 3), date(2026, 4, 1), 30)
    assert (period.previous.first, period.previous.last) == (date(2026, 2, 1), date(2026, 3, 2))


def test_more_than_ten_years_are_refused() -> None:
    with pytest.raises(Invalid):
        read_period(date(2010, 1, 1), date(2026, 1, 1), BERLIN, datetime(2026, 1, 1, tzinfo=UTC))


def test_steps_of_a_long_stream_keep_peaks_and_sums() -> None:
    assert (step_minutes(2_880), step_minutes(2_881)) == (1, 2)
    minutes = [Minute(10, 4, 5, 100, 1), Minute(11, 6, 9, 300, 2), Minute(14, None, None, None, 3)]
    series = series_of("kick", minutes, first=10, steps=3, size=2)
    assert (series.viewers, series.peaks) == ([5, None, None], [9, None, None])
    assert (series.messages, series.lag_ms) == ([3, None, 3], [300, None, None])
