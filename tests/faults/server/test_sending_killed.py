"""A message whose process is killed while sending is shown as failed and can be sent again."""

import signal
from pathlib import Path

import httpx
import pytest

from greenroom.features.sending.jobs import jobs
from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, open_server
from support.installation import Installation
from support.sending import Composer, receipt_of, recorded_events, wait_for_receipts
from support.tls import TLS
from support.waiting import MAX_WAIT_SECONDS

SEND_MESSAGE_PATH = "/twitch/helix/chat/messages"


async def kill_while_sending(
    installation: Installation, greenroom: GreenroomServer, composer: Composer, body: Json
) -> Json:
    """Posts the message to a process and kills the process while it sends; returns the response to the post."""
    await greenroom.control("/twitch/delay", ms=60_000, path_prefix=SEND_MESSAGE_PATH)
    async with installation.serving() as running:
        async with httpx.AsyncClient(
            base_url=running.url, trust_env=False, verify=TLS, timeout=MAX_WAIT_SECONDS
        ) as http:
            response = await ApiClient(greenroom, http, composer.client.token).ask("POST", composer.path, json=body)
        await greenroom.wait_for_event("request_held", path=SEND_MESSAGE_PATH)
        await running.stop(signal.SIGKILL)
    await greenroom.control("/twitch/delay", ms=0, path_prefix=SEND_MESSAGE_PATH)
    assert response.status_code == 202, response.text
    return response.json()


async def run_jobs(greenroom: GreenroomServer) -> None:
    for job in jobs(greenroom.kernel, greenroom.platforms):
        await job.run()


@pytest.mark.both_databases
async def test_message_of_a_killed_process_fails_as_interrupted_and_can_be_sent_again(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock, tmp_path: Path
) -> None:
    database = {"GREENROOM_DATABASE_URL": settings.database_url.get_secret_value()}
    installation = Installation(tmp_path, rehearsal_state.environment() | database, is_preloaded=True)
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        owner = await greenroom.sign_in()
        composer = Composer(owner, await owner.create_channel())
        await composer.connect("twitch")
        posted = await kill_while_sending(installation, greenroom, composer, composer.body("Did you get this?"))
        assert receipt_of(posted)["state"] == "pending"
        # The killed process used the system clock; the frozen clock is years ahead of it.
        await run_jobs(greenroom)
        (listed,) = await composer.list_sent()
        receipt = receipt_of(listed)
        assert (receipt["state"], receipt["reason"]) == ("failed", "interrupted")
        assert receipt["detail"] == "The server stopped while sending. It may already have been sent."
        assert receipt_of(await composer.send_again(listed, "twitch"))["state"] == "sent"
        assert len(await recorded_events(greenroom, "chat_sent")) == 1


@pytest.mark.both_databases
async def test_pending_message_fails_only_after_its_time_limit_and_may_still_become_sent(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        owner = await greenroom.sign_in()
        composer = Composer(owner, await owner.create_channel())
        await composer.connect("twitch")
        await greenroom.control("/twitch/delay", ms=60_000, path_prefix=SEND_MESSAGE_PATH)
        body = composer.body()
        async with owner.socket("/live") as socket:
            await socket.subscribe(composer.channel_id, "chat")
            assert (await composer.post(body)).status_code == 202
            await greenroom.wait_for_event("request_held", path=SEND_MESSAGE_PATH)
            clock.advance(59)
            await run_jobs(greenroom)
            assert receipt_of((await composer.list_sent())[0])["state"] == "pending"
            clock.advance(60)
            await run_jobs(greenroom)
            assert receipt_of(await wait_for_receipts(socket, body["id"]))["reason"] == "interrupted"
            await greenroom.control("/clock", seconds=60)
            assert receipt_of(await wait_for_receipts(socket, body["id"]))["state"] == "sent"
