"""The live socket sends the events of permitted topics, and replays missed events after a reconnect."""

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket, open_server

UNKNOWN_ID = "01890000-0000-7000-8000-000000000000"


async def user_topic(client: ApiClient) -> str:
    return f"user:{(await client.get('/user'))['id']}"


async def subscribe(socket: LiveSocket, topic: str, **position: object) -> Json:
    await socket.send({"type": "subscribe", "topic": topic, **position})
    return await socket.receive()


async def wait_for_event(socket: LiveSocket, event: str) -> bool:
    """Waits for the event, and skips all earlier ones; returns True."""
    while event not in [one["event"] for one in (await socket.receive())["events"]]:
        pass
    return True


async def test_user_topic_reports_changes_of_user_and_channels(greenroom: GreenroomServer, owner: ApiClient) -> None:
    async with owner.socket("/live") as socket:
        await subscribe(socket, await user_topic(owner))
        await owner.ask("PUT", "/user/settings", json={"theme": "dark"})
        assert await wait_for_event(socket, "settings_changed")
        channel_id = await owner.create_channel()
        assert await wait_for_event(socket, "channels_changed")
        await owner.connect("stagehandbot", "/user-provider-connected")
        assert await wait_for_event(socket, "user_providers_changed")
        elsewhere = await greenroom.sign_in("stagehandbot")
        assert await wait_for_event(socket, "sessions_changed")
        await elsewhere.ask("DELETE", "/user/sessions/current")
        assert await wait_for_event(socket, "sessions_changed")
        await greenroom.set_level(channel_id, (await owner.get("/user"))["id"], Role.ADMIN)
        assert await wait_for_event(socket, "channels_changed")


