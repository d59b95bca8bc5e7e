"""Moderators cannot ban themselves, the broadcaster or other moderators on any platform."""

import pytest

from greenroom.accounts.access.rules import Role
from support.greenroom_server import GreenroomServer, error_fields, refusal
from support.moderation import ModeratedChannel


@pytest.mark.parametrize("provider", ["youtube", "kick"])
async def test_own_account_broadcaster_and_moderators_are_protected(
    greenroom: GreenroomServer, channel: ModeratedChannel, provider: str
) -> None:
    """Twitch has its own tests; TikTok has no bans."""
    await channel.connect(provider)
    await greenroom.control(f"/{provider}/moderator", login="junoplays", viewer="marekfixes")
    mod = await greenroom.staff("odalys_", channel.channel_id, Role.MOD)
    await mod.connect("odalys_", "/user-provider-connected", provider=provider)
    reasons = {"odalys_": "your own", "junoplays": "broadcaster", "marekfixes": "Admins and Owners"}
    for viewer, expected in reasons.items():
        line = await channel.send_chat(f"This is {viewer}", provider, viewer=viewer)
        response = await channel.request_ban(line, by=mod)
        assert (refusal(response), error_fields(response)) == ((409, "protected"), ["provider_viewer_id"]), viewer
        assert expected in response.json()["message"]
    assert await channel.log() == []
