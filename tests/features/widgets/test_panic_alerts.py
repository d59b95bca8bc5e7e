"""During a panic, alerts of activities without money are dropped; the activities are only in the feed."""

import pytest
from sqlalchemy import update
from widget_pipeline import WidgetPipeline

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.chat.protocol.events import MICROS, ActivityKind, Chatter
from support.frozen_clock import FrozenClock

RULE = {"name": "Everything", "variants": [{"text": "{name}"}]}


def viewer(name: str) -> Chatter:
    return Chatter(id=name, login=name, name=name)


async def press_panic(pipeline: WidgetPipeline) -> None:
    """Turns the connection into one of Kick and presses the panic button."""
    # A panic does not change modes of Kick's chat.
    async with pipeline.greenroom.kernel.database.write() as session:
        await session.execute(update(ChannelProvider).values(provider="kick"))
    await pipeline.ask("POST", "panic")


@pytest.mark.both_databases
async def test_follows_during_a_panic_are_not_shown_after_it(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    await pipeline.process(pipeline.report(ActivityKind.FOLLOW, "before", chatter=viewer("before")))
    clock.advance(1)
    await press_panic(pipeline)
    cheer = pipeline.report(ActivityKind.CHEER, "c", chatter=viewer("payer"), amount_micros=5 * MICROS, currency="BITS")
    bots = [pipeline.report(ActivityKind.FOLLOW, name, chatter=viewer(name)) for name in ("bot1", "bot2")]
    await pipeline.process(*bots, cheer)
    await pipeline.ask("DELETE", "panic")
    queue = await pipeline.ask("GET", f"widgets/{widget['id']}/alerts")
    assert [one["name"] for one in queue["waiting"]] == ["before", "payer"]
    assert len((await pipeline.ask("GET", "activities"))["records"]) == 4


async def test_release_without_a_press_drops_no_alert(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    await pipeline.process(pipeline.report(ActivityKind.FOLLOW))
    await pipeline.ask("DELETE", "panic")
    assert len((await pipeline.ask("GET", f"widgets/{widget['id']}/alerts"))["waiting"]) == 1
