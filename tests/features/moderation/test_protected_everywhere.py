"""Nobody sends out themselves, the broadcaster or a moderator, on whichever platform."""

import pytest

from house import House, blamed, refusal
from house_fixtures import on_one_database
from moderation_desk import Crew

MODERATOR = {"youtube": "moderator", "kick": "viewer"}


@on_one_database
@pytest.mark.parametrize("provider", list(MODERATOR))
async def test_oneself_the_broadcaster_and_a_moderator_stay(house: House, crew: Crew, provider: str) -> None:
    """Twitch has tests of its own; TikTok sends out nobody."""
    await crew.connect(provider)
    role = {MODERATOR[provider]: "marekfixes"}
    await house.rehearse(f"/{provider}/moderator", login="junoplays", on=True, **role)
    mod = await house.staff("odalys_", crew.channel_id, 7)
    await mod.connect("odalys_", "/user-provider-connected", provider=provider)
    words = {"odalys_": "your own", "junoplays": "broadcaster", "marekfixes": "admins and owners"}
    for viewer, expected in words.items():
        line = await crew.says(f"This is {viewer}", provider, viewer=viewer)
        answer = await crew.ban(line, by=mod)
        assert (refusal(answer), blamed(answer)) == ((409, "protected"), ["provider_viewer_id"]), viewer
        assert expected in answer.json()["message"]
    assert await crew.log() == []
