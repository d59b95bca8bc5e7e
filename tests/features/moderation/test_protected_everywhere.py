"""Moderators cannot ban themselves, the broadcaster or other moderators on any platform."""

import pytest

from support.greenroom_server import GreenroomServer, error_fields, refusal
from support.moderation import ModeratedChannel

MODERATOR = {"youtube": "moderator", "kick": "viewer"}


@pytest.mark.parametrize("provider", list(MODERATOR))
async def test_own_account_broadcaster_and_moderators_are_protected(
    greenroom: GreenroomServer, team: ModeratedChannel, provider: str
) -> None:
    """Twitch has its own tests; TikTok has no bans."""
    await team.connect(provider)
    role = {MODERATOR[provider]: "marekfixes"}
    await greenroom.control(f"/{provider}/moderator", login="junoplays", on=True, **role)
    mod = await greenroom.staff("odalys_", team.channel_id, 7)
    await mod.connect("odalys_", "/user-provider-connected", provider=provider)
    reasons = {"odalys_": "your own", "junoplays": "broadcaster", "marekfixes": "admins and owners"}
    for viewer, expected in reasons.items():
        line = await team.send_chat(f"This is {viewer}", provider, viewer=viewer)
        response = await team.request_ban(line, by=mod)
        assert (refusal(response), error_fields(response)) == ((409, "protected"), ["provider_viewer_id"]), viewer
        assert expected in response.json()["message"]
    assert await team.log() == []
