"""Draws, redraws and refunds that a dying process interrupts are neither half done nor done twice."""

from collections.abc import Awaitable, Callable
from uuid import UUID

import pytest

from greenroom.features.giveaways.draws import rounds
from greenroom.features.giveaways.schemas import GiveawayDetails
from greenroom.features.giveaways.service import lock_giveaway
from greenroom.features.giveaways.tickets import commitment_of
from support.dying_commits import Died, dying_at_commit
from support.giveaways import VIEWERS, GiveawayChannel

TABLES = ("giveaways", "giveaway_draws", "giveaway_entries", "point_entries")


async def draw_and_die(channel: GiveawayChannel, giveaway_id: UUID, planned: list[str]) -> None:
    """Draws, adds the names of the winners to `planned`, and fails before the commit."""
    kernel = channel.kernel
    async with kernel.database.write() as session:
        giveaway = await lock_giveaway(session, channel.channel_id, giveaway_id)
        draws = await rounds.store_draws(session, giveaway, kernel.vault, 3, {}, kernel.clock())
        planned += [draw.name for draw in draws]
        raise RuntimeError("killed")


@pytest.mark.both_databases
async def test_interrupted_draw_is_repeated_with_the_same_winners(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open_with(VIEWERS, winners=3)
    await channel.steps.close(channel.channel_id, giveaway_id)
    planned: list[str] = []
    with pytest.raises(RuntimeError, match="killed"):
        await draw_and_die(channel, giveaway_id, planned)
    interrupted = await channel.details(giveaway_id)
    assert (interrupted.state, interrupted.draws, interrupted.seed) == ("closed", [], None)
    await channel.steps.draw(channel.channel_id, giveaway_id)
    assert [draw.name for draw in (await channel.details(giveaway_id)).draws] == planned


async def test_interrupted_redraw_is_repeated_with_the_same_viewer(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open_with(VIEWERS, winners=3)
    drawn = await channel.close_and_draw(giveaway_id)
    planned: list[str] = []
    with pytest.raises(RuntimeError, match="killed"):
        await draw_and_die(channel, giveaway_id, planned)
    await channel.steps.redraw(channel.channel_id, giveaway_id, drawn.draws[0].id)
    redrawn = (await channel.details(giveaway_id)).draws
    assert (len(redrawn), redrawn[3].name) == (4, planned[0])


async def test_process_that_dies_in_a_draw_or_redraw_leaves_all_of_it_or_nothing(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open_with(VIEWERS, winners=3)
    commitment = (await channel.details(giveaway_id)).commitment
    await channel.steps.close(channel.channel_id, giveaway_id)

    async def die_at_every_commit(step: Callable[[], Awaitable[None]]) -> GiveawayDetails:
        """Repeats the step, which dies at each of its commits in turn, until it completes."""
        before = await channel.details(giveaway_id)
        for number in range(1, 10):
            try:
                with dying_at_commit(channel.kernel.database, number, *TABLES):
                    await step()
            except Died:
                assert await channel.details(giveaway_id) == before
            else:
                assert number > 1
                break
        return await channel.details(giveaway_id)

    drawn = await die_at_every_commit(lambda: channel.steps.draw(channel.channel_id, giveaway_id))
    assert (drawn.state, [draw.status for draw in drawn.draws]) == ("drawn", ["claimed"] * 3)
    assert drawn.seed is not None
    assert commitment_of(drawn.seed) == drawn.commitment == commitment
    first = drawn.draws[0].id
    redrawn = await die_at_every_commit(lambda: channel.steps.redraw(channel.channel_id, giveaway_id, first))
    assert [draw.status for draw in redrawn.draws] == ["replaced", "claimed", "claimed", "claimed"]


@pytest.mark.parametrize("ends", ["archive", "delete"])
async def test_tickets_are_paid_back_once_if_a_process_dies_during_archiving_or_deletion(
    channel: GiveawayChannel, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    monkeypatch.setattr("greenroom.features.giveaways.entries.REFUNDS_PER_STATEMENT", 2)
    for viewer in VIEWERS[:5]:
        await channel.give_points(viewer, 100)
    giveaway_id = await channel.open_with(VIEWERS[:5], ticket_cost=10, max_tickets=3)
    for viewer in VIEWERS[:5]:
        await channel.ban(viewer)
    await channel.close_and_draw(giveaway_id)
    ids = channel.channel_id, giveaway_id

    async def end() -> None:
        await (channel.steps.archive(*ids) if ends == "archive" else channel.delete(giveaway_id))

    for number in range(1, 10):
        assert [await channel.balance(viewer) for viewer in VIEWERS[:5]] == [70] * 5
        try:
            with dying_at_commit(channel.kernel.database, number, *TABLES, "point_accounts"):
                await end()
        except Died:
            assert (await channel.details(giveaway_id)).state == "drawn"
        else:
            assert number > 1
            break
    assert [await channel.balance(viewer) for viewer in VIEWERS[:5]] == [100] * 5
