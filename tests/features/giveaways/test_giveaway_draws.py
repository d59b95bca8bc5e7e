"""Draws, redraws and claims, and the published data by which viewers can verify a draw."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import pytest

from greenroom.features.giveaways.draws.published import public_entries, public_giveaway
from greenroom.features.giveaways.draws.rounds import DrawSettled, NoEntries, NoEntriesLeft, SeedLost, WinnerAnswered
from greenroom.features.giveaways.schemas import GiveawayDetails
from greenroom.features.giveaways.service import (
    GiveawayNotFound,
    WrongState,
    delete_all_seeds,
    reencrypt_seeds,
)
from greenroom.features.giveaways.tickets import commitment_of
from support.frozen_clock import FrozenClock
from support.giveaways import VIEWERS, GiveawayChannel

GIVEAWAY_DOCS = Path(__file__).parents[3] / "docs" / "giveaways.md"


def documented_program() -> str:
    """The program in the documentation that verifies a draw."""
    found = re.findall(r"```python\n(.+?)```", GIVEAWAY_DOCS.read_text(), re.DOTALL)
    assert len(found) == 1
    return found[0]


def results(details: GiveawayDetails) -> list[tuple[int, str]]:
    return [(draw.position, draw.status) for draw in details.draws]


async def save_public_files(channel: GiveawayChannel, giveaway_id: UUID, folder: Path) -> tuple[Path, Path]:
    async with channel.kernel.database.read() as session:
        giveaway = await public_giveaway(session, channel.channel_id, giveaway_id)
        entries = await public_entries(session, channel.channel_id, giveaway_id)
    files = folder / "giveaway.json", folder / "entries.txt"
    files[0].write_text(giveaway.model_dump_json())
    files[1].write_bytes(entries)
    return files


async def verify(*files: Path) -> tuple[int, str]:
    """Runs the documented program; returns its exit code and output."""
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", documented_program(), *files],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.rows("P6")
@pytest.mark.both_databases
async def test_the_documented_program_verifies_a_draw(channel: GiveawayChannel, tmp_path: Path) -> None:
    giveaway_id = await channel.open_with(VIEWERS, winners=5, max_tickets=3, weights={"sub": 4})
    await channel.say("!keycap", "Zoë 🎉", level="subscriber")
    drawn = await channel.close_and_draw(giveaway_id)
    await channel.steps.redraw(channel.channel_id, giveaway_id, drawn.draws[0].id)
    giveaway, entries = await save_public_files(channel, giveaway_id, tmp_path)
    code, output = await verify(giveaway, entries)
    assert (code, output.count("Draw ")) == (0, 6), output
    assert len(documented_program().splitlines()) <= 30
    entries.write_text(entries.read_text().replace("\t3\t", "\t2\t", 1))
    assert (await verify(giveaway, entries))[1].strip() == "The list of entries does not match its hash."


async def test_the_documented_program_detects_a_changed_draw(channel: GiveawayChannel, tmp_path: Path) -> None:
    giveaway_id = await channel.open_with(VIEWERS)
    drawn = await channel.close_and_draw(giveaway_id)
    giveaway, entries = await save_public_files(channel, giveaway_id, tmp_path)
    position = drawn.draws[0].position
    giveaway.write_text(giveaway.read_text().replace(f'"position":{position}', '"position":999'))
    assert (await verify(giveaway, entries))[1].strip() == f"Draw 1 should be {drawn.draws[0].name}."


async def test_seed_is_secret_until_the_draw_and_fits_the_commitment(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open_with(VIEWERS)
    opened = await channel.details(giveaway_id)
    assert (opened.seed, len(opened.commitment)) == (None, 64)
    stored = await channel.rows("SELECT locked_seed, seed FROM giveaways")
    assert stored[0]["seed"] == ""
    assert commitment_of(channel.kernel.vault.decrypt(stored[0]["locked_seed"])) == opened.commitment
    assert opened.commitment in await channel.wait_for_post("Giveaway: Keycap set")
    drawn = await channel.close_and_draw(giveaway_id)
    assert drawn.seed is not None
    assert commitment_of(drawn.seed) == opened.commitment
    assert f"/c/{channel.channel_id}/giveaways/{giveaway_id}" in await channel.wait_for_post("won Keycap set")


async def test_draft_is_not_public(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.make()
    async with channel.kernel.database.read() as session:
        with pytest.raises(GiveawayNotFound):
            await public_giveaway(session, channel.channel_id, giveaway_id)


@pytest.mark.both_databases
async def test_one_of_several_simultaneous_draws_is_performed(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open_with(VIEWERS, winners=2)
    await channel.steps.close(channel.channel_id, giveaway_id)
    outcomes = await asyncio.gather(
        *(channel.steps.draw(channel.channel_id, giveaway_id) for _ in range(4)), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in outcomes) == ["NoneType", *["WrongState"] * 3]
    assert len((await channel.details(giveaway_id)).draws) == 2


@pytest.mark.both_databases
async def test_published_entries_equal_stored_ones_if_viewers_enter_during_closing(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open()
    await channel.say("!keycap", *VIEWERS)
    await channel.pipeline.enqueue(*(channel.message("!keycap", str(number)) for number in range(200, 500)))
    await channel.steps.close(channel.channel_id, giveaway_id)
    await channel.pipeline.wait_until_idle()
    async with channel.kernel.database.read() as session:
        listed = (await public_entries(session, channel.channel_id, giveaway_id)).decode().splitlines()
    stored = await channel.rows("SELECT name FROM giveaway_entries WHERE status = 'entered' ORDER BY id")
    assert [line.split("\t")[3] for line in listed] == [row["name"] for row in stored]
    assert (await channel.details(giveaway_id)).entry_count == len(stored) >= len(VIEWERS)


async def test_steps_of_a_giveaway_are_refused_in_the_wrong_state(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.make()
    steps, ids = channel.steps, (channel.channel_id, giveaway_id)
    for step in (steps.pause, steps.close, steps.draw, steps.archive):
        with pytest.raises(WrongState):
            await step(*ids)
    await steps.open(*ids)
    await steps.close(*ids)
    for step in (steps.open, steps.close, steps.pause):
        with pytest.raises(WrongState):
            await step(*ids)
    with pytest.raises(NoEntries):
        await steps.draw(*ids)


async def test_banned_viewer_is_passed_over(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open_with(VIEWERS[:3], winners=3)
    await channel.ban(VIEWERS[1])
    drawn = await channel.close_and_draw(giveaway_id)
    statuses = {draw.viewer_id: (draw.status, draw.reason) for draw in drawn.draws}
    assert statuses[VIEWERS[1]] == ("passed_over", "Banned")
    assert statuses[VIEWERS[0]][0] == statuses[VIEWERS[2]][0] == "claimed"


async def test_accounts_linked_after_closing_win_once(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open_with(VIEWERS[:4], winners=4)
    await channel.steps.close(channel.channel_id, giveaway_id)
    await channel.link(("drill", VIEWERS[0]), ("drill", VIEWERS[1]), ("drill", VIEWERS[2]))
    await channel.steps.draw(channel.channel_id, giveaway_id)
    drawn = await channel.details(giveaway_id)
    person = [draw for draw in drawn.draws if draw.viewer_id in VIEWERS[:3]]
    assert [draw.status for draw in person] == ["claimed", "passed_over", "passed_over"]
    assert {draw.reason for draw in person[1:]} == {"A linked account was drawn before"}


async def test_redraw_passes_over_accounts_linked_to_the_replaced_winner(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open_with(VIEWERS[:10])
    first = (await channel.close_and_draw(giveaway_id)).draws[0]
    unlinked, *others = [viewer for viewer in VIEWERS[:10] if viewer != first.viewer_id]
    await channel.link(("drill", first.viewer_id), *(("drill", viewer) for viewer in others))
    await channel.steps.redraw(channel.channel_id, giveaway_id, first.id)
    after = (await channel.details(giveaway_id)).draws
    assert [draw.viewer_id for draw in after if draw.status == "claimed"] == [unlinked]


@pytest.mark.parametrize("ends", ["delete", "archive"])
async def test_archiving_or_deleting_pays_tickets_back_if_nobody_has_won(channel: GiveawayChannel, ends: str) -> None:
    await channel.give_points("11", 50)
    giveaway_id = await channel.open(ticket_cost=50)
    await channel.say("!keycap", "11")
    await channel.ban("11")
    assert results(await channel.close_and_draw(giveaway_id)) == [(1, "passed_over")]
    await channel.wait_for_post("Nobody is left who may win Keycap set.")
    if ends == "archive":
        await channel.steps.archive(channel.channel_id, giveaway_id)
    else:
        await channel.delete(giveaway_id)
    assert await channel.balance("11") == 50


async def test_tickets_are_paid_back_once_when_an_archived_giveaway_is_deleted(channel: GiveawayChannel) -> None:
    await channel.give_points("11", 50)
    giveaway_id = await channel.open(ticket_cost=50)
    await channel.say("!keycap", "11")
    await channel.ban("11")
    await channel.close_and_draw(giveaway_id)
    await channel.steps.archive(channel.channel_id, giveaway_id)
    await channel.delete(giveaway_id)
    assert await channel.balance("11") == 50


async def test_tickets_are_not_paid_back_on_archiving_if_there_is_a_winner(channel: GiveawayChannel) -> None:
    await channel.give_points("11", 50)
    giveaway_id = await channel.open(ticket_cost=50)
    await channel.say("!keycap", "11")
    await channel.close_and_draw(giveaway_id)
    await channel.steps.archive(channel.channel_id, giveaway_id)
    assert await channel.balance("11") == 0


async def test_closed_giveaway_is_archived_only_if_it_has_no_entries(channel: GiveawayChannel) -> None:
    empty = await channel.open()
    await channel.steps.close(channel.channel_id, empty)
    await channel.steps.archive(channel.channel_id, empty)
    assert (await channel.details(empty)).state == "archived"
    entered = await channel.open_with(VIEWERS[:1])
    await channel.steps.close(channel.channel_id, entered)
    with pytest.raises(WrongState):
        await channel.steps.archive(channel.channel_id, entered)


async def test_winner_banned_after_the_draw_is_shown_as_banned_and_can_be_replaced(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open_with(VIEWERS[:2])
    winner = (await channel.close_and_draw(giveaway_id)).draws[0]
    await channel.ban(winner.viewer_id)
    assert (await channel.details(giveaway_id)).draws[0].is_banned
    await channel.steps.redraw(channel.channel_id, giveaway_id, winner.id)
    first, second = (await channel.details(giveaway_id)).draws
    assert (first.status, second.status, first.position != second.position) == ("replaced", "claimed", True)
    with pytest.raises(DrawSettled):
        await channel.steps.redraw(channel.channel_id, giveaway_id, winner.id)
    with pytest.raises(NoEntriesLeft):
        await channel.steps.redraw(channel.channel_id, giveaway_id, second.id)
    assert (await channel.details(giveaway_id)).draws[1].status == "claimed"


async def test_redraw_by_someone_who_has_not_seen_the_winners_claim_is_refused(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open_with(VIEWERS[:2], claim_seconds=60)
    winner = (await channel.close_and_draw(giveaway_id)).draws[0]
    await channel.say("here!", winner.viewer_id)
    with pytest.raises(WinnerAnswered):
        await channel.steps.redraw(channel.channel_id, giveaway_id, winner.id, seen="waiting")
    assert [draw.status for draw in (await channel.details(giveaway_id)).draws] == ["claimed"]


async def test_winner_claims_by_writing_in_time(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open_with(VIEWERS[:2], claim_seconds=60)
    winner = (await channel.close_and_draw(giveaway_id)).draws[0]
    assert winner.status == "waiting"
    other = next(viewer for viewer in VIEWERS[:2] if viewer != winner.viewer_id)
    await channel.say("me!", other)
    await channel.say("late line", winner.viewer_id, received_at=channel.pipeline.now(-1))
    assert (await channel.details(giveaway_id)).draws[0].status == "waiting"
    await channel.say("I am here", winner.viewer_id)
    assert (await channel.details(giveaway_id)).draws[0].status == "claimed"
    await channel.wait_for_post(f"{winner.name} won Keycap set, ticket {winner.ticket} of 2")


async def test_linked_account_claims_the_prize(channel: GiveawayChannel) -> None:
    await channel.say("hello", "20")
    await channel.say("hello", "21", provider="kick")
    await channel.link(("drill", "20"), ("kick", "21"))
    giveaway_id = await channel.open_with(["20"], claim_seconds=60)
    await channel.close_and_draw(giveaway_id)
    await channel.say("here", "21", provider="kick")
    assert (await channel.details(giveaway_id)).draws[0].status == "claimed"


async def test_banned_winner_cannot_claim_from_another_account(channel: GiveawayChannel) -> None:
    await channel.say("hello", "20")
    await channel.say("hello", "21", provider="kick")
    await channel.link(("drill", "20"), ("kick", "21"))
    giveaway_id = await channel.open_with(["20"], claim_seconds=60)
    await channel.close_and_draw(giveaway_id)
    await channel.ban("20")
    await channel.say("here", "21", provider="kick")
    assert (await channel.details(giveaway_id)).draws[0].status == "waiting"


@pytest.mark.both_databases
async def test_winner_who_does_not_answer_is_replaced_once(channel: GiveawayChannel, clock: FrozenClock) -> None:
    giveaway_id = await channel.open_with(VIEWERS[:3], claim_seconds=60)
    first = (await channel.close_and_draw(giveaway_id)).draws[0]
    clock.advance(31)
    await channel.scheduler.poll()
    await channel.wait_for_post(f"@{first.name}, write anything within 29 seconds")
    clock.advance(30)
    await channel.scheduler.poll()
    assert len((await channel.details(giveaway_id)).draws) == 1
    clock.advance(2)
    await asyncio.gather(channel.scheduler.poll(), channel.scheduler.poll())
    draws = (await channel.details(giveaway_id)).draws
    assert [draw.status for draw in draws] == ["missed", "waiting"]
    await channel.say("too late", first.viewer_id)
    assert (await channel.details(giveaway_id)).draws[0].status == "missed"


async def test_silent_winner_is_not_replaced_if_nobody_is_left(channel: GiveawayChannel, clock: FrozenClock) -> None:
    giveaway_id = await channel.open_with(VIEWERS[:1], claim_seconds=60)
    await channel.close_and_draw(giveaway_id)
    clock.advance(63)
    await channel.scheduler.poll()
    assert results(await channel.details(giveaway_id)) == [(1, "missed")]


async def test_winner_whom_staff_confirm_has_claimed_the_prize(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open_with(VIEWERS[:1], claim_seconds=60)
    draw = (await channel.close_and_draw(giveaway_id)).draws[0]
    await channel.steps.confirm(channel.channel_id, giveaway_id, draw.id)
    assert results(await channel.details(giveaway_id)) == [(1, "claimed")]
    with pytest.raises(DrawSettled):
        await channel.steps.confirm(channel.channel_id, giveaway_id, draw.id)


async def test_draw_with_a_reencrypted_seed_matches_the_commitment(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open_with(VIEWERS[:1])
    before = await channel.rows("SELECT locked_seed FROM giveaways")
    await reencrypt_seeds(channel.kernel)
    assert await channel.rows("SELECT locked_seed FROM giveaways") != before
    drawn = await channel.close_and_draw(giveaway_id)
    assert drawn.seed is not None
    assert commitment_of(drawn.seed) == drawn.commitment


async def test_draw_is_refused_after_the_key_was_lost(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open_with(VIEWERS[:1])
    await channel.steps.close(channel.channel_id, giveaway_id)
    await delete_all_seeds(channel.kernel)
    with pytest.raises(SeedLost):
        await channel.steps.draw(channel.channel_id, giveaway_id)
