"""The labels of capabilities and the Twitch scopes that the web names must be those of the server."""

import re
from pathlib import Path

from greenroom.chat.protocol.actions import (
    Announce,
    BanViewer,
    ChangeChatModes,
    ClearChat,
    DeleteMessage,
    SendMessage,
    ShoutOut,
    StartRaid,
    WarnViewer,
)
from greenroom.chat.protocol.capabilities import LABELS, TOGETHER
from greenroom.platforms.kick.info import INFO as KICK
from greenroom.platforms.tiktok.info import DESCRIPTOR as TIKTOK
from greenroom.platforms.twitch.info import INFO as TWITCH
from greenroom.platforms.youtube.info import INFO as YOUTUBE

SOURCE = Path(__file__).parents[2] / "web" / "src"
WEB = SOURCE / "api" / "capabilities.ts"
SLASH = SOURCE / "features" / "composer" / "slash" / "command-list.ts"


def _labels(name: str) -> set[str]:
    found = re.search(rf"^const {name} = (.+);$", WEB.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, f"{WEB.name} names no {name}"
    return set(re.findall(r'"([^"]+)"', found[1]))


def test_web_has_the_labels_of_delete_ban_and_write() -> None:
    delete, ban, write = LABELS[DeleteMessage], LABELS[BanViewer], LABELS[SendMessage]
    assert _labels("DELETE") == {delete, TOGETHER[delete, ban]}
    assert _labels("BAN") == {ban, TOGETHER[delete, ban]}
    assert _labels("WRITE") == {write, TOGETHER["Read chat", write]}


def test_slash_commands_have_the_labels_of_their_actions() -> None:
    actions = (Announce, ClearChat, ChangeChatModes, WarnViewer, ShoutOut, StartRaid)
    found = re.findall(
        r"^const [A-Z]+: Capability = \{\s*labels: \[([^]]+)\]", SLASH.read_text(encoding="utf-8"), re.MULTILINE
    )
    names = [re.findall(r'"([^"]+)"', each) for each in found]
    expected = [[LABELS[each]] for each in actions]
    expected[0].append(TOGETHER["Replies", LABELS[Announce]])
    assert names == expected


def test_slash_commands_name_only_scopes_that_a_twitch_channel_requests() -> None:
    scopes = re.findall(r'\bscope: "([^"]+)"', SLASH.read_text(encoding="utf-8"))
    assert len(scopes) == 6
    assert set(scopes) <= set(TWITCH.channel_scopes)


def test_web_has_the_label_of_replies() -> None:
    for info in (TWITCH, KICK, YOUTUBE):
        replies = [one.supported for one in info.descriptor.capabilities if one.label in _labels("REPLY")]
        assert replies == [info.supports_replies]


def test_labels_of_moderation_in_the_web_are_unsupported_on_tiktok() -> None:
    labels = _labels("MODERATE")
    assert labels
    assert labels <= {capability.label for capability in TIKTOK.capabilities if not capability.supported}
