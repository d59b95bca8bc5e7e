"""The number of open pages of a widget is limited, also when they open at once."""

import asyncio
import contextlib
from uuid import UUID

from websockets import ConnectionClosed
from widget_pipeline import WidgetPipeline

from greenroom.features.widgets.live.page_slots import MAX_SOCKETS, PageSlots
from support.greenroom_server import Json, LiveSocket


async def is_shown(page: LiveSocket) -> bool:
    try:
        return (await page.receive())["type"] == "state"
    except ConnectionClosed:
        assert (page.socket.close_code, page.socket.close_reason) == (4403, "too many pages")
        return False


async def open_at_once(pipeline: WidgetPipeline, widget: Json, count: int, **hello: object) -> int:
    """Opens pages at once; returns how many of them show the widget."""
    key = await pipeline.key(widget)
    pages = await asyncio.gather(*(pipeline.open(widget, key=key, **hello) for _ in range(count)))
    return sum(await asyncio.gather(*map(is_shown, pages)))


async def test_pages_and_previews_that_open_at_once_are_limited_separately(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("countdown")
    assert await open_at_once(pipeline, widget, MAX_SOCKETS + 5, is_preview=True) == MAX_SOCKETS
    assert await open_at_once(pipeline, widget, 2) == 2


def test_closed_page_makes_room_for_another() -> None:
    slots, widget_id = PageSlots(), UUID(int=1)
    with contextlib.ExitStack() as pages:
        for _ in range(MAX_SOCKETS - 1):
            assert pages.enter_context(slots.take(widget_id, is_preview=False))
        for _ in range(2):
            with slots.take(widget_id, is_preview=False) as is_free:
                assert is_free
        pages.enter_context(slots.take(widget_id, is_preview=False))
        with slots.take(widget_id, is_preview=False) as is_free:
            assert not is_free
