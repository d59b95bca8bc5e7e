"""Activities are stored once, even if reports are repeated, split, in any order or received by two processes."""

from itertools import permutations

import pytest
from activity_pipeline import ActivityPipeline

from greenroom.chat.protocol.events import ActivityKind, ActivityReceived, Chatter
from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.reports import MAX_ADDED_REPORTS
from support.sql_statements import statements

BOMB = "bomb"


def gift_parts(pipeline: ActivityPipeline) -> list[ActivityReceived]:
    """The reports of one gift of memberships: one with the giver and the count, and one for each of two recipients."""
    whole = pipeline.report(ActivityKind.MEMBERSHIP_GIFT, BOMB, count=5, tier="Gold", group_id=BOMB)
    recipients = [
        pipeline.report(
            ActivityKind.MEMBERSHIP,
            f"part-{name}",
            chatter=Chatter(id=name, login=name, name=name),
            title="gift",
            tier="Gold",
            recipients=(name,),
            group_id=BOMB,
            at=at,
        )
        for name, at in (("Bo", -2), ("Cleo", -1))
    ]
    return [whole, *recipients]


def facts(row: Activity) -> tuple[object, ...]:
    return row.kind, row.viewer_name, row.count, sorted(row.recipients), row.value, row.title, row.tier


@pytest.mark.both_databases
async def test_report_is_stored_with_all_its_facts(pipeline: ActivityPipeline) -> None:
    await pipeline.set_stream("stream-9")
    paid = pipeline.report(
        ActivityKind.SUPER_CHAT, amount_micros=12_345_678, currency="eur", tier="3", message="hi\0 there", count=1
    )
    await pipeline.process(paid)
    row = await pipeline.only()
    assert (row.provider, row.activity_key, row.kind, row.stream_id) == ("drill", "a1", "super_chat", "stream-9")
    assert (row.viewer_id, row.viewer_name, row.message, row.tier) == ("7", "Ana", "hi there", "3")
    assert (row.amount, row.currency, row.value) == (1_234, "EUR", 14_437_800)
    assert (row.happened_at, row.received_at) == (paid.happened_at, paid.received_at)
    assert (row.connection_id, row.is_backlog, row.is_test) == (pipeline.first.connection_id, False, False)
    (event,) = pipeline.published
    assert (event["type"], event["activity"]["id"], event["activity"]["amount"]) == ("activity", str(row.id), 1_234)


@pytest.mark.both_databases
async def test_repeated_report_is_stored_and_published_once(pipeline: ActivityPipeline) -> None:
    follow = pipeline.report(ActivityKind.FOLLOW)
    await pipeline.process(follow, follow)
    await pipeline.process(follow)
    assert len(await pipeline.stored()) == len(pipeline.published) == 1


@pytest.mark.both_databases
async def test_two_processes_store_the_same_reports_once(pipeline: ActivityPipeline) -> None:
    reports = [pipeline.report(ActivityKind.CHEER, f"c{number}", count=number) for number in range(1, 40)]
    parts = gift_parts(pipeline)
    await pipeline.process_twice(*reports, *parts)
    await pipeline.process_twice(*reversed([*reports, *parts]))
    rows = await pipeline.stored()
    assert sorted(row.count for row in rows if row.kind == "cheer") == list(range(1, 40))
    (bomb,) = [row for row in rows if row.kind == "membership_gift"]
    assert (bomb.count, sorted(bomb.recipients), bomb.viewer_name) == (5, ["Bo", "Cleo"], "Ana")


@pytest.mark.both_databases
async def test_reports_repeated_after_a_restart_change_nothing(pipeline: ActivityPipeline) -> None:
    reports = [*gift_parts(pipeline), *(pipeline.report(ActivityKind.LIKE, f"l{number}") for number in range(3))]
    await pipeline.process(*reports)
    before = [(row.id, row.count, row.recipients) for row in await pipeline.stored()]
    await pipeline.second.process(*reports)
    assert [(row.id, row.count, row.recipients) for row in await pipeline.stored()] == before
    assert len(pipeline.published) == len(before) == 2


