"""A process that is killed while it sends: nobody claims to know what became of the message, and nothing is lost."""

import signal
from pathlib import Path

import httpx

from certificates import TLS
from frozen_clock import FrozenClock
from greenroom.features.sending.jobs import jobs
from greenroom.settings import Settings
from house import House, Json, Visitor, open_house
from installation import Installation
from rehearsal.stage import Stage
from sending_desk import Desk, happened, listen, receipt_of, settled

CHAT = "/twitch/helix/chat/messages"


async def killed_while_sending(installation: Installation, house: House, desk: Desk, body: Json) -> Json:
    """What the browser was told before the process was gone."""
    await house.rehearse("/twitch/delay", ms=60_000, path_prefix=CHAT)
    async with installation.serving() as running:
        async with httpx.AsyncClient(base_url=running.url, trust_env=False, verify=TLS) as http:
            answer = await Visitor(house, http, desk.visitor.token).ask("POST", desk.path, json=body)
        await house.happens("request_held", path=CHAT)
        await running.stop(signal.SIGKILL)
    await house.rehearse("/twitch/delay", ms=0, path_prefix=CHAT)
    assert answer.status_code == 202, answer.text
    return answer.json()


async def give_up(house: House) -> None:
    for job in jobs(house.kernel, house.platforms):
        await job.run()


async def test_message_of_a_killed_process_is_given_up_as_unknown_and_can_be_sent_again(
    settings: Settings, stage: Stage, clock: FrozenClock, tmp_path: Path
) -> None:
    database = {"GREENROOM_DATABASE_URL": settings.database_url.get_secret_value()}
    installation = Installation(tmp_path, stage.environment() | database, is_loaded=True)
    async with open_house(settings, stage, clock) as house:
        owner = await house.sign_in()
        desk = Desk(owner, await owner.create_channel())
        await desk.connect("twitch")
        told = await killed_while_sending(installation, house, desk, desk.body("Did you get this?"))
        assert receipt_of(told)["state"] == "pending"
        # The killed process had the time of the wall, by which our frozen clock is years ahead.
        await give_up(house)
        (listed,) = await desk.listed()
        receipt = receipt_of(listed)
        assert (receipt["state"], receipt["reason"]) == ("failed", "interrupted")
        assert receipt["detail"] == "Not known whether it arrived."
        assert receipt_of(await desk.send_again(listed, "twitch"))["state"] == "sent"
        assert len(await happened(house, "chat_sent")) == 1


async def test_message_that_is_on_its_way_is_not_given_up_and_one_that_was_may_arrive_after_all(
    settings: Settings, stage: Stage, clock: FrozenClock
) -> None:
    async with open_house(settings, stage, clock) as house:
        owner = await house.sign_in()
        desk = Desk(owner, await owner.create_channel())
        await desk.connect("twitch")
        await house.rehearse("/twitch/delay", ms=60_000, path_prefix=CHAT)
        body = desk.body()
        async with owner.socket("/live") as line:
            await listen(line, desk.channel_id)
            assert (await desk.post(body)).status_code == 202
            await house.happens("request_held", path=CHAT)
            clock.advance(59)
            await give_up(house)
            assert receipt_of((await desk.listed())[0])["state"] == "pending"
            clock.advance(60)
            await give_up(house)
            assert receipt_of(await settled(line, body["id"]))["reason"] == "interrupted"
            await house.rehearse("/clock", seconds=60)
            assert receipt_of(await settled(line, body["id"]))["state"] == "sent"
