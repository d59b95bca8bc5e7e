"""Templates that ship with Greenroom: each is imported, and each of its commands is used in chat."""

import pytest

from greenroom.portable.built_in_templates import BUILT_IN
from support.commands import CommandEditor
from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.moderation import PLAIN_VIEWER

BROADCASTER = "junoplays"
# What is sent, by whom, and what the response says.
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
def editor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandEditor:
    return CommandEditor(greenroom, owner, channel_id)


async def prepare(editor: CommandEditor) -> None:
    """Points, games, a queue, a giveaway and song requests are on."""
    await editor.connect("spotify", goes_live=False)
    await editor.send("PUT", "/song-requests/settings", enabled=True)
    settings = await editor.client.get(f"{editor.path}/points/settings")
    # Watching is not paid: the expected balances are those of the commands.
    settings |= {"enabled": True, "per_minute": 0}
    response = await editor.client.ask("PUT", f"{editor.path}/points/settings", json=settings)
    assert response.status_code == 200, response.text
    for game in ("roulette", "slots"):
        path = f"{editor.path}/games/{game}"
        saved = await editor.client.get(path)
        response = await editor.client.ask("PUT", path, json={**saved["settings"], "enabled": True, "live_only": False})
        assert response.status_code == 200, response.text
    queue = (await editor.send("POST", "/queues", name="Races")).json()
    await editor.send("PUT", f"/queues/{queue['id']}/open", open=True)
    giveaway = (await editor.send("POST", "/giveaways", title="Keycaps", entry="command")).json()
    assert (await editor.send("POST", f"/giveaways/{giveaway['id']}/open")).status_code == 200


def says(event: Json, text: str) -> bool:
    return event["type"] == "line" and text in event["line"]["text"]


def test_every_command_is_used_in_chat_below() -> None:
    names = {name for template in BUILT_IN.values() for name in template.names}
    assert names == {text.split()[0] for text, _, _ in IN_CHAT}


@pytest.mark.rows("P6")
async def test_each_template_is_imported_and_its_commands_answer(editor: CommandEditor) -> None:
    await editor.connect("twitch")
    await prepare(editor)
    offered = (await editor.client.get("/command-templates"))["records"]
    assert {one["id"] for one in offered} == {str(template_id) for template_id in BUILT_IN}
    for one in offered:
        path = f"/command-templates/{one['id']}"
        rows = (await editor.send("POST", f"{path}/preview")).json()["rows"]
        assert [row["problems"] for row in rows] == [[] for _ in rows]
        chosen = [{"key": name} for name in one["names"]]
        imported = (await editor.send("POST", f"{path}/import", commands=chosen)).json()
        assert {row["outcome"] for row in imported["rows"]} == {"added"}
    # Known from here on: commands can name them.
    for viewer in (PLAIN_VIEWER, BROADCASTER):
        await editor.send_chat("hello", "twitch", viewer)
    for text, viewer, response in IN_CHAT:
        chat = await editor.chat_from_now_on()
        await editor.greenroom.control("/twitch/say", login="junoplays", text=text, viewer=viewer)
        await chat.until(lambda event, expected=response: says(event, expected))
