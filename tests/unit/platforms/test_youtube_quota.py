"""The daily quota of YouTube's API, on a real database."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from youtube_bench import Bench, error, open_bench

from greenroom.chat.protocol.actions import SearchCategories
from greenroom.platforms.youtube.quota.governor import QuotaGovernor, QuotaReserved, QuotaSpent
from greenroom.platforms.youtube.quota.rules import Use, next_reset
from greenroom.tenancy.platforms import PlatformUnavailable
from support.frozen_clock import FrozenClock


@pytest.fixture
async def bench(tmp_path: Path, clock: FrozenClock) -> AsyncGenerator[Bench]:
    async with open_bench(tmp_path, clock, daily_units=1_000) as bench:
        yield bench


async def fine() -> None:
    pass


async def must_not_probe() -> None:
    raise AssertionError


async def test_processes_share_the_count_and_a_new_one_continues_it(bench: Bench) -> None:
    one, other = (QuotaGovernor(bench.settings, bench.shared, bench.clock) for _ in range(2))
    await one.spend(20, Use.ACT, fine)
    await other.spend(5, Use.READ, fine)
    await one.spend(1, Use.FIND_BROADCAST, fine)
    assert one.report().used == 26
    later = QuotaGovernor(bench.settings, bench.shared, bench.clock)
    await later.spend(0, Use.ACT, fine)
    assert (later.report().used, later.report().total) == (26, 1_000)


async def test_day_begins_anew_at_midnight_in_california(bench: Bench) -> None:
    governor = QuotaGovernor(bench.settings, bench.shared, bench.clock)
    await governor.spend(900, Use.ACT, fine)
    with pytest.raises(QuotaReserved):
        await governor.spend(5, Use.READ, fine)
    bench.clock.now = next_reset(bench.clock.now)
    assert governor.report().used == 0
    await governor.spend(5, Use.READ, fine)
    assert governor.report().used == 5
    assert governor.report().restriction == ""


async def test_last_tenth_is_kept_for_sending(bench: Bench) -> None:
    governor = QuotaGovernor(bench.settings, bench.shared, bench.clock)
    await governor.spend(900, Use.READ, fine)
    for use in (Use.READ, Use.FIND_BROADCAST, Use.COUNT):
        with pytest.raises(QuotaReserved):
            await governor.spend(1, use, fine)
    await governor.spend(20, Use.ACT, fine)
    assert governor.report().used == 920
    assert "Only sending and moderating" in governor.report().restriction


async def test_new_process_starts_with_the_stored_quota_use(bench: Bench) -> None:
    await QuotaGovernor(bench.settings, bench.shared, bench.clock).spend(900, Use.ACT, fine)
    with pytest.raises(QuotaReserved):
        await QuotaGovernor(bench.settings, bench.shared, bench.clock).spend(5, Use.READ, fine)


async def test_spent_quota_stops_every_process_until_midnight(bench: Bench) -> None:
    one, other = (QuotaGovernor(bench.settings, bench.shared, bench.clock) for _ in range(2))
    await one.close()
    with pytest.raises(QuotaSpent):
        await other.spend(1, Use.ACT, must_not_probe)
    assert await other.is_closed()
    report = other.report()
    assert (report.used, report.resets_at) == (1_000, next_reset(bench.clock.now))
    assert "used up" in report.restriction


async def test_after_midnight_one_probe_reopens_the_quota_for_all(bench: Bench) -> None:
    one, other = (QuotaGovernor(bench.settings, bench.shared, bench.clock) for _ in range(2))
    await one.close()
    bench.clock.now = next_reset(bench.clock.now) + timedelta(seconds=1)
    assert not await one.is_closed()
    await one.spend(20, Use.ACT, fine)
    await other.spend(20, Use.ACT, must_not_probe)
    assert one.report().restriction == ""
    assert other.report().used == 41


async def test_probe_that_is_refused_waits_half_an_hour(bench: Bench) -> None:
    governor = QuotaGovernor(bench.settings, bench.shared, bench.clock)
    await governor.close()
    bench.clock.now = reset = next_reset(bench.clock.now)

    async def refuse() -> None:
        raise await governor.close()

    with pytest.raises(QuotaSpent):
        await governor.spend(20, Use.ACT, refuse)
    bench.clock.advance(29 * 60)
    with pytest.raises(QuotaSpent):
        await governor.spend(20, Use.ACT, must_not_probe)
    bench.clock.advance(2 * 60)
    await governor.spend(20, Use.ACT, fine)
    # Whoever is refused later on that day waits for the next one.
    await governor.close()
    bench.clock.advance(3600)
    assert await governor.is_closed()
    assert governor.report().resets_at == next_reset(reset + timedelta(minutes=31))


async def test_probe_that_fails_for_another_reason_opens_nothing(bench: Bench) -> None:
    governor = QuotaGovernor(bench.settings, bench.shared, bench.clock)
    await governor.close()
    bench.clock.now = next_reset(bench.clock.now)

    async def fail() -> None:
        raise PlatformUnavailable("no answer")

    for _ in range(2):
        with pytest.raises(PlatformUnavailable, match="no answer"):
            await governor.spend(20, Use.ACT, fail)


async def test_unreadable_stored_state_is_ignored(bench: Bench) -> None:
    await bench.shared.put("closed_until", "tomorrow")
    await QuotaGovernor(bench.settings, bench.shared, bench.clock).spend(1, Use.ACT, must_not_probe)


async def test_forecast_follows_the_last_hour(bench: Bench) -> None:
    bench.clock.now = datetime(2026, 11, 15, 20, tzinfo=UTC)
    governor = QuotaGovernor(bench.settings, bench.shared, bench.clock)
    for _ in range(61):
        await governor.spend(1, Use.ACT, fine)
        bench.clock.advance(60)
    # One a minute, with a little less than eleven hours to go.
    assert 700 <= governor.report().forecast <= 725


async def test_pollers_share_the_quota(bench: Bench) -> None:
    governor = QuotaGovernor(bench.settings, bench.shared, bench.clock)
    with governor.polling_chat():
        alone = governor.min_chat_poll_interval(0)
        with governor.polling_chat():
            assert governor.min_chat_poll_interval(0) == pytest.approx(alone * 2)
        assert governor.min_chat_poll_interval(0) == pytest.approx(alone)


def test_each_connection_is_notified_once(bench: Bench) -> None:
    governor, connection = bench.platform.governor, uuid4()
    assert governor.is_first_report(connection)
    assert not governor.is_first_report(connection)


async def test_refusal_by_google_closes_the_quota_and_the_probe_opens_it(bench: Bench) -> None:
    bench.server.answer(403, error("quotaExceeded"))
    for _ in range(2):
        with pytest.raises(QuotaSpent):
            await bench.platform.perform(bench.account, SearchCategories(""))
    assert len(bench.requests) == 1
    bench.clock.now = next_reset(bench.clock.now)
    bench.server.answer(200, "{}").answer(200, '{"items":[]}')
    await bench.platform.perform(bench.account, SearchCategories(""))
    assert bench.requests[1:] == [
        "GET /v3/channels?part=id&mine=true",
        "GET /v3/videoCategories?part=snippet&regionCode=US&hl=en_US",
    ]
