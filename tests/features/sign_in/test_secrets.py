"""Secrets are not stored in plain text, and responses to GET requests do not contain them."""

import hashlib

from support.greenroom_server import ApiClient, GreenroomServer

READABLE_PATHS = (
    "/user",
    "/user/deletion",
    "/user/providers",
    "/user/settings",
    "/user/sessions",
    "/system-bot-providers",
    "/channels",
    "/admin/channels",
    "/platforms",
    "/roles",
    "/twitch/sign-in-url",
    "/twitch/connect-chat-url?redirect_to=/",
)
TABLES = ("sessions", "credentials", "oauth_states", "channel_invites", "users")


async def stored_text(greenroom: GreenroomServer) -> str:
    return "".join([str(await greenroom.rows(f"SELECT * FROM {table}")) for table in TABLES])  # noqa: S608  # names from this module


async def platform_tokens(greenroom: GreenroomServer) -> list[str]:
    """Access and refresh tokens, decrypted with the key of the server."""
    rows = await greenroom.rows("SELECT locked_access_token, locked_refresh_token FROM credentials")
    return [greenroom.kernel.vault.decrypt(locked) for row in rows for locked in row.values()]


async def test_access_token_is_stored_only_as_a_hash(greenroom: GreenroomServer, owner: ApiClient) -> None:
    assert owner.token is not None
    stored = await stored_text(greenroom)
    assert owner.token not in stored
    assert hashlib.sha256(owner.token.encode()).hexdigest() in stored


async def test_platform_tokens_are_stored_encrypted_and_stay_valid(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    access_token, refresh_token = await platform_tokens(greenroom)
    stored = await stored_text(greenroom)
    assert access_token not in stored
    assert refresh_token not in stored
    validate = f"{greenroom.settings.twitch.oauth_url}/validate"
    answer = await owner.http.get(validate, headers={"Authorization": f"OAuth {access_token}"})
    assert answer.json()["login"] == "junoplays"


async def test_states_codes_and_browser_cookies_are_not_stored_in_plain_text(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    query = await client.consent((await client.get("/twitch/sign-in-url"))["url"], "junoplays")
    cookie = client.http.cookies["greenroom_browser"]
    stored = await stored_text(greenroom)
    assert not [secret for secret in (*query.values(), cookie) if secret in stored]


async def test_responses_to_get_requests_contain_no_secret(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    invite = await owner.ask("POST", f"/channels/{channel_id}/invites", json={"level": 7})
    secrets = [
        owner.token,
        *await platform_tokens(greenroom),
        greenroom.settings.twitch.client_secret.get_secret_value(),
    ]
    secrets.append(invite.json()["link"].partition("token=")[2])
    channel_paths = (f"/channels/{channel_id}", f"/channels/{channel_id}/providers", f"/channels/{channel_id}/invites")
    answers = [await owner.ask("GET", path) for path in (*READABLE_PATHS, *channel_paths)]
    assert {answer.status_code for answer in answers} == {200}
    assert not [one.url for one in answers for secret in secrets if secret and secret in one.text]


async def test_refused_token_is_not_repeated_in_the_response(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    client.token = "a-token-that-somebody-mistyped"
    answer = await client.ask("GET", "/user")
    assert "mistyped" not in answer.text + str(answer.headers)
