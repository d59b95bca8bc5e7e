"""The EventSub socket: messages, reconnects and close codes."""

import pytest
from twitch_client import TwitchClient, next_frame, receive_close, receive_welcome
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def subscribe_to_own_channel(twitch: TwitchClient, socket: ClientConnection, login: str, *kinds: str) -> str:
    """Reads the welcome, then subscribes a user to events of their own channel; returns their access token."""
    access = (await twitch.sign_in(login)).access
    session_id = await receive_welcome(socket)
    for kind in kinds or ("stream.online",):
        version = "2" if kind == "channel.update" else "1"
        response = await twitch.subscribe(access, session_id, twitch.id_of(login), kind=kind, version=version)
        assert response.status_code == 202, response.text
    return access


async def test_the_welcome_has_session_and_keepalive(twitch: TwitchClient) -> None:
    async with twitch.listen() as socket:
        frame = await next_frame(socket)
    assert frame.kind == "session_welcome"
    assert frame.session["status"] == "connected"
    assert frame.session["keepalive_timeout_seconds"] == 10
    assert frame.session["reconnect_url"] is None
    assert frame.metadata["message_timestamp"] == "2026-11-15T12:00:00.000000000Z"


@pytest.mark.parametrize(("requested", "granted"), [("5", 10), ("30", 30), ("9999", 600), ("-1", 10), ("soon", 10)])
async def test_the_keepalive_time_is_clamped_to_its_range(twitch: TwitchClient, requested: str, granted: int) -> None:
    async with twitch.listen(f"?keepalive_timeout_seconds={requested}") as socket:
        frame = await next_frame(socket)
    assert frame.session["keepalive_timeout_seconds"] == granted


async def test_going_live_and_ending_are_published(twitch: TwitchClient) -> None:
    async with twitch.listen() as socket:
        await subscribe_to_own_channel(twitch, socket, "hanamori", "stream.online", "stream.offline")
        await twitch.command("/twitch/go-live", login="hanamori")
        online = await next_frame(socket)
        await twitch.command("/twitch/end", login="hanamori")
        offline = await next_frame(socket)
    broadcaster = {
        "broadcaster_user_id": twitch.id_of("hanamori"),
        "broadcaster_user_login": "hanamori",
        "broadcaster_user_name": "花森ハナ",
    }
    assert online.metadata["subscription_type"] == "stream.online"
    assert online.metadata["subscription_version"] == "1"
    stream_id = online.event.pop("id")
    assert str(stream_id).isdecimal()
    assert online.event == {**broadcaster, "type": "live", "started_at": "2026-11-15T12:00:00Z"}
    assert offline.subscription["type"] == "stream.offline"
    assert offline.event == {"id": stream_id, **broadcaster}


async def test_new_title_is_published_once_for_each_change(twitch: TwitchClient) -> None:
    async with twitch.listen() as socket:
        await subscribe_to_own_channel(twitch, socket, "junoplays", "channel.update", "stream.online")
        scoped = (await twitch.sign_in("junoplays", "channel:manage:broadcast")).access
        for _ in range(2):
            await twitch.change_channel(scoped, twitch.id_of("junoplays"), {"title": "By the program"})
        await twitch.command("/twitch/go-live", login="junoplays", title="By the control page")
        frames = [await next_frame(socket) for _ in range(3)]
    assert [frame.subscription["type"] for frame in frames] == ["channel.update", "channel.update", "stream.online"]
    assert [frame.event["title"] for frame in frames[:2]] == ["By the program", "By the control page"]


async def test_streams_of_other_channels_are_not_sent(twitch: TwitchClient) -> None:
    async with twitch.listen() as socket:
        await subscribe_to_own_channel(twitch, socket, "junoplays")
        await twitch.command("/twitch/go-live", login="marekfixes")
        await twitch.command("/twitch/go-live", login="junoplays")
        frame = await next_frame(socket)
    assert frame.event["broadcaster_user_login"] == "junoplays"


async def test_an_expired_token_does_not_end_the_socket(twitch: TwitchClient) -> None:
    async with twitch.listen() as socket:
        await subscribe_to_own_channel(twitch, socket, "junoplays")
        await twitch.command("/twitch/expire-tokens", login="junoplays")
        await twitch.command("/twitch/go-live", login="junoplays")
        assert (await next_frame(socket)).kind == "notification"


