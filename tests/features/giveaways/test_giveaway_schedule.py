"""Giveaways open and close at their times; they close once the messages received in time are processed."""

from uuid import UUID

from greenroom.chat.pipeline.inbox import Inboxes
from greenroom.features.giveaways.announcer import Announcer
from greenroom.features.giveaways.scheduler import GiveawayScheduler
from greenroom.kernel.services import ServiceMap
from support.frozen_clock import FrozenClock
from support.giveaways import GiveawayChannel


async def test_schedule_opens_announces_and_closes_giveaways_once(channel: GiveawayChannel, clock: FrozenClock) -> None:
    times = {"opens_at": channel.pipeline.now(60), "closes_at": channel.pipeline.now(660), "reminder_minutes": 5}
    giveaway_id = await channel.make(**times)
    clock.advance(59)
    await channel.scheduler.poll()
    assert (await channel.details(giveaway_id)).state == "draft"
    clock.advance(1)
    await channel.scheduler.poll()
    opened = await channel.details(giveaway_id)
    assert opened.state == "open"
    clock.advance(300)
    await channel.scheduler.poll()
    await channel.wait_for_post("0 viewers so far. It closes in 5 minutes.")
    clock.advance(302)
    await channel.scheduler.poll()
    assert (await channel.details(giveaway_id)).state == "closed"
    # The clock is set back to before the closing time, and passes that time again.
    clock.advance(-400)
    await channel.scheduler.poll()
    await channel.say("!keycap", "20")
    clock.advance(400)
    await channel.scheduler.poll()
    after = await channel.details(giveaway_id)
    assert (after.state, after.entry_count, after.commitment) == ("closed", 0, opened.commitment)
    assert len([post for post in channel.posts if "is closed" in post]) == 1


async def test_giveaway_that_cannot_open_on_time_stays_a_draft(channel: GiveawayChannel, clock: FrozenClock) -> None:
    await channel.open()
    giveaway_id = await channel.make(opens_at=channel.pipeline.now(60))
    clock.advance(60)
    await channel.scheduler.poll()
    waiting = await channel.details(giveaway_id)
    assert (waiting.state, waiting.opens_at) == ("draft", None)
    assert waiting.opening_problem == (
        "“Keycap set” is open and entered the same way. Close it, or change how viewers enter this one."
    )


async def missed_opening(channel: GiveawayChannel, clock: FrozenClock) -> UUID:
    """Makes a giveaway that cannot open at its time: its tickets cost points, and points are off."""
    giveaway_id = await channel.make(opens_at=channel.pipeline.now(60), ticket_cost=5)
    clock.advance(60)
    await channel.scheduler.poll()
    assert "Points are switched off" in (await channel.details(giveaway_id)).opening_problem
    return giveaway_id


async def test_opening_problem_is_cleared_once_a_giveaway_is_open(channel: GiveawayChannel, clock: FrozenClock) -> None:
    giveaway_id = await missed_opening(channel, clock)
    await channel.give_points("7", 5)
    await channel.steps.open(channel.channel_id, giveaway_id)
    assert (await channel.details(giveaway_id)).opening_problem == ""


async def test_opening_problem_is_cleared_if_a_giveaway_is_edited(channel: GiveawayChannel, clock: FrozenClock) -> None:
    giveaway_id = await missed_opening(channel, clock)
    await channel.edit(giveaway_id, ticket_cost=0)
    assert (await channel.details(giveaway_id)).opening_problem == ""


async def test_giveaway_closes_once_the_messages_received_in_time_are_processed(
    channel: GiveawayChannel, clock: FrozenClock
) -> None:
    released = channel.hold_messages()
    giveaway_id = await channel.open(closes_at=channel.pipeline.now(60))
    clock.advance(59)
    await channel.pipeline.enqueue(channel.message("!keycap", "20"))
    clock.advance(30)
    await channel.scheduler.poll()
    assert (await channel.details(giveaway_id)).state == "open"
    await channel.pipeline.enqueue(channel.message("!keycap", "21"))
    released.set()
    await channel.pipeline.wait_until_idle()
    clock.advance(4)
    await channel.scheduler.poll()
    assert (await channel.details(giveaway_id)).state == "closed"
    assert await channel.names(giveaway_id) == ["Viewer20"]


