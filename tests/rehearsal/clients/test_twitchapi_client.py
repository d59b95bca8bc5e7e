"""The twitchAPI client library works with the rehearsal; only its URLs are configured."""

import asyncio
import gc
import threading
import warnings
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from queue import Queue
from typing import TypeVar

import pytest
from oauth_client import Tokens
from twitch_client import TwitchClient
from twitchAPI.eventsub.websocket import EventSubWebsocket
from twitchAPI.helper import first
from twitchAPI.object.eventsub import ChannelChatMessageEvent, ChannelFollowEvent, ChannelModerateEvent
from twitchAPI.twitch import Twitch
from twitchAPI.type import AuthScope, TwitchAPIException, UnauthorizedException

pytestmark = pytest.mark.asyncio(loop_scope="module")

T = TypeVar("T")

SCOPES = [
    AuthScope.MODERATION_READ,
    AuthScope.USER_READ_CHAT,
    AuthScope.USER_WRITE_CHAT,
    AuthScope.MODERATOR_MANAGE_BANNED_USERS,
    AuthScope.MODERATOR_READ_FOLLOWERS,
    AuthScope.MODERATOR_MANAGE_CHAT_MESSAGES,
    AuthScope.CHANNEL_MANAGE_BROADCAST,
    AuthScope.MODERATOR_READ_BLOCKED_TERMS,
    AuthScope.MODERATOR_READ_CHAT_SETTINGS,
    AuthScope.MODERATOR_READ_UNBAN_REQUESTS,
    AuthScope.MODERATOR_READ_WARNINGS,
    AuthScope.MODERATOR_READ_MODERATORS,
    AuthScope.MODERATOR_READ_VIPS,
]
WAIT_SECONDS = 10


async def signed_in(twitch: TwitchClient, login: str = "junoplays") -> Tokens:
    return await twitch.sign_in(login, " ".join(scope.value for scope in SCOPES))


@asynccontextmanager
async def client_of(rehearsed: TwitchClient, tokens: Tokens) -> AsyncGenerator[Twitch]:
    environment = rehearsed.environment
    twitch = await Twitch(
        rehearsed.client_id,
        rehearsed.secret,
        base_url=f"{environment['GREENROOM_TWITCH__API_URL']}/",
        auth_base_url=f"{environment['GREENROOM_TWITCH__OAUTH_URL']}/",
    )
    try:
        await twitch.set_user_authentication(tokens.access, SCOPES, tokens.refresh)
        yield twitch
    finally:
        await twitch.close()


async def in_own_loop(use_client: Callable[[], Awaitable[T]]) -> T:
    """Runs the client in another thread with a loop of its own, because the client blocks its loop."""

    async def run() -> T:
        return await use_client()

    done = await asyncio.to_thread(asyncio.run, run())
    await asyncio.to_thread(collect_open_loops)
    return done


