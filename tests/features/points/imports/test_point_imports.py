"""Points of another bot are added once: to known viewers now, to others at their first message if names are unique."""

from uuid import UUID

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.chat.messages.models import Viewer
from greenroom.features.points.imports.models import AwaitedBalance
from greenroom.features.points.imports.service import ROWS_PER_STATEMENT, claim
from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.moderation import PLAIN_VIEWER, ModeratedChannel
from support.watched_commits import failing_at_commit

CONTENT = "username,points\nBrisket99,1250\nodalys_,70\nbad name,5\n"


def body(**changes: str) -> Json:
    return {"source": "streamelements", "provider": "twitch", "content": CONTENT, **changes}


async def post_import(channel: ModeratedChannel, path: str = "", **changes: str) -> Json:
    response = await channel.client.ask("POST", f"{channel.path}/point-imports{path}", json=body(**changes))
    assert response.status_code == 200, response.text
    return response.json()


async def balances(channel: ModeratedChannel) -> dict[str, int]:
    page = await channel.client.get(f"{channel.path}/points/leaderboard")
    return {row["accounts"][0]["login"]: row["balance"] for row in page["records"]}


@pytest.mark.both_databases
async def test_reviewed_balances_are_added_once_or_wait_until_the_viewer_writes(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    channel = ModeratedChannel(greenroom, owner, channel_id)
    await channel.connect("twitch")
    await channel.send_chat("hello", "twitch", PLAIN_VIEWER)
    review = await post_import(channel, "/review")
    assert [(row["name"], row["state"]) for row in review["rows"]] == [
        ("bad name", "bad"),
        ("brisket99", "known"),
        ("odalys_", "unknown"),
    ]
    assert (review["points"], review["bad"]) == (1320, 1)
    assert await balances(channel) == {}
    assert await post_import(channel) == {"added": 1, "waiting": 1, "skipped": 0, "bad": 1}
    assert await post_import(channel) == {"added": 0, "waiting": 0, "skipped": 2, "bad": 1}
    assert await balances(channel) == {"brisket99": 1250}
    await channel.send_chat("here at last", "twitch", "odalys_")
    assert await balances(channel) == {"brisket99": 1250, "odalys_": 70}
    assert (await post_import(channel))["skipped"] == 2
    assert (await post_import(channel, source="tbot"))["added"] == 2


async def add_viewer(channel: ModeratedChannel, provider: str, viewer_id: str, login: str) -> None:
    kernel = channel.greenroom.kernel
    row = Viewer(
        channel_id=UUID(channel.channel_id),
        provider=provider,
        viewer_id=viewer_id,
        login=login,
        name=login,
        search_name=login.lower(),
        colour="",
        avatar_url="",
        level=0,
        is_bot=False,
        message_count=1,
        first_seen_at=kernel.clock(),
        last_seen_at=kernel.clock(),
        former_names=[],
    )
    async with kernel.database.write() as session:
        session.add(row)


@pytest.mark.both_databases
async def test_names_match_regardless_of_case_in_any_script(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    channel = ModeratedChannel(greenroom, owner, channel_id)
    await add_viewer(channel, "youtube", "UC1", "ÄNNE")
    assert (await post_import(channel, provider="youtube", content="Änne,5\n"))["added"] == 1
    assert await balances(channel) == {"ÄNNE": 5}


@pytest.mark.both_databases
async def test_points_of_a_name_that_several_viewers_have_are_not_given(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    channel = ModeratedChannel(greenroom, owner, channel_id)
    for viewer_id, login in (("UC1", "Sam"), ("UC2", "sam"), ("UC3", "Wren")):
        await add_viewer(channel, "youtube", viewer_id, login)
    file = {"provider": "youtube", "content": "sam,1000\nwren,5\n"}
    sam, wren = (await post_import(channel, "/review", **file))["rows"]
    assert (sam["state"], sam["problem"]) == ("bad", "Several viewers have this name")
    assert wren["state"] == "known"
    assert await post_import(channel, **file) == {"added": 1, "waiting": 0, "skipped": 0, "bad": 1}
    assert await balances(channel) == {"Wren": 5}


@pytest.mark.both_databases
async def test_balance_of_an_unknown_name_is_not_stored_on_platforms_without_unique_names(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    channel = ModeratedChannel(greenroom, owner, channel_id)
    await add_viewer(channel, "youtube", "UCa_B0123456789abcdefghi", "Sam Rivers")
    # Another viewer's display name is the first viewer's id; the id wins.
    await add_viewer(channel, "youtube", "UC2", "UCa_B0123456789abcdefghi")
    file = {"provider": "youtube", "content": "sam rivers,10\nUCa_B0123456789abcdefghi,7\nwren,5\n"}
    review = await post_import(channel, "/review", **file)
    assert not review["are_names_unique"]
    assert {row["name"]: (row["state"], row["problem"]) for row in review["rows"]} == {
        "wren": ("bad", "Nobody of this name has written here yet, and such names are not unique"),
        "sam rivers": ("known", ""),
        "uca_b0123456789abcdefghi": ("known", ""),
    }
    assert await post_import(channel, **file) == {"added": 2, "waiting": 0, "skipped": 0, "bad": 1}
    assert await balances(channel) == {"Sam Rivers": 17}
    await add_viewer(channel, "youtube", "UC3", "Wren")
    assert await post_import(channel, **file) == {"added": 1, "waiting": 0, "skipped": 2, "bad": 0}


@pytest.mark.both_databases
async def test_waiting_balance_is_not_given_on_a_platform_without_unique_names(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    channel = ModeratedChannel(greenroom, owner, channel_id)
    awaited = AwaitedBalance(
        channel_id=UUID(channel_id),
        provider="youtube",
        login="brisket99",
        source="streamelements",
        points=70,
        imported_at=greenroom.kernel.clock(),
    )
    async with greenroom.kernel.database.write() as session:
        session.add(awaited)
    await channel.connect("youtube")
    await channel.send_chat("here at last", "youtube", PLAIN_VIEWER)
    assert await balances(channel) == {}
    # A new import finds the one viewer of this name and adds the points.
    assert (await post_import(channel, provider="youtube", content="brisket99,70\n"))["added"] == 1


@pytest.mark.both_databases
async def test_waiting_balance_is_not_given_while_two_viewers_have_the_name(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    channel, kernel = ModeratedChannel(greenroom, owner, channel_id), greenroom.kernel
    await post_import(channel, content="sam,1000\nwren,5\n")
    await add_viewer(channel, "twitch", "1", "sam")
    async with kernel.database.write() as session:
        await claim(session, UUID(channel_id), "twitch", {"sam": {"2"}, "wren": {"3", "4"}}, kernel.clock())
        await claim(session, UUID(channel_id), "twitch", {"wren": {"4"}}, kernel.clock())
    assert [row["balance"] for row in (await owner.get(f"{channel.path}/points/leaderboard"))["records"]] == [5]


@pytest.mark.both_databases
async def test_large_import_that_failed_halfway_is_completed_by_repeating_it(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    channel = ModeratedChannel(greenroom, owner, channel_id)
    content = "".join(f"viewer{number},5\n" for number in range(ROWS_PER_STATEMENT + 1))
    with failing_at_commit(greenroom.kernel.database, 2, "awaited_balances"):
        response = await owner.ask("POST", f"{channel.path}/point-imports", json=body(content=content))
    assert response.status_code == 500
    remaining = {"added": 0, "waiting": 1, "skipped": ROWS_PER_STATEMENT, "bad": 0}
    assert await post_import(channel, content=content) == remaining


async def test_moderators_cannot_import(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    del owner
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    response = await mod.ask("POST", f"/channels/{channel_id}/point-imports", json=body())
    assert response.status_code == 403
