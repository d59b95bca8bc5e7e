"""Personal API tokens: scopes, expiry, revocation and storage."""

import hashlib
from datetime import datetime, timedelta

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.features.accounts.feature import expiry_jobs
from greenroom.kernel.context import Kernel
from support.api_tokens import client_with_token, create_token
from support.commands import command_body
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal
from support.sql_statements import statements

DAY = 24 * 3600
INVALID = (401, "unauthenticated")


@pytest.mark.both_databases
async def test_secret_is_returned_once_and_its_hash_is_stored(greenroom: GreenroomServer, owner: ApiClient) -> None:
    token, secret = await create_token(owner, "commands.read", "commands.manage")
    assert secret.startswith("grt_")
    assert len(secret) == len("grt_") + 43
    assert await owner.get("/user/api-tokens") == [token]
    assert (token["name"], token["last_four"], token["last_used_at"]) == ("Stream Deck", secret[-4:], None)
    assert token["scopes"] == ["commands.read", "commands.manage"]
    (row,) = await greenroom.rows("SELECT * FROM api_tokens")
    assert row["token_hash"] == hashlib.sha256(secret.encode()).hexdigest()
    assert secret[4:12] not in str(row | {"token_hash": ""})


@pytest.mark.parametrize(
    ("lifetime", "expires_at"),
    [("30_days", "2026-01-11"), ("90_days", "2026-03-12"), ("1_year", "2026-12-12"), ("never", None)],
)
async def test_each_of_the_four_lifetimes_gives_its_expiry_date(
    owner: ApiClient, clock: FrozenClock, lifetime: str, expires_at: str | None
) -> None:
    clock.now = clock.now.replace(year=2025, month=12, day=12)
    token, _ = await create_token(owner, "channel.read", lifetime=lifetime)
    assert (token["expires_at"] and token["expires_at"][:10]) == expires_at


async def test_token_has_the_permissions_that_are_in_its_scopes_and_in_the_role(
    greenroom: GreenroomServer, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    _, secret = await create_token(mod, "commands.read", "commands.manage", "channel.read")
    deck = await client_with_token(mod, secret)
    path = f"/channels/{channel_id}"
    assert (await deck.ask("GET", f"{path}/commands")).status_code == 200
    assert (await deck.get(path))["permissions"] == ["channel.read", "commands.read"]
    answer = await deck.ask("GET", f"{path}/timers")
    assert refusal(answer) == (403, "forbidden")
    assert "doesn't have the scope timers.read" in answer.json()["message"]
    assert refusal(await deck.ask("POST", f"{path}/commands", json=command_body("!hi"))) == (403, "forbidden")


async def test_token_loses_access_when_its_user_loses_the_role(greenroom: GreenroomServer, channel_id: str) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    _, secret = await create_token(mod, "commands.read")
    deck, path = await client_with_token(mod, secret), f"/channels/{channel_id}/commands"
    assert (await deck.ask("GET", path)).status_code == 200
    await greenroom.set_level(channel_id, (await mod.get("/user"))["id"], Role.PUBLIC)
    assert refusal(await deck.ask("GET", path)) == (404, "channel_not_found")


@pytest.mark.both_databases
async def test_revoked_token_is_refused_at_once(owner: ApiClient, channel_id: str) -> None:
    token, secret = await create_token(owner, "commands.read")
    deck, path = await client_with_token(owner, secret), f"/channels/{channel_id}/commands"
    # After these calls the access of the token is cached.
    assert [(await deck.ask("GET", path)).status_code for _ in range(2)] == [200, 200]
    assert (await owner.ask("DELETE", f"/user/api-tokens/{token['id']}")).status_code == 204
    answer = await deck.ask("GET", path)
    assert refusal(answer) == INVALID
    assert "revoked" in answer.json()["message"]
    assert await owner.get("/user/api-tokens") == []
    assert refusal(await owner.ask("DELETE", f"/user/api-tokens/{token['id']}")) == (404, "not_found")


async def test_expired_and_unknown_tokens_are_refused(owner: ApiClient, channel_id: str, clock: FrozenClock) -> None:
    _, secret = await create_token(owner, "commands.read", lifetime="30_days")
    deck, path = await client_with_token(owner, secret), f"/channels/{channel_id}/commands"
    unknown = await client_with_token(owner, f"{secret}x")
    assert refusal(await unknown.ask("GET", path)) == INVALID
    clock.advance(30 * DAY - 1)
    assert (await deck.ask("GET", path)).status_code == 200
    clock.advance(1)
    assert refusal(await deck.ask("GET", path)) == INVALID


@pytest.mark.parametrize(("method", "path"), [("PUT", "{user}/suspension"), ("DELETE", "{user}?username=odalys_")])
async def test_token_of_a_suspended_or_deleted_user_is_refused_at_once(
    greenroom: GreenroomServer, channel_id: str, method: str, path: str
) -> None:
    await greenroom.set_operator("junoplays", is_operator=True)
    operator = await greenroom.sign_in_directly()
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    _, secret = await create_token(mod, "commands.read")
    user_id = (await mod.get("/user"))["id"]
    await mod.ask("DELETE", "/user/sessions")
    deck, calls = await client_with_token(mod, secret), f"/channels/{channel_id}/commands"
    assert [(await deck.ask("GET", calls)).status_code for _ in range(2)] == [200, 200]
    assert (await operator.ask(method, f"/admin/users/{path.format(user=user_id)}")).is_success
    assert refusal(await deck.ask("GET", calls)) == INVALID


@pytest.mark.both_databases
async def test_last_use_is_written_at_most_once_a_minute(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    _, secret = await create_token(owner, "commands.read")
    deck, path = await client_with_token(owner, secret), f"/channels/{channel_id}/commands"
    first_use = clock.now
    with statements(greenroom.kernel.database) as executed:
        for _ in range(12):
            await deck.ask("GET", path)
            clock.advance(6)
    assert len([one for one in executed if one.startswith("UPDATE api_tokens")]) == 2
    (token,) = await owner.get("/user/api-tokens")
    assert datetime.fromisoformat(token["last_used_at"]) == first_use + timedelta(seconds=60)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "  "}, "name"),
        ({"name": "x" * 51}, "name"),
        ({"name": "Deck\u202e"}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["channel.delete"]}, "scopes"),
        ({"scopes": ["everything"]}, "scopes.0"),
        ({"lifetime": "10_years"}, "lifetime"),
        ({"user_id": "someone"}, "user_id"),
    ],
)
async def test_token_with_a_bad_field_is_not_created(owner: ApiClient, change: dict[str, object], field: str) -> None:
    body = {"name": "Deck", "scopes": ["commands.read"], "lifetime": "never"} | change
    answer = await owner.ask("POST", "/user/api-tokens", json=body)
    assert answer.status_code == 422
    assert error_fields(answer) == [field]


