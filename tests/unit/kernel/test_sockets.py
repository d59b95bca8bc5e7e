"""A socket is opened at the given address only."""

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.http11 import Request, Response

from greenroom.kernel.fast.small_frames import DirectConnect


@pytest.mark.parametrize("status", [301, 302, 307])
async def test_redirect_is_not_followed(status: int) -> None:
    visitors: list[str] = []

    async def visited(socket: ServerConnection) -> None:
        visitors.append(str(socket.request))

    async with serve(visited, "127.0.0.1", 0) as inside:
        target = f"ws://127.0.0.1:{next(iter(inside.sockets)).getsockname()[1]}/secret"

        def send_away(_: ServerConnection, __: Request) -> Response:
            return Response(status, "Elsewhere", Headers({"Location": target, "Content-Length": "0"}), b"")

        async with serve(visited, "127.0.0.1", 0, process_request=send_away) as outside:
            address = f"ws://127.0.0.1:{next(iter(outside.sockets)).getsockname()[1]}/"
            with pytest.raises(InvalidStatus):
                await DirectConnect(address, additional_headers={"Cookie": "ttwid=1"}, proxy=None)
    assert visitors == []
