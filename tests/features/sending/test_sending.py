"""What staff write goes to every platform that was chosen, and each of them gives a receipt."""

import asyncio
from uuid import uuid4

import pytest

from house import House, Json, Visitor, blamed, refusal
from house_fixtures import on_each, on_one_database
from sending_desk import WRITABLE, Desk, happened, listen, next_sent, receipt_of, settled, states, who_spoke


@pytest.fixture
def desk(owner: Visitor, channel_id: str) -> Desk:
    return Desk(owner, channel_id)


async def everywhere(house: House, desk: Desk) -> None:
    await house.rehearse("/youtube/go-live", login="junoplays")
    await desk.connect(*WRITABLE)
    answer = await desk.visitor.ask(
        "POST", f"/channels/{desk.channel_id}/providers", json={"provider": "tiktok", "handle": "junoplays"}
    )
    desk.connections["tiktok"] = answer.json()["id"]


async def test_four_platforms_at_once_and_the_one_that_cannot_be_written_to_is_named(house: House, desk: Desk) -> None:
    await everywhere(house, desk)
    answer = await desk.post(desk.body("To all"))
    assert (refusal(answer), blamed(answer)) == ((422, "invalid"), ["targets"])
    assert "TikTok" in answer.json()["message"]
    assert await desk.listed() == []
    sent = await desk.send("To all", *WRITABLE)
    assert states(sent) == dict.fromkeys(WRITABLE, "sent")
    assert all(len(receipt["message_ids"]) == receipt["parts"] == 1 for receipt in sent["receipts"])
    assert await desk.listed() == [sent]


@on_each(*WRITABLE)
async def test_person_speaks_in_their_own_name_once_they_have_connected_an_account(
    house: House, owner: Visitor, channel_id: str, provider: str
) -> None:
    await house.rehearse("/youtube/go-live", login="junoplays")
    await Desk(owner, channel_id).connect(provider)
    mod = await house.staff("odalys_", channel_id, 7)
    desk = Desk(mod, channel_id)
    desk.connections = {one["provider"]: one["id"] for one in await owner.get(f"/channels/{channel_id}/providers")}
    without = receipt_of(await desk.send("In my own name", provider, speaker="me"), provider)
    # Whoever signed in with Twitch has an account there, and gave it no permission to write.
    assert without["reason"] == ("reconnect_needed" if provider == "twitch" else "account_needed")
    assert "in your settings" in without["detail"]
    await mod.connect("odalys_", "/user-provider-connected", provider)
    sent = await desk.send("In my own name now", provider, speaker="me")
    assert (receipt_of(sent, provider)["state"], sent["author_name"], sent["speaker"]) == ("sent", "Odalys_", "me")
    assert await who_spoke(house) == {receipt_of(sent, provider)["message_ids"][0]: "odalys_"}


@on_one_database
async def test_whose_account_the_channel_is_speaks_in_their_own_name_at_once(house: House, desk: Desk) -> None:
    """They have signed in with it, which gives no permission, and connected it, which gives the channel all of them."""
    await desk.connect("twitch")
    sent = await desk.send("In my own name", "twitch", speaker="me")
    assert (receipt_of(sent)["state"], sent["author_name"], sent["speaker"]) == ("sent", "JunoPlays", "me")
    assert await who_spoke(house) == {receipt_of(sent)["message_ids"][0]: "junoplays"}


@on_one_database
async def test_bot_speaks_for_whoever_writes(house: House, desk: Desk) -> None:
    await house.rehearse("/youtube/go-live", login="junoplays")
    await desk.connect(*WRITABLE)
    for provider, connection_id in desk.connections.items():
        target = {"channel_id": desk.channel_id, "bot": "own", "channel_provider_id": connection_id}
        await desk.visitor.connect("stagehandbot", provider=provider, **target)
    sent = await desk.send("As the bot")
    assert states(sent) == dict.fromkeys(WRITABLE, "sent")
    spoke = await who_spoke(house)
    assert {one["provider"]: spoke[one["message_ids"][0]] for one in sent["receipts"]} == dict.fromkeys(
        WRITABLE, "stagehandbot"
    )


@on_one_database
async def test_messages_to_one_platform_arrive_in_the_order_they_were_given(house: House, desk: Desk) -> None:
    await desk.connect("twitch")
    async with desk.visitor.socket("/live") as line:
        await listen(line, desk.channel_id)
        bodies = [desk.body(f"Number {number}") for number in range(10)]
        for body in bodies:
            assert (await desk.post(body)).status_code == 202
        sent = {body["id"]: Json() for body in bodies}
        while not all(sent.values()):
            sent |= {one["id"]: one for one in await next_sent(line) if states(one) == {"twitch": "sent"}}
    given = [receipt_of(sent[body["id"]])["message_ids"][0] for body in bodies]
    assert [one["message_id"] for one in await happened(house, "chat_sent")] == given


