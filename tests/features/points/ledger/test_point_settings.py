"""Stored settings of points, and their cache."""

import pytest
from channel_books import ChannelBooks

from greenroom.features.points.ledger.settings import PointSettings, PointSettingsCache, read_settings, save_settings

CHANGED = PointSettings(
    enabled=True,
    name_singular="leaf",
    name_plural="leaves",
    per_minute=3,
    sub_multiplier=4,
    per_message=1,
    per_sub=5,
    per_100_bits=6,
    per_follow=7,
    ignored_names=frozenset({"ada", "bo"}),
    transfer=False,
    public_leaderboard=True,
)


@pytest.mark.both_databases
async def test_settings_are_stored(books: ChannelBooks) -> None:
    async with books.kernel.database.write() as session:
        assert await read_settings(session, books.channel_id) == PointSettings()
        await save_settings(session, books.channel_id, CHANGED)
        await save_settings(session, books.channel_id, CHANGED)
    async with books.kernel.database.read() as session:
        assert await read_settings(session, books.channel_id) == CHANGED


async def test_cache_has_a_change_at_once(books: ChannelBooks) -> None:
    cache = PointSettingsCache(books.kernel)
    cache.start()

    async def is_enabled() -> bool:
        async with books.kernel.database.read() as session:
            return (await cache.get(session, books.channel_id)).enabled

    assert not await is_enabled()
    async with books.kernel.database.write() as session:
        await save_settings(session, books.channel_id, CHANGED)
    assert await is_enabled()
    await cache.stop()


def test_name_of_the_points_is_singular_only_for_one() -> None:
    assert CHANGED.amount_text(1) == "1 leaf"
    assert CHANGED.amount_text(1_250) == "1,250 leaves"
    assert CHANGED.amount_text(0) == "0 leaves"


def test_ignored_names_are_compared_without_case() -> None:
    assert CHANGED.ignores("ADA", "somebody else")
    assert CHANGED.ignores("", "Bo")
    assert not CHANGED.ignores("cleo", "Cleo")
