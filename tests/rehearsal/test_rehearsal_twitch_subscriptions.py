"""Creating, listing and deleting EventSub subscriptions."""

from contextlib import AsyncExitStack

import httpx
import pytest
from pydantic import JsonValue
from twitch_client import Json, TwitchClient, receive_close, receive_welcome

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_subscription_is_accepted_and_enabled_at_no_cost(twitch: TwitchClient) -> None:
    access, person_id = (await twitch.sign_in("junoplays")).access, twitch.id_of("junoplays")
    async with twitch.listen() as socket:
        session_id = await receive_welcome(socket)
        response = await twitch.subscribe(access, session_id, person_id)
    body = response.json()
    assert response.status_code == 202
    (created,) = body["data"]
    assert (created["status"], created["cost"]) == ("enabled", 0)
    assert created["transport"]["session_id"] == session_id
    assert (body["total"], body["total_cost"], body["max_total_cost"]) == (1, 0, 10)


async def test_subscription_to_a_channel_without_its_consent_costs_one_of_ten(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("junoplays")).access
    other_ids = [person.id for person in twitch.rehearsal.world.people if person.login != "junoplays"]
    async with twitch.listen() as socket:
        session_id = await receive_welcome(socket)
        responses = [await twitch.subscribe(access, session_id, person_id) for person_id in other_ids]
        assert [response.json()["total_cost"] for response in responses] == [1, 2, 3, 4, 5, 6, 7]
        for person_id in other_ids[:3]:
            await twitch.subscribe(access, session_id, person_id, kind="stream.offline")
        refused = await twitch.subscribe(access, session_id, other_ids[3], kind="stream.offline")
    assert refused.status_code == 429


async def test_the_same_subscription_twice_conflicts_and_names_the_first(twitch: TwitchClient) -> None:
    access, person_id = (await twitch.sign_in("junoplays")).access, twitch.id_of("junoplays")
    async with twitch.listen() as socket:
        session_id = await receive_welcome(socket)
        first = await twitch.subscribe(access, session_id, person_id)
        again = await twitch.subscribe(access, session_id, person_id)
    assert again.status_code == 409
    assert again.json()["message"].endswith(f"id={first.json()['data'][0]['id']}")


async def test_a_missing_scope_returns_403(twitch: TwitchClient) -> None:
    plain = (await twitch.sign_in("junoplays")).access
    scoped = (await twitch.sign_in("junoplays", "moderator:read:followers")).access
    person_id = twitch.id_of("junoplays")
    subscription = {"kind": "channel.follow", "version": "2", "moderator_user_id": person_id}
    async with twitch.listen() as socket:
        session_id = await receive_welcome(socket)
        refused = await twitch.subscribe(plain, session_id, person_id, **subscription)
        accepted = await twitch.subscribe(scoped, session_id, person_id, **subscription)
    assert (refused.status_code, refused.json()["error"]) == (403, "Forbidden")
    assert accepted.status_code == 202


async def test_reading_chat_as_another_user_is_forbidden(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("junoplays", "user:read:chat")).access
    subscription = {"kind": "channel.chat.message", "user_id": twitch.id_of("marekfixes")}
    async with twitch.listen() as socket:
        response = await twitch.subscribe(
            access, await receive_welcome(socket), twitch.id_of("odalys_"), **subscription
        )
    assert response.status_code == 403


@pytest.mark.parametrize(
    "changes",
    [
        {"type": "stream.sideways"},
        {"version": "9"},
        {"version": 1},
        {"condition": {}},
        {"condition": {"broadcaster_user_id": "1"}},
        {"condition": None},
        {"transport": {"method": "pigeon"}},
        {"transport": {"method": "websocket"}},
        {"transport": {"method": "websocket", "session_id": "gone"}},
        {"transport": {"method": "webhook", "callback": "https://x.example", "secret": "s" * 10}},
        {"type": "channel.raid", "condition": {}},
    ],
)
async def test_an_invalid_body_is_a_bad_request(twitch: TwitchClient, changes: dict[str, JsonValue]) -> None:
    access = (await twitch.sign_in("junoplays")).access
    async with twitch.listen() as socket:
        body = correct_body(twitch, await receive_welcome(socket)) | changes
        response = await twitch.post_subscription(access, body)
    assert (response.status_code, response.json()["error"]) == (400, "Bad Request")


async def test_an_app_token_cannot_use_a_socket(twitch: TwitchClient) -> None:
    access = await twitch.app_token()
    async with twitch.listen() as socket:
        response = await twitch.subscribe(access, await receive_welcome(socket), twitch.id_of("junoplays"))
    assert (response.status_code, response.json()["message"]) == (400, "invalid transport and auth combination")


async def test_a_socket_cannot_serve_two_users(twitch: TwitchClient) -> None:
    juno, marek = (await twitch.sign_in("junoplays")).access, (await twitch.sign_in("marekfixes")).access
    async with twitch.listen() as socket:
        session_id = await receive_welcome(socket)
        await twitch.subscribe(juno, session_id, twitch.id_of("junoplays"))
        response = await twitch.subscribe(marek, session_id, twitch.id_of("marekfixes"))
    assert response.status_code == 400
    assert "different users" in response.json()["message"]


