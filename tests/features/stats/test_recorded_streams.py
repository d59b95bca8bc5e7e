"""Streams begin and end as the platforms report, and a job counts their viewers, messages and chatters."""

import asyncio
from datetime import timedelta

import pytest
from stream_channel import StreamChannel

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.chat.protocol.events import Chatter, Fragment, ViewersCounted
from greenroom.features.stats.streams.jobs import follow_channel
from greenroom.features.stats.streams.models import StreamChatter
from greenroom.features.stats.streams.recorder import lock_streams
from greenroom.features.stats.streams.report import Ranked
from support.frozen_clock import FrozenClock
from support.row_locks import until_transactions_wait
from support.sql_statements import statements

KAPPA = Fragment("Kappa", "emote", "25", "https://cdn.example/kappa.png")
BOT = Chatter(id="99", login="bot", name="Bot", is_bot=True)


@pytest.mark.both_databases
async def test_stream_has_the_times_and_the_title_that_the_platform_reported(
    channel: StreamChannel, clock: FrozenClock
) -> None:
    await channel.rename("Day 3", "Tunic")
    await channel.go_live(ago=20)
    clock.advance(600)
    await channel.job.run()
    await channel.rename("Day 3, the end", "Tunic")
    await channel.end()
    await channel.rename("Offline")
    stream = await channel.stream()
    assert (stream.title, stream.category) == ("Day 3, the end", "Tunic")
    assert stream.ended_at is not None
    assert stream.ended_at - stream.started_at == timedelta(seconds=620)


@pytest.mark.both_databases
async def test_platforms_that_are_live_together_are_one_stream(channel: StreamChannel, clock: FrozenClock) -> None:
    other = await channel.connect_second_account()
    await channel.go_live("a")
    clock.advance(60)
    await channel.go_live("b", connection_id=other, ago=90)
    await channel.end()
    assert (await channel.stream()).ended_at is None
    clock.advance(60)
    await channel.end(connection_id=other)
    stream = await channel.stream()
    assert stream.ended_at == clock()
    # The account that was reported last had gone live first.
    assert clock() - stream.started_at == timedelta(seconds=150)
    assert [part.platform_stream_id for part in await channel.parts()] == ["b", "a"]


@pytest.mark.both_databases
async def test_platforms_that_go_live_at_the_same_moment_are_one_stream(channel: StreamChannel) -> None:
    other = await channel.connect_second_account()
    await asyncio.gather(channel.go_live("a"), channel.go_live("b", connection_id=other))
    assert (await channel.stream()).ended_at is None
    await asyncio.gather(channel.end(), channel.end(connection_id=other))
    assert (await channel.stream()).ended_at is not None


@pytest.mark.on_postgres
async def test_end_of_a_stream_and_the_job_do_not_deadlock(channel: StreamChannel, clock: FrozenClock) -> None:
    await channel.go_live()
    await channel.count_viewers(10)
    channel.stats[channel.first_connection].record(ViewersCounted(70, clock()))
    async with channel.kernel.database.write() as job:
        await lock_streams(job, channel.pipeline.channel_id)
        end = asyncio.create_task(channel.end())
        await until_transactions_wait(channel.kernel.database)
        await follow_channel(job, channel.pipeline.channel_id, clock())
    await end
    assert (await channel.report()).totals.peak_viewers == 70


async def test_going_live_within_half_an_hour_continues_the_stream(channel: StreamChannel, clock: FrozenClock) -> None:
    await channel.go_live("a")
    await channel.end()
    clock.advance(29 * 60)
    await channel.go_live("b")
    assert (await channel.stream()).ended_at is None
    await channel.end()
    clock.advance(31 * 60)
    await channel.go_live("c")
    assert len(await channel.streams()) == 2


async def test_stream_that_the_platform_reports_again_is_continued_until_it_is_settled(
    channel: StreamChannel, clock: FrozenClock
) -> None:
    await channel.go_live("a")
    await channel.end()
    clock.advance(50 * 60)
    await channel.go_live("a", ago=50 * 60)
    assert len(await channel.parts()) == 1
    await channel.end()
    clock.advance(61 * 60)
    await channel.job.run()
    await channel.go_live("a", ago=111 * 60)
    first, second = await channel.streams()
    assert second.started_at == first.ended_at


async def test_new_stream_part_ends_an_earlier_part_without_an_end(channel: StreamChannel, clock: FrozenClock) -> None:
    await channel.go_live("a")
    clock.advance(300)
    await channel.go_live("b")
    first, second = await channel.parts()
    assert (first.ended_at, second.ended_at) == (clock(), None)
    assert first.stream_id == second.stream_id


