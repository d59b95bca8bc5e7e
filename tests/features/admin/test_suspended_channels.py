"""An operator suspends a channel, also while it is live, and lifts the suspension."""

import pytest

from greenroom.accounts.access.rules import Role
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal
from support.waiting import wait_until

REASON = "Reported for spam"
SUSPENDED = (403, "channel_suspended")
CONNECTIONS = "SELECT * FROM channel_providers"
PUBLIC_PATHS = ("public-chat", "public-commands", "public-quotes", "public-queues", "public-leaderboard")


async def suspend(operator: ApiClient, channel_id: str, reason: str = REASON) -> None:
    answer = await operator.ask("PUT", f"/admin/channels/{channel_id}/suspension", json={"reason": reason})
    assert answer.status_code == 204, answer.text


async def lift(operator: ApiClient, channel_id: str) -> None:
    assert (await operator.ask("DELETE", f"/admin/channels/{channel_id}/suspension")).status_code == 204


async def wait_for_connection(greenroom: GreenroomServer, **values: object) -> Json:
    async def has_values() -> bool:
        return values.items() <= (await greenroom.rows(CONNECTIONS))[0].items()

    await wait_until(has_values)
    return (await greenroom.rows(CONNECTIONS))[0]


@pytest.mark.both_databases
async def test_suspension_stops_connections_at_once_even_while_live_and_lifting_it_starts_them(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await greenroom.control("/twitch/go-live", login="junoplays")
    await owner.connect("junoplays", channel_id=channel_id)
    await wait_for_connection(greenroom, connection_state="connected", is_live=True)
    await suspend(owner, channel_id)
    stopped = await wait_for_connection(greenroom, connection_state="stopped", is_live=False)
    assert stopped["connection_detail"] == "The channel is suspended."
    assert await greenroom.rows("SELECT name FROM leases WHERE name LIKE 'connection:%'") == []
    await lift(owner, channel_id)
    await wait_for_connection(greenroom, connection_state="connected")


@pytest.mark.both_databases
async def test_staff_of_a_suspended_channel_see_only_the_reason(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    await suspend(owner, channel_id)
    refused = await mod.ask("GET", f"/channels/{channel_id}/commands")
    assert refusal(refused) == SUSPENDED
    assert refused.json()["message"] == f"This channel is suspended: {REASON}"
    assert (await mod.get(f"/channels/{channel_id}"))["suspended_reason"] == REASON
    assert [one["suspended_reason"] for one in (await mod.get("/channels"))["records"]] == [REASON]
    connect = await owner.ask("GET", "/twitch/connect-chat-url", params={"redirect_to": "/x", "channel_id": channel_id})
    assert refusal(connect) == SUSPENDED
    await lift(owner, channel_id)
    assert (await mod.get(f"/channels/{channel_id}"))["suspended_reason"] is None
    assert (await mod.ask("GET", f"/channels/{channel_id}/commands")).status_code == 200


async def test_sockets_are_denied_with_the_reason_that_the_channel_is_suspended(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    async with mod.socket("/live") as live, mod.socket(f"/channels/{channel_id}/providers-ws") as providers:
        await live.subscribe(channel_id, "chat")
        await providers.drain()
        await suspend(owner, channel_id)
        denied = {"type": "denied", "topic": f"{channel_id}:chat", "reason": "channel_suspended"}
        assert await live.receive() == denied
        assert await providers.wait_closed() == (4403, "channel_suspended")
        await live.send({"type": "subscribe", "topic": f"{channel_id}:chat"})
        assert await live.receive() == denied
    async with mod.socket(f"/channels/{channel_id}/providers-ws") as providers:
        assert await providers.wait_closed() == (4403, "channel_suspended")
    await lift(owner, channel_id)
    async with mod.socket("/live") as live:
        await live.subscribe(channel_id, "chat")


async def test_viewers_see_that_the_channel_is_suspended_but_not_the_reason(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    viewer = await greenroom.client()
    async with viewer.socket("/public-live") as socket:
        await socket.subscribe(channel_id, "public-chat")
        await suspend(owner, channel_id)
        assert await socket.receive() == {"type": "denied", "topic": f"{channel_id}:public-chat"}
    paths = [f"/channels/{channel_id}/{path}" for path in PUBLIC_PATHS]
    answers = [await viewer.ask("GET", path) for path in (*paths, "/watch/twitch/junoplays")]
    assert [refusal(one) for one in answers] == [SUSPENDED] * 6
    assert all(REASON not in one.text for one in answers)


async def test_suspended_channel_is_not_found_by_a_stranger(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await suspend(owner, channel_id)
    stranger = await greenroom.sign_in_directly("odalys_")
    assert refusal(await stranger.ask("GET", f"/channels/{channel_id}/commands")) == (404, "channel_not_found")


async def test_widget_of_a_suspended_channel_shows_nothing(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    body = {"name": "Box", "type": "chat"}
    widget = (await owner.ask("POST", f"/channels/{channel_id}/widgets", json=body)).json()
    key = (await owner.get(f"/channels/{channel_id}/widgets/{widget['id']}/key"))["key"]
    page = (await greenroom.client()).socket(f"/widgets/{widget['id']}/live")
    async with page as socket:
        await socket.send({"type": "hello", "key": key})
        assert (await socket.receive())["type"] == "state"
        await suspend(owner, channel_id)
        assert (await socket.wait_closed())[0] == 1012
    async with (await greenroom.client()).socket(f"/widgets/{widget['id']}/live") as socket:
        await socket.send({"type": "hello", "key": key})
        assert (await socket.wait_closed())[0] == 4403


async def test_suspension_and_its_lifting_are_in_the_audit_log(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    for step in (suspend, suspend, lift, lift):
        await step(owner, channel_id)
    rows = await greenroom.rows("SELECT title, author_name FROM audit_entries WHERE section = 'channel' ORDER BY id")
    assert [(row["title"], row["author_name"]) for row in rows] == [
        ("Suspended the channel", "JunoPlays"),
        ("Lifted the suspension", "JunoPlays"),
    ]


@pytest.mark.parametrize("reason", ["", "  ", "x" * 301, "two\nlines", 5, None])
async def test_invalid_reason_names_its_field(owner: ApiClient, channel_id: str, reason: object) -> None:
    answer = await owner.ask("PUT", f"/admin/channels/{channel_id}/suspension", json={"reason": reason})
    assert (answer.status_code, error_fields(answer)) == (422, ["reason"])


async def test_suspension_of_an_unknown_channel_is_not_found(owner: ApiClient) -> None:
    path = "/admin/channels/01900000-0000-7000-8000-000000000000/suspension"
    answers = [await owner.ask("PUT", path, json={"reason": REASON}), await owner.ask("DELETE", path)]
    assert [refusal(one) for one in answers] == [(404, "channel_not_found")] * 2
