"""The bots of the channel and of the installation are marked as bots, also where the platform does not mark them."""

from greenroom.chat.pipeline.own_bots import OwnBots
from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.moderation import ModeratedChannel
from support.pipeline import RecordingPipeline
from support.sql_statements import statements

PROVIDERS = ("twitch", "youtube", "kick")


def is_bot(line: Json) -> bool:
    return line["author"].get("is_bot", False)


async def test_lines_of_our_bots_are_marked_as_bots_on_every_platform_with_bots(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    channel = ModeratedChannel(greenroom, owner, channel_id)
    await channel.connect(*PROVIDERS)
    for provider in PROVIDERS:
        assert not is_bot(await channel.send_chat("Not a bot yet", provider))
        target = {"channel_id": channel_id, "channel_provider_id": channel.connections[provider]}
        await owner.connect("brisket99", provider=provider, bot="own", **target)
        own = await channel.send_chat("Said by the channel's own bot", provider)
        await owner.connect("stagehandbot", provider=provider, bot="system")
        system = await channel.send_chat("Said by the bot of the installation", provider, viewer="stagehandbot")
        person = await channel.send_chat("Said by a viewer", provider, viewer="marekfixes")
        streamer = await channel.send_chat("Said by the streamer", provider, viewer="junoplays")
        assert [is_bot(line) for line in (own, system, person, streamer)] == [True, True, False, False], provider
        assert (await channel.card(own))["is_bot"]
        assert (system.get("is_first"), person["is_first"]) == (None, True), provider


async def test_our_bots_are_loaded_once_for_many_messages(pipeline: RecordingPipeline) -> None:
    own_bots = OwnBots(pipeline.kernel)
    own_bots.start()
    pipeline.build(before=(own_bots.mark,))
    await pipeline.process(pipeline.chat_message("one"))
    with statements(pipeline.kernel.database) as executed:
        for word in ("two", "three", "four"):
            await pipeline.process(pipeline.chat_message(word))
    assert not [one for one in executed if "credentials" in one]
    await own_bots.stop()