@pytest.mark.both_databases
async def test_stream_that_ended_while_the_server_was_off_ends_when_it_was_last_seen(
    channel: StreamChannel, clock: FrozenClock
) -> None:
    await channel.go_live()
    clock.advance(120)
    await channel.job.run()
    seen_at = clock()
    clock.advance(3 * 3600)
    await channel.end()
    assert (await channel.stream()).ended_at == seen_at


@pytest.mark.both_databases
async def test_stream_that_never_ended_is_closed_when_it_was_last_seen(
    channel: StreamChannel, clock: FrozenClock
) -> None:
    await channel.go_live()
    clock.advance(60)
    await channel.job.run()
    seen_at = clock()
    clock.advance(7 * 3600)
    await channel.job.run()
    stream = await channel.stream()
    assert (stream.ended_at, stream.settled_at) == (seen_at, clock())


async def test_stream_of_a_disconnected_platform_ends(channel: StreamChannel, clock: FrozenClock) -> None:
    await channel.go_live()
    async with channel.kernel.database.write() as session:
        await session.delete(await session.get_one(ChannelProvider, channel.first_connection))
    clock.advance(60)
    await channel.job.run()
    assert (await channel.stream()).ended_at == clock()


@pytest.mark.both_databases
async def test_viewer_counts_of_a_minute_are_averaged_and_valid_until_the_next_count(
    channel: StreamChannel, clock: FrozenClock
) -> None:
    await channel.go_live()
    await channel.count_viewers(10, 30)
    await channel.count_viewers(20)
    for _ in range(2):
        clock.advance(60)
        await channel.job.run()
    await channel.count_viewers(50)
    minutes = await channel.minutes()
    assert [(one.viewers, one.peak) for one in minutes] == [(20.0, 30), (20, 20), (50.0, 50)]
    report = await channel.report()
    assert (report.totals.average_viewers, report.totals.peak_viewers, report.totals.watched_minutes) == (30, 50, 90)


async def test_minutes_without_a_connection_have_no_row(channel: StreamChannel, clock: FrozenClock) -> None:
    await channel.go_live()
    await channel.count_viewers(10)
    clock.advance(600)
    await channel.count_viewers(12)
    first, last = await channel.minutes()
    assert last.minute - first.minute == 10


async def test_platform_without_viewer_counts_has_no_average(channel: StreamChannel, clock: FrozenClock) -> None:
    await channel.go_live()
    clock.advance(60)
    await channel.say("hi")
    report = await channel.report()
    (platform,) = report.totals.platforms
    assert (report.totals.average_viewers, report.totals.peak_viewers, platform.average_viewers) == (None, None, None)
    assert platform.messages == 1


async def test_counts_of_two_accounts_on_one_platform_are_added_up(channel: StreamChannel) -> None:
    other = await channel.connect_second_account()
    await channel.go_live("a")
    await channel.go_live("b", connection_id=other)
    await channel.count_viewers(10)
    await channel.count_viewers(5, connection_id=other)
    report = await channel.report()
    assert (report.totals.average_viewers, report.totals.peak_viewers) == (15, 15)
    assert [one.provider for one in report.totals.platforms] == ["drill"]


async def test_viewer_counts_not_stored_until_the_end_are_counted(channel: StreamChannel, clock: FrozenClock) -> None:
    await channel.go_live()
    await channel.count_viewers(10)
    channel.stats[channel.first_connection].record(ViewersCounted(70, clock()))
    await channel.end()
    assert (await channel.report()).totals.peak_viewers == 70


@pytest.mark.both_databases
async def test_messages_chatters_and_emotes_are_counted_from_the_stored_chat(
    channel: StreamChannel, clock: FrozenClock
) -> None:
    await channel.say("before the stream", at=-60)
    await channel.go_live()
    clock.advance(10)
    emotes = (KAPPA, Fragment(" x "), KAPPA)
    await channel.say("one", "two", by="7")
    await channel.say("Kappa x Kappa", by="8", fragments=emotes)
    await channel.say("from the bot", by="99", chatter=BOT)
    await channel.say("of another channel", by="10", source_channel_id="other")
    report = await channel.report()
    (platform,) = report.totals.platforms
    assert (platform.messages, platform.chatters, platform.new_chatters) == (3, 2, 1)
    assert [(one.name, one.count) for one in report.tops.chatters] == [("Viewer7", 2), ("Viewer8", 1)]
    assert report.tops.emotes == (Ranked("Kappa", 2, "drill", url="https://cdn.example/kappa.png"),)


