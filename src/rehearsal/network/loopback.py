"""Restricts the rehearsal to loopback addresses."""

import ipaddress
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

BIND_ADDRESSES = {"127.0.0.1": "127.0.0.1", "localhost": "127.0.0.1", "::1": "::1"}


class NotLoopback(ValueError):
    """The address is not one of BIND_ADDRESSES."""

    def __init__(self, host: str) -> None:
        super().__init__(
            f"The rehearsal listens on this machine only: {host!r} is refused. Use 127.0.0.1, ::1 or localhost."
        )


def bind_address(host: str) -> str:
    """The loopback address to listen on; raises NotLoopback if `host` is not in BIND_ADDRESSES."""
    try:
        return BIND_ADDRESSES[host]
    except KeyError:
        raise NotLoopback(host) from None


def is_loopback_name(host: str | None) -> bool:
    if host is None:
        return False
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_loopback_host_header(value: str) -> bool:
    """Whether a Host header is a loopback name or address; a DNS name that points to this machine is not."""
    try:
        parts = urlsplit(f"//{value}")
        return parts.netloc == value and "@" not in value and is_loopback_name(parts.hostname)
    except ValueError:
        return False


def is_loopback_url(url: str) -> bool:
    """Whether a URL is http or https on this machine, without user info or fragment."""
    try:
        parts = urlsplit(url)
        is_plain = parts.username is None and not parts.fragment and "\\" not in url
        return parts.scheme in {"http", "https"} and is_plain and is_loopback_name(parts.hostname)
    except ValueError:
        return False


class LoopbackMiddleware:
    """Refuses requests whose Host header is not a loopback name, as protection against DNS rebinding."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_request = scope["type"] in {"http", "websocket"}
        if not is_request or is_loopback_host_header(Headers(scope=scope).get("host", "")):
            await self._app(scope, receive, send)
            return
        refusal = JSONResponse({"error": "The rehearsal accepts loopback host names only."}, status_code=403)
        await refusal(scope, receive, send)