@on_one_database
async def test_receipt_is_pending_until_the_platform_answers_and_another_does_not_wait(
    house: House, desk: Desk
) -> None:
    await desk.connect("twitch", "kick")
    await house.rehearse("/twitch/delay", ms=60_000, path_prefix="/twitch/helix/chat/messages")
    async with desk.visitor.socket("/live") as line:
        await listen(line, desk.channel_id)
        sent = (await desk.post(desk.body())).json()
        assert states(sent) == {"twitch": "pending", "kick": "pending"}
        while states(sent)["kick"] == "pending":
            sent = (await next_sent(line) or [sent])[-1]
        assert states(sent) == {"twitch": "pending", "kick": "sent"}
        # Kick may have answered before Twitch was asked.
        await house.happens("request_held", path="/twitch/helix/chat/messages")
        await house.rehearse("/clock", seconds=60)
        assert states(await settled(line, sent["id"])) == {"twitch": "sent", "kick": "sent"}


async def test_dropped_message_says_so_and_is_sent_again(house: House, desk: Desk) -> None:
    await desk.connect("twitch")
    await house.rehearse("/twitch/drop-messages", code="msg_rejected")
    sent = await desk.send()
    receipt = receipt_of(sent)
    assert (receipt["state"], receipt["reason"], receipt["message_ids"]) == ("dropped", "dropped", [])
    assert receipt["detail"].startswith("Dropped by Twitch: ")
    again = await desk.send_again(sent, "twitch")
    assert (receipt_of(again)["state"], receipt_of(again)["attempts"]) == ("sent", 2)
    assert await desk.listed() == [again]
    assert refusal(await desk.retry(sent, "twitch")) == (409, "not_retryable")


@on_one_database
async def test_text_of_which_only_a_part_appeared_is_completed_and_not_said_twice(house: House, desk: Desk) -> None:
    await desk.connect("twitch")
    # Twitch shows no line twice within 30 seconds.
    sent = await desk.send(text="x" * 1_000)
    first = receipt_of(sent)
    assert (first["state"], first["parts"], len(first["message_ids"])) == ("dropped", 2, 1)
    assert first["detail"].startswith("Dropped by Twitch: Only the first 1 of 2 parts were sent: ")
    await house.rehearse("/clock", seconds=31)
    again = receipt_of(await desk.send_again(sent, "twitch"))
    assert (again["state"], again["message_ids"][:1]) == ("sent", first["message_ids"])
    assert [one["message_id"] for one in await happened(house, "chat_sent")] == again["message_ids"]


@on_one_database
async def test_platform_that_wants_us_to_wait_is_said_to_with_the_seconds_left(house: House, desk: Desk) -> None:
    # Kick's patience with this account is at an end for all tests: the clock stands still.
    await desk.connect("kick", login="hanamori")
    await house.rehearse("/kick/fail", next=1, status=429, path_prefix="/kick/public/v1/chat", retry_after=4)
    receipt = receipt_of(await desk.send(), "kick")
    assert (receipt["state"], receipt["reason"], receipt["detail"]) == (
        "failed",
        "platform_busy",
        "Kick asks for a pause, 4 s left",
    )


@on_one_database
async def test_message_that_a_platform_refuses_says_why(house: House, desk: Desk) -> None:
    await desk.connect("youtube")
    receipt = receipt_of(await desk.send(), "youtube")
    assert (receipt["state"], receipt["reason"]) == ("failed", "refused")
    assert "no live chat right now" in receipt["detail"]


@on_one_database
async def test_platform_that_is_down_may_or_may_not_have_it(house: House, desk: Desk) -> None:
    await desk.connect("twitch", "kick")
    await house.rehearse("/twitch/fail", next=1, status=500, path_prefix="/twitch/helix/chat/messages")
    sent = await desk.send()
    assert states(sent) == {"twitch": "failed", "kick": "sent"}
    assert receipt_of(sent)["reason"] == "not_confirmed"
    assert "Look before you try again" in receipt_of(sent)["detail"]
    assert len([one for one in await happened(house, "request_failed") if "chat/messages" in one["path"]]) == 1


@on_one_database
async def test_permission_that_was_taken_back_asks_to_reconnect(house: House, desk: Desk) -> None:
    await desk.connect("twitch")
    await house.rehearse("/twitch/revoke", login="junoplays")
    receipt = receipt_of(await desk.send())
    assert (receipt["state"], receipt["reason"]) == ("failed", "reconnect_needed")
    assert "Reconnect Twitch" in receipt["detail"]


