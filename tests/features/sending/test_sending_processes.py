"""Several processes on one database send each message once."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

import pytest

from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, open_server
from support.sending import Composer, receipt_states, recorded_events


@contextlib.asynccontextmanager
async def two_composers(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> AsyncGenerator[tuple[GreenroomServer, Composer, Composer]]:
    """One user in two browsers, each connected to a different process."""
    web_settings = settings.model_copy(update={"role": "web", "port": 0})
    async with (
        open_server(settings, rehearsal_state, clock) as first,
        open_server(web_settings, rehearsal_state, clock) as second,
    ):
        owner = await first.sign_in()
        web_client = ApiClient(second, (await second.client()).http, owner.token)
        composer = Composer(owner, await owner.create_channel())
        await composer.connect("twitch")
        yield first, composer, Composer(web_client, composer.channel_id, composer.connections)


async def flush_queues(first: Composer, second: Composer) -> None:
    """Sends a message in each process and waits until both are sent; all earlier messages are then sent too."""
    for composer in (first, second):
        await composer.send(f"Last message to {composer.client.greenroom.url}")


@pytest.mark.both_databases
async def test_concurrent_requests_with_one_id_in_two_processes_send_once(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    async with two_composers(settings, rehearsal_state, clock) as (greenroom, first, second):
        body = first.body("Only once")
        responses = await asyncio.gather(*(composer.post(body) for composer in (first, second) * 4))
        assert {(response.status_code, response.json()["id"]) for response in responses} == {(202, body["id"])}
        await flush_queues(first, second)
        assert len(await recorded_events(greenroom, "chat_sent")) == 3


@pytest.mark.both_databases
async def test_concurrent_retries_in_two_processes_send_once(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    async with two_composers(settings, rehearsal_state, clock) as (greenroom, first, second):
        await greenroom.control("/twitch/drop-messages", code="msg_rejected")
        sent = await first.send("Only once")
        responses = await asyncio.gather(*(composer.retry(sent, "twitch") for composer in (first, second) * 3))
        assert sorted(response.status_code for response in responses) == [202, 409, 409, 409, 409, 409]
        await flush_queues(first, second)
        assert len(await recorded_events(greenroom, "chat_sent")) == 3


async def test_web_process_can_send(settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock) -> None:
    async with two_composers(settings, rehearsal_state, clock) as (_, first, second):
        sent = await second.send("From the web")
        assert sent["receipts"][0]["state"] == "sent"
        assert await first.list_sent() == [sent]


async def test_stopping_server_marks_unsent_messages_as_failed(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        owner = await greenroom.sign_in()
        composer = Composer(owner, await owner.create_channel())
        await composer.connect("twitch")
        await greenroom.control("/twitch/delay", ms=60_000, path_prefix="/twitch/helix/chat/messages")
        responses = [await composer.post(composer.body(f"Number {number}")) for number in range(2)]
        assert [response.status_code for response in responses] == [202, 202]
        await greenroom.wait_for_event("request_held", path="/twitch/helix/chat/messages")
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        client = ApiClient(greenroom, (await greenroom.client()).http, owner.token)
        again = Composer(client, composer.channel_id, composer.connections)
        reasons = {one["text"]: one["receipts"][0]["reason"] for one in await again.list_sent()}
        assert reasons == {"Number 0": "interrupted", "Number 1": "server_stopped"}
        await greenroom.control("/twitch/delay", ms=0, path_prefix="/twitch/helix/chat/messages")
        sent = await again.send_again(responses[1].json(), "twitch")
        assert (receipt_states(sent), sent["text"]) == ({"twitch": "sent"}, "Number 1")
