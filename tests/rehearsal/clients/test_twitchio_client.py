"""The TwitchIO client library works with the rehearsal; only its three URL constants are replaced."""

import asyncio
import warnings
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from twitch_client import TwitchClient

from rehearsal.platforms.twitch.chat.moderation import ACTIONS
from rehearsal.platforms.twitch.chat.notices import KINDS

with warnings.catch_warnings():
    # aiohttp warns because TwitchIO inherits from one of its classes.
    warnings.simplefilter("ignore", DeprecationWarning)
    import twitchio
    from twitchio import eventsub
    from twitchio.eventsub import websockets
    from twitchio.http import Route

pytestmark = pytest.mark.asyncio(loop_scope="module")

SCOPES = (
    "moderator:read:blocked_terms moderator:read:chat_settings moderator:read:unban_requests "
    "moderator:read:banned_users moderator:read:chat_messages moderator:read:warnings moderator:read:moderators "
    "moderator:read:vips "
    "user:read:chat user:write:chat user:bot channel:bot moderator:manage:banned_users moderator:read:followers "
    "channel:manage:broadcast channel:read:subscriptions bits:read"
)


class Client(twitchio.Client):
    """A client that puts received events into a queue."""

    def __init__(self, rehearsed: TwitchClient, bot_id: str) -> None:
        super().__init__(client_id=rehearsed.client_id, client_secret=rehearsed.secret, bot_id=bot_id)
        self.received: asyncio.Queue[object] = asyncio.Queue()

    async def event_message(self, payload: twitchio.ChatMessage) -> None:
        self.received.put_nowait(payload)

    async def event_follow(self, payload: twitchio.ChannelFollow) -> None:
        self.received.put_nowait(payload)

    async def event_chat_notification(self, payload: twitchio.ChatNotification) -> None:
        self.received.put_nowait(payload.notice_type)

    async def event_mod_action(self, payload: twitchio.ChannelModerate) -> None:
        self.received.put_nowait(payload.action)

    async def event_cheer(self, payload: twitchio.ChannelCheer) -> None:
        self.received.put_nowait(payload)


@pytest.fixture(autouse=True)
def _rehearsal_urls(twitch: TwitchClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", f"{twitch.environment['GREENROOM_TWITCH__API_URL']}/")
    monkeypatch.setattr(Route, "ID_BASE", f"{twitch.rehearsal.base_url}/twitch/")
    monkeypatch.setattr(websockets, "WSS", twitch.environment["GREENROOM_TWITCH__EVENTSUB_URL"])


@asynccontextmanager
async def client_of(twitch: TwitchClient, login: str = "junoplays") -> AsyncGenerator[Client]:
    tokens = await twitch.sign_in(login, SCOPES)
    client = Client(twitch, twitch.id_of(login))
    await client.login(load_tokens=False, save_tokens=False)
    try:
        await client.add_token(tokens.access, tokens.refresh)
        yield client
    finally:
        await client.close()


async def test_client_finds_users_and_streams(twitch: TwitchClient) -> None:
    async with client_of(twitch) as client:
        users = await client.fetch_users(logins=["odalys_", "nobody_here"])
        streams = [stream async for stream in client.fetch_streams(user_logins=["pixelharbor"])]
    assert [user.display_name for user in users] == ["Odalys_"]
    assert [stream.user.name for stream in streams] == ["pixelharbor"]


async def test_client_receives_messages_and_follows_and_sends_a_message(twitch: TwitchClient) -> None:
    person_id, viewer = twitch.id_of("junoplays"), twitch.viewer()
    async with client_of(twitch) as client:
        chat = eventsub.ChatMessageSubscription(broadcaster_user_id=person_id, user_id=person_id)
        follows = eventsub.ChannelFollowSubscription(broadcaster_user_id=person_id, moderator_user_id=person_id)
        for subscription in (chat, follows, eventsub.ChannelCheerSubscription(broadcaster_user_id=person_id)):
            await client.subscribe_websocket(payload=subscription, token_for=person_id)
        await twitch.command("/twitch/say", login="junoplays", viewer=viewer.login, text="hello Kappa")
        message = await client.received.get()
        assert isinstance(message, twitchio.ChatMessage)
        assert (message.chatter.id, message.text, message.emotes[0].id) == (viewer.id, "hello Kappa", "25")
        sent = await message.broadcaster.send_message("hi back", sender=person_id, token_for=person_id)
        echo = await client.received.get()
        await twitch.command("/twitch/follow", login="junoplays", viewer=viewer.login)
        follow = await client.received.get()
    assert isinstance(echo, twitchio.ChatMessage)
    assert (sent.sent, echo.id) == (True, sent.id)
    assert isinstance(follow, twitchio.ChannelFollow)
    assert follow.user.id == viewer.id


async def test_client_bans_unbans_and_changes_the_title(twitch: TwitchClient) -> None:
    person_id, viewer = twitch.id_of("junoplays"), twitch.viewer()
    person = twitch.rehearsal.world.person("junoplays")
    async with client_of(twitch) as client:
        channel = client.create_partialuser(person_id)
        ban = await channel.ban_user(moderator=person_id, user=viewer.id, reason="spam")
        await channel.unban_user(moderator=person_id, user_id=viewer.id)
        await channel.modify_channel(title="Set by a bot")
    assert ban.user.id == viewer.id
    assert twitch.rehearsal.world.channel("twitch", person).title == "Set by a bot"


async def test_client_refreshes_an_expired_token(twitch: TwitchClient) -> None:
    async with client_of(twitch) as client:
        await twitch.command("/twitch/expire-tokens", login="junoplays")
        sent = await client.create_partialuser(twitch.id_of("junoplays")).send_message(
            "still here", sender=twitch.id_of("junoplays"), token_for=twitch.id_of("junoplays")
        )
    assert sent.sent


async def test_client_understands_every_notice_and_every_moderator_action(twitch: TwitchClient) -> None:
    person_id = twitch.id_of("junoplays")
    async with client_of(twitch) as client:
        notices = eventsub.ChatNotificationSubscription(broadcaster_user_id=person_id, user_id=person_id)
        actions = eventsub.ChannelModerateV2Subscription(broadcaster_user_id=person_id, moderator_user_id=person_id)
        for subscription in (notices, actions):
            await client.subscribe_websocket(payload=subscription, token_for=person_id)
        for kind in KINDS:
            await twitch.command("/twitch/notice", login="junoplays", kind=kind, text="words")
        for action in ACTIONS:
            await twitch.command("/twitch/report", login="junoplays", action=action)
        received = [await client.received.get() for _ in (*KINDS, *ACTIONS)]
    assert set(received) == {*KINDS, *ACTIONS}
