"""Templates that ship with Greenroom: each is imported, and each of its commands is used in chat."""

import pytest

from greenroom.channel_file.built_in_templates import BUILT_IN
from support.commands import CommandChannel
from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.moderation import PLAIN_VIEWER

BROADCASTER = "junoplays"
# Message, sender, and a text in the response.
IN_CHAT = [
    ("!addpoints brisket99 500", BROADCASTER, "Brisket99 got 500 points"),
    ("!takepoints brisket99 100", BROADCASTER, "Brisket99 lost 100 points"),
    ("!points", PLAIN_VIEWER, "Brisket99: 400 points"),
    ("!give junoplays 50", PLAIN_VIEWER, "Brisket99 gave 50 points to JunoPlays"),
    ("!top", PLAIN_VIEWER, "1. Brisket99 350"),
    ("!rank", PLAIN_VIEWER, "Brisket99 is number 1."),
    ("!roulette 10", PLAIN_VIEWER, "Brisket99 "),
    ("!slots 10", PLAIN_VIEWER, "Brisket99 "),
    ("!join", PLAIN_VIEWER, "You are number 1 in Races."),
    ("!position", PLAIN_VIEWER, "Brisket99: You are number 1 in Races."),
    ("!queue", PLAIN_VIEWER, "Races: 1. Brisket99"),
    ("!leave", PLAIN_VIEWER, "You left Races."),
    ("!enter", PLAIN_VIEWER, "Brisket99: entered"),
    ("!sr solder smoke", PLAIN_VIEWER, "Solder Smoke by Marta Vale was added at number 1."),
    ("!songs", PLAIN_VIEWER, "1. Solder Smoke by Marta Vale"),
    ("!song", PLAIN_VIEWER, "Harbour Lights Off by The Quiet Cranes"),
]


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandChannel:
    return CommandChannel(greenroom, owner, channel_id)


async def enable_features(channel: CommandChannel) -> None:
    """Enables points, games, a queue, a giveaway and song requests."""
    await channel.connect("spotify", goes_live=False)
    await channel.send("PUT", "/song-requests/settings", enabled=True)
    settings = await channel.client.get(f"{channel.path}/points/settings")
    # Watching earns no points, so that only the commands change the balances.
    settings |= {"enabled": True, "per_minute": 0}
    response = await channel.client.ask("PUT", f"{channel.path}/points/settings", json=settings)
    assert response.status_code == 200, response.text
    for game in ("roulette", "slots"):
        path = f"{channel.path}/games/{game}"
        saved = await channel.client.get(path)
        response = await channel.client.ask(
            "PUT", path, json={**saved["settings"], "enabled": True, "live_only": False}
        )
        assert response.status_code == 200, response.text
    queue = (await channel.send("POST", "/queues", name="Races")).json()
    await channel.send("PUT", f"/queues/{queue['id']}/open", open=True)
    giveaway = (await channel.send("POST", "/giveaways", title="Keycaps", entry="command")).json()
    assert (await channel.send("POST", f"/giveaways/{giveaway['id']}/open")).status_code == 200


def is_line_with(event: Json, text: str) -> bool:
    return event["type"] == "line" and text in event["line"]["text"]


def test_this_file_uses_every_command_of_the_templates() -> None:
    names = {name for template in BUILT_IN.values() for name in template.names}
    assert names == {text.split()[0] for text, _, _ in IN_CHAT}


@pytest.mark.rows("P6")
async def test_each_template_is_imported_and_its_commands_respond(channel: CommandChannel) -> None:
    await channel.connect("twitch")
    await enable_features(channel)
    offered = (await channel.client.get("/command-templates"))["records"]
    assert {one["id"] for one in offered} == {str(template_id) for template_id in BUILT_IN}
    for one in offered:
        path = f"/command-templates/{one['id']}"
        rows = (await channel.send("POST", f"{path}/preview")).json()["rows"]
        assert [row["problems"] for row in rows] == [[] for _ in rows]
        chosen = [{"key": name} for name in one["names"]]
        imported = (await channel.send("POST", f"{path}/import", commands=chosen)).json()
        assert {row["outcome"] for row in imported["rows"]} == {"added"}
    # Commands can name only viewers who have written a message.
    for viewer in (PLAIN_VIEWER, BROADCASTER):
        await channel.send_chat("hello", "twitch", viewer)
    for text, viewer, response in IN_CHAT:
        chat = await channel.chat_from_now_on()
        await channel.greenroom.control("/twitch/say", login="junoplays", text=text, viewer=viewer)
        await chat.until(lambda event, expected=response: is_line_with(event, expected))
