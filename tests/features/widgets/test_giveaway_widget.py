"""The page of a widget shows the giveaway that viewers can enter."""

import pytest
from widget_pipeline import WidgetPipeline

from support.greenroom_server import Json


async def make(pipeline: WidgetPipeline, **fields: object) -> str:
    path = f"/channels/{pipeline.id}/giveaways"
    answer = await pipeline.client.ask("POST", path, json={"title": "Keycap set", "keyword": "!keycap", **fields})
    assert answer.status_code == 201, answer.text
    return f"{path}/{answer.json()['id']}"


async def take_step(pipeline: WidgetPipeline, path: str, step: str) -> Json:
    answer = await pipeline.client.ask("POST", f"{path}/{step}")
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.both_databases
@pytest.mark.rows("P7")
async def test_widget_shows_the_giveaway_that_viewers_can_enter(pipeline: WidgetPipeline) -> None:
    await make(pipeline, title="A draft", keyword="!draft")
    page, opened = await pipeline.open_page(await pipeline.add("giveaway"))
    assert opened["giveaway"] is None
    path = await make(pipeline)
    await take_step(pipeline, path, "open")
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


async def test_open_giveaway_is_shown_instead_of_a_closed_one(pipeline: WidgetPipeline) -> None:
    first = await make(pipeline, title="Mug", keyword="!mug")
    await take_step(pipeline, first, "open")
    await take_step(pipeline, await make(pipeline), "open")
    await take_step(pipeline, first, "close")
    _, opened = await pipeline.open_page(await pipeline.add("giveaway"))
    assert opened["giveaway"]["prize"] == "Keycap set"
