"""The memory of request bodies in flight: waiting, a share for each caller, and release."""

import asyncio

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from greenroom.kernel.web.body_budget import MAX_WAITING_PER_CALLER, BodyBudget, TooManyBodies, TooManyFromCaller
from greenroom.kernel.web.client_address import ClientAddresses
from greenroom.kernel.web.limits import MAX_BODY_BYTES, Limits
from greenroom.kernel.web.request_bodies import (
    ADDRESS_BYTES,
    PUBLIC_BYTES,
    Budgets,
    RequestBody,
    TooLarge,
    TooSlow,
)

# Number of bodies of the largest size that use up the share of one address.
MAX_BODIES = ADDRESS_BYTES // MAX_BODY_BYTES


async def start(budget: BodyBudget, caller: str, size: int) -> asyncio.Task[None]:
    """Starts a reservation; returns its task, which has ended or waits for free memory."""
    task = asyncio.ensure_future(budget.reserve(caller, size))
    await asyncio.sleep(0)
    return task


async def test_request_waits_until_memory_is_free() -> None:
    budget = BodyBudget(100, 100)
    await budget.reserve("a", 80)
    waiting = await start(budget, "b", 30)
    assert (waiting.done(), budget.used_bytes) == (False, 80)
    budget.release("a", 80)
    await waiting
    assert budget.used_bytes == 30


async def test_requests_are_admitted_in_the_order_of_their_arrival() -> None:
    budget = BodyBudget(100, 100)
    await budget.reserve("a", 80)
    large = await start(budget, "b", 90)
    small = await start(budget, "c", 10)
    assert not small.done()
    budget.release("a", 80)
    await asyncio.gather(large, small)
    assert budget.used_bytes == 100


async def test_caller_over_their_share_delays_no_other_caller() -> None:
    budget = BodyBudget(100, 40)
    await budget.reserve("greedy", 40)
    greedy = await start(budget, "greedy", 10)
    await budget.reserve("other", 40)
    assert (greedy.done(), budget.used_bytes) == (False, 80)
    budget.release("greedy", 40)
    await greedy
    assert budget.used_bytes == 50


async def test_caller_with_many_waiting_requests_is_refused_and_others_are_served() -> None:
    budget = BodyBudget(100, 40)
    await budget.reserve("greedy", 40)
    waiting = [await start(budget, "greedy", 1) for _ in range(MAX_WAITING_PER_CALLER)]
    with pytest.raises(TooManyFromCaller) as refused:
        await budget.reserve("greedy", 1)
    assert (refused.value.status, refused.value.retry_after_seconds) == (429, 5)
    await budget.reserve("other", 40)
    budget.release("greedy", 40)
    await asyncio.gather(*waiting)
    # All waiting requests were admitted, so another request of the caller may wait.
    await budget.reserve("greedy", 40 - MAX_WAITING_PER_CALLER)
    again = await start(budget, "greedy", 1)
    assert not again.done()
    again.cancel()


async def test_request_that_waits_too_long_is_refused() -> None:
    budget = BodyBudget(100, 100, max_wait_seconds=0)
    await budget.reserve("a", 80)
    with pytest.raises(TooManyBodies) as refused:
        await budget.reserve("b", 30)
    assert (refused.value.status, refused.value.retry_after_seconds) == (503, 5)
    budget.release("a", 80)
    assert budget.used_bytes == 0


async def test_client_that_disconnects_while_waiting_reserves_nothing() -> None:
    budget = BodyBudget(100, 100)
    await budget.reserve("a", 80)
    waiting, next_one = await start(budget, "b", 90), await start(budget, "c", 20)
    waiting.cancel()
    await next_one
    assert budget.used_bytes == 100


async def test_client_that_disconnects_when_it_is_admitted_reserves_nothing() -> None:
    budget = BodyBudget(100, 100)
    await budget.reserve("a", 80)
    waiting = await start(budget, "b", 90)
    budget.release("a", 80)
    waiting.cancel()
    await asyncio.wait({waiting})
    assert budget.used_bytes == 0


async def test_received_body_that_needs_more_memory_than_is_free_is_refused_without_waiting() -> None:
    budget = BodyBudget(100, 100)
    await budget.reserve("a", 80)
    with pytest.raises(TooManyBodies):
        budget.grow("a", 30)
    budget.grow("a", 20)
    assert budget.used_bytes == 100


def body_of_pieces(budgets: Budgets, *pieces: bytes, announced_bytes: int | None, max_bytes: int) -> RequestBody:
    left = list(pieces)

    async def receive() -> Message:
        piece = left.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(left)}

    return RequestBody(receive, announced_bytes, max_bytes, budgets)


