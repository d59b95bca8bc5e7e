"""The providers-ws socket: its permissions, and its updates, which keep a fetched list current."""

import asyncio
import random

import pytest

from greenroom.accounts.access.rules import Role
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket

MISSING = "01890000-0000-7000-8000-000000000000"
LOGINS = ("junoplays", "marekfixes", "odalys_", "brisket99")


def apply_update(records: list[Json], update: Json) -> list[Json]:
    """The list after an update, as the web app computes it (row T8)."""
    data = update["data"]
    match update["action"]:
        case "new":
            return [data, *records]
        case "updated":
            return [data if one["id"] == data["id"] else one for one in records]
        case _:
            return [one for one in records if one["id"] != data["id"]]


async def wait_for_update(socket: LiveSocket, action: str, **fields: object) -> Json:
    """The data of the first update with this action and these fields."""
    while True:
        update = await socket.receive()
        if update["action"] == action and all(update["data"][name] == value for name, value in fields.items()):
            return update["data"]


async def until_equal(owner: ApiClient, channel_id: str, socket: LiveSocket, records: list[Json]) -> list[Json]:
    """Applies updates until the records equal the list fetched again; returns the records."""
    while True:
        fetched = await owner.get(f"/channels/{channel_id}/providers")
        for update in await socket.drain():
            records = apply_update(records, update)
        if records == fetched:
            return records


