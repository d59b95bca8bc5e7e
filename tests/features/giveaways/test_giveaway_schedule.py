"""Giveaways that open and close at their times."""

from uuid import UUID

from support.frozen_clock import FrozenClock
from support.giveaways import GiveawayChannel


async def test_schedule_opens_reminds_and_closes_once(channel: GiveawayChannel, clock: FrozenClock) -> None:
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
    # The clock is set back to before the closing time, and passes it again.
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
    assert waiting.opening_problem == "“Keycap set” is open and entered the same way. Close it or use another keyword."


async def missed_opening(channel: GiveawayChannel, clock: FrozenClock) -> UUID:
    """A giveaway whose tickets cost points, while points are off."""
    giveaway_id = await channel.make(opens_at=channel.pipeline.now(60), ticket_cost=5)
    clock.advance(60)
    await channel.scheduler.poll()
    assert "Points are switched off" in (await channel.details(giveaway_id)).opening_problem
    return giveaway_id


async def test_problem_of_opening_is_over_once_the_giveaway_is_open(
    channel: GiveawayChannel, clock: FrozenClock
) -> None:
    giveaway_id = await missed_opening(channel, clock)
    await channel.give_points("7", 5)
    await channel.steps.open(channel.channel_id, giveaway_id)
    assert (await channel.details(giveaway_id)).opening_problem == ""


async def test_problem_of_opening_is_over_once_the_giveaway_is_edited(
    channel: GiveawayChannel, clock: FrozenClock
) -> None:
    giveaway_id = await missed_opening(channel, clock)
    await channel.edit(giveaway_id, ticket_cost=0)
    assert (await channel.details(giveaway_id)).opening_problem == ""
