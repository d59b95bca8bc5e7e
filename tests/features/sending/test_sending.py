"""Messages of staff are sent to the chosen platforms, with one receipt each."""

import asyncio
from uuid import uuid4

import pytest

from greenroom.accounts.access.rules import Role
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal
from support.sending import (
    WRITABLE,
    Composer,
    next_sent,
    receipt_of,
    receipt_states,
    recorded_events,
    sending_accounts,
    wait_for_receipts,
)


@pytest.fixture
def composer(owner: ApiClient, channel_id: str) -> Composer:
    return Composer(owner, channel_id)


async def connect_everywhere(greenroom: GreenroomServer, composer: Composer) -> None:
    await greenroom.control("/youtube/go-live", login="junoplays")
    await composer.connect(*WRITABLE)
    response = await composer.client.ask(
        "POST", f"/channels/{composer.channel_id}/providers", json={"provider": "tiktok", "handle": "junoplays"}
    )
    composer.connections["tiktok"] = response.json()["id"]


async def test_message_is_sent_to_writable_platforms_and_refused_if_a_target_is_read_only(
    greenroom: GreenroomServer, composer: Composer
) -> None:
    await connect_everywhere(greenroom, composer)
    response = await composer.post(composer.body("To all"))
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["targets"])
    assert "TikTok" in response.json()["message"]
    assert await composer.list_sent() == []
    sent = await composer.send("To all", *WRITABLE)
    assert receipt_states(sent) == dict.fromkeys(WRITABLE, "sent")
    assert all(len(receipt["message_ids"]) == receipt["parts"] == 1 for receipt in sent["receipts"])
    assert await composer.list_sent() == [sent]


@pytest.mark.parametrize("provider", WRITABLE)
async def test_user_sends_as_themselves_after_connecting_an_account(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, provider: str
) -> None:
    await greenroom.control("/youtube/go-live", login="junoplays")
    await Composer(owner, channel_id).connect(provider)
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    composer = Composer(mod, channel_id)
    composer.connections = {one["provider"]: one["id"] for one in await owner.get(f"/channels/{channel_id}/providers")}
    without_account = receipt_of(await composer.send("In my own name", provider, speaker="me"), provider)
    # A user who signed in with Twitch has an account there, but Greenroom may not write with it.
    assert without_account["reason"] == ("reconnect_needed" if provider == "twitch" else "account_needed")
    assert "in your settings" in without_account["detail"]
    await mod.connect("odalys_", "/user-provider-connected", provider)
    sent = await composer.send("In my own name now", provider, speaker="me")
    assert (receipt_of(sent, provider)["state"], sent["author_name"], sent["speaker"]) == ("sent", "Odalys_", "me")
    assert await sending_accounts(greenroom) == {receipt_of(sent, provider)["message_ids"][0]: "odalys_"}


async def test_user_who_connected_their_account_to_the_channel_sends_as_themselves_at_once(
    greenroom: GreenroomServer, composer: Composer
) -> None:
    """Signing in does not let Greenroom write as the user; connecting the account to the channel does."""
    await composer.connect("twitch")
    sent = await composer.send("In my own name", "twitch", speaker="me")
    assert (receipt_of(sent)["state"], sent["author_name"], sent["speaker"]) == ("sent", "JunoPlays", "me")
    assert await sending_accounts(greenroom) == {receipt_of(sent)["message_ids"][0]: "junoplays"}


async def test_message_sent_as_the_bot_comes_from_the_bot_account(
    greenroom: GreenroomServer, composer: Composer
) -> None:
    await greenroom.control("/youtube/go-live", login="junoplays")
    await composer.connect(*WRITABLE)
    for provider, connection_id in composer.connections.items():
        target = {"channel_id": composer.channel_id, "bot": "own", "channel_provider_id": connection_id}
        await composer.client.connect("stagehandbot", provider=provider, **target)
    sent = await composer.send("As the bot")
    assert receipt_states(sent) == dict.fromkeys(WRITABLE, "sent")
    senders = await sending_accounts(greenroom)
    assert {one["provider"]: senders[one["message_ids"][0]] for one in sent["receipts"]} == dict.fromkeys(
        WRITABLE, "stagehandbot"
    )


