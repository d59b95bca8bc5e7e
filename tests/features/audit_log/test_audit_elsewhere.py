"""Lines about platforms, moderation, points, titles, files and keys."""

import pytest

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


async def test_title_goes_back_on_the_platform(channel: AuditedChannel, live_channel: ModeratedChannel) -> None:
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
