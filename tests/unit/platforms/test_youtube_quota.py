"""The daily quota of YouTube's API, on a real database."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from youtube_setup import YouTubeSetup, error, open_youtube

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.chat.protocol.actions import SearchCategories
from greenroom.platforms.youtube.quota.governor import QuotaGovernor, QuotaReserved, QuotaSpent
from greenroom.platforms.youtube.quota.rules import Use, next_reset
from support.frozen_clock import FrozenClock


@pytest.fixture
async def youtube(tmp_path: Path, clock: FrozenClock) -> AsyncGenerator[YouTubeSetup]:
    async with open_youtube(tmp_path, clock, daily_units=1_000) as youtube:
        yield youtube


async def probe_succeeds() -> None:
    pass


async def must_not_probe() -> None:
    raise AssertionError


async def test_processes_share_the_count_and_a_new_process_continues_it(youtube: YouTubeSetup) -> None:
    first, second = (QuotaGovernor(youtube.settings, youtube.shared, youtube.clock) for _ in range(2))
    await first.spend(20, Use.ACT, probe_succeeds)
    await second.spend(5, Use.READ, probe_succeeds)
    await first.spend(1, Use.FIND_BROADCAST, probe_succeeds)
    assert first.report().used == 26
    third = QuotaGovernor(youtube.settings, youtube.shared, youtube.clock)
    await third.spend(0, Use.ACT, probe_succeeds)
    assert (third.report().used, third.report().total) == (26, 1_000)


async def test_quota_resets_at_midnight_in_california(youtube: YouTubeSetup) -> None:
    governor = QuotaGovernor(youtube.settings, youtube.shared, youtube.clock)
    await governor.spend(900, Use.ACT, probe_succeeds)
    with pytest.raises(QuotaReserved):
        await governor.spend(5, Use.READ, probe_succeeds)
    youtube.clock.now = next_reset(youtube.clock.now)
    assert governor.report().used == 0
    await governor.spend(5, Use.READ, probe_succeeds)
    assert governor.report().used == 5
    assert governor.report().restriction == ""


async def test_last_tenth_is_reserved_for_sending_and_moderating(youtube: YouTubeSetup) -> None:
    governor = QuotaGovernor(youtube.settings, youtube.shared, youtube.clock)
    await governor.spend(900, Use.READ, probe_succeeds)
    for use in (Use.READ, Use.FIND_BROADCAST, Use.COUNT):
        with pytest.raises(QuotaReserved):
            await governor.spend(1, use, probe_succeeds)
    await governor.spend(20, Use.ACT, probe_succeeds)
    assert governor.report().used == 920
    assert "Only sending and moderating" in governor.report().restriction


async def test_new_process_starts_with_the_stored_quota_use(youtube: YouTubeSetup) -> None:
    await QuotaGovernor(youtube.settings, youtube.shared, youtube.clock).spend(900, Use.ACT, probe_succeeds)
    with pytest.raises(QuotaReserved):
        await QuotaGovernor(youtube.settings, youtube.shared, youtube.clock).spend(5, Use.READ, probe_succeeds)


async def test_spent_quota_stops_every_process_until_midnight(youtube: YouTubeSetup) -> None:
    first, second = (QuotaGovernor(youtube.settings, youtube.shared, youtube.clock) for _ in range(2))
    await first.close()
    with pytest.raises(QuotaSpent):
        await second.spend(1, Use.ACT, must_not_probe)
    assert await second.is_closed()
    report = second.report()
    assert (report.used, report.resets_at) == (1_000, next_reset(youtube.clock.now))
    assert "used up" in report.restriction


async def test_after_midnight_one_probe_reopens_the_quota_for_all(youtube: YouTubeSetup) -> None:
    first, second = (QuotaGovernor(youtube.settings, youtube.shared, youtube.clock) for _ in range(2))
    await first.close()
    youtube.clock.now = next_reset(youtube.clock.now) + timedelta(seconds=1)
    assert not await first.is_closed()
    await first.spend(20, Use.ACT, probe_succeeds)
    await second.spend(20, Use.ACT, must_not_probe)
    assert first.report().restriction == ""
    assert second.report().used == 41


async def test_probe_that_is_refused_waits_half_an_hour(youtube: YouTubeSetup) -> None:
    governor = QuotaGovernor(youtube.settings, youtube.shared, youtube.clock)
    await governor.close()
    youtube.clock.now = reset = next_reset(youtube.clock.now)

    async def refuse() -> None:
        raise await governor.close()

    with pytest.raises(QuotaSpent):
        await governor.spend(20, Use.ACT, refuse)
    youtube.clock.advance(29 * 60)
    with pytest.raises(QuotaSpent):
        await governor.spend(20, Use.ACT, must_not_probe)
    youtube.clock.advance(2 * 60)
    await governor.spend(20, Use.ACT, probe_succeeds)
    # A refusal later on that day closes the quota until the next day.
    await governor.close()
    youtube.clock.advance(3600)
    assert await governor.is_closed()
    assert governor.report().resets_at == next_reset(reset + timedelta(minutes=31))


async def test_probe_that_fails_for_another_reason_does_not_reopen_the_quota(youtube: YouTubeSetup) -> None:
    governor = QuotaGovernor(youtube.settings, youtube.shared, youtube.clock)
    await governor.close()
    youtube.clock.now = next_reset(youtube.clock.now)

    async def fail() -> None:
        raise PlatformUnavailable("no answer")

    for _ in range(2):
        with pytest.raises(PlatformUnavailable, match="no answer"):
            await governor.spend(20, Use.ACT, fail)


async def test_unreadable_stored_state_is_ignored(youtube: YouTubeSetup) -> None:
    await youtube.shared.put("closed_until", "tomorrow")
    await QuotaGovernor(youtube.settings, youtube.shared, youtube.clock).spend(1, Use.ACT, must_not_probe)


async def test_forecast_follows_the_last_hour(youtube: YouTubeSetup) -> None:
    youtube.clock.now = datetime(2026, 11, 15, 20, tzinfo=UTC)
    governor = QuotaGovernor(youtube.settings, youtube.shared, youtube.clock)
    for _ in range(61):
        await governor.spend(1, Use.ACT, probe_succeeds)
        youtube.clock.advance(60)
    # One unit a minute until midnight in California, a little less than eleven hours away.
    assert 700 <= governor.report().forecast <= 725


async def test_connections_that_poll_chat_share_the_quota(youtube: YouTubeSetup) -> None:
    governor = QuotaGovernor(youtube.settings, youtube.shared, youtube.clock)
    with governor.polling_chat():
        interval = governor.min_chat_poll_interval(0)
        with governor.polling_chat():
            assert governor.min_chat_poll_interval(0) == pytest.approx(interval * 2)
        assert governor.min_chat_poll_interval(0) == pytest.approx(interval)


def test_connection_reports_the_spent_quota_only_once(youtube: YouTubeSetup) -> None:
    governor, connection = youtube.platform.governor, uuid4()
    assert governor.mark_reported(connection)
    assert not governor.mark_reported(connection)


async def test_refusal_by_google_closes_the_quota_and_the_probe_opens_it(youtube: YouTubeSetup) -> None:
    youtube.server.respond(403, error("quotaExceeded"))
    for _ in range(2):
        with pytest.raises(QuotaSpent):
            await youtube.platform.act(youtube.account, SearchCategories(""))
    assert len(youtube.requests) == 1
    youtube.clock.now = next_reset(youtube.clock.now)
    youtube.server.respond(200, "{}").respond(200, '{"items":[]}')
    await youtube.platform.act(youtube.account, SearchCategories(""))
    assert youtube.requests[1:] == [
        "GET /v3/channels?part=id&mine=true",
        "GET /v3/videoCategories?part=snippet&regionCode=US&hl=en_US",
    ]