async def test_messages_to_one_platform_are_sent_in_order(greenroom: GreenroomServer, composer: Composer) -> None:
    await composer.connect("twitch")
    async with composer.client.socket("/live") as socket:
        await socket.subscribe(composer.channel_id, "chat")
        bodies = [composer.body(f"Number {number}") for number in range(10)]
        for body in bodies:
            assert (await composer.post(body)).status_code == 202
        sent = {body["id"]: Json() for body in bodies}
        while not all(sent.values()):
            sent |= {one["id"]: one for one in await next_sent(socket) if receipt_states(one) == {"twitch": "sent"}}
    expected = [receipt_of(sent[body["id"]])["message_ids"][0] for body in bodies]
    assert [one["message_id"] for one in await recorded_events(greenroom, "chat_sent")] == expected


async def test_receipt_is_pending_until_its_platform_answers_without_delaying_others(
    greenroom: GreenroomServer, composer: Composer
) -> None:
    await composer.connect("twitch", "kick")
    await greenroom.control("/twitch/delay", ms=60_000, path_prefix="/twitch/helix/chat/messages")
    async with composer.client.socket("/live") as socket:
        await socket.subscribe(composer.channel_id, "chat")
        sent = (await composer.post(composer.body())).json()
        assert receipt_states(sent) == {"twitch": "pending", "kick": "pending"}
        while receipt_states(sent)["kick"] == "pending":
            sent = (await next_sent(socket) or [sent])[-1]
        assert receipt_states(sent) == {"twitch": "pending", "kick": "sent"}
        # Kick may have answered before the request to Twitch was sent.
        await greenroom.wait_for_event("request_held", path="/twitch/helix/chat/messages")
        await greenroom.control("/clock", seconds=60)
        assert receipt_states(await wait_for_receipts(socket, sent["id"])) == {"twitch": "sent", "kick": "sent"}


async def test_dropped_message_is_reported_and_can_be_retried(greenroom: GreenroomServer, composer: Composer) -> None:
    await composer.connect("twitch")
    await greenroom.control("/twitch/drop-messages", code="msg_rejected")
    sent = await composer.send()
    receipt = receipt_of(sent)
    assert (receipt["state"], receipt["reason"], receipt["message_ids"]) == ("dropped", "dropped", [])
    assert receipt["detail"].startswith("Dropped by Twitch: ")
    again = await composer.send_again(sent, "twitch")
    assert (receipt_of(again)["state"], receipt_of(again)["attempts"]) == ("sent", 2)
    assert await composer.list_sent() == [again]
    assert refusal(await composer.retry(sent, "twitch")) == (409, "not_retryable")


async def test_retry_after_a_dropped_part_sends_no_part_twice(greenroom: GreenroomServer, composer: Composer) -> None:
    await composer.connect("twitch")
    # Both parts are the same text, and Twitch shows no text twice within 30 seconds.
    sent = await composer.send(text="x" * 1_000)
    first = receipt_of(sent)
    assert (first["state"], first["parts"], len(first["message_ids"])) == ("dropped", 2, 1)
    assert first["detail"].startswith("Dropped by Twitch: Only the first 1 of 2 parts were sent: ")
    await greenroom.control("/clock", seconds=31)
    again = receipt_of(await composer.send_again(sent, "twitch"))
    assert (again["state"], again["message_ids"][:1]) == ("sent", first["message_ids"])
    assert [one["message_id"] for one in await recorded_events(greenroom, "chat_sent")] == again["message_ids"]