@pytest.mark.both_databases
@pytest.mark.parametrize("order", list(permutations(range(3))))
async def test_reports_of_a_gift_bomb_in_any_order_are_one_activity(
    pipeline: ActivityPipeline, order: tuple[int, ...]
) -> None:
    parts = gift_parts(pipeline)
    await pipeline.process_one_by_one(*(parts[at] for at in order), *(parts[at] for at in order))
    row = await pipeline.only()
    assert facts(row) == ("membership_gift", "Ana", 5, ["Bo", "Cleo"], 5 * 4_990_000, "", "Gold")
    assert row.happened_at == parts[0].happened_at
    # The repeated parts changed nothing.
    assert len(pipeline.published) == 3


async def test_reports_of_a_gift_bomb_in_one_batch_are_one_activity(pipeline: ActivityPipeline) -> None:
    await pipeline.process(*reversed(gift_parts(pipeline)))
    assert facts(await pipeline.only()) == ("membership_gift", "Ana", 5, ["Bo", "Cleo"], 5 * 4_990_000, "", "Gold")
    assert len(pipeline.published) == 1


async def test_gift_streak_reported_in_two_parts_is_one_activity_with_its_total(pipeline: ActivityPipeline) -> None:
    def part(activity_id: str, count: int, total: int) -> ActivityReceived:
        return pipeline.report(
            ActivityKind.TIKTOK_GIFT,
            activity_id,
            count=count,
            amount_micros=count * 5 * 1_000_000,
            currency="DIAMONDS",
            group_id="streak",
            group_count=total,
        )

    await pipeline.process_one_by_one(part("s", 4, 4), part("s:1", 6, 10), part("s:1", 6, 10), part("s", 4, 4))
    row = await pipeline.only()
    assert (row.count, row.amount, row.currency, row.value) == (10, 50, "DIAMONDS", 250_000)
    # 50 diamonds reach the second minimum size of the kind.
    assert (row.size, row.size_level) == (50, 2)
    assert [event["activity"]["count"] for event in pipeline.published] == [4, 10]


async def test_growing_combo_keeps_its_highest_count(pipeline: ActivityPipeline) -> None:
    combo = [
        pipeline.report(ActivityKind.TIP, "c", count=n, amount_micros=n * 10_000_000, currency="JEWELS") for n in (3, 5)
    ]
    await pipeline.process_one_by_one(*combo, combo[0])
    row = await pipeline.only()
    assert (row.count, row.amount) == (5, 50)


async def test_message_that_only_one_report_of_a_sub_has_is_kept(pipeline: ActivityPipeline) -> None:
    plain, shared = (pipeline.report(ActivityKind.SUB, "s", months=1, tier="2", message=text) for text in ("", "hello"))
    await pipeline.process_one_by_one(plain, shared, plain)
    row = await pipeline.only()
    assert (row.message, row.value) == ("hello", 9_990_000)


async def test_likes_are_one_activity_per_viewer_and_stream(pipeline: ActivityPipeline) -> None:
    other = Chatter(id="8", login="bo", name="Bo")
    await pipeline.set_stream("first")
    burst = pipeline.report(ActivityKind.LIKE, "l1", count=15)
    again = pipeline.report(ActivityKind.LIKE, "l2", count=5)
    await pipeline.process_one_by_one(burst, burst, again, pipeline.report(ActivityKind.LIKE, "l3", chatter=other))
    # A repeated report of likes arrives together with a new one.
    await pipeline.process(again, pipeline.report(ActivityKind.LIKE, "l4", count=2))
    await pipeline.set_stream("second")
    await pipeline.process(pipeline.report(ActivityKind.LIKE, "l5", count=9))
    rows = await pipeline.stored()
    assert [(row.viewer_name, row.stream_id, row.count) for row in rows] == [
        ("Ana", "first", 22),
        ("Bo", "first", 1),
        ("Ana", "second", 9),
    ]


async def test_stored_ids_of_like_reports_are_limited(pipeline: ActivityPipeline) -> None:
    bursts = [pipeline.report(ActivityKind.LIKE, f"l{number}") for number in range(MAX_ADDED_REPORTS + 5)]
    await pipeline.process(*bursts)
    row = await pipeline.only()
    assert (row.count, len(row.added_reports)) == (MAX_ADDED_REPORTS + 5, MAX_ADDED_REPORTS)


async def test_joins_are_not_stored_and_raids_without_viewers_are(pipeline: ActivityPipeline) -> None:
    await pipeline.process(pipeline.report(ActivityKind.JOIN), pipeline.report(ActivityKind.RAID, "r", count=0))
    assert [(row.kind, row.count) for row in await pipeline.stored()] == [("raid", 0)]


