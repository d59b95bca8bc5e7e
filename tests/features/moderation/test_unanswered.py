"""Actions without a response: given up after a time limit, confirmed by a later report, or withdrawn."""

import asyncio
from datetime import timedelta
from uuid import UUID

import pytest

from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.protocol.actions import Receipt
from greenroom.chat.sending.acting_as import NotConfirmed
from greenroom.chat.sending.sender import Interrupted
from greenroom.features.moderation.completion import EntryLedger
from greenroom.features.moderation.jobs import jobs
from greenroom.kernel.ids import new_id
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json
from support.moderation import ModeratedChannel, action_summaries, store_entry

BANS = "/twitch/helix/moderation/bans"
OUTCOME_UNKNOWN = "No response from the platform. Check there whether it was done."
BAN_TARGET = {"login": "junoplays", "viewer": "marekfixes"}


async def run_moderation_jobs(greenroom: GreenroomServer) -> None:
    for job in jobs(greenroom.kernel):
        await job.run()


async def advance_clocks(greenroom: GreenroomServer, clock: FrozenClock, wait: timedelta) -> None:
    clock.advance(wait.total_seconds())
    await greenroom.control("/clock", seconds=int(wait.total_seconds()))


@pytest.mark.parametrize(("actor_kind", "seconds"), [("user", 60), ("filter", 330)])
async def test_action_without_a_response_fails_at_its_time_limit_and_a_late_report_confirms_it(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel, clock: FrozenClock, actor_kind: str, seconds: int
) -> None:
    line = await on_twitch.send_chat("Swept", viewer="marekfixes")
    await store_entry(on_twitch, line, actor_kind=actor_kind)
    await advance_clocks(greenroom, clock, timedelta(seconds=seconds - 1))
    await run_moderation_jobs(greenroom)
    assert (await on_twitch.log())[0]["outcome"] == "asked"
    async with on_twitch.moderation_events() as live_events:
        await advance_clocks(greenroom, clock, timedelta(seconds=1))
        await run_moderation_jobs(greenroom)
        assert (await live_events.wait_for_entry(outcome="failed"))["detail"] == OUTCOME_UNKNOWN
        assert (await on_twitch.removals())["Swept"] is None
        await greenroom.control("/twitch/ban", **BAN_TARGET)
        done = await live_events.wait_for_entry(outcome="done")
    assert (done["actor"]["kind"], done["detail"]) == (actor_kind, "")
    assert action_summaries(await on_twitch.log()) == [("ban", "JunoPlays", "done")]


@pytest.mark.both_databases
async def test_response_after_the_entry_has_failed_still_counts(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel, clock: FrozenClock
) -> None:
    line = await on_twitch.send_chat(viewer="marekfixes")
    await greenroom.control("/twitch/delay", ms=60_000, path_prefix=BANS)
    banning = asyncio.create_task(on_twitch.request_ban(line))
    await greenroom.wait_for_event("request_held", path=BANS)
    clock.advance(60)
    await run_moderation_jobs(greenroom)
    assert action_summaries(await on_twitch.log()) == [("ban", "JunoPlays", "failed")]
    await greenroom.control("/clock", seconds=60)
    assert (await banning).status_code == 200
    assert action_summaries(await on_twitch.log()) == [("ban", "JunoPlays", "done")]


@pytest.mark.parametrize("failure", [NotConfirmed("Twitch", "no answer within 15 s"), Interrupted()])
async def test_deferred_action_without_a_response_counts_as_failed_until_its_report(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel, failure: NotConfirmed | Interrupted
) -> None:
    line = await on_twitch.send_chat("Swept", viewer="marekfixes")
    entry_id = await store_entry(on_twitch, line, actor_kind="filter", actor_name="Caps")
    await EntryLedger(greenroom.kernel).settle(entry_id, failure)
    (failed,) = await on_twitch.log()
    assert (failed["outcome"], failed["detail"] == OUTCOME_UNKNOWN) == ("failed", isinstance(failure, Interrupted))
    async with on_twitch.moderation_events() as live_events:
        await greenroom.control("/twitch/ban", **BAN_TARGET)
        await live_events.wait_for_entry(outcome="done")
    assert action_summaries(await on_twitch.log()) == [("ban", "Caps", "done")]