@pytest.mark.both_databases
async def test_late_message_is_counted_in_its_minute_and_no_line_twice(
    channel: StreamChannel, clock: FrozenClock
) -> None:
    await channel.go_live()
    clock.advance(30)
    await channel.say("on time")
    await channel.report()
    clock.advance(600)
    await channel.end()
    clock.advance(5)
    await channel.say("on time", at=-605)
    await channel.say("late", at=-605)
    await channel.say("after the end")
    report = await channel.report()
    assert report.totals.platforms[0].messages == 2
    assert [one.messages for one in await channel.minutes() if one.messages] == [2]


async def test_lines_are_counted_once_after_a_run_that_failed_before_the_commit(
    channel: StreamChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await channel.go_live()
    await channel.say("one", "two")
    with monkeypatch.context() as patched:
        patched.setattr("greenroom.features.stats.streams.line_counts.ADD_EMOTES", None)
        await channel.say("Kappa", fragments=(KAPPA,))
        with pytest.raises(AttributeError):
            await channel.job.run()
    assert (await channel.report()).totals.platforms[0].messages == 3


async def test_numbers_are_final_an_hour_after_the_end(channel: StreamChannel, clock: FrozenClock) -> None:
    await channel.go_live()
    await channel.say("one")
    await channel.end()
    clock.advance(3601)
    report = await channel.report()
    assert (await channel.stream()).settled_at == clock()
    async with channel.kernel.database.read() as session:
        assert await session.get(StreamChatter, ((await channel.stream()).id, "drill", "7")) is None
    assert report.tops.chatters[0].name == "Viewer7"


async def test_lines_are_not_read_without_a_stream(channel: StreamChannel) -> None:
    await channel.say("one")
    with statements(channel.kernel.database) as executed:
        await channel.job.run()
    assert not any("payload" in statement for statement in executed)


@pytest.mark.both_databases
async def test_chatter_counts_once_in_each_minute_also_if_the_job_runs_between_two_messages(
    channel: StreamChannel, clock: FrozenClock
) -> None:
    await channel.go_live()
    clock.advance(60 - clock().second)
    await channel.say("one", by="7")
    await channel.report()
    await channel.say("two", by="7")
    await channel.say("hi", by="8")
    await channel.report()
    clock.advance(60)
    await channel.say("three", by="7")
    await channel.report()
    minutes = [one for one in await channel.minutes() if one.messages]
    assert [(one.messages, one.chatters) for one in minutes] == [(3, 2), (1, 1)]


@pytest.mark.both_databases
async def test_channel_that_is_always_live_has_a_new_stream_every_two_days(
    channel: StreamChannel, clock: FrozenClock
) -> None:
    await channel.rename("All day radio")
    await channel.go_live()
    for _ in range(49):
        clock.advance(3600)
        await channel.job.run()
    await channel.say("in the second stream")
    await channel.count_viewers(12)
    report = await channel.report()
    first, second = await channel.streams()
    assert first.ended_at == second.started_at
    assert second.started_at - first.started_at == timedelta(hours=48)
    assert (second.title, report.totals.messages, report.totals.peak_viewers) == ("All day radio", 1, 12)
    await channel.end()
    assert [part.ended_at for part in await channel.parts()] == [first.ended_at, clock()]
    assert len(await channel.streams()) == 2


@pytest.mark.both_databases
async def test_lines_that_were_stored_before_their_stream_was_known_are_counted_once(
    channel: StreamChannel, clock: FrozenClock
) -> None:
    await channel.say("long before", by="6")
    clock.advance(60)
    await channel.say("hello", "anybody here?", by="7")
    clock.advance(20)
    await channel.job.run()
    await channel.job.run()
    await channel.go_live(ago=30)
    await channel.say("it begins", by="8")
    totals = (await channel.report()).totals
    assert (totals.messages, totals.chatters) == (3, 2)
    await channel.job.run()
    assert (await channel.report()).totals.messages == 3


@pytest.mark.both_databases
async def test_late_report_of_an_earlier_start_on_another_platform_adds_the_lines_since_then(
    channel: StreamChannel, clock: FrozenClock
) -> None:
    other = await channel.connect_second_account()
    await channel.say("early")
    clock.advance(60)
    await channel.go_live("a")
    await channel.say("in time")
    assert (await channel.report()).totals.messages == 1
    await channel.go_live("b", connection_id=other, ago=90)
    assert (await channel.report()).totals.messages == 2
