"""Filters that would overload the server, and changes at the same moment."""

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
from support.filters import FilterEditor, filter_body, is_removed
from support.frozen_clock import FrozenClock
from support.greenroom_server import Json, error_fields, refusal
from support.stored_messages import StoredLine, change, store

HEAVY = [{"kind": "regex", "text": rf"a{number}\pL{{90}}"} for number in range(20)]


async def test_regexes_that_are_too_large_together_are_rejected(on_twitch: FilterEditor) -> None:
    editor = on_twitch
    await editor.ban_words("rubbish")
    response = await editor.send("POST", "/filters", **filter_body("banned_terms", settings={"terms": HEAVY}))
    assert refusal(response) == (422, "invalid")
    assert error_fields(response) == ["settings.terms.2.text"]
    async with editor.filter_events() as live_events:
        line = await editor.send_chat("what rubbish")
        await live_events.until(is_removed(line["message_id"]))


@pytest.mark.both_databases
async def test_at_most_two_backtests_run_at_once(editor: FilterEditor, clock: FrozenClock) -> None:
    await store(editor.greenroom, editor.channel_id, [StoredLine("what rubbish", sent_at=clock.now)])
    saved = await editor.make("banned_terms", settings={"terms": [{"kind": "regex", "text": "rubb?ish"}]})
    body: Json = {"filter": filter_body("banned_terms"), "filter_id": saved["id"]}
    # A regex is compiled in these threads: while they are busy, no backtest ends.
    may_go_on = threading.Event()
    busy = [asyncio.create_task(DRY_RUNS.run(may_go_on.wait)) for _ in range(DRY_RUNS.count)]
    async with editor.filter_events() as live_events:
        try:
            requests = [editor.send("POST", "/filters/backtests", **body) for _ in range(20)]
            responses = await asyncio.gather(*requests)
        finally:
            may_go_on.set()
        started = [response.json()["id"] for response in responses if response.status_code == 202]
        assert len(started) == 2
        refused = [refusal(response) for response in responses if response.status_code != 202]
        assert refused == [(409, "too_many_backtests")] * 18
        for backtest_id in started:
            await live_events.until(is_end_of(backtest_id))
    await asyncio.gather(*busy)
    assert (await editor.send("POST", "/filters/backtests", **body)).status_code == 202


def is_end_of(backtest_id: str) -> Callable[[Json], bool]:
    def fits(event: Json) -> bool:
        return event["type"] == "backtest" and (event["backtest"]["id"], event["backtest"]["state"]) == (
            backtest_id,
            "done",
        )

    return fits


async def test_filter_deleted_by_another_process_does_not_stop_the_others(on_twitch: FilterEditor) -> None:
    """The announcement of the deletion has not arrived yet."""
    editor = on_twitch
    deleted, kept = await editor.ban_words("rubbish"), await editor.ban_words("nonsense")
    await editor.send_chat("warmed up")
    await change(editor.greenroom, delete(Filter).where(Filter.id == UUID(deleted["id"])))
    async with editor.filter_events() as live_events:
        line = await editor.send_chat("rubbish and nonsense")
        await live_events.until(is_removed(line["message_id"]))
    assert [hit["text"] for hit in await editor.hits(kept)] == ["rubbish and nonsense"]
    allowed = await editor.send_chat("only rubbish")
    assert (await editor.removals())[allowed["text"]] is None


@pytest.mark.both_databases
async def test_permit_given_during_a_reload_is_kept(editor: FilterEditor, clock: FrozenClock) -> None:
    """The permit is announced after the query has run, but before its result is used."""
    soon = clock.now.timestamp() + 60
    given, used, expired = LinkPermit(soon), LinkPermit(soon, used_for="m1"), LinkPermit(clock.now.timestamp())
    permits = {("twitch", "1"): given, ("twitch", "2"): used, ("twitch", "3"): expired}
    before = CompiledFilters(FilterEngine(()), permits, frozenset())
    line = {"provider": "twitch", "author": {"id": "2"}}
    assert (await editor.permit(line, seconds=60)).status_code == 201
    async with editor.greenroom.kernel.database.read() as session:
        compiled = await load_filters(session, UUID(editor.channel_id), clock.now, before)
    assert compiled.permits == {("twitch", "1"): given, ("twitch", "2"): used}


async def test_terms_of_a_disabled_filter_are_not_loaded(editor: FilterEditor, clock: FrozenClock) -> None:
    """Ten thousand unused terms would slow down the reload."""
    made = await editor.ban_words("rubbish")

    async def count_terms() -> int:
        async with editor.greenroom.kernel.database.read() as session:
            compiled = await load_filters(session, UUID(editor.channel_id), clock.now, None)
        return sum(len(one.spec.terms) for one in compiled.engine.filters)

    assert await count_terms() == 1
    for is_enabled in (False, True):
        await editor.client.ask("PUT", f"{editor.path}/filters/{made['id']}/enabled", json={"enabled": is_enabled})
        assert await count_terms() == int(is_enabled)