@pytest.mark.rows("K12", "E10", "T8")
async def test_every_subscriber_is_notified_of_a_new_connection(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    path = f"/channels/{channel_id}/providers-ws"
    async with owner.socket(path) as first, mod.socket(path) as second:
        connected = await owner.connect("junoplays", channel_id=channel_id)
        updates = [await first.receive(), await second.receive()]
    assert updates[0] == updates[1]
    assert (updates[0]["action"], updates[0]["data"]["id"]) == ("new", connected["channel_provider_id"])
    assert set(updates[0]) == {"action", "data"}


@pytest.mark.rows("K12", "E10", "T8", "O7")
async def test_start_and_end_of_a_stream_are_received(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    async with owner.socket(f"/channels/{channel_id}/providers-ws") as socket:
        await owner.connect("junoplays", channel_id=channel_id)
        await wait_for_update(
            socket, "updated", connection={"state": "connected", "detail": "", "since": "2030-01-02T03:04:05.678000Z"}
        )
        await greenroom.control("/twitch/go-live", login="junoplays")
        live = await wait_for_update(socket, "updated", is_live=True)
        assert live["live_stream_id"]
        assert live["edit_url"] == live["dashboard_url"]
        assert (await owner.get(f"/channels/{channel_id}"))["is_live"]
        await greenroom.control("/twitch/end", login="junoplays")
        await wait_for_update(socket, "updated", is_live=False, live_stream_id=None)


@pytest.mark.rows("K12", "E10", "T7", "T8")
async def test_disconnecting_is_published_with_the_removed_platform(owner: ApiClient, channel_id: str) -> None:
    connected = await owner.connect("junoplays", channel_id=channel_id)
    async with owner.socket(f"/channels/{channel_id}/providers-ws") as socket:
        await owner.ask("DELETE", f"/channels/{channel_id}/providers/{connected['channel_provider_id']}")
        deleted = await wait_for_update(socket, "deleted")
    assert (deleted["id"], deleted["display_name"]) == (connected["channel_provider_id"], "JunoPlays")


@pytest.mark.rows("E10")
async def test_connecting_and_removing_the_system_bot_is_published_to_every_channel(
    owner: ApiClient, channel_id: str
) -> None:
    other = await owner.create_channel("Other")
    await owner.connect("junoplays", channel_id=channel_id)
    await owner.connect("marekfixes", channel_id=other)
    sockets = [owner.socket(f"/channels/{one}/providers-ws") for one in (channel_id, other)]
    async with sockets[0] as first, sockets[1] as second:
        await owner.connect("stagehandbot", bot="system")
        for socket in (first, second):
            while (await wait_for_update(socket, "updated"))["bot_provider"] is None:
                pass
        await owner.ask("DELETE", "/system-bot-providers/twitch")
        for socket in (first, second):
            await wait_for_update(socket, "updated", bot_provider=None)


async def test_events_of_other_channels_are_not_received(owner: ApiClient, channel_id: str) -> None:
    other = await owner.create_channel("Other")
    async with owner.socket(f"/channels/{other}/providers-ws") as socket:
        await owner.connect("junoplays", channel_id=channel_id)
        assert await socket.drain() == []


@pytest.mark.rows("T8", "E10", "K11", "K12")
async def test_list_with_updates_applied_equals_the_list_fetched_again(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    rng = random.Random(7)  # noqa: S311  # the same sequence each time
    async with owner.socket(f"/channels/{channel_id}/providers-ws") as socket:
        records: list[Json] = []
        for _ in range(20):
            await change_randomly(rng, greenroom, owner, channel_id)
            records = await until_equal(owner, channel_id, socket, records)
    assert records == await owner.get(f"/channels/{channel_id}/providers")


async def change_randomly(rng: random.Random, greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    """Makes one random change of the list."""
    connected = await owner.get(f"/channels/{channel_id}/providers")
    target = rng.choice(connected) if connected else None
    change = rng.choice(("connect", "connect", "disconnect", "own bot", "no bot", "system bot", "live"))
    if target is None or change == "connect":
        await owner.connect(rng.choice(LOGINS), channel_id=channel_id)
    elif change == "disconnect":
        await owner.ask("DELETE", f"/channels/{channel_id}/providers/{target['id']}")
    elif change == "own bot":
        await owner.connect("stagehandbot", channel_id=channel_id, bot="own", channel_provider_id=target["id"])
    elif change == "no bot":
        await owner.ask("DELETE", f"/channels/{channel_id}/providers/{target['id']}/bot")
    elif change == "system bot":
        await owner.connect("stagehandbot", bot="system")
    else:
        is_live = (await greenroom.twitch_state(target["provider_channel_name"]))["is_live"]
        await greenroom.control("/twitch/end" if is_live else "/twitch/go-live", login=target["provider_channel_name"])


@pytest.mark.rows("K12", "N3", "T9")
async def test_ping_is_answered_with_pong(owner: ApiClient, channel_id: str) -> None:
    async with owner.socket(f"/channels/{channel_id}/providers-ws") as socket:
        assert socket.socket.subprotocol == "greenroom.v1"
        await socket.socket.send("ping")
        assert await socket.socket.recv() == "pong"


async def test_client_that_sends_anything_but_ping_is_disconnected(owner: ApiClient, channel_id: str) -> None:
    frames = ("hello", "{}", '{"type":"subscribe","topic":"x"}', b"ping", "p" * 70_000)
    codes: list[int | None] = []
    for frame in frames:
        async with owner.socket(f"/channels/{channel_id}/providers-ws") as socket:
            await socket.socket.send(frame)
            codes.append((await socket.wait_closed())[0])
    assert codes == [4400, 4400, 4400, 4400, 1009]


@pytest.mark.rows("K12", "A1", "A2", "T11")
async def test_subscribing_needs_the_permission(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    path = f"/channels/{channel_id}/providers-ws"
    deleted_user = await greenroom.sign_in("brisket99")
    await deleted_user.ask("DELETE", "/user", params={"username": "brisket99"})
    stranger, vip = await greenroom.sign_in("marekfixes"), await greenroom.staff("odalys_", channel_id, Role.VIP)
    sockets = {
        "no token": (await greenroom.client()).socket(path),
        "bad token": owner.socket(path, token="wrong"),
        "deleted user": deleted_user.socket(path),
        "stranger": stranger.socket(path),
        "vip": vip.socket(path),
        "unknown channel": owner.socket(f"/channels/{MISSING}/providers-ws"),
        "no id": owner.socket("/channels/nonsense/providers-ws"),
    }
    assert {caller: await close_reason(socket) for caller, socket in sockets.items()} == {
        "no token": (4401, "unauthenticated"),
        "bad token": (4401, "unauthenticated"),
        "deleted user": (4401, "user_no_longer_exists"),
        "stranger": (4404, "channel_not_found"),
        "vip": (4404, "channel_not_found"),
        "unknown channel": (4404, "channel_not_found"),
        "no id": (4404, "not_found"),
    }


async def close_reason(socket: LiveSocket) -> tuple[int | None, str | None]:
    async with socket as opened:
        assert opened.socket.subprotocol == "greenroom.v1"
        return await opened.wait_closed()


async def test_token_is_never_chosen_as_the_subprotocol(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    """The response repeats the chosen subprotocol in a header, which must not contain a token."""
    path = f"{greenroom.url.replace('http', 'ws')}/api/2/channels/{channel_id}/providers-ws"
    for offered in ([f"bearer.{owner.token}", "greenroom.v1"], ["bearer.wrong", "greenroom.v1"]):
        async with LiveSocket(path, offered) as socket:
            assert socket.socket.subprotocol == "greenroom.v1"


async def test_token_in_the_url_is_not_accepted(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    client = await greenroom.client()
    socket = client.socket(f"/channels/{channel_id}/providers-ws?token={owner.token}&access_token={owner.token}")
    assert await close_reason(socket) == (4401, "unauthenticated")


@pytest.mark.rows("A3", "K12")
async def test_losing_the_role_closes_the_socket_of_that_user_only(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    path = f"/channels/{channel_id}/providers-ws"
    async with owner.socket(path) as owner_socket, mod.socket(path) as mod_socket:
        await greenroom.set_level(channel_id, (await mod.get("/user"))["id"], Role.VIP)
        assert await mod_socket.wait_closed() == (4403, "forbidden")
        assert await owner_socket.drain() == []


async def test_deleting_the_channel_closes_the_socket(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    async with mod.socket(f"/channels/{channel_id}/providers-ws") as socket:
        await owner.ask("DELETE", "/user", params={"username": "junoplays"})
        assert await socket.wait_closed() == (4403, "forbidden")


async def test_guest_with_an_expired_role_cannot_open_the_socket(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    guest = await greenroom.staff("odalys_", channel_id, Role.MOD)
    await greenroom.set_access_end(channel_id, (await guest.get("/user"))["id"], clock.now)
    assert await close_reason(guest.socket(f"/channels/{channel_id}/providers-ws")) == (4404, "channel_not_found")


async def test_role_removed_while_the_socket_opens_closes_it(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    user_id = (await mod.get("/user"))["id"]
    socket = mod.socket(f"/channels/{channel_id}/providers-ws")
    code, _ = (await asyncio.gather(close_reason(socket), greenroom.set_level(channel_id, user_id, 0)))[0]
    assert code in {4403, 4404}