def collect_open_loops() -> None:
    """Garbage-collects the event loop that the client's socket thread left open; its ResourceWarning is ignored."""
    for thread in threading.enumerate():
        if "_run_socket" in thread.name:
            thread.join(WAIT_SECONDS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


async def test_client_reads_users_streams_and_channels(twitch: TwitchClient) -> None:
    tokens, person_id = await signed_in(twitch), twitch.id_of("junoplays")

    async def use_client() -> tuple[str, str, str]:
        async with client_of(twitch, tokens) as client:
            user = await first(client.get_users())
            stream = await first(client.get_streams(user_login=["pixelharbor"]))
            (channel,) = await client.get_channel_information(person_id)
            assert user is not None
            assert stream is not None
            return user.login, stream.user_login, channel.broadcaster_login

    assert await in_own_loop(use_client) == ("junoplays", "pixelharbor", "junoplays")


async def test_client_refreshes_an_expired_token(twitch: TwitchClient) -> None:
    tokens = await signed_in(twitch)

    async def use_client() -> str | None:
        async with client_of(twitch, tokens) as client:
            twitch.rehearsal.platforms["twitch"].expire_tokens(twitch.rehearsal.world.person("junoplays"))
            user = await first(client.get_users())
            return user.display_name if user else None

    assert await in_own_loop(use_client) == "JunoPlays"


async def test_client_receives_messages_follows_and_moderation(twitch: TwitchClient) -> None:
    tokens, person_id, viewer = await signed_in(twitch), twitch.id_of("junoplays"), twitch.viewer()
    received: Queue[tuple[str, str]] = Queue()
    loop = asyncio.get_running_loop()

    async def on_message(event: ChannelChatMessageEvent) -> None:
        received.put(("message", f"{event.event.chatter_user_login}: {event.event.message.text}"))

    async def on_follow(event: ChannelFollowEvent) -> None:
        received.put(("follow", event.event.user_login))

    async def on_moderation(event: ChannelModerateEvent) -> None:
        received.put(("moderation", event.event.action))

    async def use_client() -> None:
        async with client_of(twitch, tokens) as client:
            sockets = EventSubWebsocket(client, connection_url=twitch.environment["GREENROOM_TWITCH__EVENTSUB_URL"])
            sockets.start()
            try:
                await sockets.listen_channel_chat_message(person_id, person_id, on_message)
                await sockets.listen_channel_follow_v2(person_id, person_id, on_follow)
                await sockets.listen_channel_moderate(person_id, person_id, on_moderation)
                say = twitch.command("/twitch/say", login="junoplays", viewer=viewer.login, text="hi LUL")
                asyncio.run_coroutine_threadsafe(say, loop).result(WAIT_SECONDS)
                assert received.get(timeout=WAIT_SECONDS) == ("message", f"{viewer.login}: hi LUL")
                follow = twitch.command("/twitch/follow", login="junoplays", viewer=viewer.login)
                asyncio.run_coroutine_threadsafe(follow, loop).result(WAIT_SECONDS)
                assert received.get(timeout=WAIT_SECONDS) == ("follow", viewer.login)
                sent = await client.send_chat_message(person_id, person_id, "welcome")
                assert sent.is_sent
                assert received.get(timeout=WAIT_SECONDS) == ("message", "junoplays: welcome")
                await client.ban_user(person_id, person_id, viewer.id, "spam", 60)
                assert received.get(timeout=WAIT_SECONDS) == ("moderation", "timeout")
            finally:
                await sockets.stop()

    await in_own_loop(use_client)


async def test_client_moderates_and_changes_the_title(twitch: TwitchClient) -> None:
    tokens, person_id, viewer = await signed_in(twitch), twitch.id_of("junoplays"), twitch.viewer()
    sent = await twitch.command("/twitch/say", login="junoplays", viewer=viewer.login, text="rude")

    async def use_client() -> list[str]:
        async with client_of(twitch, tokens) as client:
            await client.delete_chat_message(person_id, person_id, str(sent["message_id"]))
            await client.ban_user(person_id, person_id, viewer.id, "rude")
            banned = [each.user_id async for each in client.get_banned_users(person_id)]
            assert await client.unban_user(person_id, person_id, viewer.id)
            with pytest.raises(TwitchAPIException):
                await client.unban_user(person_id, person_id, viewer.id)
            assert await client.modify_channel_information(person_id, title="By a client")
            return banned

    assert await in_own_loop(use_client) == [viewer.id]
    assert twitch.rehearsal.world.channel("twitch", twitch.rehearsal.world.person("junoplays")).title == "By a client"


async def test_client_fails_after_consent_is_revoked(twitch: TwitchClient) -> None:
    tokens = await signed_in(twitch)

    async def use_client() -> None:
        async with client_of(twitch, tokens) as client:
            twitch.rehearsal.platforms["twitch"].revoke(twitch.rehearsal.world.person("junoplays"))
            with pytest.raises((TwitchAPIException, UnauthorizedException)):
                await first(client.get_users())

    await in_own_loop(use_client)
