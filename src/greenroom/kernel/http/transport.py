"""The HTTP client of platform calls, created with the first request."""

import asyncio
import contextlib
import socket
import ssl
import time
from collections.abc import AsyncGenerator, AsyncIterator
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx
from tenacity import AsyncRetrying, RetryCallState, stop_after_attempt, wait_random_exponential
from tenacity.retry import retry_if_exception, retry_if_result
from tenacity.wait import wait_base

from greenroom.kernel.http.client import HttpResponse, NoResponse, NotSent, RequestParts, Stream
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

TIMEOUT = httpx.Timeout(10.0, connect=5.0)
# TIMEOUT starts anew with each chunk: a server that sends one byte a second would never time out.
WHOLE_RESPONSE_SECONDS = 30.0
# Decompressed. The largest expected response, a page of a site, is a few megabytes.
MAX_RESPONSE_BYTES = 16 * 2**20
ATTEMPTS = 3
# Any other method is retried only if the request never arrived.
IDEMPOTENT_METHODS = frozenset({"GET", "HEAD", "DELETE"})
# No connection could be opened, or none of the pool was free in time.
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
TRANSIENT_STATUSES = frozenset({502, 503, 504})
BACK_OFF = wait_random_exponential(multiplier=0.2, max=3)
# A stream may be silent for minutes: only TCP keep-alive tells a silent connection from a dead one.
KEEP_ALIVE = [(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)] + [
    (socket.IPPROTO_TCP, getattr(socket, name), seconds)
    for name, seconds in (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3))
    if hasattr(socket, name)
]


class ResponseTooLarge(Exception):
    """The response exceeds the size limit."""


@cache
def ssl_context() -> ssl.SSLContext:
    """The TLS settings, loaded once per process, which takes 40 ms."""
    return httpx.create_ssl_context(trust_env=False)


def no_cookies() -> CookieJar:
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))


class Transport:
    def __init__(self, user_agent: str, wait: wait_base | None) -> None:
        # Platforms are called at the configured URLs only: no redirects, no proxy from the environment. No cookies
        # either: those set for one account must not be sent with the calls of another.
        self._client = httpx.AsyncClient(
            timeout=TIMEOUT,
            headers={"User-Agent": user_agent},
            verify=ssl_context(),
            trust_env=False,
            cookies=no_cookies(),
        )
        self._wait = wait or BACK_OFF
        self._user_agent = user_agent
        self._streaming: httpx.AsyncClient | None = None

    async def request(self, method: str, url: str, parts: RequestParts) -> HttpResponse:
        is_idempotent = method in IDEMPOTENT_METHODS
        retrying = AsyncRetrying(
            stop=stop_after_attempt(ATTEMPTS),
            wait=self._wait,
            retry=retry_if_exception(lambda error: _may_retry(error, is_idempotent))
            | retry_if_result(lambda response: is_idempotent and response.status_code in TRANSIENT_STATUSES),
            retry_error_callback=_last_outcome,
        )
        try:
            return await retrying(self._once, method, url, parts)
        except NEVER_SENT as error:
            raise NotSent(repr(error)) from error
        except (httpx.HTTPError, TimeoutError, ResponseTooLarge) as error:
            raise NoResponse(repr(error)) from error

    async def request_once(self, method: str, url: str, parts: RequestParts, logged_path: str) -> HttpResponse:
        try:
            return await self._once(method, url, parts, logged_path)
        except NEVER_SENT as error:
            raise NotSent(repr(error)) from error
        except (httpx.HTTPError, TimeoutError, ResponseTooLarge) as error:
            raise NoResponse(repr(error)) from error

    async def _once(self, method: str, url: str, parts: RequestParts, logged_path: str = "") -> HttpResponse:
        started = time.monotonic()
        request = self._client.build_request(method, url, **parts)  # pyright: ignore[reportArgumentType]  # httpx requires a list
        path = logged_path or request.url.path
        log_fields = {"method": method, "host": request.url.host, "path": path}
        try:
            async with asyncio.timeout(WHOLE_RESPONSE_SECONDS):
                response = await self._client.send(request, stream=True)
                content = await _read_body(response)
        except (httpx.HTTPError, TimeoutError, ResponseTooLarge) as error:
            log.warning("http_out_failed", **log_fields, error=repr(error))
            raise
        seconds = round(time.monotonic() - started, 3)
        log.debug("http_out", **log_fields, status=response.status_code, seconds=seconds)
        return HttpResponse(response.status_code, response.headers, content, path)

    @contextlib.asynccontextmanager
    async def stream(
        self, method: str, url: str, silence_seconds: float, parts: RequestParts
    ) -> AsyncGenerator[Stream]:
        client = self._streaming_client()
        timeout = httpx.Timeout(TIMEOUT.write, connect=TIMEOUT.connect, read=silence_seconds)
        request = client.build_request(method, url, timeout=timeout, **parts)  # pyright: ignore[reportArgumentType]  # httpx requires a list
        log_fields = {"method": method, "host": request.url.host, "path": request.url.path}
        try:
            response = await client.send(request, stream=True)
        except httpx.TransportError as error:
            log.warning("http_out_failed", **log_fields, error=repr(error))
            raise NoResponse(repr(error)) from error
        log.debug("http_out_streams", **log_fields, status=response.status_code)
        try:
            yield Stream(response.status_code, response.headers, response.request.url.path, _pieces(response))
        finally:
            await response.aclose()

    def _streaming_client(self) -> httpx.AsyncClient:
        """The client for streams; its own pool, because streams last for hours and would use up the connections."""
        if self._streaming is None:
            self._streaming = httpx.AsyncClient(
                transport=httpx.AsyncHTTPTransport(
                    verify=ssl_context(),
                    trust_env=False,
                    limits=httpx.Limits(max_connections=None),
                    socket_options=KEEP_ALIVE,
                ),
                headers={"User-Agent": self._user_agent},
                cookies=no_cookies(),
                trust_env=False,
            )
        return self._streaming

    async def close(self) -> None:
        await self._client.aclose()
        if self._streaming is not None:
            await self._streaming.aclose()


async def _read_body(response: httpx.Response) -> bytes:
    content = bytearray()
    try:
        async for piece in response.aiter_bytes():
            content += piece
            if len(content) > MAX_RESPONSE_BYTES:
                raise ResponseTooLarge
    finally:
        await response.aclose()
    return bytes(content)


async def _pieces(response: httpx.Response) -> AsyncIterator[bytes]:
    try:
        async for piece in response.aiter_bytes():
            yield piece
    except httpx.HTTPError as error:
        raise NoResponse(repr(error)) from error


def _may_retry(error: BaseException, is_idempotent: bool) -> bool:
    if isinstance(error, NEVER_SENT):
        return True
    return is_idempotent and isinstance(error, httpx.TransportError)


def _last_outcome(state: RetryCallState) -> HttpResponse:
    assert state.outcome is not None
    return state.outcome.result()
