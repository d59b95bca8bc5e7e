"""Filters that somebody made to harm the channel or its server, by accident or not."""

import asyncio
from uuid import UUID

from sqlalchemy import delete

from filter_desk import FilterDesk, filter_body, is_removed
from frozen_clock import FrozenClock
from greenroom.features.filters.cache import CompiledFilters, load
from greenroom.features.filters.engine import FilterEngine, LinkPermit
from greenroom.features.filters.models import Filter
from house import blamed, refusal
from stored_chat import Line, change, store

HEAVY = [{"kind": "regex", "text": rf"a{number}\pL{{90}}"} for number in range(20)]


async def test_expressions_that_are_too_large_together_are_refused(on_twitch: FilterDesk) -> None:
    desk = on_twitch
    await desk.ban_words("rubbish")
    answer = await desk.send("POST", "/filters", **filter_body("banned_terms", settings={"terms": HEAVY}))
    assert refusal(answer) == (422, "invalid")
    assert blamed(answer) == ["settings.terms.2.text"]
    async with desk.watching() as ears:
        line = await desk.says("what rubbish")
        await ears.until(is_removed(line["message_id"]))


async def test_two_backtests_run_at_once_however_many_are_asked_for(desk: FilterDesk, clock: FrozenClock) -> None:
    await store(desk.house, desk.channel_id, [Line(f"hello {number}", sent_at=clock.now) for number in range(4_000)])
    body = filter_body("banned_terms", settings={"terms": [{"text": "rubbish"}]})
    answers = await asyncio.gather(*(desk.send("POST", "/filters/backtests", filter=body) for _ in range(20)))
    # One or the other may be done before the last is asked for.
    assert 2 <= sum(answer.status_code == 202 for answer in answers) <= 4
    assert {refusal(answer) for answer in answers if answer.status_code != 202} == {(409, "too_many_backtests")}


async def test_filter_that_another_process_just_deleted_does_not_stop_the_others(on_twitch: FilterDesk) -> None:
    """Its word is still on the way here."""
    desk = on_twitch
    gone, kept = await desk.ban_words("rubbish"), await desk.ban_words("nonsense")
    await desk.says("warmed up")
    await change(desk.house, delete(Filter).where(Filter.id == UUID(gone["id"])))
    async with desk.watching() as ears:
        line = await desk.says("rubbish and nonsense")
        await ears.until(is_removed(line["message_id"]))
    assert [hit["text"] for hit in await desk.hits(kept)] == ["rubbish and nonsense"]
    fine = await desk.says("only rubbish")
    assert (await desk.removals())[fine["text"]] is None


async def test_permit_given_while_filters_are_read_is_not_forgotten(desk: FilterDesk, clock: FrozenClock) -> None:
    """The database was asked before it was given, and its word came before the answer."""
    soon = clock.now.timestamp() + 60
    given, spent, over = LinkPermit(soon), LinkPermit(soon, used_for="m1"), LinkPermit(clock.now.timestamp())
    permits = {("twitch", "1"): given, ("twitch", "2"): spent, ("twitch", "3"): over}
    before = CompiledFilters(FilterEngine(()), permits, frozenset())
    line = {"provider": "twitch", "author": {"id": "2"}}
    assert (await desk.permit(line, seconds=60)).status_code == 201
    async with desk.house.kernel.database.read() as session:
        known = await load(session, UUID(desk.channel_id), clock.now, before)
    assert known.permits == {("twitch", "1"): given, ("twitch", "2"): spent}


async def test_terms_of_a_filter_that_is_off_are_not_read(desk: FilterDesk, clock: FrozenClock) -> None:
    """Ten thousand that nobody looks for would keep what was just changed waiting."""
    made = await desk.ban_words("rubbish")

    async def held() -> int:
        async with desk.house.kernel.database.read() as session:
            known = await load(session, UUID(desk.channel_id), clock.now, None)
        return sum(len(one.spec.terms) for one in known.engine.ready)

    assert await held() == 1
    for is_on in (False, True):
        await desk.visitor.ask("PUT", f"{desk.path}/filters/{made['id']}/enabled", json={"enabled": is_on})
        assert await held() == int(is_on)
