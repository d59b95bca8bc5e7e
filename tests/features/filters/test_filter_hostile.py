"""Filters and backtests that would overload the server are refused, and changes during a reload are kept."""

import asyncio
import threading
from collections.abc import Callable
from uuid import UUID

import pytest
from sqlalchemy import delete

from greenroom.features.filters.cache import CompiledFilters, load_filters
from greenroom.features.filters.engine import FilterEngine, LinkPermit
from greenroom.features.filters.models import Filter
from greenroom.kernel.tasks.threads import DRY_RUNS
from support.filters import FilterChannel, filter_body, is_removed
from support.frozen_clock import FrozenClock
from support.greenroom_server import Json, error_fields, refusal
from support.stored_messages import StoredLine, execute_statement, store

HEAVY = [{"kind": "regex", "text": rf"a{number}\pL{{6}}"} for number in range(20)]


async def test_regexes_that_are_too_large_together_are_rejected(on_twitch: FilterChannel) -> None:
    channel = on_twitch
    await channel.ban_words("rubbish")
    response = await channel.send("POST", "/filters", **filter_body("banned_terms", settings={"terms": HEAVY}))
    assert refusal(response) == (422, "invalid")
    assert error_fields(response) == ["settings.terms.2.text"]
    async with channel.filter_events() as live_events:
        line = await channel.send_chat("what rubbish")
        await live_events.until(is_removed(line["message_id"]))


@pytest.mark.both_databases
async def test_at_most_two_backtests_run_at_once(channel: FilterChannel, clock: FrozenClock) -> None:
    await store(channel.greenroom, channel.channel_id, [StoredLine("what rubbish", sent_at=clock.now)])
    saved = await channel.make("banned_terms", settings={"terms": [{"kind": "regex", "text": "rubb?ish"}]})
    body: Json = {"filter": filter_body("banned_terms"), "filter_id": saved["id"]}
    # Backtests compile regexes in these threads: while the threads are busy, no backtest ends.
    released = threading.Event()
    busy = [asyncio.create_task(DRY_RUNS.run(released.wait)) for _ in range(DRY_RUNS.count)]
    async with channel.filter_events() as live_events:
        try:
            requests = [channel.send("POST", "/filters/backtests", **body) for _ in range(20)]
            responses = await asyncio.gather(*requests)
        finally:
            released.set()
        started = [response.json()["id"] for response in responses if response.status_code == 202]
        assert len(started) == 2
        refused = [refusal(response) for response in responses if response.status_code != 202]
        assert refused == [(409, "too_many_backtests")] * 18
        for backtest_id in started:
            await live_events.until(is_end_of(backtest_id))
    await asyncio.gather(*busy)
    assert (await channel.send("POST", "/filters/backtests", **body)).status_code == 202


def is_end_of(backtest_id: str) -> Callable[[Json], bool]:
    def fits(event: Json) -> bool:
        return event["type"] == "backtest" and (event["backtest"]["id"], event["backtest"]["state"]) == (
            backtest_id,
            "done",
        )

    return fits


async def test_filter_deleted_by_another_process_does_not_stop_other_filters(on_twitch: FilterChannel) -> None:
    """The announcement of the deletion has not arrived yet."""
    channel = on_twitch
    deleted, active = await channel.ban_words("rubbish"), await channel.ban_words("nonsense")
    await channel.send_chat("warmed up")
    await execute_statement(channel.greenroom, delete(Filter).where(Filter.id == UUID(deleted["id"])))
    async with channel.filter_events() as live_events:
        line = await channel.send_chat("rubbish and nonsense")
        await live_events.until(is_removed(line["message_id"]))
    assert [hit["text"] for hit in await channel.hits(active)] == ["rubbish and nonsense"]
    allowed = await channel.send_chat("only rubbish")
    assert (await channel.removals())[allowed["text"]] is None


@pytest.mark.both_databases
async def test_permit_given_during_a_reload_is_kept(channel: FilterChannel, clock: FrozenClock) -> None:
    """The permit is announced after the query has run, but before its result is used."""
    soon = clock.now.timestamp() + 60
    unused, used, expired = LinkPermit(soon), LinkPermit(soon, used_for="m1"), LinkPermit(clock.now.timestamp())
    permits = {("twitch", "1"): unused, ("twitch", "2"): used, ("twitch", "3"): expired}
    before = CompiledFilters(FilterEngine(()), permits, frozenset())
    line = {"provider": "twitch", "author": {"id": "2"}}
    assert (await channel.permit(line, seconds=60)).status_code == 201
    async with channel.greenroom.kernel.database.read() as session:
        compiled = await load_filters(session, UUID(channel.channel_id), clock.now, before)
    assert compiled.permits == {("twitch", "1"): unused, ("twitch", "2"): used}


async def test_terms_of_a_disabled_filter_are_not_loaded(channel: FilterChannel, clock: FrozenClock) -> None:
    filter_ = await channel.ban_words("rubbish")

    async def count_terms() -> int:
        async with channel.greenroom.kernel.database.read() as session:
            compiled = await load_filters(session, UUID(channel.channel_id), clock.now, None)
        return sum(len(one.spec.terms) for one in compiled.engine.filters)

    assert await count_terms() == 1
    for is_enabled in (False, True):
        await channel.client.ask("PUT", f"{channel.path}/filters/{filter_['id']}/enabled", json={"enabled": is_enabled})
        assert await count_terms() == int(is_enabled)
