"""Callers that disconnect during a webhook delivery cause no server error."""

from collections.abc import Callable

import pytest
from fastapi import APIRouter, FastAPI
from pydantic import SecretStr
from starlette.types import Message, Scope
from structlog.testing import capture_logs

from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.http.client import HttpClient
from greenroom.kernel.web.error_handlers import install_error_handlers
from greenroom.platforms.kick.settings import KickSettings
from greenroom.platforms.kick.webhooks.router import webhook_router as kick_router
from greenroom.platforms.twitch.eventsub.webhooks import webhook_router as twitch_router
from greenroom.platforms.twitch.settings import TwitchSettings
from support.frozen_clock import FrozenClock

Build = Callable[[HttpClient], APIRouter]
# Without these headers the body is not read.
HEADERS = [
    *(
        (f"kick-event-{name}".encode(), b"1")
        for name in ("message-id", "message-timestamp", "signature", "type", "version")
    ),
    (b"twitch-eventsub-message-signature", b"sha256=1"),
]


def kick(http: HttpClient) -> APIRouter:
    return kick_router(KickSettings(client_id="c1"), http, FrozenClock(), MemoryBus())


def twitch(_: HttpClient) -> APIRouter:
    settings = TwitchSettings(client_id="c1", client_secret=SecretStr("a secret"), transport="webhook")
    return twitch_router(settings, MemoryBus(), FrozenClock())


@pytest.mark.parametrize(("build", "path"), [(kick, "/webhooks/kick"), (twitch, "/webhooks/twitch")])
async def test_interrupted_delivery_returns_400_and_logs_nothing(build: Build, path: str) -> None:
    http = HttpClient("Greenroom test")
    app = FastAPI()
    install_error_handlers(app)
    app.include_router(build(http))
    incoming: list[Message] = [
        {"type": "http.request", "body": b'{"broad', "more_body": True},
        {"type": "http.disconnect"},
    ]
    sent: list[Message] = []

    async def receive() -> Message:
        return incoming.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": HEADERS,
        "root_path": "",
    }
    with capture_logs() as logs:
        await app(scope, receive, send)
    await http.close()
    assert sent[0]["status"] == 400
    assert incoming == []
    assert logs == []