async def test_two_tokens_of_a_user_cannot_have_the_same_name(greenroom: GreenroomServer, owner: ApiClient) -> None:
    await create_token(owner, "commands.read", name="Deck")
    body = {"name": "DECK", "scopes": ["commands.read"], "lifetime": "never"}
    assert refusal(await owner.ask("POST", "/user/api-tokens", json=body)) == (409, "name_taken")
    await create_token(await greenroom.sign_in("odalys_"), "commands.read", name="Deck")


async def test_user_has_twenty_tokens_at_most(greenroom: GreenroomServer, owner: ApiClient) -> None:
    for number in range(20):
        await create_token(owner, "commands.read", name=f"Deck {number}")
    body = {"name": "One more", "scopes": ["commands.read"], "lifetime": "never"}
    answer = await owner.ask("POST", "/user/api-tokens", json=body)
    assert refusal(answer) == (409, "limit_reached")
    assert "20 API tokens" in answer.json()["message"]
    await create_token(await greenroom.sign_in("odalys_"), "commands.read")


async def test_other_users_tokens_are_neither_listed_nor_revoked(greenroom: GreenroomServer, owner: ApiClient) -> None:
    token, _ = await create_token(owner, "commands.read")
    other = await greenroom.sign_in("odalys_")
    assert await other.get("/user/api-tokens") == []
    assert refusal(await other.ask("DELETE", f"/user/api-tokens/{token['id']}")) == (404, "not_found")
    assert await owner.get("/user/api-tokens") == [token]


async def test_api_token_opens_no_socket(owner: ApiClient, channel_id: str) -> None:
    _, secret = await create_token(owner, "platforms.read", "chat.read")
    for path in ("/live", f"/channels/{channel_id}/providers-ws"):
        async with owner.socket(path, token=secret) as socket:
            assert await socket.wait_closed() == (4403, "session_required")


@pytest.mark.both_databases
async def test_expired_tokens_are_deleted_a_month_later(
    greenroom: GreenroomServer, owner: ApiClient, clock: FrozenClock
) -> None:
    await create_token(owner, "commands.read", name="Old", lifetime="30_days")
    await create_token(owner, "commands.read", name="Forever", lifetime="never")
    clock.advance(60 * DAY - 1)
    await delete_expired(greenroom.kernel)
    assert len(await greenroom.rows("SELECT id FROM api_tokens")) == 2
    clock.advance(1)
    await delete_expired(greenroom.kernel)
    assert [row["name"] for row in await greenroom.rows("SELECT name FROM api_tokens")] == ["Forever"]


async def delete_expired(kernel: Kernel) -> None:
    (job,) = expiry_jobs(kernel)
    await job.run()


async def test_new_token_is_announced_to_other_windows_of_its_user(owner: ApiClient) -> None:
    user_id = (await owner.get("/user"))["id"]
    async with owner.socket("/live") as socket:
        await socket.send({"type": "subscribe", "topic": f"user:{user_id}"})
        assert (await socket.receive())["type"] == "subscribed"
        await create_token(owner, "commands.read")
        assert (await socket.receive())["events"] == [{"event": "api_tokens_changed"}]
