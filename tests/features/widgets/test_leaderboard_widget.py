"""The page of a widget shows the highest balances and their changes."""

from uuid import uuid4

import pytest
from widget_pipeline import WidgetPipeline

from greenroom.chat.messages.models import Viewer
from greenroom.features.points.ledger.ledger import AccountKey, Movement, Reason, post
from greenroom.features.points.ledger.linked_accounts import link_accounts
from greenroom.features.points.ledger.live import announce_points

ANA = ("twitch", "7")
ANA_ON_KICK = ("kick", "70")
BO = ("youtube", "8")


async def add_viewer(pipeline: WidgetPipeline, key: AccountKey, name: str, **fields: object) -> None:
    now = pipeline.greenroom.kernel.clock()
    row = Viewer(
        channel_id=pipeline.id, provider=key[0], viewer_id=key[1], login=name.lower(), name=name,
        search_name=name.lower(), colour="", avatar_url=f"https://pictures.example/{name}", level=0, is_bot=False,
        first_seen_at=now, last_seen_at=now, former_names=[], message_count=1, **fields,
    )  # fmt: skip
    async with pipeline.greenroom.kernel.database.write() as session:
        session.add(row)


async def give(pipeline: WidgetPipeline, **points: tuple[AccountKey, int]) -> None:
    moved = [Movement(key, delta, Reason.ADJUSTED) for key, delta in points.values()]
    async with pipeline.greenroom.kernel.database.write() as session:
        await post(session, pipeline.id, moved, pipeline.greenroom.kernel.clock())
        announce_points(session, pipeline.id)


@pytest.mark.both_databases
@pytest.mark.rows("P7")
async def test_leaderboard_shows_names_and_balances_and_their_changes(pipeline: WidgetPipeline) -> None:
    await add_viewer(pipeline, ANA, "Ana")
    await add_viewer(pipeline, BO, "Bo")
    await give(pipeline, ana=(ANA, 500), bo=(BO, 700))
    page, opened = await pipeline.open_page(await pipeline.add("leaderboard"))
    shown = {"name": "Bo", "provider": "youtube", "avatar_url": "https://pictures.example/Bo", "balance": 700}
    assert opened["leaderboard"]["points_name"] == "points"
    assert opened["leaderboard"]["rows"][0] == shown
    assert [row["name"] for row in opened["leaderboard"]["rows"]] == ["Bo", "Ana"]
    await give(pipeline, ana=(ANA, 300))
    update = await page.receive()
    rows = update["state"]["leaderboard"]["rows"]
    assert [(row["name"], row["balance"]) for row in rows] == [
        ("Ana", 800),
        ("Bo", 700),
    ]


async def test_linked_viewers_are_one_row(pipeline: WidgetPipeline) -> None:
    person = uuid4()
    await add_viewer(pipeline, ANA, "Ana", person_id=person)
    await add_viewer(pipeline, ANA_ON_KICK, "ana_kicks", person_id=person)
    await give(pipeline, one=(ANA, 500), other=(ANA_ON_KICK, 40))
    async with pipeline.greenroom.kernel.database.write() as session:
        await link_accounts(session, pipeline.id, [ANA, ANA_ON_KICK], person, pipeline.greenroom.kernel.clock())
    _, opened = await pipeline.open_page(await pipeline.add("leaderboard"))
    assert [row["balance"] for row in opened["leaderboard"]["rows"]] == [540]
