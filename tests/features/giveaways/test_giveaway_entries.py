"""The conditions, tickets and costs with which viewers enter a giveaway."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from greenroom.chat.messages.line import Removal
from greenroom.chat.pipeline.batch import Batch
from greenroom.features.giveaways.draws.published import public_giveaway
from greenroom.features.giveaways.service import KeywordTaken, PointsOff
from greenroom.features.points.ledger.ledger import lock_points
from greenroom.features.points.ledger.rules import MAX_BALANCE
from greenroom.responses.variables import Refused
from support.frozen_clock import FrozenClock
from support.giveaways import GiveawayChannel
from support.row_locks import until_transactions_wait
from support.sql_statements import statements

# The cache reads open giveaways and waiting winners when a channel is used for the first time.
CACHE_READS = 2


def giveaway_statements(executed: list[str]) -> list[str]:
    return [one for one in executed if "giveaway" in one]


@pytest.mark.rows("P6")
@pytest.mark.both_databases
async def test_viewer_who_writes_often_enters_once(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open()
    await channel.say("!KEYCAP please", "11", "2", "11")
    await channel.say("!keycap", "11", "3")
    await channel.say("keycaps !keycaps", "4")
    assert await channel.names(giveaway_id) == ["Viewer11", "Viewer2", "Viewer3"]
    details = await channel.details(giveaway_id)
    assert (details.entry_count, details.ticket_count) == (3, 3)
    assert sum(minute.entries for minute in details.minutes) == 3


async def test_giveaways_with_different_keywords_are_open_at_once(channel: GiveawayChannel) -> None:
    first = await channel.open()
    second = await channel.open(title="Mug", keyword="!mug")
    await channel.say("!keycap !mug", "11")
    await channel.say("!mug", "2")
    assert (await channel.names(first), await channel.names(second)) == (["Viewer11"], ["Viewer11", "Viewer2"])
    with pytest.raises(KeywordTaken, match=r"^“Mug” is open and entered the same way"):
        await channel.open(title="Another mug", keyword="!MUG")
    with pytest.raises(KeywordTaken):
        await channel.open(title="Disguised mug", keyword="!mu\u200bg")
    await channel.steps.pause(channel.channel_id, second)
    with pytest.raises(KeywordTaken, match=r"^“Mug” is paused and entered the same way"):
        await channel.open(title="Another mug", keyword="!MUG")


async def test_any_message_enters_a_giveaway_for_active_chatters(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open(entry="chatters", keyword="")
    await channel.say("hello", "11", "2")
    await channel.say("again", "2")
    assert await channel.names(giveaway_id) == ["Viewer11", "Viewer2"]


@pytest.mark.parametrize("fields", [{"is_backlog": True}, {"source_channel_id": "77"}, {"level": "bot"}])
async def test_backlog_shared_chat_and_bots_do_not_enter(channel: GiveawayChannel, fields: dict[str, Any]) -> None:
    giveaway_id = await channel.open()
    await channel.say("!keycap", "11", **fields)
    assert await channel.names(giveaway_id) == []


async def test_removed_message_does_not_enter(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open()

    async def remove(batch: Batch) -> None:
        for pending in batch.messages:
            pending.removal = Removal("filtered", batch.now)

    channel.pipeline.build(remove, channel.feature.stages["enter_giveaways"])
    await channel.say("!keycap", "11")
    assert await channel.names(giveaway_id) == []


async def test_message_received_after_the_closing_time_does_not_enter(
    channel: GiveawayChannel, clock: FrozenClock
) -> None:
    giveaway_id = await channel.open(closes_at=channel.pipeline.now(60))
    clock.advance(61)
    await channel.say("!keycap", "late")
    await channel.say("!keycap", "early", received_at=channel.pipeline.now(-2))
    assert await channel.names(giveaway_id) == ["Viewerearly"]


async def test_paused_giveaway_takes_no_entries(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open()
    await channel.steps.pause(channel.channel_id, giveaway_id)
    await channel.say("!keycap", "11")
    await channel.steps.open(channel.channel_id, giveaway_id)
    await channel.say("!keycap", "2")
    assert await channel.names(giveaway_id) == ["Viewer2"]


@pytest.mark.both_databases
async def test_refused_viewers_are_listed_with_the_reason(channel: GiveawayChannel) -> None:
    rules = {"min_messages": 2, "watch_minutes": 5, "past_winner_days": 30}
    giveaway_id = await channel.open(**rules)
    await channel.say("!keycap", "11")
    await channel.say("!keycap", "2", level="moderator")
    assert await channel.refusals(giveaway_id) == {
        "Viewer11": "1 of 2 messages written",
        "Viewer2": "Staff can't enter",
    }
    await channel.say("!keycap", "11")
    assert (await channel.refusals(giveaway_id))["Viewer11"] == "0 of 5 minutes watched"
    assert (await channel.details(giveaway_id)).refused_count == 2


@pytest.mark.both_databases
async def test_watched_minutes_of_linked_accounts_are_added(channel: GiveawayChannel) -> None:
    await channel.say("hello", "11", "12", "13")
    await channel.link(("drill", "11"), ("drill", "12"))
    for viewer, seconds in (("11", 200), ("12", 110), ("13", 299)):
        await channel.watch(viewer, seconds)
    giveaway_id = await channel.open(watch_minutes=5)
    await channel.say("!keycap", "11", "13")
    assert await channel.names(giveaway_id) == ["Viewer11"]
    assert await channel.refusals(giveaway_id) == {"Viewer13": "4 of 5 minutes watched"}


async def test_role_of_a_linked_account_counts(channel: GiveawayChannel) -> None:
    without_staff, with_subs = await channel.open(), await channel.open(keyword="!subs", min_level=1)
    await channel.say("hello", "7", level="moderator")
    await channel.say("hello", "7", provider="drill2")
    await channel.say("!keycap !subs", "8")
    await channel.link(("drill", "7"), ("drill2", "7"))
    await channel.say("!keycap !subs", "7", provider="drill2")
    assert await channel.names(without_staff) == ["Viewer8"]
    assert await channel.refusals(without_staff) == {"Viewer7": "Staff can't enter"}
    assert await channel.refusals(with_subs) == {"Viewer8": "Only for Sub and higher", "Viewer7": "Staff can't enter"}


async def test_refused_viewer_enters_once_the_conditions_are_met(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open(min_messages=2)
    await channel.say("!keycap", "11")
    await channel.say("!keycap", "11")
    assert await channel.names(giveaway_id) == ["Viewer11"]
    assert (await channel.details(giveaway_id)).refused_count == 0


async def test_past_winner_cannot_enter_for_the_given_days(channel: GiveawayChannel, clock: FrozenClock) -> None:
    first = await channel.open()
    await channel.say("!keycap", "11")
    await channel.close_and_draw(first)
    second = await channel.open(past_winner_days=30)
    await channel.say("!keycap", "11", "2")
    assert await channel.refusals(second) == {"Viewer11": "Won within 30 days"}
    clock.advance(31 * 86_400)
    await channel.say("!keycap", "11")
    assert await channel.names(second) == ["Viewer11", "Viewer2"]


async def test_weights_multiply_tickets(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open(max_tickets=3, weights={"sub": 2, "vip": 5})
    await channel.say("!keycap 3", "11", level="subscriber")
    await channel.say("!keycap 2", "2", level="vip")
    await channel.say("!keycap", "3")
    assert (await channel.details(giveaway_id)).ticket_count == 3 * 2 + 2 * 5 + 1


@pytest.mark.both_databases
async def test_linked_accounts_enter_as_one_person(channel: GiveawayChannel) -> None:
    for provider, viewer in (("drill", "11"), ("twitch", "11"), ("kick", "9")):
        await channel.say("hello", viewer, provider=provider)
    await channel.link(("drill", "11"), ("twitch", "11"), ("kick", "9"))
    giveaway_id = await channel.open()
    for provider, viewer in (("drill", "11"), ("twitch", "11"), ("kick", "9"), ("drill", "2")):
        await channel.say("!keycap", viewer, provider=provider)
    assert await channel.names(giveaway_id) == ["Viewer11", "Viewer2"]


@pytest.mark.both_databases
async def test_accounts_linked_after_entering_count_once_and_the_rest_is_paid_back(channel: GiveawayChannel) -> None:
    await channel.say("hello", "11", "2")
    for viewer in ("11", "2"):
        await channel.give_points(viewer, 100)
    giveaway_id = await channel.open(ticket_cost=10, max_tickets=3)
    await channel.say("!keycap 2", "11", "2")
    await channel.link(("drill", "11"), ("drill", "2"))
    await channel.steps.close(channel.channel_id, giveaway_id)
    assert [(entry.name, entry.tickets) for entry in await channel.entries(giveaway_id)] == [("Viewer11", 3)]
    assert [entry.reason for entry in await channel.entries(giveaway_id, "merged")] == ["Linked to Viewer11"]
    assert await channel.balance("11") == 200 - 30


@pytest.mark.both_databases
async def test_accounts_unlinked_after_entering_have_one_entry_each(channel: GiveawayChannel) -> None:
    accounts = ("drill", "11"), ("kick", "9")
    for provider, viewer in accounts:
        await channel.say("hello", viewer, provider=provider)
    await channel.link(*accounts)
    giveaway_id = await channel.open(max_tickets=2)
    await channel.say("!keycap", "11")
    await channel.unlink(*accounts)
    await channel.say("!keycap 2", "11")
    await channel.say("!keycap", "9", provider="kick")
    await channel.steps.close(channel.channel_id, giveaway_id)
    listed = [(entry.provider, entry.viewer_id, entry.tickets) for entry in await channel.entries(giveaway_id)]
    assert listed == [("drill", "11", 2), ("kick", "9", 1)]


async def test_accounts_linked_after_entering_get_no_second_entry(channel: GiveawayChannel) -> None:
    accounts = ("drill", "11"), ("kick", "9")
    await channel.say("hello", "9", provider="kick")
    giveaway_id = await channel.open(max_tickets=2)
    await channel.say("!keycap", "11")
    await channel.link(*accounts)
    await channel.say("!keycap", "9", provider="kick")
    await channel.unlink(*accounts)
    await channel.say("!keycap", "11")
    assert [(entry.name, entry.tickets) for entry in await channel.entries(giveaway_id)] == [("Viewer11", 2)]


@pytest.mark.both_databases
async def test_tickets_are_paid_once_and_paid_back_on_deletion(channel: GiveawayChannel) -> None:
    await channel.give_points("11", 120, "leaf", "leaves")
    giveaway_id = await channel.open(ticket_cost=50, max_tickets=3)
    await channel.say("!keycap 3", "11", "poor")
    assert [(one.name, one.tickets, one.paid) for one in await channel.entries(giveaway_id)] == [("Viewer11", 2, 100)]
    paid = await channel.rows("SELECT note FROM point_entries WHERE reason = 'tickets'")
    assert [entry["note"] for entry in paid] == ["Keycap set"]
    assert await channel.refusals(giveaway_id) == {"Viewerpoor": "A ticket costs 50 leaves, has 0"}
    assert await channel.balance("11") == 20
    await channel.delete(giveaway_id)
    assert await channel.balance("11") == 120
    back = await channel.rows("SELECT note FROM point_entries WHERE reason = 'refund'")
    assert [entry["note"] for entry in back] == ["Keycap set: giveaway deleted"]


async def test_others_are_paid_back_although_one_viewer_cannot_have_more_points(
    channel: GiveawayChannel,
) -> None:
    await channel.say("hello", "11", "2")
    for viewer in ("11", "2", "3"):
        await channel.give_points(viewer, 100)
    giveaway_id = await channel.open(ticket_cost=10)
    await channel.say("!keycap", "11", "2", "3")
    await channel.link(("drill", "11"), ("drill", "2"))
    await channel.give_points("11", MAX_BALANCE - 180)
    await channel.steps.close(channel.channel_id, giveaway_id)
    await channel.delete(giveaway_id)
    assert await channel.balance("11") == MAX_BALANCE
    assert await channel.balance("3") == 100


async def test_price_of_a_ticket_is_posted_and_public(channel: GiveawayChannel) -> None:
    await channel.give_points("11", 1)
    giveaway_id = await channel.open(ticket_cost=1_500)
    assert "Write !keycap to enter. A ticket costs 1,500 points." in await channel.wait_for_post("Giveaway:")
    async with channel.kernel.database.read() as session:
        assert (await public_giveaway(session, channel.channel_id, giveaway_id)).ticket_cost == 1_500


async def test_giveaway_with_paid_tickets_cannot_open_while_points_are_off(channel: GiveawayChannel) -> None:
    with pytest.raises(PointsOff):
        await channel.open(ticket_cost=50)


async def test_tickets_are_not_paid_back_on_deletion_if_there_is_a_winner(channel: GiveawayChannel) -> None:
    await channel.give_points("11", 50)
    giveaway_id = await channel.open(ticket_cost=50)
    await channel.say("!keycap", "11")
    await channel.close_and_draw(giveaway_id)
    await channel.delete(giveaway_id)
    assert await channel.balance("11") == 0


async def test_command_enters_with_a_number_of_tickets(channel: GiveawayChannel) -> None:
    with pytest.raises(Refused, match="No giveaway is open"):
        await channel.enter_by_command()
    giveaway_id = await channel.open(entry="command", keyword="", max_tickets=3)
    assert await channel.enter_by_command() == "entered"
    assert await channel.enter_by_command("2") == "entered with 3 tickets"
    with pytest.raises(Refused, match="Already has 3 tickets"):
        await channel.enter_by_command("11")
    await channel.say("!keycap", "8")
    assert await channel.names(giveaway_id) == ["Viewer7"]


async def test_invalid_number_of_tickets_is_refused(channel: GiveawayChannel) -> None:
    await channel.give_points("7", 100)
    giveaway_id = await channel.open(entry="command", keyword="", ticket_cost=10)
    for number in ("0", "-5", "1.5", "9999999"):
        with pytest.raises(Refused, match="whole number"):
            await channel.enter_by_command(number)
    assert (await channel.names(giveaway_id), await channel.balance("7")) == ([], 100)


@pytest.mark.both_databases
async def test_raid_that_enters_costs_a_few_statements_for_each_batch(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open(min_messages=1)
    batches = channel.collect_batches()
    viewers = [str(number) for number in range(100, 700)]
    with statements(channel.kernel.database) as first:
        await channel.say("!keycap", *viewers)
    assert (await channel.details(giveaway_id)).entry_count == 600
    assert len(giveaway_statements(first)) <= 5 * len(batches) + CACHE_READS
    with statements(channel.kernel.database) as repeated:
        await channel.say("!keycap again", *viewers)
    assert giveaway_statements(repeated) == []


async def test_silent_winner_is_not_replaced_after_archiving(channel: GiveawayChannel, clock: FrozenClock) -> None:
    giveaway_id = await channel.open(claim_seconds=60)
    await channel.say("!keycap", "11", "12")
    await channel.close_and_draw(giveaway_id)
    await channel.steps.archive(channel.channel_id, giveaway_id)
    clock.advance(120)
    await channel.scheduler.poll()
    details = await channel.details(giveaway_id)
    assert (details.state, [draw.status for draw in details.draws]) == ("archived", ["waiting"])


async def test_explanation_says_what_a_message_did_in_a_giveaway(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open(max_tickets=5)
    await channel.say("!keycap 3", "11")
    await channel.say("hello", "11")
    await channel.say("!keycap 5k", "2")
    await channel.say("!keycaps", "3")
    await channel.say("!keycap", "4", level="moderator")
    await channel.say("!keycap", "5", level="bot")
    await channel.steps.pause(channel.channel_id, giveaway_id)
    await channel.say("!keycap", "6")
    await channel.say("!keycap", "1")
    assert await channel.explanations() == {
        "Viewer11: !keycap 3": ["acted: has 3 tickets"],
        "Viewer11: hello": [],
        "Viewer2: !keycap 5k": ["skipped: “5k” is no number of tickets: a whole number from 1 to 999999 is"],
        "Viewer3: !keycaps": ["skipped: “!keycap” is not a word of its own"],
        "Viewer4: !keycap": ["skipped: Staff can't enter"],
        "Viewer5: !keycap": ["skipped: bots can't enter"],
        "Viewer6: !keycap": ["skipped: paused or closed when the message arrived"],
        # Viewer1 is the channel's own account.
        "Viewer1: !keycap": ["skipped: the channel's own accounts can't enter"],
    }


async def test_raid_that_enters_faster_than_it_is_stored_loses_no_entry(channel: GiveawayChannel) -> None:
    giveaway_id = await channel.open()
    released = asyncio.Event()

    async def wait(_: Batch) -> None:
        await released.wait()

    inboxes = channel.pipeline.build(channel.feature.stages["enter_giveaways"], before=(wait,))
    entering = [channel.message("!keycap", str(number)) for number in range(10_000, 16_000)]
    await channel.pipeline.enqueue(*entering)
    released.set()
    await channel.pipeline.wait_until_idle()
    assert (inboxes.counts.dropped, (await channel.details(giveaway_id)).entry_count) == (0, 6_000)


async def enter(channel: GiveawayChannel, _: UUID) -> None:
    await channel.say("!mug", "8")


async def answer(channel: GiveawayChannel, _: UUID) -> None:
    await channel.say("here")


@pytest.mark.on_postgres
@pytest.mark.parametrize("step", [enter, answer, GiveawayChannel.delete])
async def test_giveaways_are_locked_after_points(
    channel: GiveawayChannel, step: Callable[[GiveawayChannel, UUID], Coroutine[Any, Any, None]]
) -> None:
    """A batch in which viewers link accounts locks points before giveaways; the opposite order could deadlock."""
    won = await channel.open(claim_seconds=60)
    await channel.say("!keycap")
    await channel.close_and_draw(won)
    await channel.open(title="Mug", keyword="!mug")
    database = channel.kernel.database
    async with database.write() as session:
        await lock_points(session, channel.channel_id)
        running = asyncio.create_task(step(channel, won))
        await until_transactions_wait(database)
        await session.execute(text("SELECT id FROM giveaways FOR UPDATE NOWAIT"))
        await session.execute(text("SELECT id FROM giveaway_draws FOR UPDATE NOWAIT"))
    await running
