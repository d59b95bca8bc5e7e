"""twitchAPI, unmodified except for its URL parameters, against the stand-in."""

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
async def client_of(stand_in: TwitchClient, tokens: Tokens) -> AsyncGenerator[Twitch]:
    environment = stand_in.environment
    twitch = await Twitch(
        stand_in.client_id,
        stand_in.secret,
        base_url=f"{environment['GREENROOM_TWITCH__API_URL']}/",
        auth_base_url=f"{environment['GREENROOM_TWITCH__OAUTH_URL']}/",
    )
    try:
        await twitch.set_user_authentication(tokens.access, SCOPES, tokens.refresh)
        yield twitch
    finally:
        await twitch.close()


async def elsewhere(work: Callable[[], Awaitable[T]]) -> T:
    """The client waits for its own threads in ways that stop the loop, so it gets a loop of its own."""

    async def run() -> T:
        return await work()

    done = await asyncio.to_thread(asyncio.run, run())
    await asyncio.to_thread(sweep_up)
    return done


def sweep_up() -> None:
    """It leaves the loop of its socket's thread open for the garbage collector, who would blame the next test."""
    for thread in threading.enumerate():
        if "_run_socket" in thread.name:
            thread.join(WAIT_SECONDS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


async def test_client_reads_users_streams_and_channels(twitch: TwitchClient) -> None:
    tokens, person_id = await signed_in(twitch), twitch.id_of("junoplays")

    async def work() -> tuple[str, str, str]:
        async with client_of(twitch, tokens) as client:
            user = await first(client.get_users())
            stream = await first(client.get_streams(user_login=["pixelharbor"]))
            (channel,) = await client.get_channel_information(person_id)
            assert user is not None
            assert stream is not None
            return user.login, stream.user_login, channel.broadcaster_login

    assert await elsewhere(work) == ("junoplays", "pixelharbor", "junoplays")


async def test_client_refreshes_a_token_that_has_expired(twitch: TwitchClient) -> None:
    tokens = await signed_in(twitch)

    async def work() -> str | None:
        async with client_of(twitch, tokens) as client:
            twitch.rehearsal.platforms["twitch"].expire_tokens(twitch.rehearsal.world.person("junoplays"))
            user = await first(client.get_users())
            return user.display_name if user else None

    assert await elsewhere(work) == "JunoPlays"


async def test_client_receives_messages_follows_and_moderation(twitch: TwitchClient) -> None:
    tokens, person_id, viewer = await signed_in(twitch), twitch.id_of("junoplays"), twitch.viewer()
    heard: Queue[tuple[str, str]] = Queue()
    loop = asyncio.get_running_loop()

    async def on_message(event: ChannelChatMessageEvent) -> None:
        heard.put(("message", f"{event.event.chatter_user_login}: {event.event.message.text}"))

    async def on_follow(event: ChannelFollowEvent) -> None:
        heard.put(("follow", event.event.user_login))

    async def on_moderation(event: ChannelModerateEvent) -> None:
        heard.put(("moderation", event.event.action))

    async def work() -> None:
        async with client_of(twitch, tokens) as client:
            sockets = EventSubWebsocket(client, connection_url=twitch.environment["GREENROOM_TWITCH__EVENTSUB_URL"])
            sockets.start()
            try:
                await sockets.listen_channel_chat_message(person_id, person_id, on_message)
                await sockets.listen_channel_follow_v2(person_id, person_id, on_follow)
                await sockets.listen_channel_moderate(person_id, person_id, on_moderation)
                said = twitch.command("/twitch/say", login="junoplays", viewer=viewer.login, text="hi LUL")
                asyncio.run_coroutine_threadsafe(said, loop).result(WAIT_SECONDS)
                assert heard.get(timeout=WAIT_SECONDS) == ("message", f"{viewer.login}: hi LUL")
                followed = twitch.command("/twitch/follow", login="junoplays", viewer=viewer.login)
                asyncio.run_coroutine_threadsafe(followed, loop).result(WAIT_SECONDS)
                assert heard.get(timeout=WAIT_SECONDS) == ("follow", viewer.login)
                sent = await client.send_chat_message(person_id, person_id, "welcome")
                assert sent.is_sent
                assert heard.get(timeout=WAIT_SECONDS) == ("message", "junoplays: welcome")
                await client.ban_user(person_id, person_id, viewer.id, "spam", 60)
                assert heard.get(timeout=WAIT_SECONDS) == ("moderation", "timeout")
            finally:
                await sockets.stop()

    await elsewhere(work)


async def test_client_moderates_and_retitles(twitch: TwitchClient) -> None:
    tokens, person_id, viewer = await signed_in(twitch), twitch.id_of("junoplays"), twitch.viewer()
    said = await twitch.command("/twitch/say", login="junoplays", viewer=viewer.login, text="rude")

    async def work() -> list[str]:
        async with client_of(twitch, tokens) as client:
            await client.delete_chat_message(person_id, person_id, str(said["message_id"]))
            await client.ban_user(person_id, person_id, viewer.id, "rude")
            banned = [each.user_id async for each in client.get_banned_users(person_id)]
            assert await client.unban_user(person_id, person_id, viewer.id)
            with pytest.raises(TwitchAPIException):
                await client.unban_user(person_id, person_id, viewer.id)
            assert await client.modify_channel_information(person_id, title="By a client of the field")
            return banned

    assert await elsewhere(work) == [viewer.id]
    assert (
        twitch.rehearsal.world.channel("twitch", twitch.rehearsal.world.person("junoplays")).title
        == "By a client of the field"
    )


async def test_client_learns_that_consent_was_withdrawn(twitch: TwitchClient) -> None:
    tokens = await signed_in(twitch)

    async def work() -> None:
        async with client_of(twitch, tokens) as client:
            twitch.rehearsal.platforms["twitch"].revoke(twitch.rehearsal.world.person("junoplays"))
            with pytest.raises((TwitchAPIException, UnauthorizedException)):
                await first(client.get_users())

    await elsewhere(work)
