from datetime import UTC, datetime, timedelta

from greenroom.kernel.ids import RecentIds

NOON = datetime(2026, 11, 19, 12, tzinfo=UTC)


def test_id_is_new_once_until_it_is_too_old() -> None:
    ids = RecentIds[str](max_age=timedelta(minutes=5))
    assert ids.is_new("a", NOON)
    assert not ids.is_new("a", NOON + timedelta(minutes=5))
    assert ids.is_new("a", NOON + timedelta(minutes=5, seconds=1))


def test_oldest_ids_beyond_the_limit_are_forgotten() -> None:
    ids = RecentIds[int](limit=2)
    assert [ids.is_new(number, NOON) for number in (1, 2, 3)] == [True, True, True]
    assert not ids.is_new(3, NOON)
    assert ids.is_new(1, NOON)
