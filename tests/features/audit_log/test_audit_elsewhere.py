"""Lines of calls that `test_recorded_calls.py` does not make, and the undo of changes of several features."""

from io import BytesIO
from uuid import UUID

import pytest
from PIL import Image

from greenroom.features.points.ledger.ledger import Movement, Reason, post
from support.audit_log import AuditedChannel, values
from support.greenroom_server import GreenroomServer, refusal
from support.moderation import ModeratedChannel


@pytest.fixture
def live_channel(greenroom: GreenroomServer, channel: AuditedChannel) -> ModeratedChannel:
    return ModeratedChannel(greenroom, channel.client, channel.channel_id)


async def test_platforms_are_recorded_and_not_undone(channel: AuditedChannel, live_channel: ModeratedChannel) -> None:
    added = await channel.change("POST", "providers", json={"provider": "tiktok", "handle": "junoplays"})
    live_channel.connections["tiktok"] = added["id"]
    await live_channel.prove("tiktok")
    await channel.change("DELETE", f"providers/{added['id']}")
    deleted, proven, connected = await channel.log(section="platforms")
    assert (values(connected), connected["provider"]) == ({"account": (None, "junoplays")}, "tiktok")
    assert values(proven) == {"proven": (False, True)}
    assert values(deleted) == {"account": ("junoplays", None)}
    assert (connected["title"], connected["undo"]) == ("TikTok", "none")
    assert "Disconnect it in Platforms" in connected["undo_reason"]
    assert refusal(await channel.undo(connected)) == (409, "not_undoable")


async def test_staff_actions_in_chat_are_recorded_and_undone(
    channel: AuditedChannel, live_channel: ModeratedChannel
) -> None:
    await live_channel.connect("twitch")
    await live_channel.ban(await live_channel.send_chat(), reason="link not allowed")
    banned = await channel.newest()
    assert (banned["section"], banned["note"], banned["undo"]) == ("moderation", "link not allowed", "possible")
    assert (await channel.undo(banned)).json()["undo"] == "undone"
    lifted = await channel.newest()
    assert (lifted["undoes"], values(lifted)["action"]) == (banned["id"], (None, "unban"))
    assert refusal(await channel.undo(banned)) == (409, "already_undone")


async def test_undo_restores_the_title_on_the_platform(channel: AuditedChannel, live_channel: ModeratedChannel) -> None:
    await live_channel.connect("twitch")
    for title in ("Tunic, day 2", "Tunic, day 3"):
        change = {"channel_provider_id": live_channel.connections["twitch"], "title": title}
        await channel.change("PUT", "stream-info", json={"changes": [change]})
    entry = await channel.newest()
    assert values(entry) == {"title": ("Tunic, day 2", "Tunic, day 3")}
    assert (await channel.undo(entry)).status_code == 200
    (shown,) = await channel.client.get(f"{channel.path}/providers")
    assert shown["title"] == "Tunic, day 2"
    assert (await channel.newest())["undoes"] == entry["id"]


async def test_new_key_of_a_widget_is_recorded_without_the_key(channel: AuditedChannel) -> None:
    widget = await channel.change("POST", "widgets", json={"name": "Corner", "type": "chat"})
    key = (await channel.change("POST", f"widgets/{widget['id']}/key"))["key"]
    entry = await channel.newest()
    assert (entry["note"], entry["undo"], entry["fields"]) == ("New key", "none", [])
    assert key not in str(await channel.log())


async def test_undo_restores_the_settings_of_a_giveaway_until_it_opens(channel: AuditedChannel) -> None:
    fields = {"title": "Keycap set", "keyword": "!keycap"}
    giveaway = await channel.change("POST", "giveaways", json=fields)
    assert (await channel.newest())["undo"] == "none"
    path = f"giveaways/{giveaway['id']}"
    await channel.change("PUT", path, json={**fields, "winners": 3})
    entry = await channel.newest()
    assert (await channel.preview(entry)).json()["fields"] == [{"field": "winners", "old": 3, "new": 1}]
    assert (await channel.undo(entry)).json()["undo"] == "undone"
    assert ((await channel.client.get(f"{channel.path}/{path}"))["winners"], values(await channel.newest())) == (
        1,
        {"winners": (3, 1)},
    )
    await channel.change("PUT", path, json={**fields, "winners": 5})
    entry = await channel.newest()
    await channel.change("PUT", path, json={**fields, "winners": 7})
    assert refusal(await channel.undo(entry)) == (409, "changed_since")
    entry = await channel.newest()
    await channel.change("POST", f"{path}/open")
    for answer in (await channel.preview(entry), await channel.undo(entry)):
        assert refusal(answer) == (409, "giveaway_rules_fixed")
    assert (await channel.newest())["undo"] == "possible"


async def test_points_changed_by_hand_are_recorded_and_undone(
    greenroom: GreenroomServer, channel: AuditedChannel
) -> None:
    now = greenroom.kernel.clock()
    async with greenroom.kernel.database.write() as session:
        await post(session, UUID(channel.channel_id), [Movement(("twitch", "7"), 100, Reason.CHATTED)], now)
    body = {"change": "add", "amount": 50, "note": "Won a bet"}
    await channel.change("POST", "points/viewers/twitch/7/adjust", json=body)
    entry = await channel.newest()
    assert (entry["section"], entry["note"], values(entry)) == ("points_entries", "Won a bet", {"balance": (100, 150)})
    assert "50 points are taken back" in (await channel.preview(entry)).json()["message"]
    assert (await channel.undo(entry)).json()["undo"] == "undone"
    line = await channel.newest()
    assert (line["undoes"], values(line)) == (entry["id"], {"balance": (150, 100)})
    assert refusal(await channel.undo(entry)) == (409, "already_undone")


async def test_undo_of_muting_the_bot_unmutes_it(channel: AuditedChannel) -> None:
    await channel.change("PATCH", "state", json={"bot_muted": True})
    entry = await channel.newest()
    assert values(entry) == {"bot_muted": (False, True)}
    assert (await channel.undo(entry)).status_code == 200
    assert (await channel.client.get(f"{channel.path}/state"))["bot_muted"] is False


async def test_changes_of_media_files_are_recorded_and_not_undone(channel: AuditedChannel) -> None:
    picture = BytesIO()
    Image.new("RGB", (4, 3), "teal").save(picture, "PNG")
    file = await channel.change("POST", "media", params={"name": "goal.png"}, content=picture.getvalue())
    await channel.change("PATCH", f"media/{file['id']}", json={"name": "Sub goal.png"})
    await channel.change("DELETE", f"media/{file['id']}")
    lines = await channel.log(section="media")
    assert [values(line)["name"] for line in lines] == [
        ("Sub goal.png", None),
        ("goal.png", "Sub goal.png"),
        (None, "goal.png"),
    ]
    assert {(line["undo"], line["undo_reason"]) for line in lines} == {
        ("none", "Files are renamed and deleted in the media library.")
    }
