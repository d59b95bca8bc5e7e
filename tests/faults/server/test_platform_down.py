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
async def team(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> ModeratedChannel:
    """A channel that is connected, and live, on every platform."""
    team = ModeratedChannel(greenroom, owner, channel_id)
    await team.connect(*PLATFORMS, login=STREAMER)
    return team


async def provider_card(team: ModeratedChannel, provider: str) -> Json:
    """The card of the connection, as it is now."""
    records = await team.client.get(f"{team.path}/providers")
    return next(one for one in records if one["provider"] == provider)


async def until(team: ModeratedChannel, provider: str, *, state: str) -> Json:
    """The card of the connection in this state."""
    async with asyncio.timeout(MAX_WAIT_SECONDS), team.client.socket(f"{team.path}/providers-ws") as line:
        card = await provider_card(team, provider)
        while card["connection"]["state"] != state:
            data = (await line.receive())["data"]
            card = data if data["provider"] == provider else card
        return card


@pytest.mark.parametrize("provider", PLATFORMS)
async def test_outage_of_one_platform_leaves_the_others_running(
    greenroom: GreenroomServer, team: ModeratedChannel, provider: str
) -> None:
    await greenroom.control(f"/{provider}/plug", on=False)
    for other in set(PLATFORMS) - {provider}:
        await team.send_chat("still here", other, login=STREAMER)
        connection = (await provider_card(team, other))["connection"]
        assert (connection["state"], connection["detail"]) == ("connected", "")
    await greenroom.control(f"/{provider}/plug", on=True)
    await until(team, provider, state="connected")
    await team.send_chat("and back again", provider, login=STREAMER)


async def test_lost_socket_is_shown(greenroom: GreenroomServer, team: ModeratedChannel) -> None:
    await greenroom.control("/twitch/plug", on=False)
    card = await until(team, "twitch", state="failing")
    assert card["connection"]["detail"].endswith("Trying again.")
    assert not card["scope_needed"]
    await greenroom.control("/twitch/plug", on=True)
    await until(team, "twitch", state="connected")