async def test_a_repeated_notification_keeps_its_message_id(twitch: TwitchClient) -> None:
    async with twitch.listen() as socket:
        await subscribe_to_own_channel(twitch, socket, "junoplays")
        await twitch.command("/twitch/repeat-notifications", on=True)
        await twitch.command("/twitch/go-live", login="junoplays")
        first, second = await next_frame(socket), await next_frame(socket)
    assert first.metadata["message_id"] == second.metadata["message_id"]


async def test_an_idle_socket_gets_keepalives(twitch: TwitchClient, clock: Clock) -> None:
    async with twitch.listen() as socket:
        await subscribe_to_own_channel(twitch, socket, "junoplays")
        for _ in range(3):
            clock.advance(10)
            frame = await next_frame(socket)
            assert (frame.kind, frame.payload) == ("session_keepalive", {})


async def test_any_frame_delays_the_next_keepalive(twitch: TwitchClient, clock: Clock) -> None:
    async with twitch.listen("?keepalive_timeout_seconds=20") as socket:
        await subscribe_to_own_channel(twitch, socket, "junoplays")
        clock.advance(15)
        await twitch.command("/twitch/go-live", login="junoplays")
        assert (await next_frame(socket)).kind == "notification"
        clock.advance(10)
        # If a keepalive were due already, the server would send it now, with an earlier timestamp.
        await twitch.http.get("/control/people")
        clock.advance(10)
        frame = await next_frame(socket)
    assert (frame.kind, frame.metadata["message_timestamp"]) == (
        "session_keepalive",
        "2026-11-15T12:00:35.000000000Z",
    )


async def test_socket_stays_open_while_the_control_page_stops_keepalives(twitch: TwitchClient, clock: Clock) -> None:
    async with twitch.listen() as socket:
        await subscribe_to_own_channel(twitch, socket, "junoplays")
        await twitch.command("/twitch/keepalives", on=False)
        clock.advance(60)
        await twitch.command("/twitch/go-live", login="junoplays")
        assert (await next_frame(socket)).kind == "notification"


async def test_a_socket_without_subscriptions_is_closed_after_ten_seconds(twitch: TwitchClient, clock: Clock) -> None:
    async with twitch.listen() as socket:
        await receive_welcome(socket)
        clock.advance(10)
        assert await receive_close(socket) == (4003, "connection unused")


async def test_a_client_that_sends_anything_is_disconnected(twitch: TwitchClient) -> None:
    async with twitch.listen() as socket:
        access = await subscribe_to_own_channel(twitch, socket, "junoplays")
        await socket.send("hello")
        assert await receive_close(socket) == (4001, "sent inbound traffic")
    await twitch.wait_for_event("socket_closed", code=4001)
    response = await twitch.helix("/eventsub/subscriptions", access)
    assert response.json()["data"][0]["status"] == "websocket_received_inbound_traffic"


async def test_pings_of_a_client_are_answered_and_do_not_disconnect_it(twitch: TwitchClient) -> None:
    async with twitch.listen() as socket:
        await subscribe_to_own_channel(twitch, socket, "junoplays")
        await (await socket.ping())
        await twitch.command("/twitch/go-live", login="junoplays")
        assert (await next_frame(socket)).kind == "notification"


async def test_a_dropped_socket_ends_without_a_close_frame(twitch: TwitchClient) -> None:
    async with twitch.listen() as dropped, twitch.listen() as other:
        await subscribe_to_own_channel(twitch, dropped, "junoplays")
        await subscribe_to_own_channel(twitch, other, "marekfixes")
        done = await twitch.command("/twitch/drop-sockets", login="junoplays")
        assert done["count"] == 1
        await dropped.wait_closed()
        assert dropped.close_code == 1006
        await twitch.wait_for_event("socket_closed", login="junoplays")
        await twitch.command("/twitch/go-live", login="marekfixes")
        assert (await next_frame(other)).kind == "notification"