async def test_memory_is_reserved_when_the_body_is_read_and_freed_once() -> None:
    budgets = Budgets()
    body = body_of_pieces(budgets, b"ab", b"cd", announced_bytes=4, max_bytes=10)
    body.belongs_to_person("juno")
    assert budgets.signed_in.used_bytes == 0
    await body.receive()
    body.reserve_more(100)
    assert (budgets.signed_in.used_bytes, budgets.public.used_bytes) == (104, 0)
    body.release()
    body.release()
    assert budgets.signed_in.used_bytes == 0


async def test_body_of_unknown_length_reserves_the_size_limit_and_is_refused_beyond_it() -> None:
    budgets = Budgets()
    body = body_of_pieces(budgets, b"abcdef", b"ghijkl", announced_bytes=None, max_bytes=10)
    await body.receive()
    assert budgets.public.used_bytes == 10
    with pytest.raises(TooLarge):
        await body.receive()


@pytest.mark.parametrize("announced_bytes", [4, 4 * 2**20])
async def test_body_that_does_not_arrive_in_time_is_refused(announced_bytes: int) -> None:
    # A large announced size allows no more time: an idle upload must not keep memory reserved.
    budgets = Budgets()
    budgets.grace_seconds[budgets.signed_in] = -1.0
    body = RequestBody(receive_nothing, announced_bytes, announced_bytes, budgets)
    body.belongs_to_person("juno")
    with pytest.raises(TooSlow):
        await body.receive()


async def receive_nothing() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


async def test_slow_senders_without_an_account_leave_memory_to_others() -> None:
    budgets = Budgets()
    slow = [RequestBody(receive_nothing, MAX_BODY_BYTES, MAX_BODY_BYTES, budgets) for _ in range(4 * MAX_BODIES)]
    for number, body in enumerate(slow):
        body.belongs_to_address(f"192.0.2.{number % 4}")
    reading = [asyncio.ensure_future(body.receive()) for body in slow]
    await asyncio.sleep(0)
    # Four addresses that use up their shares occupy a quarter of the memory at most.
    assert budgets.public.used_bytes == 4 * ADDRESS_BYTES <= PUBLIC_BYTES / 4
    webhook = body_of_pieces(budgets, b"{}", announced_bytes=2, max_bytes=MAX_BODY_BYTES)
    webhook.belongs_to_address("198.51.100.1")
    assert (await webhook.receive())["body"] == b"{}"
    for one in reading:
        one.cancel()


def test_body_holds_memory_for_fifteen_seconds_at_most_without_an_account_and_longer_with_one() -> None:
    budgets = Budgets()
    assert budgets.seconds_for(budgets.public, MAX_BODY_BYTES) <= 15
    assert budgets.seconds_for(budgets.signed_in, 0) >= 30


async def test_senders_without_an_account_have_a_time_limit_of_their_own() -> None:
    budgets = Budgets()
    budgets.grace_seconds[budgets.public] = -1.0
    anonymous, person = (RequestBody(receive_nothing, 4, 4, budgets) for _ in range(2))
    person.belongs_to_person("juno")
    upload = asyncio.ensure_future(person.receive())
    with pytest.raises(TooSlow):
        await anonymous.receive()
    assert not upload.done()
    upload.cancel()


class RecordingApp:
    """Reads the body, and records the memory in use before and after the response begins."""

    def __init__(self, budgets: Budgets) -> None:
        self._budgets = budgets
        self.used_bytes: list[int] = []

    async def __call__(self, _: Scope, receive: Receive, send: Send) -> None:
        await receive()
        self.used_bytes.append(self._budgets.public.used_bytes)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        self.used_bytes.append(self._budgets.public.used_bytes)
        await send({"type": "http.response.body", "body": b""})


async def test_memory_is_free_when_the_response_begins() -> None:
    budgets = Budgets()
    app = RecordingApp(budgets)
    limits = Limits(app, "/api", ClientAddresses(""), budgets=budgets)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(limits), base_url="http://localhost") as client:
        await client.post("/api/rows", content=b"abcd")
    assert app.used_bytes == [4, 0]


async def test_memory_is_free_after_the_app_has_failed() -> None:
    budgets = Budgets()

    async def fail(_: Scope, receive: Receive, __: Send) -> None:
        await receive()
        raise ZeroDivisionError

    limits = Limits(fail, "/api", ClientAddresses(""), budgets=budgets)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(limits), base_url="http://localhost") as client:
        with pytest.raises(ZeroDivisionError):
            await client.post("/api/rows", content=b"abcd")
    assert budgets.public.used_bytes == 0
