"""A message that the platform did not confirm counts as sent when it appears in chat, and is not sent again."""

from greenroom.features.sending.jobs import jobs
from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket, open_server, refusal
from support.sending import (
    Composer,
    receipt_of,
    receipt_states,
    recorded_events,
    until_connected,
    wait_for_receipts,
)

CHAT_PATH = "/twitch/helix/chat/messages"


async def connect_composer(owner: ApiClient, channel_id: str) -> Composer:
    composer = Composer(owner, channel_id)
    await composer.connect("twitch")
    await until_connected(owner, channel_id)
    return composer


async def wait_for_line(socket: LiveSocket, text: str) -> Json:
    while True:
        for event in (await socket.receive()).get("events", []):
            if event["type"] == "line" and event["line"]["text"] == text:
                return event["line"]


async def send_on_twitch(greenroom: GreenroomServer, composer: Composer, text: str, viewer: str) -> Json:
    async with composer.client.socket("/live") as socket:
        await socket.subscribe(composer.channel_id, "chat")
        await greenroom.control("/twitch/say", login="junoplays", viewer=viewer, text=text)
        return await wait_for_line(socket, text)


async def find_echoes(greenroom: GreenroomServer) -> None:
    (job,) = [one for one in jobs(greenroom.kernel, greenroom.platforms) if one.name == "find_echoes_of_sent_messages"]
    await job.run()


async def send_with_failure(greenroom: GreenroomServer, composer: Composer, text: str = "Hello, chat") -> Json:
    await greenroom.control("/twitch/fail", next=1, status=500, path_prefix=CHAT_PATH)
    sent = await composer.send(text)
    assert receipt_of(sent)["reason"] == "not_confirmed"
    return sent


async def test_message_seen_in_chat_counts_as_sent_if_the_server_stops_before_the_response(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        owner = await greenroom.sign_in()
        composer = await connect_composer(owner, await owner.create_channel())
        await greenroom.control("/twitch/mute", next=1, path_prefix=CHAT_PATH)
        async with owner.socket("/live") as socket:
            await socket.subscribe(composer.channel_id, "chat")
            sent = (await composer.post(composer.body("Are you there?"))).json()
            echo = await wait_for_line(socket, "Are you there?")
    # The server was stopped while it waited for the response.
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        again = Composer(
            ApiClient(greenroom, (await greenroom.client()).http, owner.token),
            composer.channel_id,
            composer.connections,
        )
        (listed,) = await again.list_sent()
        assert (receipt_states(listed), receipt_of(listed)["message_ids"]) == ({"twitch": "sent"}, [echo["message_id"]])
        assert refusal(await again.retry(sent, "twitch")) == (409, "not_retryable")
        assert len(await recorded_events(greenroom, "chat_sent")) == 1


async def test_unconfirmed_message_that_is_found_in_chat_counts_as_sent(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    composer = await connect_composer(owner, channel_id)
    sent = await send_with_failure(greenroom, composer)
    await send_on_twitch(greenroom, composer, "Hello, chat", "brisket99")
    await find_echoes(greenroom)
    assert receipt_states((await composer.list_sent())[0]) == {"twitch": "failed"}
    async with composer.client.socket("/live") as socket:
        await socket.subscribe(composer.channel_id, "chat")
        echo = await send_on_twitch(greenroom, composer, "Hello, chat", "junoplays")
        await find_echoes(greenroom)
        confirmed = await wait_for_receipts(socket, sent["id"])
    assert (receipt_states(confirmed), receipt_of(confirmed)["message_ids"]) == (
        {"twitch": "sent"},
        [echo["message_id"]],
    )
    assert (receipt_of(confirmed)["reason"], receipt_of(confirmed)["detail"]) == ("", "")


async def test_retry_of_a_message_found_in_chat_is_refused_and_marks_it_as_sent(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    composer = await connect_composer(owner, channel_id)
    sent = await send_with_failure(greenroom, composer)
    await send_on_twitch(greenroom, composer, "Hello, chat", "junoplays")
    assert refusal(await composer.retry(sent, "twitch")) == (409, "not_retryable")
    assert receipt_states((await composer.list_sent())[0]) == {"twitch": "sent"}
    assert await recorded_events(greenroom, "chat_sent") == []


async def test_one_line_in_chat_confirms_only_one_of_two_equal_messages(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    composer = await connect_composer(owner, channel_id)
    for _ in range(2):
        await send_with_failure(greenroom, composer)
    await send_on_twitch(greenroom, composer, "Hello, chat", "junoplays")
    await find_echoes(greenroom)
    assert sorted(receipt_of(one)["state"] for one in await composer.list_sent()) == ["failed", "sent"]
