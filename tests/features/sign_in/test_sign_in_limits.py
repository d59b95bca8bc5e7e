"""Limits per address: the sign-ins that a client may start, and the sockets that it may open."""

from collections.abc import AsyncGenerator

import pytest

from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, open_server, refusal
from support.server_fixtures import shared_loop_fixture

PER_MINUTE = 1
MAX_SOCKETS = 2


@shared_loop_fixture()
async def limited_server(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> AsyncGenerator[GreenroomServer]:
    settings.max_sign_ins_per_minute = PER_MINUTE
    settings.max_sockets_per_address = MAX_SOCKETS
    settings.trusted_proxies = "127.0.0.1"
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        yield greenroom


async def test_address_starts_a_limited_number_of_sign_ins(limited_server: GreenroomServer) -> None:
    client = await limited_server.client()
    answers = [await client.ask("GET", "/twitch/sign-in-url") for _ in range(PER_MINUTE + 20)]
    assert [answer.status_code for answer in answers] == [200] * PER_MINUTE + [429] * 20
    refused = answers[-1]
    seconds = int(refused.headers["retry-after"])
    assert 1 <= seconds <= 60
    assert refused.json() == {
        "type": "too_many_requests",
        "message": f"Too many attempts from your address. Try again in {seconds} s.",
    }
    assert await limited_server.rows("SELECT count(*) AS states FROM oauth_states") == [{"states": PER_MINUTE}]


async def test_limit_reached_by_one_address_does_not_affect_another(limited_server: GreenroomServer) -> None:
    client = await limited_server.client()
    busy, other = {"X-Forwarded-For": "198.51.100.7"}, {"X-Forwarded-For": "198.51.100.8"}
    for _ in range(PER_MINUTE):
        await client.ask("GET", "/twitch/sign-in-url", headers=busy)
    answers = [await client.ask("GET", "/twitch/sign-in-url", headers=address) for address in (busy, other)]
    assert [answer.status_code for answer in answers] == [429, 200]


async def test_completing_a_sign_in_is_limited_too(limited_server: GreenroomServer) -> None:
    client = await limited_server.client()
    guesses = [await client.complete_oauth({"state": f"s{number}", "code": "c"}) for number in range(PER_MINUTE + 1)]
    assert [refusal(answer) for answer in guesses] == [(400, "state_invalid")] * PER_MINUTE + [
        (429, "too_many_requests")
    ]


async def test_address_opens_a_limited_number_of_sockets(limited_server: GreenroomServer) -> None:
    client = await limited_server.client()
    first = await limited_server.keep_open(client.socket("/public-live"))
    await limited_server.keep_open(client.socket("/public-live"))
    async with client.socket("/public-live") as third:
        assert await third.wait_closed() == (4429, "too_many_sockets")
    await first.socket.close()
    async with client.socket("/public-live") as fourth:
        assert await fourth.drain() == []


@pytest.mark.parametrize("header", ["198.51.100.7", "unknown", ""])
async def test_forwarded_address_of_an_untrusted_client_is_ignored(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock, header: str
) -> None:
    settings.max_sign_ins_per_minute = 1
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        client = await greenroom.client()
        await client.ask("GET", "/twitch/sign-in-url")
        answer = await client.ask("GET", "/twitch/sign-in-url", headers={"X-Forwarded-For": header})
        assert answer.status_code == 429