async def test_messages_received_after_the_closing_time_do_not_keep_a_giveaway_open(
    channel: GiveawayChannel, clock: FrozenClock
) -> None:
    released = channel.hold_messages()
    giveaway_id = await channel.open(closes_at=channel.pipeline.now(60))
    clock.advance(61)
    await channel.pipeline.enqueue(channel.message("!keycap", "20"))
    clock.advance(1)
    await channel.scheduler.poll()
    assert (await channel.details(giveaway_id)).state == "closed"
    released.set()


async def test_stalled_pipeline_delays_closing_by_up_to_a_minute(channel: GiveawayChannel, clock: FrozenClock) -> None:
    released = channel.hold_messages()
    giveaway_id = await channel.open(closes_at=channel.pipeline.now(60))
    await channel.pipeline.enqueue(channel.message("!keycap", "20"))
    clock.advance(119)
    await channel.scheduler.poll()
    assert (await channel.details(giveaway_id)).state == "open"
    clock.advance(1)
    await channel.scheduler.poll()
    assert (await channel.details(giveaway_id)).state == "closed"
    released.set()


async def test_winner_claims_with_an_answer_received_in_time(channel: GiveawayChannel, clock: FrozenClock) -> None:
    giveaway_id = await channel.open(claim_seconds=60)
    await channel.say("!keycap", "20", "21")
    (first,) = (await channel.close_and_draw(giveaway_id)).draws
    released = channel.hold_messages()
    clock.advance(59)
    await channel.pipeline.enqueue(channel.message("here", first.viewer_id))
    clock.advance(30)
    await channel.scheduler.poll()
    released.set()
    await channel.pipeline.wait_until_idle()
    clock.advance(4)
    await channel.scheduler.poll()
    assert [draw.status for draw in (await channel.details(giveaway_id)).draws] == ["claimed"]


async def test_process_with_waiting_messages_keeps_other_processes_from_closing_a_giveaway(
    channel: GiveawayChannel, clock: FrozenClock
) -> None:
    released, kernel, provided = channel.hold_messages(), channel.kernel, ServiceMap()
    provided.add(Inboxes, Inboxes(kernel, (), essential=frozenset(), post=lambda _: None))
    announcer = Announcer(kernel, channel.services.platforms, channel.services.sender)
    other = GiveawayScheduler(kernel, channel.steps, announcer, provided)
    other.start()
    giveaway_id = await channel.open(closes_at=channel.pipeline.now(60))
    await channel.pipeline.enqueue(channel.message("!keycap", "20"))
    clock.advance(61)
    await channel.scheduler.poll()
    clock.advance(2)
    await other.poll()
    assert (await channel.details(giveaway_id)).state == "open"
    released.set()
    await other.stop()


async def test_giveaway_opens_once_the_giveaway_with_the_same_keyword_is_closed(
    channel: GiveawayChannel, clock: FrozenClock
) -> None:
    first = await channel.open(closes_at=channel.pipeline.now(60))
    second = await channel.make(opens_at=channel.pipeline.now(60))
    clock.advance(60)
    await channel.scheduler.poll()
    waiting = await channel.details(second)
    assert (waiting.state, waiting.opening_problem) == ("draft", "")
    clock.advance(2)
    await channel.scheduler.poll()
    assert [(await channel.details(one)).state for one in (first, second)] == ["closed", "open"]


async def test_command_that_was_sent_in_time_enters(channel: GiveawayChannel, clock: FrozenClock) -> None:
    await channel.open(entry="command", keyword="", closes_at=channel.pipeline.now(60))
    sent_at = channel.pipeline.now(59)
    clock.advance(70)
    assert await channel.enter_by_command("1", sent_at=sent_at) == "entered"
