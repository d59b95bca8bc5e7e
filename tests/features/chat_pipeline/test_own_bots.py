"""Whoever hides bots hides ours too: no platform marks all of them."""

from asked_statements import statements
from greenroom.chat.own_bots import OwnBots
from house import House, Json, Visitor
from house_fixtures import on_one_database
from moderation_desk import Crew
from recording_desk import Desk

PROVIDERS = ("twitch", "youtube", "kick")


def is_bot(line: Json) -> bool:
    return line["author"].get("is_bot", False)


@on_one_database
async def test_lines_of_our_bots_are_lines_of_bots_on_every_platform(
    house: House, owner: Visitor, channel_id: str
) -> None:
    crew = Crew(house, owner, channel_id)
    await crew.connect(*PROVIDERS)
    for provider in PROVIDERS:
        assert not is_bot(await crew.says("Not a bot yet", provider))
        place = {"channel_id": channel_id, "channel_provider_id": crew.connections[provider]}
        await owner.connect("brisket99", provider=provider, bot="own", **place)
        own = await crew.says("Said by the channel's own bot", provider)
        await owner.connect("stagehandbot", provider=provider, bot="system")
        system = await crew.says("Said by the bot of the installation", provider, viewer="stagehandbot")
        person = await crew.says("Said by somebody", provider, viewer="marekfixes")
        streamer = await crew.says("Said by the streamer", provider, viewer="junoplays")
        assert [is_bot(line) for line in (own, system, person, streamer)] == [True, True, False, False], provider
        assert (await crew.card(own))["is_bot"]
        assert (system.get("is_first"), person["is_first"]) == (None, True), provider


async def test_our_bots_are_asked_for_once_however_much_is_said(desk: Desk) -> None:
    own_bots = OwnBots(desk.kernel)
    own_bots.start()
    desk.build(before=(own_bots.mark,))
    await desk.hear(desk.said("one"))
    with statements(desk.kernel.database) as asked:
        for word in ("two", "three", "four"):
            await desk.hear(desk.said(word))
    assert not [one for one in asked if "credentials" in one]
    await own_bots.stop()
