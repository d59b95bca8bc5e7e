"""What a new channel can be asked from its first day on, as each platform answers it."""

from dataclasses import dataclass

import pytest

from greenroom.features.commands.starter_set import STARTER_COMMANDS
from support.commands import CommandEditor
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer
from support.server_fixtures import on_one_database

QUOTE = '#1: "I meant to do that" — Juno (2 January 2030)'
LISTED = "!commands, !followage, !game, !lurk, !quote, !title, !uptime"


@dataclass(frozen=True)
class Place:
    """What a platform is called, what it calls a viewer, what is on, and what it knows of follows and shout-outs."""

    name: str
    viewer: str
    category: str
    music: str
    follow: str = "isn't following."
    shout: str = ""
    unnamed: str = ""
    # What happens before anybody asks.
    scenes: tuple[str, ...] = ()
    # A mention, where a platform has no replies.
    has_replies: bool = True


PLACES = {
    "twitch": Place(
        *("Twitch", "Brisket99", "Gravel & Glory", "Music and Noise", "10 seconds"),
        scenes=("/twitch/follow",),
        unnamed=" ($(1): There is no word 1 behind the command; $(shoutout): Name somebody)",
    ),
    "youtube": Place(
        *("YouTube", "brisket99", "Gaming", "Music"),
        shout=" ($(shoutout): Not available on youtube)",
        unnamed=" ($(shoutout): Not available on youtube)",
        has_replies=False,
    ),
    "kick": Place(
        *("Kick", "Brisket99", "Lantern Keeper", "Music and Noise"),
        shout=" ($(shoutout): Not available on kick)",
        unnamed=" ($(shoutout): Not available on kick)",
    ),
}


FOR_MODS = "for Mod and above, this is Public"


def script(place: Place, moderator: str) -> list[tuple[str, str, str]]:
    """Who asks what, and what Why? tells of the answer."""

    def reply(viewer: str, words: str, note: str = "") -> str:
        return f"responded “{'' if place.has_replies else f'@{viewer} '}{words}”{note}"

    viewer = "brisket99"
    return [
        (viewer, "!commands", reply(viewer, f"Ask for {LISTED}")),
        (viewer, "!uptime", reply(viewer, "10 seconds")),
        (viewer, "!title", reply(viewer, "First run of the day, no map")),
        (viewer, "!game", reply(viewer, place.category)),
        (viewer, "!followage", reply(viewer, f"{place.viewer}: {place.follow}")),
        (viewer, "!lurk", f"responded “{place.viewer} is lurking. Thank you for being here!”"),
        (
            *(viewer, "!quote"),
            reply(viewer, "Quote not found.", " ($(query): No arguments)"),
        ),
        (viewer, "!addquote x", f"{FOR_MODS}; would have responded nothing ($(quote.add): Only for Mod and above)"),
        (moderator, "!addquote @Juno I meant to do that", reply(moderator, "Quote #1 was added.")),
        (moderator, "!quote 1", reply(moderator, QUOTE)),
        (moderator, "!so @brisket99", f"responded “Go and see @brisket99, they are worth it!”{place.shout}"),
        (moderator, "!shoutout", f"responded “Go and see somebody nice, they are worth it!”{place.unnamed}"),
        (moderator, "!settitle A new one", reply(moderator, f"The title is now A new one on {place.name}.")),
        (moderator, "!title", reply(moderator, "A new one")),
        (moderator, "!setgame music", reply(moderator, f"The category is now {place.music} on {place.name}.")),
        (moderator, "!category", reply(moderator, place.music)),
    ]


@on_one_database
@pytest.mark.rows("P6")
@pytest.mark.parametrize("provider", PLACES)
async def test_every_starter_is_answered(
    greenroom: GreenroomServer, editor: CommandEditor, clock: FrozenClock, provider: str
) -> None:
    await editor.connect(provider)
    asked = script(PLACES[provider], greenroom.stage.world.viewers[7].login)
    assert {text.split()[0] for _, text, _ in asked} == {name for given in STARTER_COMMANDS for name in given.cmds}
    for scene in PLACES[provider].scenes:
        await greenroom.control(scene, login="junoplays", viewer="brisket99")
    clock.advance(10)
    told: list[tuple[str, str, str]] = []
    for viewer, text, _ in asked:
        ((_, _, reason),) = await editor.until_settled(await editor.says(text, provider, viewer))
        told.append((viewer, text, reason))
    assert told == asked
