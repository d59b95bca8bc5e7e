"""Google's Python client, unmodified, works with the rehearsal."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import httplib2
import pytest
from google.oauth2.credentials import Credentials
from google_auth_httplib2 import AuthorizedHttp
from googleapiclient import discovery as google
from googleapiclient.errors import HttpError
from youtube_client import Json, YouTubeClient

pytestmark = pytest.mark.asyncio(loop_scope="module")

# The client generates its methods at run time from the discovery document, so it has no types.
Service = Any
build = cast("Callable[..., Any]", google.build)  # pyright: ignore[reportUnknownMemberType] - no types


async def with_client(youtube: YouTubeClient, credentials: Credentials, run: Callable[[Service], Json]) -> Json:
    """Calls `run` with Google's client in a thread, because the client blocks."""

    def run_in_thread() -> Json:
        transport = AuthorizedHttp(credentials, http=httplib2.Http(proxy_info=None, timeout=10))
        options = {"api_endpoint": f"{youtube.rehearsal.base_url}/"}
        with build("youtube", "v3", http=transport, client_options=options, static_discovery=True) as service:
            return run(service)

    return await asyncio.to_thread(run_in_thread)


async def credentials_of(youtube: YouTubeClient, login: str) -> Credentials:
    return Credentials(token=(await youtube.sign_in(login)).access)


def live_chat_id(service: Service) -> str:
    found = service.liveBroadcasts().list(part="id,snippet", broadcastStatus="active", broadcastType="all").execute()
    return found["items"][0]["snippet"]["liveChatId"]


async def test_client_finds_its_channel(youtube: YouTubeClient) -> None:
    credentials = await credentials_of(youtube, "junoplays")
    found = await with_client(
        youtube, credentials, lambda service: service.channels().list(part="id,snippet", mine=True).execute()
    )
    assert found["items"][0]["id"] == youtube.channel_of("junoplays")


async def test_client_reads_and_writes_the_chat(youtube: YouTubeClient) -> None:
    await youtube.command("/polling-interval", ms=0)
    await youtube.command("/say", login="pixelharbor", text="hello")

    def run(service: Service) -> Json:
        chat, messages = live_chat_id(service), service.liveChatMessages()
        details = {"messageText": "good evening"}
        snippet = {"liveChatId": chat, "type": "textMessageEvent", "textMessageDetails": details}
        first = messages.list(liveChatId=chat, part="id,snippet,authorDetails").execute()
        messages.insert(part="snippet", body={"snippet": snippet}).execute()
        next_page = messages.list(liveChatId=chat, part="snippet", pageToken=first["nextPageToken"])
        return {"first": first, "second": next_page.execute()}

    found = await with_client(youtube, await credentials_of(youtube, "pixelharbor"), run)
    assert [item["snippet"]["displayMessage"] for item in found["first"]["items"]] == ["hello"]
    assert [item["snippet"]["displayMessage"] for item in found["second"]["items"]] == ["good evening"]


async def test_client_bans_unbans_and_deletes(youtube: YouTubeClient) -> None:
    sent = await youtube.command("/say", login="pixelharbor", viewer=youtube.viewer_login(), text="rude")
    target = {"channelId": youtube.channel_of("junoplays")}

    def run(service: Service) -> Json:
        chat = live_chat_id(service)
        snippet = {"liveChatId": chat, "type": "temporary", "banDurationSeconds": 60, "bannedUserDetails": target}
        ban = service.liveChatBans().insert(part="snippet", body={"snippet": snippet}).execute()
        service.liveChatBans().delete(id=ban["id"]).execute()
        service.liveChatMessages().delete(id=sent["message_id"]).execute()
        return ban

    ban = await with_client(youtube, await credentials_of(youtube, "pixelharbor"), run)
    assert ban["snippet"]["bannedUserDetails"]["displayName"] == "@junoplays"


async def test_client_understands_error_responses(youtube: YouTubeClient) -> None:
    await youtube.command("/exhaust-quota")

    def run(service: Service) -> Json:
        with pytest.raises(HttpError) as refused:
            service.channels().list(part="id", mine=True).execute()
        error: Any = refused.value
        return {"status": error.resp.status, "details": error.error_details, "reason": error.reason}

    found = await with_client(youtube, await credentials_of(youtube, "junoplays"), run)
    assert found["status"] == 403
    assert found["details"][0]["reason"] == "quotaExceeded"


async def test_client_refreshes_its_token(youtube: YouTubeClient) -> None:
    tokens = await youtube.sign_in("junoplays")
    credentials = Credentials(
        token=None,
        refresh_token=tokens.refresh,
        token_uri=youtube.environment["GREENROOM_YOUTUBE__TOKEN_URL"],
        client_id=youtube.client_id,
        client_secret=youtube.secret,
    )
    found = await with_client(
        youtube, credentials, lambda service: service.channels().list(part="id", mine=True).execute()
    )
    assert found["pageInfo"]["totalResults"] == 1
    assert cast("Any", credentials).token not in {None, tokens.access}


async def test_client_reads_the_chat_stream_until_the_server_ends_it(youtube: YouTubeClient) -> None:
    await youtube.command("/limits", values={"stream_seconds": 0})
    await youtube.command("/say", login="pixelharbor", text="hello")

    def run(service: Service) -> Json:
        streaming = service.youtube().v3().liveChat().messages()
        return {"pieces": streaming.stream(liveChatId=live_chat_id(service), part="snippet").execute()}

    pieces = (await with_client(youtube, await credentials_of(youtube, "pixelharbor"), run))["pieces"]
    assert pieces[0]["items"][0]["snippet"]["displayMessage"] == "hello"
