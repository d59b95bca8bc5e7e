import asyncio
from collections.abc import AsyncGenerator, Callable

import pytest
import uvloop
from live_server import LiveServer, running

from greenroom.kernel.fast.websocket_server import RawWebSocket


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Runs each test on uvloop and on asyncio's event loop: the server writes directly to the transports of both."""
    return {"uvloop": uvloop.new_event_loop, "asyncio": asyncio.new_event_loop}


@pytest.fixture(params=[RawWebSocket, "websockets-sansio"], ids=["transport", "asgi"])
async def live(request: pytest.FixtureRequest) -> AsyncGenerator[LiveServer]:
    """Runs each test on a server that exposes its transport to the application, and on another that does not."""
    server = LiveServer()
    async with running(server, request.param):
        yield server
