"""Draws, redraws and refunds of a process that is killed meanwhile are neither half done nor done twice."""

from pathlib import Path
from uuid import UUID

import pytest

from giveaways import killed_steps
from greenroom.features.giveaways.tickets import commitment_of
from greenroom.settings import Settings
from support.giveaways import VIEWERS, GiveawayChannel
from support.killed_process import Death, Work, is_killed_at_commit

TABLES = frozenset({"giveaways", "giveaway_draws", "giveaway_entries", "point_entries", "point_accounts"})


async def is_killed(
    channel: GiveawayChannel, settings: Settings, number: int, step: Work, giveaway_id: UUID, *more: object
) -> bool:
    death, now = Death(number, TABLES), channel.kernel.clock()
    return await is_killed_at_commit(death, settings, now, step, channel.channel_id, giveaway_id, *more)


async def balances(channel: GiveawayChannel) -> list[int]:
    return [await channel.balance(viewer) for viewer in VIEWERS[:5]]


async def kill_while_drawing(
    channel: GiveawayChannel, settings: Settings, giveaway_id: UUID, planned: Path
) -> list[str]:
    """The names that a process drew and could not store."""
    assert await is_killed(channel, settings, 1, killed_steps.draw_three, giveaway_id, planned)
    return killed_steps.read_names(planned)


async def kill_at_every_commit(
    channel: GiveawayChannel, settings: Settings, step: Work, giveaway_id: UUID, *more: object
) -> None:
    """Repeats the step, killed at each of its commits in turn, until it completes; a killed one changed nothing."""
    before = await channel.details(giveaway_id), await balances(channel)
    number = 1
    while await is_killed(channel, settings, number, step, giveaway_id, *more):
        assert (await channel.details(giveaway_id), await balances(channel)) == before
        number += 1
    assert number > 1


async def test_killed_draw_is_repeated_with_the_same_winners(
    channel: GiveawayChannel, settings: Settings, tmp_path: Path
) -> None:
    giveaway_id = await channel.open_with(VIEWERS, winners=3)
    await channel.steps.close(channel.channel_id, giveaway_id)
    planned = await kill_while_drawing(channel, settings, giveaway_id, tmp_path / "planned")
    interrupted = await channel.details(giveaway_id)
    assert (interrupted.state, interrupted.draws, interrupted.seed) == ("closed", [], None)
    await channel.steps.draw(channel.channel_id, giveaway_id)
    assert [draw.name for draw in (await channel.details(giveaway_id)).draws] == planned


async def test_killed_redraw_is_repeated_with_the_same_viewer(
    channel: GiveawayChannel, settings: Settings, tmp_path: Path
) -> None:
    giveaway_id = await channel.open_with(VIEWERS, winners=3)
    drawn = await channel.close_and_draw(giveaway_id)
    planned = await kill_while_drawing(channel, settings, giveaway_id, tmp_path / "planned")
    await channel.steps.redraw(channel.channel_id, giveaway_id, drawn.draws[0].id)
    redrawn = (await channel.details(giveaway_id)).draws
    assert (len(redrawn), redrawn[3].name) == (4, planned[0])


async def test_process_that_is_killed_in_a_draw_or_redraw_leaves_all_of_it_or_nothing(
    channel: GiveawayChannel, settings: Settings
) -> None:
    giveaway_id = await channel.open_with(VIEWERS, winners=3)
    commitment = (await channel.details(giveaway_id)).commitment
    await channel.steps.close(channel.channel_id, giveaway_id)
    await kill_at_every_commit(channel, settings, killed_steps.draw, giveaway_id)
    drawn = await channel.details(giveaway_id)
    assert (drawn.state, [draw.status for draw in drawn.draws]) == ("drawn", ["claimed"] * 3)
    assert drawn.seed is not None
    assert commitment_of(drawn.seed) == drawn.commitment == commitment
    await kill_at_every_commit(channel, settings, killed_steps.redraw, giveaway_id, drawn.draws[0].id)
    redrawn = await channel.details(giveaway_id)
    assert [draw.status for draw in redrawn.draws] == ["replaced", "claimed", "claimed", "claimed"]


@pytest.mark.parametrize("end", [killed_steps.archive, killed_steps.delete])
async def test_tickets_are_paid_back_once_if_a_process_is_killed_during_archiving_or_deletion(
    channel: GiveawayChannel, settings: Settings, end: Work
) -> None:
    for viewer in VIEWERS[:5]:
        await channel.give_points(viewer, 100)
    giveaway_id = await channel.open_with(VIEWERS[:5], ticket_cost=10, max_tickets=3)
    for viewer in VIEWERS[:5]:
        await channel.ban(viewer)
    await channel.close_and_draw(giveaway_id)
    assert await balances(channel) == [70] * 5
    await kill_at_every_commit(channel, settings, end, giveaway_id)
    assert await balances(channel) == [100] * 5