async def test_rate_limit_is_reported_with_the_seconds_left(greenroom: GreenroomServer, composer: Composer) -> None:
    # No other test uses this account, because the rate limit does not end while the clock is frozen.
    await composer.connect("kick", login="hanamori")
    await greenroom.control("/kick/fail", next=1, status=429, path_prefix="/kick/public/v1/chat", retry_after=4)
    receipt = receipt_of(await composer.send(), "kick")
    assert (receipt["state"], receipt["reason"], receipt["detail"]) == (
        "failed",
        "platform_busy",
        "Kick rate limit, 4 s left",
    )


async def test_rejected_message_has_the_platforms_reason(greenroom: GreenroomServer, composer: Composer) -> None:
    await composer.connect("youtube")
    receipt = receipt_of(await composer.send(), "youtube")
    assert (receipt["state"], receipt["reason"]) == ("failed", "refused")
    assert "no live chat right now" in receipt["detail"]


async def test_message_to_a_failing_platform_is_reported_as_unconfirmed_and_not_repeated(
    greenroom: GreenroomServer, composer: Composer
) -> None:
    await composer.connect("twitch", "kick")
    await greenroom.control("/twitch/fail", next=1, status=500, path_prefix="/twitch/helix/chat/messages")
    sent = await composer.send()
    assert receipt_states(sent) == {"twitch": "failed", "kick": "sent"}
    assert receipt_of(sent)["reason"] == "not_confirmed"
    assert (
        "Twitch is not responding (error 500). It may already have been sent — check before retrying."
        in receipt_of(sent)["detail"]
    )
    assert (
        len([one for one in await recorded_events(greenroom, "request_failed") if "chat/messages" in one["path"]]) == 1
    )


async def test_sending_with_revoked_tokens_asks_for_a_reconnect(greenroom: GreenroomServer, composer: Composer) -> None:
    await composer.connect("twitch")
    await greenroom.control("/twitch/revoke", login="junoplays")
    receipt = receipt_of(await composer.send())
    assert (receipt["state"], receipt["reason"]) == ("failed", "reconnect_needed")
    assert "Reconnect Twitch" in receipt["detail"]


async def test_message_is_sent_although_the_token_has_expired(greenroom: GreenroomServer, composer: Composer) -> None:
    await composer.connect("twitch")
    await greenroom.control("/twitch/expire-tokens", login="junoplays")
    assert receipt_of(await composer.send())["state"] == "sent"


async def test_long_text_has_its_number_of_parts_before_sending(greenroom: GreenroomServer, composer: Composer) -> None:
    await greenroom.control("/youtube/go-live", login="junoplays")
    await composer.connect("twitch", "youtube")
    body = composer.body("word " * 119 + "end")
    async with composer.client.socket("/live") as socket:
        await socket.subscribe(composer.channel_id, "chat")
        expected = {one["provider"]: one["parts"] for one in (await composer.post(body)).json()["receipts"]}
        sent = await wait_for_receipts(socket, body["id"])
    assert expected == {"twitch": 2, "youtube": 3}
    assert {one["provider"]: len(one["message_ids"]) for one in sent["receipts"]} == expected


async def test_retry_of_a_long_text_sends_only_the_missing_parts(
    greenroom: GreenroomServer, composer: Composer
) -> None:
    await composer.connect("kick")
    body = composer.body("word " * 119 + "end")
    async with composer.client.socket("/live") as socket:
        await socket.subscribe(composer.channel_id, "chat")
        assert (await composer.post(body)).status_code == 202
        await greenroom.wait_for_event("message_sent", platform="kick")
        await greenroom.control("/kick/fail", next=1, status=500, path_prefix="/kick/public/v1/chat")
        partial = await wait_for_receipts(socket, body["id"])
    assert (receipt_states(partial), len(receipt_of(partial, "kick")["message_ids"])) == ({"kick": "dropped"}, 1)
    complete = await composer.send_again(partial, "kick")
    assert receipt_states(complete) == {"kick": "sent"}
    assert receipt_of(complete, "kick")["message_ids"][:1] == receipt_of(partial, "kick")["message_ids"]
    assert len(set(receipt_of(complete, "kick")["message_ids"])) == 2


