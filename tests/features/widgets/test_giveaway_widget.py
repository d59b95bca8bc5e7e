"""The current giveaway on a widget's page."""

import pytest
from widget_stage import WidgetStage

from support.greenroom_server import Json


async def make(stage: WidgetStage, **fields: object) -> str:
    path = f"/channels/{stage.channel}/giveaways"
    answer = await stage.client.ask("POST", path, json={"title": "Keycap set", "keyword": "!keycap", **fields})
    assert answer.status_code == 201, answer.text
    return f"{path}/{answer.json()['id']}"


async def take(stage: WidgetStage, path: str, step: str) -> Json:
    answer = await stage.client.ask("POST", f"{path}/{step}")
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.both_databases
@pytest.mark.rows("P7")
async def test_widget_shows_the_giveaway_that_viewers_can_enter(stage: WidgetStage) -> None:
    await make(stage, title="A draft", keyword="!draft")
    page, opened = await stage.state(await stage.add("giveaway"))
    assert opened["giveaway"] is None
    path = await make(stage)
    await take(stage, path, "open")
    shown = await page.receive()
    while shown["state"]["giveaway"] is None:
        shown = await page.receive()
    assert shown["state"]["giveaway"] == {
        "prize": "Keycap set",
        "state": "open",
        "keyword": "!keycap",
        "entry_count": 0,
        "ticket_count": 0,
        "winners": [],
    }


async def test_open_giveaway_is_shown_before_one_that_is_closed(stage: WidgetStage) -> None:
    first = await make(stage, title="Mug", keyword="!mug")
    await take(stage, first, "open")
    await take(stage, await make(stage), "open")
    await take(stage, first, "close")
    _, opened = await stage.state(await stage.add("giveaway"))
    assert opened["giveaway"]["prize"] == "Keycap set"