async def test_time_out_that_the_platform_starts_minutes_later_is_confirmed_by_its_report(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel, clock: FrozenClock
) -> None:
    line = await on_twitch.send_chat(viewer="marekfixes")
    await store_entry(on_twitch, line, action="timeout", seconds=600, actor_kind="filter", actor_name="Caps")
    await advance_clocks(greenroom, clock, timedelta(seconds=200))
    await greenroom.control("/twitch/ban", **BAN_TARGET, seconds=600)
    # Twitch reports a ban as channel.ban and as channel.moderate.
    await on_twitch.send_chat("Sent after the ban's reports")
    assert action_summaries(await on_twitch.log()) == [("timeout", "Caps", "done")]


async def test_unban_withdraws_pending_bans(greenroom: GreenroomServer, on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat(viewer="marekfixes")
    waiting = await store_entry(on_twitch, line, actor_kind="filter", actor_name="Caps")
    ledger = EntryLedger(greenroom.kernel)
    assert await ledger.is_wanted(waiting)
    async with on_twitch.moderation_events() as live_events:
        assert (await on_twitch.unban(line)).status_code == 200
        withdrawn = await live_events.wait_for_entry(id=str(waiting))
    assert (withdrawn["outcome"], withdrawn["detail"]) == ("failed", "Withdrawn: JunoPlays unbanned the viewer.")
    assert not await ledger.is_wanted(waiting)
    # The unban is logged although the ban was never sent.
    assert action_summaries(await on_twitch.log()) == [("unban", "JunoPlays", "done"), ("ban", "Caps", "failed")]


async def test_undo_of_a_time_out_withdraws_unsent_bans_and_deletions(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat("SHOUTED", viewer="marekfixes")
    by_filter: Json = {"actor_kind": "filter", "actor_name": "Caps", "message_id": line["message_id"]}
    deletion = await store_entry(on_twitch, line, action="delete", outcome="done", **by_filter)
    waiting = await store_entry(on_twitch, line, **by_filter)
    timeout = await on_twitch.ban(line, duration_seconds=600)
    async with greenroom.kernel.database.write() as session:
        (await session.get_one(ModerationEntry, UUID(timeout["id"]))).message_id = line["message_id"]
    ledger = EntryLedger(greenroom.kernel)
    assert [await ledger.is_wanted(one) for one in (deletion, waiting)] == [True, True]
    assert (await on_twitch.undo(timeout)).status_code == 200
    assert [await ledger.is_wanted(one) for one in (deletion, waiting)] == [False, False]
    undone = {entry["id"]: entry["undone_by"] for entry in await on_twitch.log()}
    assert undone[str(deletion)] == "JunoPlays"
    assert (await on_twitch.removals())["SHOUTED"] is None


async def test_action_of_a_confirmed_or_unknown_entry_is_not_sent(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat(viewer="marekfixes")
    entry_id = await store_entry(on_twitch, line, actor_kind="filter", actor_name="Caps")
    async with on_twitch.moderation_events() as live_events:
        await greenroom.control("/twitch/ban", **BAN_TARGET)
        await live_events.wait_for_entry(outcome="done")
    ledger = EntryLedger(greenroom.kernel)
    assert [await ledger.is_wanted(one) for one in (entry_id, new_id())] == [False, False]


async def test_late_response_does_not_change_a_later_undo_or_ban(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat("Swept and restored", viewer="marekfixes")
    ledger = EntryLedger(greenroom.kernel)
    first = await on_twitch.ban(line)
    await on_twitch.undo(first)
    await ledger.settle(UUID(first["id"]), Receipt("done"))
    assert (await on_twitch.removals())["Swept and restored"] is None
    await on_twitch.ban(line)
    unban = next(entry for entry in await on_twitch.log() if entry["action"] == "unban")
    await ledger.settle(UUID(unban["id"]), Receipt("done"))
    assert (await on_twitch.card(line))["sent_out"] == {"until": None}


async def test_unanswered_action_is_given_up_even_if_the_clock_is_set_back(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel, clock: FrozenClock
) -> None:
    line = await on_twitch.send_chat(viewer="marekfixes")
    for actor_kind in ("user", "filter"):
        await store_entry(on_twitch, line, actor_kind=actor_kind)
    clock.advance(-3600)
    await run_moderation_jobs(greenroom)
    assert [entry["outcome"] for entry in await on_twitch.log()] == ["failed", "failed"]
