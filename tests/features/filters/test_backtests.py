"""Backtests: dry runs of a filter over stored chat."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import insert

from greenroom.chat.messages.models import Viewer
from greenroom.features.filters.backtest import backtests
from greenroom.features.filters.jobs import delete_expired
from greenroom.features.filters.models import FilterBacktest
from greenroom.kernel.ids import new_id
from support.filters import FilterChannel, filter_body
from support.frozen_clock import FrozenClock
from support.greenroom_server import Json, error_fields, refusal
from support.stored_messages import StoredLine, store

WORDS = filter_body("banned_terms", settings={"terms": [{"text": "rubbish"}]})


async def run_backtest(channel: FilterChannel, body: Json, **more: Any) -> Json:  # noqa: ANN401  # JSON
    async with channel.filter_events() as live_events:
        response = await channel.send("POST", "/filters/backtests", filter=body, **more)
        assert response.status_code == 202, response.text
        await live_events.until(lambda event: event["type"] == "backtest" and event["backtest"]["state"] != "running")
    return await channel.client.get(f"{channel.path}/filters/backtests/{response.json()['id']}")


def chat_lines(clock: FrozenClock) -> list[StoredLine]:
    """One line a minute for two hours; every tenth has the term that `WORDS` bans."""
    return [
        StoredLine(
            "what rubbish" if number % 10 == 0 else f"hello {number}",
            sent_at=clock.now - timedelta(minutes=120 - number),
            provider="kick" if number % 20 == 0 else "twitch",
            viewer_id=str(number % 7),
        )
        for number in range(120)
    ]


async def test_result_counts_messages_viewers_and_hits_per_platform(channel: FilterChannel, clock: FrozenClock) -> None:
    await store(channel.greenroom, channel.channel_id, chat_lines(clock))
    done = await run_backtest(channel, WORDS, hours=3)
    assert (done["state"], done["seen"], done["total"]) == ("done", 120, 120)
    result = done["result"]
    assert (result["messages"], result["hit_messages"], result["hit_viewers"]) == (120, 12, 12)
    assert sum(sum(bucket["hits"].values()) for bucket in result["buckets"]) == 12
    assert sum(bucket["hits"].get("kick", 0) for bucket in result["buckets"]) == 6
    assert [hit["sent_at"] for hit in result["hits"]] == sorted(
        (hit["sent_at"] for hit in result["hits"]), reverse=True
    )
    assert result["hits"][0]["spans"] == [{"start": 5, "end": 12}]


async def test_backtest_records_no_hit_and_takes_no_action(channel: FilterChannel, clock: FrozenClock) -> None:
    await store(channel.greenroom, channel.channel_id, chat_lines(clock))
    await run_backtest(channel, WORDS, hours=3)
    assert await channel.log() == []
    assert set((await channel.removals()).values()) == {None}
    assert await channel.greenroom.rows("SELECT * FROM filter_hits") == []


async def test_backtest_of_one_hour_checks_only_the_last_hour(channel: FilterChannel, clock: FrozenClock) -> None:
    await store(channel.greenroom, channel.channel_id, chat_lines(clock))
    assert (await run_backtest(channel, WORDS, hours=1))["result"]["messages"] == 60


async def test_viewers_with_many_messages_are_marked_as_regulars(channel: FilterChannel, clock: FrozenClock) -> None:
    await store(channel.greenroom, channel.channel_id, chat_lines(clock)[:21])
    viewer = {"login": "l", "name": "n", "search_name": "n", "colour": "", "avatar_url": "", "level": 0}
    viewer |= {"is_bot": False, "first_seen_at": clock.now, "last_seen_at": clock.now, "former_names": []}
    async with channel.greenroom.kernel.database.write() as session:
        for viewer_id, count in (("0", 2_040), ("6", 10)):
            await session.execute(
                insert(Viewer).values(
                    id=new_id(),
                    channel_id=UUID(channel.channel_id),
                    provider="kick",
                    viewer_id=viewer_id,
                    message_count=count,
                    person_id=None,
                    **viewer,
                )
            )
    result = (await run_backtest(channel, WORDS, hours=3))["result"]
    assert result["regulars"] == 1
    assert [(hit["provider_viewer_id"], hit["is_regular"], hit["message_count"]) for hit in result["hits"]] == [
        ("6", False, 10),
        ("3", False, 0),
        ("0", True, 2_040),
    ]


async def test_each_further_offence_has_the_next_penalty(channel: FilterChannel, clock: FrozenClock) -> None:
    lines = [StoredLine("rubbish", sent_at=clock.now - timedelta(minutes=9 - number)) for number in range(3)]
    await store(channel.greenroom, channel.channel_id, lines)
    hits = (await run_backtest(channel, WORDS, hours=1))["result"]["hits"]
    assert [hit["step"]["seconds"] for hit in reversed(hits)] == [None, 60, 600]


@pytest.mark.both_databases
async def test_hits_that_the_saved_filter_misses_are_marked_as_new(channel: FilterChannel, clock: FrozenClock) -> None:
    await store(channel.greenroom, channel.channel_id, chat_lines(clock))
    saved = await channel.ban_words("hello 1")
    changed = filter_body("banned_terms", settings={"terms": [{"text": "hello 1"}, {"text": "rubbish"}]})
    result = (await run_backtest(channel, changed, filter_id=saved["id"], hours=3))["result"]
    assert (result["hit_messages"], result["new_messages"]) == (13, 12)
    assert {hit["text"] for hit in result["hits"] if not hit["is_new"]} == {"hello 1"}


async def test_disabled_shadow_filter_is_run_as_if_it_were_on(channel: FilterChannel, clock: FrozenClock) -> None:
    await store(channel.greenroom, channel.channel_id, chat_lines(clock))
    assert (await run_backtest(channel, WORDS | {"enabled": False, "mode": "shadow"}, hours=3))["result"][
        "hit_messages"
    ] == 12


@pytest.mark.both_databases
async def test_backtest_reports_progress_and_can_be_cancelled(channel: FilterChannel, clock: FrozenClock) -> None:
    lines = [StoredLine(f"hello {n}", sent_at=clock.now - timedelta(seconds=30_000 - n)) for n in range(20_000)]
    await store(channel.greenroom, channel.channel_id, lines)
    async with channel.filter_events() as live_events:
        started = (await channel.send("POST", "/filters/backtests", filter=WORDS, hours=24)).json()
        path = f"/filters/backtests/{started['id']}"
        progress = await live_events.until(lambda event: event["type"] == "backtest" and event["backtest"]["seen"] > 0)
        assert progress["backtest"]["result"] is None
        assert (await channel.send("DELETE", path)).status_code == 204
        ended = await live_events.until(
            lambda event: event["type"] == "backtest" and event["backtest"]["state"] != "running"
        )
    assert ended["backtest"]["state"] == "cancelled"
    shown = await channel.client.get(channel.path + path)
    assert (shown["state"], shown["result"]) == ("cancelled", None)
    assert shown["seen"] < 20_000


async def test_backtest_is_cancelled_by_another_process(
    channel: FilterChannel, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backtests, "PROGRESS_WRITE_SECONDS", 0.0)
    lines = [StoredLine(f"hello {n}", sent_at=clock.now - timedelta(seconds=30_000 - n)) for n in range(5_000)]
    await store(channel.greenroom, channel.channel_id, lines)
    async with channel.filter_events() as live_events:
        started = (await channel.send("POST", "/filters/backtests", filter=WORDS, hours=24)).json()
        async with channel.greenroom.kernel.database.write() as session:
            row = await session.get_one(FilterBacktest, UUID(started["id"]))
            row.is_cancel_asked = True
        ended = await live_events.until(
            lambda event: event["type"] == "backtest" and event["backtest"]["state"] != "running"
        )
    assert ended["backtest"]["state"] == "cancelled"


@pytest.mark.both_databases
async def test_backtest_of_an_ended_process_has_failed(channel: FilterChannel, clock: FrozenClock) -> None:
    done = await run_backtest(channel, WORDS)
    async with channel.greenroom.kernel.database.write() as session:
        row = await session.get_one(FilterBacktest, UUID(done["id"]))
        row.state, row.result = "running", None
    clock.advance(61)
    shown = await channel.client.get(f"{channel.path}/filters/backtests/{done['id']}")
    assert (shown["state"], shown["detail"]) == ("failed", "The server restarted. Run it again.")


async def test_result_is_deleted_after_15_minutes(channel: FilterChannel, clock: FrozenClock) -> None:
    done = await run_backtest(channel, WORDS)
    clock.advance(15 * 60)
    await delete_expired(channel.greenroom.kernel)
    response = await channel.client.ask("GET", f"{channel.path}/filters/backtests/{done['id']}")
    assert refusal(response) == (404, "not_found")


BAD_REQUESTS: list[tuple[Json, str]] = [
    ({"hours": 0}, "hours"),
    ({"hours": 169}, "hours"),
    ({"filter": filter_body("caps", settings={"percent": 0})}, "filter.settings.percent"),
    ({"filter": WORDS | {"settings": {"terms": [{"kind": "regex", "text": "("}]}}}, "settings.terms.0.text"),
]


@pytest.mark.rows("V3")
async def test_invalid_request_is_rejected_with_its_field(channel: FilterChannel) -> None:
    for change, field in BAD_REQUESTS:
        request: Json = {"filter": WORDS, **change}
        response = await channel.send("POST", "/filters/backtests", **request)
        assert (response.status_code, error_fields(response)) == (422, [field]), change


async def test_backtests_of_an_ended_process_block_no_new_backtest_after_the_clock_was_set_back(
    channel: FilterChannel, clock: FrozenClock
) -> None:
    abandoned = [
        FilterBacktest(
            id=new_id(),
            channel_id=UUID(channel.channel_id),
            hours=1,
            state="running",
            detail="",
            seen=0,
            total=0,
            is_cancel_asked=False,
            result=None,
            created_at=clock.now,
            touched_at=clock.now,
        )
        for _ in range(2)
    ]
    async with channel.greenroom.kernel.database.write() as session:
        session.add_all(abandoned)
    body = filter_body("banned_terms", settings={"terms": [{"text": "rubbish"}]})
    assert (await channel.send("POST", "/filters/backtests", filter=body)).status_code == 409
    clock.advance(-3600)
    assert (await channel.send("POST", "/filters/backtests", filter=body)).status_code == 202
    shown = await channel.client.get(f"{channel.path}/filters/backtests/{abandoned[0].id}")
    assert shown["state"] == "failed"
