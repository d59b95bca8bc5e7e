"""The live socket: events of topics, and reconnects."""

import pytest

from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket, open_server

MISSING = "01890000-0000-7000-8000-000000000000"


async def topic_of(client: ApiClient) -> str:
    return f"user:{(await client.get('/user'))['id']}"


async def subscribe(line: LiveSocket, topic: str, **place: object) -> Json:
    await line.send({"type": "subscribe", "topic": topic, **place})
    return await line.receive()


async def wait_for_event(line: LiveSocket, event: str) -> bool:
    """Returns when it is said; what is said before does not matter."""
    while event not in [one["event"] for one in (await line.receive())["events"]]:
        pass
    return True


async def test_user_topic_reports_every_change_of_the_user(greenroom: GreenroomServer, owner: ApiClient) -> None:
    async with owner.socket("/live") as line:
        await subscribe(line, await topic_of(owner))
        await owner.ask("PUT", "/user/settings", json={"theme": "dark"})
        assert await wait_for_event(line, "settings_changed")
        channel_id = await owner.create_channel()
        assert await wait_for_event(line, "channels_changed")
        await owner.connect("stagehandbot", "/user-provider-connected")
        assert await wait_for_event(line, "user_providers_changed")
        elsewhere = await greenroom.sign_in("stagehandbot")
        assert await wait_for_event(line, "sessions_changed")
        await elsewhere.ask("DELETE", "/user/sessions/current")
        assert await wait_for_event(line, "sessions_changed")
        await greenroom.set_level(channel_id, (await owner.get("/user"))["id"], 200)
        assert await wait_for_event(line, "channels_changed")


