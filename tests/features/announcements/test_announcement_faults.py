"""Announcements when the webhook is deleted, rate limited, slow or failing, or when a process dies."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from greenroom.features.announcements.models import Announcement
from support.announcements import LOGIN, AnnouncingChannel, Json
from support.frozen_clock import FrozenClock

WEBHOOKS = "/discord/api/v10/webhooks"


def newest(state: Json) -> Json:
    return state["recent"][0] if state["recent"] else {"state": "", "problem": ""}


async def test_deleted_webhook_switches_announcements_off(channel: AnnouncingChannel) -> None:
    await channel.set_up()
    await channel.greenroom.control("/discord/delete-webhook", login=LOGIN)
    await channel.go_live()
    await channel.until(lambda _, state: newest(state)["state"] == "failed")
    state = await channel.state()
    assert not state["settings"]["enabled"]
    assert "no longer knows this webhook" in state["problem"]
    (line,) = [one for one in await audit_lines(channel) if one["author"]["kind"] == "job"]
    assert line["section"] == "announcements"


async def audit_lines(channel: AnnouncingChannel) -> list[Json]:
    rows = await channel.greenroom.rows("SELECT author_kind, section FROM audit_entries ORDER BY id")
    return [{"author": {"kind": row["author_kind"]}, "section": row["section"]} for row in rows]


@pytest.mark.both_databases
async def test_announcement_waits_as_long_as_discord_asks(channel: AnnouncingChannel, clock: FrozenClock) -> None:
    await channel.set_up()
    await channel.greenroom.control("/discord/fail", next=1, status=429, path_prefix=WEBHOOKS, retry_after=40)
    await channel.go_live()
    await channel.until(lambda _, state: newest(state)["state"] == "waiting")
    clock.now += timedelta(seconds=30)
    scheduler = channel.scheduler()
    await scheduler.poll()
    await scheduler.join()
    assert await channel.messages() == []
    clock.now += timedelta(seconds=11)
    (message,) = await channel.until(lambda _, state: newest(state)["state"] == "posted")
    assert message["content"].startswith("Late Shift is live")


async def test_announcement_is_tried_again_after_an_outage(channel: AnnouncingChannel, clock: FrozenClock) -> None:
    await channel.set_up()
    await channel.greenroom.control("/discord/fail", next=1, status=503, path_prefix=WEBHOOKS)
    await channel.go_live()
    await channel.until(lambda _, state: newest(state)["state"] == "waiting")
    clock.now += timedelta(seconds=16)
    await channel.until(lambda _, state: newest(state)["state"] == "posted")
    assert len(await channel.messages()) == 1


async def test_suspended_channel_announces_nothing(channel: AnnouncingChannel, clock: FrozenClock) -> None:
    await channel.set_up()
    await channel.greenroom.control("/discord/fail", next=1, status=503, path_prefix=WEBHOOKS)
    await channel.go_live()
    await channel.until(lambda _, state: newest(state)["state"] == "waiting")
    suspension = f"/admin/channels/{channel.channel_id}/suspension"
    assert (await channel.owner.ask("PUT", suspension, json={"reason": "Spam"})).status_code == 204
    clock.now += timedelta(seconds=16)
    scheduler = channel.scheduler()
    await scheduler.poll()
    await scheduler.join()
    assert await channel.messages() == []


async def test_announcement_that_discord_did_not_answer_is_not_repeated(
    channel: AnnouncingChannel, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("greenroom.platforms.discord.webhooks.TIMEOUT_SECONDS", 0.3)
    await channel.set_up()
    await channel.greenroom.control("/discord/mute", next=1, path_prefix=WEBHOOKS)
    await channel.go_live()
    await channel.until(lambda _, state: newest(state)["state"] == "failed")
    state = await channel.state()
    assert "did not answer in time" in state["problem"]
    assert state["settings"]["enabled"]
    clock.now += timedelta(minutes=2)
    scheduler = channel.scheduler()
    await scheduler.poll()
    await scheduler.join()
    assert len(await channel.messages()) == 1


async def test_announcement_that_a_process_was_posting_when_it_died_is_not_posted_again(
    channel: AnnouncingChannel, clock: FrozenClock
) -> None:
    await channel.set_up()
    await channel.go_live()
    await channel.until(lambda _, state: newest(state)["state"] == "posted")
    # The row of a process that died while it waited for Discord's answer: its claim has ended.
    async with channel.greenroom.kernel.database.write() as session:
        await session.execute(update(Announcement).values(state="sending", claimed_until=Announcement.created_at))
    clock.now += timedelta(minutes=2)
    await channel.until(lambda _, state: newest(state)["state"] == "failed")
    assert len(await channel.messages()) == 1
    assert "may have been posted" in (await channel.state())["problem"]


@pytest.mark.both_databases
async def test_edit_begun_by_a_dead_process_is_made_by_another(channel: AnnouncingChannel, clock: FrozenClock) -> None:
    await channel.set_up()
    await channel.go_live()
    await channel.until(lambda _, state: newest(state)["state"] == "posted")
    # The row looks like this while a process waits for Discord's answer to an edit.
    async with channel.greenroom.kernel.database.write() as session:
        await session.execute(update(Announcement).values(claimed_until=clock.now + timedelta(minutes=1)))
    await channel.end()
    other = channel.scheduler()
    await other.poll()
    await other.join()
    clock.now += timedelta(minutes=2)
    await other.poll()
    await other.join()
    (message,) = await channel.messages()
    assert message["content"].startswith("Late Shift was live for")


async def test_unfinished_edit_is_made_again_even_if_nothing_has_changed_since(
    channel: AnnouncingChannel, clock: FrozenClock
) -> None:
    await channel.set_up()
    await channel.go_live()
    await channel.until(lambda _, state: newest(state)["state"] == "posted")
    async with channel.greenroom.kernel.database.write() as session:
        await session.execute(update(Announcement).values(claimed_until=clock.now + timedelta(minutes=1)))
    clock.now += timedelta(minutes=2)
    other = channel.scheduler()
    await other.poll()
    await other.join()
    await channel.greenroom.wait_for_event("announcement_edited")
    (row,) = await channel.greenroom.rows("SELECT claimed_until FROM announcements")
    assert row["claimed_until"] is None


async def test_edit_of_a_deleted_announcement_fails_and_announcements_stay_on(channel: AnnouncingChannel) -> None:
    await channel.set_up()
    await channel.go_live()
    await channel.until(lambda _, state: newest(state)["state"] == "posted")
    await channel.greenroom.control("/discord/delete-messages", login=LOGIN)
    await channel.end()
    await channel.until(lambda _, state: newest(state)["state"] == "failed")
    state = await channel.state()
    assert state["settings"]["enabled"]
    assert "was deleted on Discord" in newest(state)["problem"]