async def test_activity_from_before_the_connection_is_stored_and_marked(pipeline: ActivityPipeline) -> None:
    old = pipeline.report(ActivityKind.SUB, is_backlog=True)
    await pipeline.process(old)
    await pipeline.process(pipeline.report(ActivityKind.SUB, "now"))
    assert [(row.activity_key, row.is_backlog) for row in await pipeline.stored()] == [("a1", True), ("now", False)]


async def test_anonymous_activity_has_no_viewer(pipeline: ActivityPipeline) -> None:
    await pipeline.process(pipeline.report(ActivityKind.GIFT_BOMB, chatter=None, count=3, tier="9"))
    row = await pipeline.only()
    assert (row.viewer_id, row.viewer_name, row.value) == ("", "", 3 * 4_990_000)


@pytest.mark.both_databases
async def test_hostile_texts_and_numbers_are_cleaned_and_limited(pipeline: ActivityPipeline) -> None:
    hostile = Chatter(id="\0" + "x" * 300, login="\u202e", name="\ud800\u202eAna\n" + "y" * 300)
    report = pipeline.report(
        ActivityKind.GIFT_BOMB,
        "k" * 500,
        chatter=hostile,
        count=10**30,
        amount_micros=10**40,
        currency="\0DROP TABLE",
        months=-5,
        tier="\0" + "t" * 300,
        title="\u2028" + "t" * 300,
        message="m\0" * 5_000,
        recipients=("\0", "Bo\n", *("z" * 300 for _ in range(200))),
        at=10**6,
    )
    await pipeline.process(
        report, pipeline.report(ActivityKind.TIP, "negative", count=-1, amount_micros=-5, currency="USD")
    )
    negative, row = await pipeline.stored()
    assert (len(row.activity_key), len(row.viewer_id), len(row.viewer_name)) == (200, 100, 100)
    assert (row.count, row.amount, row.currency, row.value, row.months) == (2**53 - 1, 0, "", 2**53 - 1, 0)
    assert (row.tier, row.title, row.message) == ("t" * 100, "t" * 200, "m" * 1_000)
    assert row.recipients == ["Bo", *["z" * 100] * 98]
    assert row.happened_at == report.received_at
    assert (negative.count, negative.amount, negative.currency, negative.value) == (0, 0, "", 0)


@pytest.mark.both_databases
async def test_500_gifts_in_one_batch_are_each_stored_once(pipeline: ActivityPipeline) -> None:
    gifts = [
        pipeline.report(ActivityKind.TIKTOK_GIFT, f"g{number}", count=1, amount_micros=10**6, currency="DIAMONDS")
        for number in range(500)
    ]
    await pipeline.process(*gifts, *gifts[::7])
    rows = await pipeline.stored()
    assert {row.activity_key for row in rows} == {f"g{number}" for number in range(500)}
    assert len(rows) == len(pipeline.published) == 500
    assert sum(row.amount for row in rows) == 500


async def test_activities_of_one_batch_are_ordered_by_time(pipeline: ActivityPipeline) -> None:
    times = {"b": -5, "c": -1, "a": -9}
    await pipeline.process(*(pipeline.report(ActivityKind.FOLLOW, key, at=at) for key, at in times.items()))
    assert [row.activity_key for row in await pipeline.stored()] == ["a", "b", "c"]


async def test_batch_without_activities_costs_no_statement(pipeline: ActivityPipeline) -> None:
    await pipeline.process(pipeline.first.chat_message("warm up"))
    with statements(pipeline.kernel.database) as executed:
        await pipeline.process(pipeline.first.chat_message("hello"), pipeline.report(ActivityKind.JOIN, "j"))
    assert [one for one in executed if "activit" in one or "live_stream_id" in one] == []


async def test_batch_with_activities_reads_stream_ids_once_and_no_cached_values(pipeline: ActivityPipeline) -> None:
    await pipeline.process(pipeline.report(ActivityKind.FOLLOW, "warm up"))
    with statements(pipeline.kernel.database) as executed:
        await pipeline.process(*(pipeline.report(ActivityKind.FOLLOW, f"f{number}") for number in range(20)))
    assert [one.split()[0] for one in executed if "live_stream_id" in one or "activit" in one] == ["SELECT", "INSERT"]
