"""Points for messages and activities are paid once, even if events are repeated, grow or reach two processes."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from earning_pipeline import ANA, EarningPipeline
from msgspec.structs import replace

from greenroom.chat.messages.line import Removal
from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.events import MICROS, ActivityKind, Chatter
from greenroom.features.points.ledger.ledger import Movement, Reason, lock_points, post
from greenroom.features.points.ledger.rules import MAX_BALANCE
from greenroom.features.points.ledger.settings import PointSettings
from greenroom.features.points.section import points_section
from greenroom.kernel.db.database import Database
from support.row_locks import until_transactions_wait
from support.sql_statements import statements
from support.waiting import MAX_WAIT_SECONDS

ON = PointSettings(enabled=True, per_message=3, per_follow=50)
BO = Chatter(id="8", login="bo", name="Bo")


async def remove_bad_lines(batch: Batch) -> None:
    for one in batch.actionable():
        if one.event.text == "bad":
            one.removal = Removal("deleted", batch.now)


async def test_nothing_is_paid_while_points_are_off(pipeline: EarningPipeline) -> None:
    await pipeline.set_points(replace(ON, enabled=False))
    await pipeline.process(pipeline.first.chat_message("hi"), pipeline.report(ActivityKind.SUB))
    assert await pipeline.entries() == []


@pytest.mark.both_databases
async def test_messages_of_a_batch_are_paid_in_one_entry_for_each_viewer(pipeline: EarningPipeline) -> None:
    await pipeline.set_points(ON)
    chat = pipeline.first.chat_message
    await pipeline.process(chat("one"), chat("two"), chat("three", by="9"))
    await pipeline.process(chat("one"), chat("two"))
    assert (await pipeline.balance("7"), await pipeline.balance("9")) == (6, 3)
    assert {reason for reason, _, _ in await pipeline.entries()} == {"chatted"}


@pytest.mark.both_databases
async def test_message_delivered_to_two_processes_is_paid_once(pipeline: EarningPipeline) -> None:
    await pipeline.set_points(ON)
    await pipeline.process_twice(*(pipeline.first.chat_message(f"hi {number}") for number in range(5)))
    assert await pipeline.balance() == 15


class TicketSale:
    """A stage that takes a point from the viewer whom the text names, then waits for the other batch to do the same."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.paid: dict[str, asyncio.Event] = {"7": asyncio.Event(), "9": asyncio.Event()}

    async def sell(self, batch: Batch) -> None:
        buyer, other = ("7", "9") if batch.messages[0].event.text == "for 7" else ("9", "7")
        await post(batch.session, batch.channel_id, [Movement(("drill", buyer), -1, Reason.TICKETS)], batch.now)
        self.paid[buyer].set()
        # If the other batch cannot reach this stage, because it waits for the lock of the points, this one goes on.
        waits = [
            asyncio.ensure_future(self.paid[other].wait()),
            asyncio.ensure_future(until_transactions_wait(self.database)),
        ]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for one in waits:
            one.cancel()


@pytest.mark.on_postgres
async def test_points_can_move_while_a_restore_locks_the_point_settings(pipeline: EarningPipeline) -> None:
    database, channel_id = pipeline.first.kernel.database, pipeline.first.channel_id
    async with database.write() as restoring, database.write() as session, asyncio.timeout(MAX_WAIT_SECONDS):
        await points_section().lock(restoring, channel_id)
        await lock_points(session, channel_id)


@pytest.mark.on_postgres
async def test_two_batches_that_move_points_in_opposite_order_do_not_deadlock(pipeline: EarningPipeline) -> None:
    await pipeline.set_points(ON)
    chat = pipeline.first.chat_message
    await pipeline.process(chat("hello", by="7"), chat("hi", by="9"))
    pipeline.build(TicketSale(pipeline.kernel.database).sell)
    await asyncio.gather(pipeline.first.process(chat("for 7", by="9")), pipeline.second.process(chat("for 9", by="7")))
    assert (await pipeline.balance("7"), await pipeline.balance("9")) == (5, 5)
    counts = pipeline.first.inboxes.counts, pipeline.second.inboxes.counts
    assert [(each.retries, each.skipped_stages) for each in counts] == [(0, 0), (0, 0)]


