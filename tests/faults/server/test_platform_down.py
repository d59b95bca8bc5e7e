"""A platform whose plug is pulled says so on its own card, and the others never notice."""

import asyncio

from house import PATIENCE_SECONDS, House, Json, Visitor
from house_fixtures import in_one_loop, on_each, on_one_database
from moderation_desk import Crew

PLATFORMS = ("twitch", "youtube", "kick")
STREAMER = "marekfixes"


@in_one_loop()
async def crew(house: House, owner: Visitor, channel_id: str) -> Crew:
    """A channel that is connected, and live, on every platform."""
    crew = Crew(house, owner, channel_id)
    await crew.connect(*PLATFORMS, login=STREAMER)
    return crew


async def shown(crew: Crew, provider: str) -> Json:
    """The card of the connection, as it is now."""
    records = await crew.visitor.get(f"{crew.path}/providers")
    return next(one for one in records if one["provider"] == provider)


async def until(crew: Crew, provider: str, *, state: str) -> Json:
    """The card of the connection in this state."""
    async with asyncio.timeout(PATIENCE_SECONDS), crew.visitor.socket(f"{crew.path}/providers-ws") as line:
        card = await shown(crew, provider)
        while card["connection"]["state"] != state:
            data = (await line.hear())["data"]
            card = data if data["provider"] == provider else card
        return card


@on_each(*PLATFORMS)
async def test_plug_that_is_pulled_leaves_the_others_running(house: House, crew: Crew, provider: str) -> None:
    await house.rehearse(f"/{provider}/plug", on=False)
    for other in set(PLATFORMS) - {provider}:
        await crew.says("still here", other, login=STREAMER)
        connection = (await shown(crew, other))["connection"]
        assert (connection["state"], connection["detail"]) == ("connected", "")
    await house.rehearse(f"/{provider}/plug", on=True)
    await until(crew, provider, state="connected")
    await crew.says("and back again", provider, login=STREAMER)


@on_one_database
async def test_pulled_plug_of_a_socket_is_shown(house: House, crew: Crew) -> None:
    await house.rehearse("/twitch/plug", on=False)
    card = await until(crew, "twitch", state="failing")
    assert card["connection"]["detail"].endswith("Trying again.")
    assert not card["scope_needed"]
    await house.rehearse("/twitch/plug", on=True)
    await until(crew, "twitch", state="connected")
