"""A platform whose plug is pulled says so on its own card, and the others never notice."""

import asyncio

import pytest

from house import PATIENCE_SECONDS, House, Json, Visitor
from house_fixtures import in_one_loop

PLATFORMS = ("twitch", "youtube", "kick")


@in_one_loop()
async def channel(house: House, owner: Visitor, channel_id: str) -> str:
    """A channel that is connected, and live, on every platform."""
    await house.rehearse("/kick/webhook-url", url=f"{house.url}/webhooks/kick")
    for provider in PLATFORMS:
        await house.rehearse(f"/{provider}/go-live", login="marekfixes")
        await owner.connect("marekfixes", channel_id=channel_id, provider=provider)
    for provider in PLATFORMS:
        await until(owner, channel_id, provider, state="connected")
    return channel_id


async def until(owner: Visitor, channel_id: str, provider: str, *, state: str, messages: int = 0) -> Json:
    """The connection in this state, with so many messages of the last minute."""
    async with asyncio.timeout(PATIENCE_SECONDS), owner.socket(f"/channels/{channel_id}/providers-ws") as line:
        records = await owner.get(f"/channels/{channel_id}/providers")
        shown = next(one for one in records if one["provider"] == provider)
        while shown["connection"]["state"] != state or shown["health"]["messages_per_minute"] < messages:
            data = (await line.hear())["data"]
            shown = data if data["provider"] == provider else shown
        return shown


@pytest.mark.parametrize("down", PLATFORMS)
async def test_plug_that_is_pulled_leaves_the_others_running(
    house: House, owner: Visitor, channel: str, down: str
) -> None:
    await house.rehearse(f"/{down}/plug", on=False)
    for other in set(PLATFORMS) - {down}:
        await house.rehearse(f"/{other}/say", login="marekfixes", text="still here", count=3)
        heard = await until(owner, channel, other, state="connected", messages=3)
        assert heard["connection"]["detail"] == ""
    await house.rehearse(f"/{down}/plug", on=True)
    await until(owner, channel, down, state="connected")
    await house.rehearse(f"/{down}/say", login="marekfixes", text="and back again")
    await until(owner, channel, down, state="connected", messages=1)


async def test_pulled_plug_of_a_socket_is_shown(house: House, owner: Visitor, channel: str) -> None:
    await house.rehearse("/twitch/plug", on=False)
    shown = await until(owner, channel, "twitch", state="failing")
    assert shown["connection"]["detail"].endswith("Trying again.")
    assert not shown["scope_needed"]
    await house.rehearse("/twitch/plug", on=True)
    await until(owner, channel, "twitch", state="connected")
