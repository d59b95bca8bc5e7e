"""A WebSocket client connects to the given address and follows no redirect."""

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.http11 import Request, Response

from greenroom.kernel.fast.small_frames import DirectConnect


@pytest.mark.parametrize("status", [301, 302, 307])
async def test_redirect_is_not_followed(status: int) -> None:
    requests: list[str] = []

    async def record(socket: ServerConnection) -> None:
        requests.append(str(socket.request))

    async with serve(record, "127.0.0.1", 0) as target_server:
        target = f"ws://127.0.0.1:{next(iter(target_server.sockets)).getsockname()[1]}/secret"

        def redirect(_: ServerConnection, __: Request) -> Response:
            return Response(status, "Elsewhere", Headers({"Location": target, "Content-Length": "0"}), b"")

        async with serve(record, "127.0.0.1", 0, process_request=redirect) as redirecting_server:
            address = f"ws://127.0.0.1:{next(iter(redirecting_server.sockets)).getsockname()[1]}/"
            with pytest.raises(InvalidStatus):
                await DirectConnect(address, additional_headers={"Cookie": "ttwid=1"}, proxy=None)
    assert requests == []
