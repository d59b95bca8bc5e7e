"""A drawn viewer does not win if the platform reports that they have not followed long enough."""

import asyncio
from uuid import UUID

import pytest

from greenroom.chat.protocol.actions import Receipt, ViewerFound
from greenroom.features.giveaways.draws.checks import UNCHECKED
from greenroom.features.giveaways.service import lock_giveaway
from support.giveaways import GiveawayChannel
from support.row_locks import until_transactions_wait


async def open_with_entries(channel: GiveawayChannel, **fields: object) -> UUID:
    """Opens a giveaway that ten viewers enter; a winner must have followed for seven days."""
    giveaway_id = await channel.open(follow_days=7, **fields)
    await channel.say("!keycap", *(str(number) for number in range(100, 110)))
    return giveaway_id


def set_follow_answers(channel: GiveawayChannel, *days: int) -> None:
    """Sets the platform's next answers: one viewer each, who has followed for that many days."""
    for number in days:
        followed_at = channel.pipeline.now(-number * 86_400).isoformat()
        viewer = ViewerFound("1", "viewer", "Viewer", followed_at=followed_at, follows=True)
        channel.platform.outcomes.append(Receipt("done", viewers=(viewer,)))


async def test_viewer_who_has_not_followed_long_enough_is_passed_over(channel: GiveawayChannel) -> None:
    giveaway_id = await open_with_entries(channel, announces=False)
    set_follow_answers(channel, 2, 30)
    draws = (await channel.close_and_draw(giveaway_id)).draws
    assert [(draw.status, draw.reason) for draw in draws] == [
        ("passed_over", "Follows for 2 of 7 days"),
        ("claimed", ""),
    ]


@pytest.mark.on_postgres
async def test_each_of_two_simultaneous_redraws_checks_the_viewer_it_draws(channel: GiveawayChannel) -> None:
    giveaway_id = await open_with_entries(channel, winners=2, announces=False)
    set_follow_answers(channel, 30, 30, 30, 30, 2, 30)
    won = (await channel.close_and_draw(giveaway_id)).draws
    async with channel.kernel.database.write() as session:
        await lock_giveaway(session, channel.channel_id, giveaway_id)
        redraws = [asyncio.create_task(channel.steps.redraw(channel.channel_id, giveaway_id, one.id)) for one in won]
        # Both redraws have asked the platform about the next viewer, but only one of them draws that viewer.
        await until_transactions_wait(channel.kernel.database, 2)
    await asyncio.gather(*redraws)
    draws = (await channel.details(giveaway_id)).draws
    assert [(draw.status, draw.reason) for draw in draws] == [
        ("replaced", ""),
        ("replaced", ""),
        ("claimed", ""),
        ("passed_over", "Follows for 2 of 7 days"),
        ("claimed", ""),
    ]


async def test_condition_that_the_platform_cannot_check_is_noted_with_the_winner(channel: GiveawayChannel) -> None:
    giveaway_id = await open_with_entries(channel)
    draw = (await channel.close_and_draw(giveaway_id)).draws[0]
    assert (draw.status, draw.reason) == ("claimed", UNCHECKED)
