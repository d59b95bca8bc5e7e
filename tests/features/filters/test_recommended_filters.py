"""The recommended filters, added with one click."""

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.channel_file.recommended_filters import RECOMMENDED_FILTERS
from support.filters import FilterChannel
from support.greenroom_server import GreenroomServer, refusal

NAMES = [str(one["name"]) for one in RECOMMENDED_FILTERS]


@pytest.mark.both_databases
async def test_recommended_filters_are_added_once_and_in_order(channel: FilterChannel) -> None:
    own = await channel.make("caps", name="caps", mode="shadow")
    answer = await channel.send("POST", "/filters/recommended")
    assert answer.status_code == 201, answer.text
    # The channel's own filter named “caps” stays as it is.
    expected = ["caps", *(name for name in NAMES if name != "Caps")]
    assert [one["name"] for one in answer.json()] == expected
    assert (await channel.filters())[0] == own
    assert {one["name"]: one["mode"] for one in answer.json()}["Spam waves"] == "shadow"
    again = await channel.send("POST", "/filters/recommended")
    assert [one["id"] for one in again.json()] == [one["id"] for one in answer.json()]
    (version,) = (await channel.client.get(f"{channel.path}/channel-versions"))["records"]
    assert version["reason"] == "Recommended filters"


async def test_moderators_cannot_add_recommended_filters(greenroom: GreenroomServer, channel: FilterChannel) -> None:
    moderator = await greenroom.staff("odalys_", channel.channel_id, Role.MOD)
    answer = await channel.send("POST", "/filters/recommended", by=moderator)
    assert refusal(answer) == (403, "forbidden")
    assert await channel.filters() == []
