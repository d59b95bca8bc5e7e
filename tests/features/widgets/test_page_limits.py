"""Many pages of one widget: a limit that holds when they open at once."""

import asyncio
import contextlib
from uuid import UUID

from websockets import ConnectionClosed
from widget_stage import WidgetStage

from greenroom.features.widgets.live.page_slots import MAX_SOCKETS, PageSlots
from support.greenroom_server import Json, LiveSocket


async def is_shown(page: LiveSocket) -> bool:
    try:
        return (await page.receive())["type"] == "state"
    except ConnectionClosed:
        assert (page.socket.close_code, page.socket.close_reason) == (4403, "too many pages")
        return False


async def open_at_once(stage: WidgetStage, widget: Json, count: int, **hello: object) -> int:
    """How many pages are shown the widget."""
    key = await stage.key(widget)
    pages = await asyncio.gather(*(stage.open(widget, key=key, **hello) for _ in range(count)))
    return sum(await asyncio.gather(*map(is_shown, pages)))


async def test_limit_holds_for_pages_that_open_at_once_and_previews_keep_no_source_out(stage: WidgetStage) -> None:
    widget = await stage.add("countdown")
    assert await open_at_once(stage, widget, MAX_SOCKETS + 5, is_preview=True) == MAX_SOCKETS
    assert await open_at_once(stage, widget, 2) == 2


def test_closed_page_makes_room_for_another() -> None:
    slots, widget_id = PageSlots(), UUID(int=1)
    with contextlib.ExitStack() as pages:
        for _ in range(MAX_SOCKETS - 1):
            assert pages.enter_context(slots.taken(widget_id, is_preview=False))
        for _ in range(2):
            with slots.taken(widget_id, is_preview=False) as is_free:
                assert is_free
        pages.enter_context(slots.taken(widget_id, is_preview=False))
        with slots.taken(widget_id, is_preview=False) as is_free:
            assert not is_free