async def test_user_topic_reports_an_accepted_invitation_and_a_deleted_channel(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    odalys = await greenroom.sign_in("odalys_")
    invitation = (await owner.ask("POST", f"/channels/{channel_id}/invites", json={"level": 7})).json()
    async with odalys.socket("/live") as socket:
        await subscribe(socket, await user_topic(odalys))
        headers = {"X-Invite-Token": invitation["link"].partition("#token=")[2]}
        await odalys.ask("POST", f"/channel-invites/{invitation['id']}/accept", headers=headers)
        assert await wait_for_event(socket, "channels_changed")
        await owner.ask("DELETE", "/user", params={"username": "junoplays"})
        assert await wait_for_event(socket, "channels_changed")


async def test_start_and_end_of_a_stream_are_published_to_the_staff(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    await owner.connect("junoplays", channel_id=channel_id)
    await greenroom.wait_for_event("subscription_created", login="junoplays", type="channel.update")
    async with mod.socket("/live") as socket:
        await subscribe(socket, await user_topic(mod))
        for command in ("go-live", "end"):
            await greenroom.control(f"/twitch/{command}", login="junoplays")
            assert await wait_for_event(socket, "channels_changed")


@pytest.mark.rows("A1", "A2")
async def test_topics_of_other_people_and_channels_are_denied(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    stranger = await greenroom.staff("odalys_", channel_id, Role.VIP)
    topics = (await user_topic(owner), f"{channel_id}:providers", f"{UNKNOWN_ID}:providers", "internal:sessions_ended")
    topics += (f"{channel_id}:chat", "user:", "nonsense", f"user:{UNKNOWN_ID}", ":", "*")
    async with stranger.socket("/live") as socket:
        responses = [await subscribe(socket, topic) for topic in topics]
        assert responses == [{"type": "denied", "topic": topic} for topic in topics]
        await owner.ask("PUT", "/user/settings", json={"theme": "dark"})
        await owner.connect("junoplays", channel_id=channel_id)
        assert await socket.drain() == []


async def test_channel_topic_is_denied_when_access_ends(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod, topic = await greenroom.staff("odalys_", channel_id, Role.MOD), f"{channel_id}:providers"
    async with mod.socket("/live") as socket:
        assert (await subscribe(socket, topic))["type"] == "subscribed"
        await owner.connect("junoplays", channel_id=channel_id)
        assert (await socket.receive())["events"][0]["action"] == "new"
        await greenroom.set_level(channel_id, (await mod.get("/user"))["id"], Role.VIP)
        while (frame := await socket.receive())["type"] != "denied":
            pass
        assert frame["topic"] == topic


async def test_events_missed_during_a_disconnect_are_replayed(owner: ApiClient) -> None:
    topic = await user_topic(owner)
    async with owner.socket("/live") as socket:
        position = await subscribe(socket, topic)
    for number in range(3):
        await owner.ask("PUT", "/user/settings", json={"number": number})
    async with owner.socket("/live") as socket:
        response = await subscribe(socket, topic, epoch=position["epoch"], seq=position["seq"])
        assert response == position | {"replayed": 3}
        events = await socket.receive()
        assert (events["seq"], len(events["events"])) == (position["seq"] + 3, 3)
        await owner.ask("PUT", "/user/settings", json={"number": 3})
        assert (await socket.receive())["seq"] == position["seq"] + 4


async def test_no_replay_without_missed_events(owner: ApiClient) -> None:
    topic = await user_topic(owner)
    async with owner.socket("/live") as socket:
        position = await subscribe(socket, topic)
    async with owner.socket("/live") as socket:
        assert (await subscribe(socket, topic, epoch=position["epoch"], seq=position["seq"]))["replayed"] == 0
        assert await socket.drain() == []


async def test_unknown_position_leads_to_a_refetch(owner: ApiClient) -> None:
    topic = await user_topic(owner)
    async with owner.socket("/live") as socket:
        position = await subscribe(socket, topic)
        responses = [
            await subscribe(socket, topic, epoch="another", seq=0),
            await subscribe(socket, topic, epoch=position["epoch"], seq=99),
            await subscribe(socket, topic, epoch=position["epoch"], seq=-1),
        ]
    assert [response["type"] for response in responses] == ["refetch"] * 3
    assert {response["epoch"] for response in responses} == {position["epoch"]}


async def test_server_restart_leads_to_a_refetch(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        owner = await greenroom.sign_in()
        topic = await user_topic(owner)
        async with owner.socket("/live") as socket:
            position = await subscribe(socket, topic)
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        again = await greenroom.client()
        again.token = owner.token
        async with again.socket("/live") as socket:
            response = await subscribe(socket, topic, epoch=position["epoch"], seq=position["seq"])
    assert (response["type"], response["epoch"] == position["epoch"]) == ("refetch", False)


async def test_events_of_an_unsubscribed_topic_are_not_received(owner: ApiClient) -> None:
    topic = await user_topic(owner)
    async with owner.socket("/live") as socket:
        await subscribe(socket, topic)
        await socket.send({"type": "unsubscribe", "topic": topic})
        await owner.ask("PUT", "/user/settings", json={"theme": "dark"})
        assert await socket.drain() == []


@pytest.mark.rows("T11")
async def test_socket_without_a_valid_token_is_closed(greenroom: GreenroomServer, owner: ApiClient) -> None:
    deleted = await greenroom.sign_in("odalys_")
    await deleted.ask("DELETE", "/user", params={"username": "odalys_"})
    sockets = (
        (await greenroom.client()).socket("/live"),
        owner.socket("/live", token="wrong"),
        deleted.socket("/live"),
    )
    closes: list[tuple[int | None, str | None]] = []
    for socket in sockets:
        async with socket as opened:
            closes.append(await opened.wait_closed())
    assert closes == [(4401, "unauthenticated"), (4401, "unauthenticated"), (4401, "user_no_longer_exists")]


async def test_client_that_sends_invalid_frames_is_disconnected(owner: ApiClient) -> None:
    frames = ("hello", "[]", '{"type":"sing"}', '{"type":"subscribe"}', '{"type":"subscribe","topic":""}', b"ping")
    codes: list[int | None] = []
    for frame in frames:
        async with owner.socket("/live") as socket:
            await socket.socket.send(frame)
            codes.append((await socket.wait_closed())[0])
    assert codes == [4400] * len(frames)
