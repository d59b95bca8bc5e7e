"""Event deliveries: in order, delayed, duplicated, reordered and dropped."""

import asyncio

import pytest

from rehearsal.platforms.deliveries import Deliveries
from support.waiting import MAX_WAIT_SECONDS


@pytest.fixture
def arrived() -> list[str]:
    return []


def test_undisturbed_delivery_is_immediate_and_in_order(arrived: list[str]) -> None:
    deliveries = Deliveries()
    for item in "abc":
        deliveries.send(item, arrived.append)
    assert arrived == ["a", "b", "c"]


def test_duplicated_events_arrive_twice(arrived: list[str]) -> None:
    Deliveries(duplicates=True).send("a", arrived.append)
    assert arrived == ["a", "a"]


def test_lost_events_never_arrive_and_the_others_do(arrived: list[str]) -> None:
    deliveries = Deliveries(lose_next=2)
    for item in "abcd":
        deliveries.send(item, arrived.append)
    assert arrived == ["c", "d"]


def test_offline_platform_delivers_nothing_and_still_loses_the_next_afterwards(arrived: list[str]) -> None:
    deliveries = Deliveries(is_offline=True, lose_next=1)
    deliveries.send("a", arrived.append)
    deliveries.is_offline = False
    for item in "bc":
        deliveries.send(item, arrived.append)
    assert arrived == ["c"]


async def test_reordered_events_arrive_after_the_next(arrived: list[str]) -> None:
    deliveries = Deliveries(reorders=True)
    for item in "abcd":
        deliveries.send(item, arrived.append)
    assert arrived == ["b", "a", "d", "c"]


async def test_reordered_event_without_a_successor_still_arrives() -> None:
    arrived: asyncio.Queue[str] = asyncio.Queue()
    Deliveries(reorders=True).send("a", arrived.put_nowait)
    assert await asyncio.wait_for(arrived.get(), MAX_WAIT_SECONDS) == "a"


async def test_delayed_events_arrive_later() -> None:
    arrived: asyncio.Queue[str] = asyncio.Queue()
    Deliveries(delay_ms=30).send("a", arrived.put_nowait)
    assert arrived.empty()
    assert await asyncio.wait_for(arrived.get(), MAX_WAIT_SECONDS) == "a"


async def test_reset_delivers_held_events(arrived: list[str]) -> None:
    deliveries = Deliveries(reorders=True, duplicates=True)
    deliveries.duplicates = False
    deliveries.send("a", arrived.append)
    deliveries.reset()
    assert arrived == ["a"]
    assert deliveries.is_undisturbed