async def test_messages_of_bots_ignored_names_and_other_channels_earn_nothing(pipeline: EarningPipeline) -> None:
    await pipeline.set_points(replace(ON, ignored_names=frozenset({"viewer9", "bo"})))
    pipeline.build(remove_bad_lines)
    chat = pipeline.first.chat_message
    await pipeline.process(
        chat("bad"),
        chat("a bot", chatter=replace(ANA, is_bot=True)),
        chat("an ignored login", by="9"),
        chat("an ignored name", chatter=replace(BO, login="other", name="BO")),
        chat("the channel's own account", by="1"),
        chat("from another channel", source_channel_id="77"),
        chat("from before", is_backlog=True),
    )
    assert await pipeline.entries() == []


async def test_messages_cost_no_query_for_settings(pipeline: EarningPipeline) -> None:
    await pipeline.set_points(replace(ON, per_message=0))
    await pipeline.process(pipeline.first.chat_message("warm"))
    with statements(pipeline.kernel.database) as executed:
        await pipeline.process(pipeline.first.chat_message("hi"))
    assert [one for one in executed if "point" in one] == []
    await pipeline.set_points(ON)
    await pipeline.process(pipeline.first.chat_message("warm again"))
    with statements(pipeline.kernel.database) as executed:
        await pipeline.process(
            *(pipeline.first.chat_message(f"hi {number}", by=str(number)) for number in range(20, 40))
        )
    assert len([one for one in executed if "point" in one]) == 2


