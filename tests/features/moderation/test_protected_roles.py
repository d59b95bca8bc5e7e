"""A role in Greenroom protects from moderators, as the platform's badge does."""

import pytest

from greenroom.accounts.access.rules import Role
from support.greenroom_server import GreenroomServer, error_fields, refusal
from support.moderation import ModeratedChannel

BELOW_ADMIN = "Only Admins and Owners can moderate a moderator."
OWNER = "You can't moderate an owner of this channel."


@pytest.mark.parametrize(("role", "acting", "reason"), [(100, 100, BELOW_ADMIN), (500, 200, OWNER)])
async def test_role_protects_the_account_of_a_member(
    greenroom: GreenroomServer, channel: ModeratedChannel, role: int, acting: int, reason: str
) -> None:
    await channel.connect("twitch")
    await greenroom.staff("odalys_", channel.channel_id, role)
    moderator = await greenroom.staff("marekfixes", channel.channel_id, acting)
    line = await channel.send_chat("This is staff", "twitch", viewer="odalys_")
    response = await channel.request_ban(line, by=moderator)
    assert (refusal(response), error_fields(response)) == ((409, "protected"), ["provider_viewer_id"])
    assert response.json()["message"] == reason


async def test_removed_role_does_not_protect(greenroom: GreenroomServer, channel: ModeratedChannel) -> None:
    await channel.connect("twitch")
    user = await greenroom.staff("odalys_", channel.channel_id, Role.MOD)
    line = await channel.send_chat("This is staff", "twitch", viewer="odalys_")
    card = f"{channel.path}/viewers/twitch/{line['author']['id']}"
    assert (await channel.client.get(card))["role"] == "Mod"
    await greenroom.set_level(channel.channel_id, (await user.get("/user"))["id"], Role.PUBLIC)
    moderator = await greenroom.staff("marekfixes", channel.channel_id, Role.MOD)
    assert (await channel.client.get(card))["role"] == "Public"
    assert (await channel.request_ban(line, by=moderator)).status_code == 200
