"""The explanation of a message says for each filter why it caught the message or did not."""

from support.filters import FilterChannel, is_removed
from support.greenroom_server import GreenroomServer


async def test_every_filter_has_a_reason(greenroom: GreenroomServer, on_twitch: FilterChannel) -> None:
    await on_twitch.make("symbol", name="Off", enabled=False)
    await on_twitch.make("caps", name="Elsewhere", providers=["youtube"])
    await on_twitch.make("caps", name="Shouting", settings={"min_length": 5})
    await on_twitch.ban_words("rubbish", name="Bad words")
    await on_twitch.make("paragraph", name="After")
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat("WHAT rubbish this is", viewer="marekfixes")
        await live_events.until(is_removed(line["message_id"]))
    considered = [(one["name"], one["verdict"], one["reason"]) for one in await on_twitch.explain(line)]
    assert considered == [
        ("Off", "skipped", "the filter is off"),
        ("Elsewhere", "skipped", "not active on Twitch"),
        ("Shouting", "passed", "23% caps (limit 60%)"),
        ("Bad words", "acted", "caught: contains “rubbish”"),
        ("After", "skipped", "already caught by “Bad words”"),
    ]


async def test_exempt_role_is_named_as_the_reason(greenroom: GreenroomServer, on_twitch: FilterChannel) -> None:
    await on_twitch.ban_words("rubbish")
    moderator = greenroom.rehearsal_state.world.viewers[7].login
    line = await on_twitch.send_chat("what rubbish", viewer=moderator)
    (considered,) = await on_twitch.explain(line)
    assert (considered["verdict"], considered["reason"]) == ("skipped", "Mod is exempt")


async def test_shadow_filter_and_a_filter_made_after_the_message_are_explained_as_would_act(
    on_twitch: FilterChannel,
) -> None:
    await on_twitch.ban_words("rubbish", name="Watching", mode="shadow")
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat("what rubbish", viewer="marekfixes")
        await live_events.until(lambda event: event["type"] == "hit")
    await on_twitch.ban_words("what", name="Made later")
    watching, later = await on_twitch.explain(line)
    assert watching["verdict"] == later["verdict"] == "would_act"
    assert watching["reason"] == "caught: contains “rubbish” (shadow: log only)"
    assert watching["spans"] == [{"start": 5, "end": 12}]
    assert later["reason"].startswith("contains “what”: would be caught now, but passed then")