async def test_revoked_access_sends_a_revocation_and_ends_notifications(twitch: TwitchClient) -> None:
    async with twitch.listen() as socket:
        await subscribe_to_own_channel(twitch, socket, "junoplays", "stream.online", "stream.offline")
        await twitch.command("/twitch/revoke", login="junoplays")
        frames = [await next_frame(socket) for _ in range(2)]
        await twitch.command("/twitch/go-live", login="junoplays")
        rows = await twitch.http.get("/control/twitch/sockets")
    assert {frame.kind for frame in frames} == {"revocation"}
    assert [frame.subscription["status"] for frame in frames] == ["authorization_revoked"] * 2
    assert {frame.metadata["subscription_type"] for frame in frames} == {"stream.online", "stream.offline"}
    assert rows.json()["records"][0]["subscriptions"] == []


async def test_a_reconnected_socket_keeps_its_subscriptions(twitch: TwitchClient) -> None:
    async with twitch.listen() as old:
        access = await subscribe_to_own_channel(twitch, old, "junoplays")
        await twitch.command("/twitch/reconnect-sockets")
        reconnect = await next_frame(old)
        assert (reconnect.kind, reconnect.session["status"]) == ("session_reconnect", "reconnecting")
        async with connect(str(reconnect.session["reconnect_url"])) as new:
            session_id = await receive_welcome(new)
            await old.close()
            await twitch.wait_for_event("socket_closed")
            await twitch.command("/twitch/go-live", login="junoplays")
            notification = await next_frame(new)
    assert notification.subscription["transport"] == {"method": "websocket", "session_id": session_id}
    response = await twitch.helix("/eventsub/subscriptions", access)
    assert response.json()["total"] == 1


async def test_old_socket_receives_events_until_the_reconnect(twitch: TwitchClient) -> None:
    async with twitch.listen() as old:
        await subscribe_to_own_channel(twitch, old, "junoplays")
        await twitch.command("/twitch/reconnect-sockets")
        await twitch.command("/twitch/go-live", login="junoplays")
        assert [(await next_frame(old)).kind for _ in range(2)] == ["session_reconnect", "notification"]


async def test_socket_closes_thirty_seconds_after_an_ignored_reconnect(twitch: TwitchClient, clock: Clock) -> None:
    async with twitch.listen() as socket:
        access = await subscribe_to_own_channel(twitch, socket, "junoplays")
        await twitch.command("/twitch/reconnect-sockets")
        clock.advance(30)
        assert await receive_close(socket) == (4004, "client reconnect grace time expired")
    await twitch.wait_for_event("socket_closed", code=4004)
    response = await twitch.helix("/eventsub/subscriptions", access)
    assert response.json()["data"][0]["status"] == "websocket_failed_to_reconnect"


async def test_socket_with_an_invalid_or_used_reconnect_url_is_closed(twitch: TwitchClient) -> None:
    async with twitch.listen("?reconnect_id=made-up") as unknown:
        assert await receive_close(unknown) == (4007, "invalid reconnect attempt")
    async with twitch.listen() as old:
        await subscribe_to_own_channel(twitch, old, "junoplays")
        await twitch.command("/twitch/reconnect-sockets")
        url = str((await next_frame(old)).session["reconnect_url"])
        async with connect(url) as new, connect(url) as late:
            await receive_welcome(new)
            assert await receive_close(late) == (4007, "invalid reconnect attempt")


async def test_a_reconnect_works_at_the_users_limit_of_sockets(twitch: TwitchClient) -> None:
    await twitch.command("/twitch/limits", values={"connections_per_user": 1})
    async with twitch.listen() as old:
        access = await subscribe_to_own_channel(twitch, old, "junoplays")
        await twitch.command("/twitch/reconnect-sockets")
        async with connect(str((await next_frame(old)).session["reconnect_url"])) as new:
            session_id, person_id = await receive_welcome(new), twitch.id_of("junoplays")
            response = await twitch.subscribe(access, session_id, person_id, kind="stream.offline")
    assert response.status_code == 202


async def test_a_handshake_failure_can_be_simulated(twitch: TwitchClient) -> None:
    await twitch.command("/twitch/fail", next=1, status=503, path_prefix="/twitch/ws")
    with pytest.raises(InvalidStatus) as refused:
        await twitch.listen()
    assert refused.value.response.status_code == 503
    async with twitch.listen() as socket:
        await receive_welcome(socket)


async def test_a_reset_closes_every_socket(twitch: TwitchClient) -> None:
    async with twitch.listen() as socket:
        await subscribe_to_own_channel(twitch, socket, "junoplays")
        await twitch.command("/reset")
        assert await receive_close(socket) == (4000, "internal server error")
