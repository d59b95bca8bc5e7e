"""Variables that ask the platforms, as the rehearsal plays them."""

from typing import Any

import pytest

from command_desk import CommandDesk
from house import House, Visitor
from house_fixtures import on_one_database
from moderation_desk import SOMEBODY
from sending_desk import happened

pytestmark = on_one_database

FREE: dict[str, Any] = {"global_cooldown": 0, "chatter_cooldown": 0}
EMOTES = "catJAM PepeLaugh WideHardo Sprinkles junoplHype junoplQuiet"


@pytest.fixture
def desk(house: House, owner: Visitor, channel_id: str) -> CommandDesk:
    return CommandDesk(house, owner, channel_id)


@pytest.fixture
def moderator(house: House) -> str:
    return house.stage.world.crowd.viewers[7].login


async def why(desk: CommandDesk, asked: str, viewer: str = SOMEBODY, provider: str = "twitch") -> str:
    """Asks, and returns what was answered, or why nothing was."""
    ((_, _, reason),) = await desk.until_settled(await desk.says(asked, provider, viewer))
    return reason


async def test_what_twitch_knows_of_a_viewer(house: House, desk: CommandDesk) -> None:
    await desk.connect("twitch")
    await desk.make("!age", "$(followage|never), $(accountage)", **FREE)
    await desk.answer_to("!age", "never, 15 years, 32 days, 6 hours")
    await house.rehearse("/twitch/follow", login="junoplays", viewer="odalys_")
    assert "answered “0 seconds, " in await why(desk, "!age", viewer="odalys_")


async def test_each_emote_service_shows_its_own(desk: CommandDesk) -> None:
    await desk.connect("twitch")
    await desk.make("!emotes", "$(emotes.7tv) | $(emotes.bttv) | $(emotes.ffz)", **FREE)
    assert (
        await why(desk, "!emotes") == f"answered “{EMOTES} | junoplWave junoplNod catJAM longCat | catJAM junoplDuck”"
    )


async def test_what_is_on_is_known_on_every_platform(desk: CommandDesk) -> None:
    await desk.connect("twitch", "youtube", "kick")
    await desk.make("!on", "$(title) | $(game) | $(channel.live) | $(emotes.7tv) | $(followage)", **FREE)
    title = "First run of the day, no map"
    categories = {"twitch": "Gravel & Glory", "youtube": "Gaming", "kick": "Lantern Keeper"}
    for provider, category in categories.items():
        await desk.answer_to("!on", f"{title} | {category} | yes | {EMOTES} |", provider)


@pytest.mark.rows("A4")
async def test_a_moderator_changes_title_and_category_everywhere(desk: CommandDesk, moderator: str) -> None:
    await desk.connect("twitch", "youtube", "kick")
    await desk.make("!title2", "$(settitle $(query))", **FREE)
    await desk.make("!game2", "$(setgame $(query))", **FREE)
    assert "Only for Mod and above" in await why(desk, "!title2 mine now")
    reason = await why(desk, "!title2 A new one", viewer=moderator)
    assert "The title is now A new one on Twitch, YouTube and Kick." in reason
    reason = await why(desk, "!game2 gravel & glory", viewer=moderator)
    told = 'The category is now Gravel & Glory on Twitch and Kick. YouTube: There is no "gravel & glory" there'
    assert told in reason
    shown = await desk.house.rows("SELECT title, category FROM channel_providers ORDER BY id")
    assert [row["title"] for row in shown] == ["A new one"] * 3
    assert [row["category"] for row in shown] == ["Gravel & Glory", "Gaming", "Gravel & Glory"]


@pytest.mark.rows("A4")
async def test_a_category_that_only_youtube_has_is_changed_there(desk: CommandDesk, moderator: str) -> None:
    await desk.connect("twitch", "youtube")
    await desk.make("!game2", "$(setgame $(query))", **FREE)
    reason = await why(desk, "!game2 science & technology", viewer=moderator, provider="youtube")
    assert "The category is now Science & Technology on YouTube. Twitch: There is no" in reason
    assert [facts["platform"] for facts in await happened(desk.house, "channel_updated")] == ["youtube"]
    shown = await desk.house.rows("SELECT category FROM channel_providers ORDER BY id")
    assert [row["category"] for row in shown] == ["Gravel & Glory", "Science & Technology"]
    # Listed by YouTube, and not given to anybody who asks for it.
    assert "YouTube: " in await why(desk, "!game2 trailers", viewer=moderator, provider="youtube")
    assert await desk.house.rows("SELECT category FROM channel_providers ORDER BY id") == shown


async def test_deeds_of_a_moderator_are_done_and_written_down(desk: CommandDesk, moderator: str) -> None:
    await desk.connect("twitch")
    await desk.says("Hello there")
    await desk.make("!out", "$(permit $(1)) $(timeout $(1) 90)$(shoutout $(1))", **FREE)
    reason = await why(desk, f"!out @{SOMEBODY}", viewer=moderator)
    assert "may post a link within 1 minute. Brisket99 is timed out for 1 minute, 30 seconds." in reason
    async with desk.listening() as ears:
        (entry,) = await desk.log()
        if entry["outcome"] == "asked":
            entry = await ears.entry(id=entry["id"], outcome="done")
    assert (entry["action"], entry["seconds"], entry["viewer_name"]) == ("timeout", 90, "Brisket99")
    assert entry["can_undo"] is True
    (permit,) = await desk.house.rows("SELECT provider, viewer_id FROM filter_permits")
    assert permit == {"provider": "twitch", "viewer_id": entry["provider_viewer_id"]}
    assert "is a moderator of this channel" in await why(desk, f"!out {moderator}", viewer=moderator)
    assert len(await desk.log()) == 1


async def test_the_message_that_asked_is_deleted(desk: CommandDesk) -> None:
    await desk.connect("twitch")
    await desk.make("!psst", "$(delete)Psst!", **FREE)
    await desk.answer_to("!psst my secret", "Psst!")
    removals = await desk.removals()
    assert removals["!psst my secret"] is not None
