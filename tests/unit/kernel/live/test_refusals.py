"""A refused socket completes its handshake and is then closed with a code: browsers hide why a handshake failed."""

import pytest
from fastapi import WebSocket
from live_server import LiveServer, running

from greenroom.kernel.errors import NotFound
from greenroom.kernel.fast.websocket_server import RawWebSocket
from greenroom.kernel.web.error_handlers import install_error_handlers


async def refuse(_: WebSocket) -> None:
    raise NotFound("There is no such room.")


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [(("greenroom.v1", "bearer.abc"), "greenroom.v1"), (("bearer.abc", "greenroom.v1"), "greenroom.v1"), ((), None)],
)
async def test_refusal_has_a_reason_and_does_not_echo_the_token(offered: tuple[str, ...], chosen: str | None) -> None:
    live = LiveServer()
    install_error_handlers(live.app)
    live.app.add_api_websocket_route("/refuse", refuse)
    async with running(live, RawWebSocket), live.client("/refuse", *offered) as client:
        assert client.connection.subprotocol == chosen
        assert await client.closed() == (4404, "not_found")
