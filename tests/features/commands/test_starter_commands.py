"""Every default command responds on Twitch, YouTube and Kick."""

from dataclasses import dataclass

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.features.commands.editing.starter_set import STARTER_COMMANDS
from support.commands import CommandChannel
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer

QUOTE = '#1: "I meant to do that" — Juno (2 January 2030)'
LISTED = "!commands, !followage, !game, !lurk, !quote, !title, !uptime"


@dataclass(frozen=True)
class PlatformCase:
    """The texts that the default commands are expected to send on one platform."""

    name: str
    viewer: str
    category: str
    music_category: str
    followage_text: str = "isn't following."
    shoutout_note: str = ""
    shoutout_without_name_note: str = ""
    # Control paths that prepare the rehearsal.
    setup_paths: tuple[str, ...] = ()
    # Without replies, a response starts with a mention.
    has_replies: bool = True


CASES = {
    "twitch": PlatformCase(
        *("Twitch", "Brisket99", "Gravel & Glory", "Music and Noise", "10 seconds"),
        setup_paths=("/twitch/follow",),
        shoutout_without_name_note=" ($(1): No argument 1; $(shoutout): Name a user)",
    ),
    "youtube": PlatformCase(
        *("YouTube", "brisket99", "Gaming", "Music"),
        shoutout_note=" ($(shoutout): Not available on youtube)",
        shoutout_without_name_note=" ($(shoutout): Not available on youtube)",
        has_replies=False,
    ),
    "kick": PlatformCase(
        *("Kick", "Brisket99", "Lantern Keeper", "Music and Noise"),
        shoutout_note=" ($(shoutout): Not available on kick)",
        shoutout_without_name_note=" ($(shoutout): Not available on kick)",
    ),
}

FOR_EDITORS = "requires Editor or higher, user is Public"
EDITOR = "odalys_"


def expected_uses(case: PlatformCase, moderator: str) -> list[tuple[str, str, str]]:
    """Caller, message and expected result of each use."""

    def reply(viewer: str, text: str, note: str = "") -> str:
        return f"responded “{'' if case.has_replies else f'@{viewer} '}{text}”{note}"

    viewer = "brisket99"
    return [
        (viewer, "!commands", reply(viewer, f"Commands: {LISTED}")),
        (viewer, "!uptime", reply(viewer, "Live for 10 seconds")),
        (viewer, "!title", reply(viewer, "First run of the day, no map")),
        (viewer, "!game", reply(viewer, case.category)),
        (viewer, "!followage", reply(viewer, f"{case.viewer}: {case.followage_text}")),
        (viewer, "!lurk", f"responded “{case.viewer} is lurking. Thanks for being here!”"),
        (
            *(viewer, "!quote"),
            reply(viewer, "Quote not found.", " ($(query): No arguments)"),
        ),
        (viewer, "!addquote x", f"{FOR_EDITORS}; would have responded “Quote #12 added.”"),
        (EDITOR, "!addquote @Juno I meant to do that", reply(EDITOR, "Quote #1 added.")),
        (moderator, "!quote 1", reply(moderator, QUOTE)),
        (moderator, "!so @brisket99", f"responded “Go check out @brisket99!”{case.shoutout_note}"),
        (moderator, "!shoutout", f"responded “Go check out a great streamer!”{case.shoutout_without_name_note}"),
        (EDITOR, "!settitle A new one", reply(EDITOR, f"The title is now A new one on {case.name}.")),
        (moderator, "!title", reply(moderator, "A new one")),
        (EDITOR, "!setgame music", reply(EDITOR, f"The category is now {case.music_category} on {case.name}.")),
        (moderator, "!category", reply(moderator, case.music_category)),
    ]


@pytest.mark.rows("P6")
@pytest.mark.parametrize("provider", CASES)
async def test_every_default_command_responds(
    greenroom: GreenroomServer, channel: CommandChannel, clock: FrozenClock, provider: str
) -> None:
    await channel.connect(provider)
    staff = await greenroom.staff(EDITOR, channel.channel_id, Role.EDITOR)
    await staff.connect(EDITOR, "/user-provider-connected", provider=provider)
    uses = expected_uses(CASES[provider], greenroom.rehearsal_state.world.viewers_on(provider)[7].login)
    assert {text.split()[0] for _, text, _ in uses} == {name for fields in STARTER_COMMANDS for name in fields.cmds}
    for path in CASES[provider].setup_paths:
        await greenroom.control(path, login="junoplays", viewer="brisket99")
    clock.advance(10)
    results: list[tuple[str, str, str]] = []
    for viewer, text, _ in uses:
        ((_, _, reason),) = await channel.wait_for_results(await channel.send_chat(text, provider, viewer))
        results.append((viewer, text, reason))
    assert results == uses
