import asyncio
from collections.abc import AsyncGenerator, Callable

import pytest
import uvloop
from live_server import LiveServer, running

from greenroom.kernel.fast.websocket_server import RawWebSocket


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Transports of both loops are written to directly, so both have to behave."""
    return {"uvloop": uvloop.new_event_loop, "asyncio": asyncio.new_event_loop}


@pytest.fixture(params=[RawWebSocket, "websockets-sansio"], ids=["transport", "asgi"])
async def live(request: pytest.FixtureRequest) -> AsyncGenerator[LiveServer]:
    """Once on the server that shows its transport, once on one that does not."""
    served = LiveServer()
    async with running(served, request.param):
        yield served
