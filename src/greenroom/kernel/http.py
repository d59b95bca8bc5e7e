"""The one way out: time-outs, a few retries with jitter, and logs without secrets."""

import time
from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

import httpx
from tenacity import AsyncRetrying, RetryCallState, stop_after_attempt, wait_random_exponential
from tenacity.retry import retry_if_exception, retry_if_result
from tenacity.wait import wait_base

from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

TIMEOUT = httpx.Timeout(10.0, connect=5.0)
ATTEMPTS = 3
# Repeating these changes nothing; anything else is repeated only when it never arrived.
SAFE_METHODS = frozenset({"GET", "HEAD", "DELETE"})
TRANSIENT = frozenset({502, 503, 504})
BACK_OFF = wait_random_exponential(multiplier=0.2, max=3)


class Parts(TypedDict, total=False):
    params: Sequence[tuple[str, str]]
    data: Mapping[str, str]
    json: object
    headers: Mapping[str, str]


class HttpClient:
    def __init__(self, user_agent: str, wait: wait_base = BACK_OFF) -> None:
        # Platforms are reached at the configured addresses only: no redirects, no proxy picked up from the environment.
        self._client = httpx.AsyncClient(timeout=TIMEOUT, headers={"User-Agent": user_agent}, trust_env=False)
        self._wait = wait

    async def request(self, method: str, url: str, **parts: Unpack[Parts]) -> httpx.Response:
        """Raises `httpx.TransportError` when nobody answered; any answer, also an error, is returned."""
        is_safe = method in SAFE_METHODS
        retrying = AsyncRetrying(
            stop=stop_after_attempt(ATTEMPTS),
            wait=self._wait,
            retry=retry_if_exception(lambda error: _may_repeat(error, is_safe))
            | retry_if_result(lambda answer: is_safe and answer.status_code in TRANSIENT),
            retry_error_callback=_last_outcome,
        )
        return await retrying(self._once, method, url, parts)

    async def _once(self, method: str, url: str, parts: Parts) -> httpx.Response:
        started = time.monotonic()
        request = self._client.build_request(method, url, **parts)  # pyright: ignore[reportArgumentType]  # httpx wants a list
        try:
            response = await self._client.send(request)
        except httpx.TransportError as error:
            log.warning(
                "http_out_failed", method=method, host=request.url.host, path=request.url.path, error=repr(error)
            )
            raise
        seconds = round(time.monotonic() - started, 3)
        log.debug(
            "http_out",
            method=method,
            host=request.url.host,
            path=request.url.path,
            status=response.status_code,
            seconds=seconds,
        )
        return response

    async def close(self) -> None:
        await self._client.aclose()


def _may_repeat(error: BaseException, is_safe: bool) -> bool:
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        return True
    return is_safe and isinstance(error, httpx.TransportError)


def _last_outcome(state: RetryCallState) -> httpx.Response:
    assert state.outcome is not None
    return state.outcome.result()