@on_one_database
async def test_token_that_ran_out_is_renewed_on_the_way(house: House, desk: Desk) -> None:
    await desk.connect("twitch")
    await house.rehearse("/twitch/expire-tokens", login="junoplays")
    assert receipt_of(await desk.send())["state"] == "sent"


@on_one_database
async def test_long_text_says_beforehand_how_many_parts_it_becomes(house: House, desk: Desk) -> None:
    await house.rehearse("/youtube/go-live", login="junoplays")
    await desk.connect("twitch", "youtube")
    body = desk.body("word " * 119 + "end")
    async with desk.visitor.socket("/live") as line:
        await listen(line, desk.channel_id)
        promised = {one["provider"]: one["parts"] for one in (await desk.post(body)).json()["receipts"]}
        sent = await settled(line, body["id"])
    assert promised == {"twitch": 2, "youtube": 3}
    assert {one["provider"]: len(one["message_ids"]) for one in sent["receipts"]} == promised


async def test_second_try_of_a_long_text_sends_only_what_has_not_appeared(house: House, desk: Desk) -> None:
    await desk.connect("kick")
    body = desk.body("word " * 119 + "end")
    async with desk.visitor.socket("/live") as line:
        await listen(line, desk.channel_id)
        assert (await desk.post(body)).status_code == 202
        await house.happens("message_sent", platform="kick")
        await house.rehearse("/kick/fail", next=1, status=500, path_prefix="/kick/public/v1/chat")
        cut = await settled(line, body["id"])
    assert (states(cut), len(receipt_of(cut, "kick")["message_ids"])) == ({"kick": "dropped"}, 1)
    whole = await desk.send_again(cut, "kick")
    assert states(whole) == {"kick": "sent"}
    assert receipt_of(whole, "kick")["message_ids"][:1] == receipt_of(cut, "kick")["message_ids"]
    assert len(set(receipt_of(whole, "kick")["message_ids"])) == 2


async def test_same_id_again_is_the_same_message_and_another_text_is_refused(house: House, desk: Desk) -> None:
    await desk.connect("twitch")
    body = desk.body("Only once")
    sent = await desk.send(**body)
    answer = await desk.post(body)
    assert (answer.status_code, answer.json()) == (202, sent)
    for change in ({"text": "Something else"}, {"speaker": "me"}, {"targets": [str(uuid4())]}):
        assert refusal(await desk.post(body | change)) == (409, "id_taken")
    assert len(await happened(house, "chat_sent")) == 1


async def test_id_asked_for_many_times_at_once_is_sent_once(house: House, desk: Desk) -> None:
    await desk.connect("twitch")
    body = desk.body("Only once")
    answers = await asyncio.gather(*(desk.post(body) for _ in range(12)))
    assert {answer.status_code for answer in answers} == {202}
    assert {answer.json()["id"] for answer in answers} == {body["id"]}
    await house.happens("chat_sent")
    await desk.send("And then this")
    assert len(await happened(house, "chat_sent")) == 2


async def test_two_who_try_again_at_once_send_it_once(house: House, owner: Visitor, desk: Desk) -> None:
    await desk.connect("twitch")
    await house.rehearse("/twitch/drop-messages", code="msg_rejected")
    sent = await desk.send()
    answers = await asyncio.gather(*(desk.retry(sent, "twitch") for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [202, 409, 409, 409, 409, 409]
    await house.happens("chat_sent")
    assert len(await happened(house, "chat_sent")) == 1


@on_one_database
async def test_nobody_sends_again_in_the_name_of_another(house: House, desk: Desk) -> None:
    await desk.connect("kick")
    sent = await desk.send(speaker="me")
    assert states(sent) == {"kick": "failed"}
    other = Desk(await house.staff("odalys_", desk.channel_id, 7), desk.channel_id, desk.connections)
    answer = await other.retry(sent, "kick")
    assert refusal(answer) == (409, "not_yours")


async def test_list_and_everything_that_was_told_since_is_the_list_fetched_again(house: House, desk: Desk) -> None:
    await desk.connect("twitch", "kick")
    await house.rehearse("/twitch/drop-messages", code="msg_rejected", next=2)
    async with desk.visitor.socket("/live") as line:
        await listen(line, desk.channel_id)
        known: dict[str, Json] = {}
        for number in range(3):
            body = desk.body(f"Number {number}")
            assert (await desk.post(body)).status_code == 202
            while known.get(body["id"], {}).get("revision") != 3:
                known |= {one["id"]: one for one in await next_sent(line)}
        assert sorted(known.values(), key=lambda one: one["id"]) == sorted(
            await desk.listed(), key=lambda one: one["id"]
        )