async def test_accepting_an_invitation_and_losing_a_channel_is_published(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    odalys = await greenroom.sign_in("odalys_")
    made = (await owner.ask("POST", f"/channels/{channel_id}/invites", json={"level": 7})).json()
    async with odalys.socket("/live") as line:
        await subscribe(line, await topic_of(odalys))
        headers = {"X-Invite-Token": made["link"].partition("#token=")[2]}
        await odalys.ask("POST", f"/channel-invites/{made['id']}/accept", headers=headers)
        assert await wait_for_event(line, "channels_changed")
        await owner.ask("DELETE", "/user", params={"username": "junoplays"})
        assert await wait_for_event(line, "channels_changed")


async def test_start_and_end_of_a_stream_are_published_to_the_channel(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, 7)
    await owner.connect("junoplays", channel_id=channel_id)
    await greenroom.wait_for_event("subscription_created", login="junoplays", type="channel.update")
    async with mod.socket("/live") as line:
        await subscribe(line, await topic_of(mod))
        for command in ("go-live", "end"):
            await greenroom.control(f"/twitch/{command}", login="junoplays")
            assert await wait_for_event(line, "channels_changed")


@pytest.mark.rows("A1", "A2")
async def test_topics_of_other_people_and_channels_are_denied(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    stranger = await greenroom.staff("odalys_", channel_id, 2)
    topics = (await topic_of(owner), f"{channel_id}:providers", f"{MISSING}:providers", "internal:sessions_ended")
    topics += (f"{channel_id}:chat", "user:", "nonsense", f"user:{MISSING}", ":", "*")
    async with stranger.socket("/live") as line:
        answers = [await subscribe(line, topic) for topic in topics]
        assert answers == [{"type": "denied", "topic": topic} for topic in topics]
        await owner.ask("PUT", "/user/settings", json={"theme": "dark"})
        await owner.connect("junoplays", channel_id=channel_id)
        assert await line.drain() == []


async def test_channel_topic_needs_access_and_is_denied_when_it_ends(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod, topic = await greenroom.staff("odalys_", channel_id, 7), f"{channel_id}:providers"
    async with mod.socket("/live") as line:
        assert (await subscribe(line, topic))["type"] == "subscribed"
        await owner.connect("junoplays", channel_id=channel_id)
        assert (await line.receive())["events"][0]["action"] == "new"
        await greenroom.set_level(channel_id, (await mod.get("/user"))["id"], 2)
        while (frame := await line.receive())["type"] != "denied":
            pass
        assert frame["topic"] == topic


async def test_events_missed_during_a_disconnect_are_replayed(owner: ApiClient) -> None:
    topic = await topic_of(owner)
    async with owner.socket("/live") as line:
        place = await subscribe(line, topic)
    for number in range(3):
        await owner.ask("PUT", "/user/settings", json={"number": number})
    async with owner.socket("/live") as line:
        answer = await subscribe(line, topic, epoch=place["epoch"], seq=place["seq"])
        assert answer == place | {"replayed": 3}
        events = await line.receive()
        assert (events["seq"], len(events["events"])) == (place["seq"] + 3, 3)
        await owner.ask("PUT", "/user/settings", json={"number": 3})
        assert (await line.receive())["seq"] == place["seq"] + 4


async def test_no_replay_without_missed_events(owner: ApiClient) -> None:
    topic = await topic_of(owner)
    async with owner.socket("/live") as line:
        place = await subscribe(line, topic)
    async with owner.socket("/live") as line:
        assert (await subscribe(line, topic, epoch=place["epoch"], seq=place["seq"]))["replayed"] == 0
        assert await line.drain() == []


async def test_unknown_position_leads_to_a_refetch(owner: ApiClient) -> None:
    topic = await topic_of(owner)
    async with owner.socket("/live") as line:
        place = await subscribe(line, topic)
        answers = [
            await subscribe(line, topic, epoch="another", seq=0),
            await subscribe(line, topic, epoch=place["epoch"], seq=99),
            await subscribe(line, topic, epoch=place["epoch"], seq=-1),
        ]
    assert [answer["type"] for answer in answers] == ["refetch"] * 3
    assert {answer["epoch"] for answer in answers} == {place["epoch"]}


async def test_after_a_restart_of_the_server_everything_is_fetched_again(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        owner = await greenroom.sign_in()
        topic = await topic_of(owner)
        async with owner.socket("/live") as line:
            place = await subscribe(line, topic)
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        again = await greenroom.client()
        again.token = owner.token
        async with again.socket("/live") as line:
            answer = await subscribe(line, topic, epoch=place["epoch"], seq=place["seq"])
    assert (answer["type"], answer["epoch"] == place["epoch"]) == ("refetch", False)


async def test_events_of_an_unsubscribed_topic_are_not_received(owner: ApiClient) -> None:
    topic = await topic_of(owner)
    async with owner.socket("/live") as line:
        await subscribe(line, topic)
        await line.send({"type": "unsubscribe", "topic": topic})
        await owner.ask("PUT", "/user/settings", json={"theme": "dark"})
        assert await line.drain() == []


@pytest.mark.rows("T11")
async def test_socket_without_a_good_token_is_closed(greenroom: GreenroomServer, owner: ApiClient) -> None:
    gone = await greenroom.sign_in("odalys_")
    await gone.ask("DELETE", "/user", params={"username": "odalys_"})
    lines = ((await greenroom.client()).socket("/live"), owner.socket("/live", token="wrong"), gone.socket("/live"))
    endings: list[tuple[int | None, str | None]] = []
    for line in lines:
        async with line as opened:
            endings.append(await opened.wait_closed())
    assert endings == [(4401, "unauthenticated"), (4401, "unauthenticated"), (4401, "user_no_longer_exists")]


async def test_client_with_an_invalid_protocol_is_disconnected(owner: ApiClient) -> None:
    frames = ("hello", "[]", '{"type":"sing"}', '{"type":"subscribe"}', '{"type":"subscribe","topic":""}', b"ping")
    codes: list[int | None] = []
    for frame in frames:
        async with owner.socket("/live") as line:
            await line.socket.send(frame)
            codes.append((await line.wait_closed())[0])
    assert codes == [4400] * len(frames)
