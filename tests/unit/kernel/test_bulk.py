"""Bulk writes store times in the format of SQLAlchemy."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from greenroom.kernel.db.bulk_rows import sqlite_moment


# The first and last years are left out: converted to UTC they could leave the range of datetime.
@given(st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=st.timezones()))  # noqa: DTZ001  # hypothesis adds the zone
def test_time_is_written_in_the_format_of_sqlalchemy(moment: datetime) -> None:
    naive = moment.astimezone(UTC).replace(tzinfo=None)
    for given_moment, expected in ((moment, naive), (moment.replace(microsecond=0), naive.replace(microsecond=0))):
        assert sqlite_moment(given_moment) == expected.isoformat(" ", "microseconds")