@pytest.mark.parametrize(
    ("kind", "fields", "points"),
    [
        (ActivityKind.FOLLOW, {}, 50),
        (ActivityKind.SUB, {"tier": "3"}, 1_000),
        (ActivityKind.RESUB, {"months": 12}, 1_000),
        (ActivityKind.MEMBERSHIP, {}, 1_000),
        (ActivityKind.MEMBERSHIP, {"title": "gift"}, 0),
        (ActivityKind.MILESTONE, {"months": 6}, 1_000),
        (ActivityKind.GIFT, {"recipients": ("Bo",)}, 1_000),
        (ActivityKind.GIFT_BOMB, {"count": 5}, 5_000),
        (ActivityKind.MEMBERSHIP_GIFT, {"count": 20}, 20_000),
        (ActivityKind.CHEER, {"count": 250, "amount_micros": 250 * MICROS, "currency": "BITS"}, 500),
        (ActivityKind.CHEER, {"count": 1, "amount_micros": MICROS, "currency": "BITS"}, 2),
        (ActivityKind.KICKS, {"count": 100, "amount_micros": 100 * MICROS, "currency": "KICKS"}, 200),
        (ActivityKind.TIKTOK_GIFT, {"count": 3, "amount_micros": 3 * MICROS, "currency": "DIAMONDS"}, 3),
        (ActivityKind.SUPER_CHAT, {"amount_micros": 5 * MICROS, "currency": "EUR"}, 1_170),
        (ActivityKind.SUPER_STICKER, {"amount_micros": MICROS // 2, "currency": "USD"}, 100),
        (ActivityKind.TIP, {"amount_micros": 12 * MICROS, "currency": "USD"}, 2_400),
        (ActivityKind.TIP, {"amount_micros": MICROS, "currency": "XXX"}, 0),
        (ActivityKind.LIKE, {"count": 900}, 0),
        (ActivityKind.RAID, {"count": 900}, 0),
    ],
)
async def test_activity_earns_points_for_its_kind_and_amount(
    pipeline: EarningPipeline, kind: ActivityKind, fields: dict[str, Any], points: int
) -> None:
    await pipeline.set_points(ON)
    await pipeline.process(pipeline.report(kind, **fields))
    assert await pipeline.balance() == points


@pytest.mark.both_databases
async def test_hour_of_late_subs_is_paid_once_by_two_processes(pipeline: EarningPipeline) -> None:
    """After an outage a platform delivers all subs at once, and some of them twice."""
    await pipeline.set_points(ON)
    late = [
        replace(
            pipeline.report(ActivityKind.RESUB, f"late {number}", chatter=replace(ANA, id=str(100 + number))),
            happened_at=pipeline.first.now() - timedelta(minutes=number),
            is_backlog=number % 2 == 0,
        )
        for number in range(60)
    ]
    await pipeline.process(*late[:30])
    await pipeline.process_twice(*late)
    assert [await pipeline.balance(str(100 + number)) for number in range(60)] == [1_000] * 60
    assert len(await pipeline.entries()) == 60


@pytest.mark.both_databases
async def test_growing_gift_is_paid_by_the_difference(pipeline: EarningPipeline) -> None:
    await pipeline.set_points(ON)
    for count in (2, 5, 5, 3, 20):
        gift = pipeline.report(
            ActivityKind.TIKTOK_GIFT,
            f"part {count}",
            group_id="streak",
            count=count,
            amount_micros=count * 100 * MICROS,
            currency="DIAMONDS",
        )
        await pipeline.process(gift)
        await pipeline.process(gift)
    # 2,000 diamonds are worth 1,000 bits.
    assert await pipeline.balance() == 2_000
    assert [delta for _, delta, _ in await pipeline.entries()] == [200, 300, 1_500]


async def test_giver_who_is_named_later_is_paid_for_all_gifts(pipeline: EarningPipeline) -> None:
    await pipeline.set_points(ON)
    part = pipeline.report(ActivityKind.GIFT_BOMB, "p1", group_id="bomb", chatter=None, recipients=("Bo",))
    await pipeline.process(part)
    assert await pipeline.entries() == []
    await pipeline.process(pipeline.report(ActivityKind.GIFT_BOMB, "p2", group_id="bomb", count=5))
    assert await pipeline.balance() == 5_000


async def test_growing_gift_is_not_paid_for_what_was_given_while_points_were_off(pipeline: EarningPipeline) -> None:
    await pipeline.set_points(replace(ON, enabled=False))
    await pipeline.process(pipeline.report(ActivityKind.GIFT_BOMB, "p1", group_id="bomb", count=5))
    await pipeline.set_points(ON)
    await pipeline.process(pipeline.report(ActivityKind.GIFT_BOMB, "p2", group_id="bomb", count=8))
    assert await pipeline.balance() == 3_000


async def test_follow_is_paid_once_for_each_viewer(pipeline: EarningPipeline) -> None:
    await pipeline.set_points(ON)
    for number in range(3):
        await pipeline.process(pipeline.report(ActivityKind.FOLLOW, f"follow {number}"))
    assert await pipeline.entries() == [("activity", 50, "follow")]


async def test_activities_of_anonymous_ignored_and_own_accounts_earn_nothing(pipeline: EarningPipeline) -> None:
    await pipeline.set_points(replace(ON, ignored_names=frozenset({"bo"})))
    await pipeline.process(
        pipeline.report(ActivityKind.GIFT_BOMB, "anonymous", chatter=None),
        pipeline.report(ActivityKind.SUB, "ignored", chatter=BO),
        pipeline.report(ActivityKind.SUB, "own account", chatter=replace(ANA, id="1")),
    )
    assert await pipeline.entries() == []


async def test_subscriber_who_never_wrote_has_a_point_account_with_the_name(pipeline: EarningPipeline) -> None:
    await pipeline.set_points(ON)
    await pipeline.process(pipeline.report(ActivityKind.SUB))
    async with pipeline.kernel.database.read() as session:
        connection = await session.connection()
        assert (await connection.exec_driver_sql("SELECT name FROM point_accounts")).scalars().all() == ["Ana"]


@pytest.mark.both_databases
async def test_highest_balance_does_not_stop_others_from_earning(pipeline: EarningPipeline) -> None:
    await pipeline.set_points(ON)
    async with pipeline.kernel.database.write() as session:
        almost = Movement(("drill", "7"), MAX_BALANCE - 1, Reason.ADJUSTED)
        await post(session, pipeline.channel_id, [almost], pipeline.kernel.clock())
    chat = pipeline.first.chat_message
    await pipeline.process(chat("rich"), chat("poor", by="9"), pipeline.report(ActivityKind.SUB))
    assert (await pipeline.balance("7"), await pipeline.balance("9")) == (MAX_BALANCE, 3)
    assert len(await pipeline.entries()) == 3
