"""What `HttpClient` opens with its first request."""

import time

import httpx
from tenacity import AsyncRetrying, RetryCallState, stop_after_attempt, wait_random_exponential
from tenacity.retry import retry_if_exception, retry_if_result
from tenacity.wait import wait_base

from greenroom.kernel.http import Answer, NoAnswer, Parts
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

TIMEOUT = httpx.Timeout(10.0, connect=5.0)
ATTEMPTS = 3
# Repeating these changes nothing; anything else is repeated only when it never arrived.
SAFE_METHODS = frozenset({"GET", "HEAD", "DELETE"})
TRANSIENT = frozenset({502, 503, 504})
BACK_OFF = wait_random_exponential(multiplier=0.2, max=3)


class Transport:
    def __init__(self, user_agent: str, wait: wait_base | None) -> None:
        # Platforms are reached at the configured addresses only: no redirects, no proxy picked up from the environment.
        self._client = httpx.AsyncClient(timeout=TIMEOUT, headers={"User-Agent": user_agent}, trust_env=False)
        self._wait = wait or BACK_OFF

    async def request(self, method: str, url: str, parts: Parts) -> Answer:
        is_safe = method in SAFE_METHODS
        retrying = AsyncRetrying(
            stop=stop_after_attempt(ATTEMPTS),
            wait=self._wait,
            retry=retry_if_exception(lambda error: _may_repeat(error, is_safe))
            | retry_if_result(lambda answer: is_safe and answer.status_code in TRANSIENT),
            retry_error_callback=_last_outcome,
        )
        try:
            response: httpx.Response = await retrying(self._once, method, url, parts)
        except httpx.HTTPError as error:
            raise NoAnswer(repr(error)) from error
        return Answer(response.status_code, response.headers, response.content, response.request.url.path)

    async def _once(self, method: str, url: str, parts: Parts) -> httpx.Response:
        started = time.monotonic()
        request = self._client.build_request(method, url, **parts)  # pyright: ignore[reportArgumentType]  # httpx wants a list
        said = {"method": method, "host": request.url.host, "path": request.url.path}
        try:
            response = await self._client.send(request)
        except httpx.TransportError as error:
            log.warning("http_out_failed", **said, error=repr(error))
            raise
        seconds = round(time.monotonic() - started, 3)
        log.debug("http_out", **said, status=response.status_code, seconds=seconds)
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