async def test_a_user_may_have_at_most_three_sockets_with_subscriptions(twitch: TwitchClient) -> None:
    access, person_id = (await twitch.sign_in("junoplays")).access, twitch.id_of("junoplays")
    async with AsyncExitStack() as sockets:
        opened = [await sockets.enter_async_context(twitch.listen()) for _ in range(4)]
        responses = [await twitch.subscribe(access, await receive_welcome(each), person_id) for each in opened]
        other = (await twitch.sign_in("marekfixes")).access
        fifth = await sockets.enter_async_context(twitch.listen())
        of_other_user = await twitch.subscribe(other, await receive_welcome(fifth), person_id)
    assert [response.status_code for response in responses] == [202, 202, 202, 429]
    assert responses[3].json()["message"] == "number of websocket transports limit exceeded"
    assert of_other_user.status_code == 202


async def test_a_socket_has_a_limited_number_of_subscriptions(twitch: TwitchClient) -> None:
    await twitch.command("/twitch/limits", values={"subscriptions_per_connection": 1})
    access, person_id = (await twitch.sign_in("junoplays")).access, twitch.id_of("junoplays")
    async with twitch.listen() as socket:
        session_id = await receive_welcome(socket)
        await twitch.subscribe(access, session_id, person_id)
        response = await twitch.subscribe(access, session_id, person_id, kind="stream.offline")
    assert response.status_code == 429


async def test_own_subscriptions_are_filtered_by_at_most_one_query_parameter(twitch: TwitchClient) -> None:
    access, person_id = (await twitch.sign_in("junoplays")).access, twitch.id_of("junoplays")
    async with twitch.listen() as socket:
        session_id = await receive_welcome(socket)
        await twitch.subscribe(access, session_id, person_id)
        await twitch.subscribe(access, session_id, person_id, kind="stream.offline")
        offline = await list_subscriptions(twitch, access, type="stream.offline")
        by_person = await list_subscriptions(twitch, access, user_id=person_id)
        two_filters = await list_subscriptions(twitch, access, type="stream.offline", status="enabled")
    assert [row["type"] for row in offline.json()["data"]] == ["stream.offline"]
    assert len(by_person.json()["data"]) == 2
    assert (offline.json()["total"], offline.json()["pagination"]) == (2, {})
    assert two_filters.status_code == 400


async def test_other_users_and_app_tokens_cannot_see_a_users_subscriptions(twitch: TwitchClient) -> None:
    juno, marek = (await twitch.sign_in("junoplays")).access, (await twitch.sign_in("marekfixes")).access
    async with twitch.listen() as socket:
        created = await twitch.subscribe(juno, await receive_welcome(socket), twitch.id_of("junoplays"))
        assert (await list_subscriptions(twitch, marek)).json()["data"] == []
        assert (await list_subscriptions(twitch, await twitch.app_token())).json()["data"] == []
        assert (await delete(twitch, marek, created.json()["data"][0]["id"])).status_code == 404


async def test_a_deleted_subscription_is_not_listed(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("junoplays")).access
    async with twitch.listen() as socket:
        created = await twitch.subscribe(access, await receive_welcome(socket), twitch.id_of("junoplays"))
        subscription_id = created.json()["data"][0]["id"]
        assert (await delete(twitch, access, subscription_id)).status_code == 204
        assert (await delete(twitch, access, subscription_id)).status_code == 404
        assert (await delete(twitch, access, "")).status_code == 400
        assert (await list_subscriptions(twitch, access)).json()["total"] == 0


async def test_a_closed_socket_leaves_its_subscriptions_disabled_for_an_hour(
    twitch: TwitchClient, clock: Clock
) -> None:
    access = (await twitch.sign_in("junoplays")).access
    async with twitch.listen() as socket:
        await twitch.subscribe(access, await receive_welcome(socket), twitch.id_of("junoplays"))
    await twitch.wait_for_event("socket_closed")
    (row,) = (await list_subscriptions(twitch, access, status="websocket_disconnected")).json()["data"]
    assert "disconnected_at" in row["transport"]
    clock.advance(3600)
    assert (await list_subscriptions(twitch, access)).json()["data"] == []


async def test_subscribing_on_a_closed_socket_is_refused(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("junoplays")).access
    async with twitch.listen() as socket:
        session_id = await receive_welcome(socket)
        await twitch.command("/twitch/drop-sockets", code=4000)
        assert await receive_close(socket) == (4000, "internal server error")
    await twitch.wait_for_event("socket_closed", session_id=session_id)
    response = await twitch.subscribe(access, session_id, twitch.id_of("junoplays"))
    assert response.status_code == 400


def correct_body(twitch: TwitchClient, session_id: str) -> Json:
    return {
        "type": "stream.online",
        "version": "1",
        "condition": {"broadcaster_user_id": twitch.id_of("junoplays")},
        "transport": {"method": "websocket", "session_id": session_id},
    }


async def list_subscriptions(twitch: TwitchClient, access: str, **query: str) -> httpx.Response:
    return await twitch.helix("/eventsub/subscriptions", access, **query)


async def delete(twitch: TwitchClient, access: str, subscription_id: str) -> httpx.Response:
    path = "/twitch/helix/eventsub/subscriptions"
    return await twitch.http.delete(path, params={"id": subscription_id}, headers=twitch.headers(access))
