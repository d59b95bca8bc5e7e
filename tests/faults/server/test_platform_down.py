"""An outage of one platform is shown on its card and does not affect the others."""

import asyncio

import pytest

from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.moderation import ModeratedChannel
from support.server_fixtures import shared_loop_fixture
from support.waiting import MAX_WAIT_SECONDS

PLATFORMS = ("twitch", "youtube", "kick")
STREAMER = "marekfixes"


@shared_loop_fixture()
async def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> ModeratedChannel:
    """A channel that is connected, and live, on each of PLATFORMS."""
    channel = ModeratedChannel(greenroom, owner, channel_id)
    await channel.connect(*PLATFORMS, login=STREAMER)
    return channel


async def provider_card(channel: ModeratedChannel, provider: str) -> Json:
    """The channel provider that the card of this platform shows."""
    records = await channel.client.get(f"{channel.path}/providers")
    return next(one for one in records if one["provider"] == provider)


async def until_state(channel: ModeratedChannel, provider: str, *, state: str) -> Json:
    """Waits until the connection has this state; returns its card."""
    async with asyncio.timeout(MAX_WAIT_SECONDS), channel.client.socket(f"{channel.path}/providers-ws") as socket:
        card = await provider_card(channel, provider)
        while card["connection"]["state"] != state:
            data = (await socket.receive())["data"]
            card = data if data["provider"] == provider else card
        return card


@pytest.mark.parametrize("provider", PLATFORMS)
async def test_outage_of_one_platform_leaves_the_others_running(
    greenroom: GreenroomServer, channel: ModeratedChannel, provider: str
) -> None:
    await greenroom.control(f"/{provider}/plug", on=False)
    for other in set(PLATFORMS) - {provider}:
        await channel.send_chat("still here", other, login=STREAMER)
        connection = (await provider_card(channel, other))["connection"]
        assert (connection["state"], connection["detail"]) == ("connected", "")
    await greenroom.control(f"/{provider}/plug", on=True)
    await until_state(channel, provider, state="connected")
    await channel.send_chat("and back again", provider, login=STREAMER)


async def test_card_shows_that_a_lost_socket_is_retried(greenroom: GreenroomServer, channel: ModeratedChannel) -> None:
    await greenroom.control("/twitch/plug", on=False)
    card = await until_state(channel, "twitch", state="failing")
    assert card["connection"]["detail"].endswith("Trying again.")
    assert not card["scope_needed"]
    await greenroom.control("/twitch/plug", on=True)
    await until_state(channel, "twitch", state="connected")
