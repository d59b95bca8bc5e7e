"""Proof that a TikTok handle belongs to the channel that added it: a code in the profile or a connected account."""

from urllib.parse import parse_qs, urlsplit

import pytest

from support.greenroom_server import ApiClient, GreenroomServer, Json, refusal


async def register(client: ApiClient, channel_id: str, handle: str = "junoplays") -> Json:
    body = {"provider": "tiktok", "handle": handle}
    answer = await client.ask("POST", f"/channels/{channel_id}/providers", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def write_biography(greenroom: GreenroomServer, text: str) -> None:
    await greenroom.control("/tiktok/biography", login="junoplays", text=text)


def proof_path(provider: Json) -> str:
    return f"/channels/{provider['channel_id']}/providers/{provider['id']}/proof"


async def is_watchable(greenroom: GreenroomServer) -> bool:
    answer = await (await greenroom.client()).ask("GET", "/watch/tiktok/junoplays")
    return answer.status_code == 200


async def test_watch_page_is_not_found_by_an_unproven_handle(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    added = await register(owner, channel_id)
    assert added["proof_code"].startswith("greenroom-")
    assert not await is_watchable(greenroom)
    watch = await (await greenroom.client()).get("/watch/twitch/junoplays")
    assert [stream["provider"] for stream in watch["streams"]] == ["twitch"]


@pytest.mark.both_databases
async def test_code_in_the_profile_proves_the_handle(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    added = await register(owner, channel_id)
    async with (await greenroom.client()).socket("/public-live") as socket:
        await socket.send({"type": "subscribe", "topic": f"{channel_id}:public-streams"})
        await socket.receive()
        await write_biography(greenroom, f"Speedruns. {added['proof_code'].upper()} \U0001f3ae")
        proven = (await owner.ask("POST", proof_path(added))).json()
        (event,) = (await socket.receive())["events"]
    assert (proven["id"], proven["proof_code"]) == (added["id"], None)
    assert (event["action"], event["data"]["id"]) == ("new", added["id"])
    assert await is_watchable(greenroom)


async def test_missing_code_is_refused_with_the_code_to_add(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    added = await register(owner, channel_id)
    answer = await owner.ask("POST", proof_path(added))
    assert refusal(answer) == (409, "proof_missing")
    assert added["proof_code"] in answer.json()["message"]
    assert not await is_watchable(greenroom)


async def test_code_of_one_channel_proves_nothing_for_another(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    first = await register(owner, channel_id)
    second = await register(owner, await owner.create_channel("Impostor"))
    await write_biography(greenroom, first["proof_code"])
    assert refusal(await owner.ask("POST", proof_path(second))) == (409, "proof_missing")


async def test_newest_proof_replaces_the_proof_of_another_channel(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    first = await register(owner, channel_id)
    second = await register(owner, await owner.create_channel("Later"))
    for added in (first, second):
        await write_biography(greenroom, added["proof_code"])
        assert (await owner.ask("POST", proof_path(added))).status_code == 200
    (shown,) = await owner.get(f"/channels/{channel_id}/providers")
    assert shown["proof_code"] == first["proof_code"]
    watch = await (await greenroom.client()).get("/watch/tiktok/junoplays")
    assert watch["channel"]["id"] == second["channel_id"]


async def test_connected_account_proves_its_handle(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect("junoplays", provider="tiktok")
    assert (await register(owner, channel_id))["proof_code"] is None
    assert (await register(owner, channel_id, "marekfixes"))["proof_code"] is not None
    assert await is_watchable(greenroom)


async def test_account_connected_without_its_handle_proves_nothing(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    """Without consent to read the handle TikTok returns only a display name, which anyone can choose."""
    url = (await owner.get("/tiktok/connect-chat-url", redirect_to="/user-provider-connected"))["url"]
    form = {"login": "junoplays", "decision": "authorize", "scope:user.info.basic": "on"}
    redirect = urlsplit((await owner.http.post(url, data=form)).headers["location"])
    query = {name: values[0] for name, values in parse_qs(redirect.query).items() if name in {"code", "state"}}
    assert (await owner.complete_oauth(query, "tiktok")).status_code == 200
    assert (await register(owner, channel_id))["proof_code"] is not None


async def test_captcha_instead_of_the_profile_is_reported(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    added = await register(owner, channel_id)
    await greenroom.control("/tiktok/captcha", on=True)
    assert refusal(await owner.ask("POST", proof_path(added))) == (502, "platform_unavailable")


async def test_account_connected_with_consent_needs_no_proof(owner: ApiClient, channel_id: str) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    (shown,) = await owner.get(f"/channels/{channel_id}/providers")
    assert shown["proof_code"] is None
