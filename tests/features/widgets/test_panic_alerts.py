"""Alerts that came while the panic button was on: those without money are only in the activity feed."""

import pytest
from sqlalchemy import update
from widget_stage import WidgetStage

from greenroom.chat.protocol.events import MICROS, ActivityKind, Chatter
from greenroom.tenancy.models.channel_providers import ChannelProvider
from support.frozen_clock import FrozenClock

ANY = {"name": "Everything", "variants": [{"text": "{name}"}]}


def viewer(name: str) -> Chatter:
    return Chatter(id=name, login=name, name=name)


async def press_panic(stage: WidgetStage) -> None:
    """On a platform whose chat has no modes to change."""
    async with stage.greenroom.kernel.database.write() as session:
        await session.execute(update(ChannelProvider).values(provider="kick"))
    await stage.ask("POST", "panic")


@pytest.mark.both_databases
async def test_follows_of_an_attack_are_not_shown_after_it(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    await stage.process(stage.report(ActivityKind.FOLLOW, "before", chatter=viewer("before")))
    clock.advance(1)
    await press_panic(stage)
    cheer = stage.report(ActivityKind.CHEER, "c", chatter=viewer("payer"), amount_micros=5 * MICROS, currency="BITS")
    bots = [stage.report(ActivityKind.FOLLOW, name, chatter=viewer(name)) for name in ("bot1", "bot2")]
    await stage.process(*bots, cheer)
    await stage.ask("DELETE", "panic")
    queue = await stage.ask("GET", f"widgets/{widget['id']}/alerts")
    assert [one["name"] for one in queue["waiting"]] == ["before", "payer"]
    assert len((await stage.ask("GET", "activities"))["records"]) == 4


async def test_release_without_a_press_drops_no_alert(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    await stage.process(stage.report(ActivityKind.FOLLOW))
    await stage.ask("DELETE", "panic")
    assert len((await stage.ask("GET", f"widgets/{widget['id']}/alerts"))["waiting"]) == 1