async def test_repeated_id_returns_the_same_message_and_other_content_is_refused(
    greenroom: GreenroomServer, composer: Composer
) -> None:
    await composer.connect("twitch")
    body = composer.body("Only once")
    sent = await composer.send(**body)
    response = await composer.post(body)
    assert (response.status_code, response.json()) == (202, sent)
    for change in ({"text": "Something else"}, {"speaker": "me"}, {"targets": [str(uuid4())]}):
        assert refusal(await composer.post(body | change)) == (409, "id_taken")
    assert len(await recorded_events(greenroom, "chat_sent")) == 1


@pytest.mark.both_databases
async def test_concurrent_requests_with_one_id_send_once(greenroom: GreenroomServer, composer: Composer) -> None:
    await composer.connect("twitch")
    body = composer.body("Only once")
    responses = await asyncio.gather(*(composer.post(body) for _ in range(12)))
    assert {response.status_code for response in responses} == {202}
    assert {response.json()["id"] for response in responses} == {body["id"]}
    await greenroom.wait_for_event("chat_sent")
    await composer.send("And then this")
    assert len(await recorded_events(greenroom, "chat_sent")) == 2


@pytest.mark.both_databases
async def test_simultaneous_retries_send_once(greenroom: GreenroomServer, owner: ApiClient, composer: Composer) -> None:
    await composer.connect("twitch")
    await greenroom.control("/twitch/drop-messages", code="msg_rejected")
    sent = await composer.send()
    responses = await asyncio.gather(*(composer.retry(sent, "twitch") for _ in range(6)))
    assert sorted(response.status_code for response in responses) == [202, 409, 409, 409, 409, 409]
    await greenroom.wait_for_event("chat_sent")
    assert len(await recorded_events(greenroom, "chat_sent")) == 1


async def test_message_sent_as_a_user_can_be_retried_by_that_user_only(
    greenroom: GreenroomServer, composer: Composer
) -> None:
    await composer.connect("kick")
    sent = await composer.send(speaker="me")
    assert receipt_states(sent) == {"kick": "failed"}
    other = Composer(
        await greenroom.staff("odalys_", composer.channel_id, Role.MOD), composer.channel_id, composer.connections
    )
    response = await other.retry(sent, "kick")
    assert refusal(response) == (409, "not_yours")


async def test_list_plus_events_equals_the_list_fetched_again(greenroom: GreenroomServer, composer: Composer) -> None:
    await composer.connect("twitch", "kick")
    await greenroom.control("/twitch/drop-messages", code="msg_rejected", next=2)
    async with composer.client.socket("/live") as socket:
        await socket.subscribe(composer.channel_id, "chat")
        received: dict[str, Json] = {}
        for number in range(3):
            body = composer.body(f"Number {number}")
            assert (await composer.post(body)).status_code == 202
            while received.get(body["id"], {}).get("revision") != 3:
                received |= {one["id"]: one for one in await next_sent(socket)}
        assert sorted(received.values(), key=lambda one: one["id"]) == sorted(
            await composer.list_sent(), key=lambda one: one["id"]
        )


async def test_receipts_name_the_account_that_sends_as_the_bot(composer: Composer) -> None:
    await composer.connect("twitch", "kick")
    connection = {"channel_id": composer.channel_id, "channel_provider_id": composer.connections["twitch"]}
    await composer.client.connect("stagehandbot", bot="own", **connection)
    sent = await composer.send("From the bot")
    names = {receipt["provider"]: receipt["account_name"] for receipt in sent["receipts"]}
    assert names == {"twitch": "StagehandBot", "kick": "JunoPlays"}
    assert (await composer.list_sent())[0] == sent
    by_user = await composer.send("From me", "twitch", speaker="me")
    assert receipt_of(by_user)["account_name"] == ""
