"""The web reads from the words of a capability what can be done on a platform: both sides must use the same words."""

import re
from pathlib import Path

from greenroom.chat.protocol.actions import BanViewer, DeleteMessage, SendMessage
from greenroom.chat.protocol.capabilities import LABELS, TOGETHER
from greenroom.platforms.tiktok.info import DESCRIPTOR as TIKTOK

WEB = Path(__file__).parents[2] / "web" / "src" / "api" / "capabilities.ts"


def _words(name: str) -> set[str]:
    found = re.search(rf"^const {name} = (.+);$", WEB.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, f"{WEB.name} names no {name}"
    return set(re.findall(r'"([^"]+)"', found[1]))


def test_the_web_knows_the_capabilities_delete_ban_and_write() -> None:
    delete, ban, write = LABELS[DeleteMessage], LABELS[BanViewer], LABELS[SendMessage]
    assert _words("DELETE") == {delete, TOGETHER[delete, ban]}
    assert _words("BAN") == {ban, TOGETHER[delete, ban]}
    assert _words("WRITE") == {write, TOGETHER["Read chat", write]}


def test_the_web_knows_the_capability_of_platforms_without_moderation() -> None:
    assert _words("MODERATE") <= {capability.label for capability in TIKTOK.capabilities if not capability.supported}
