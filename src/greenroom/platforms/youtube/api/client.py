"""Client of the YouTube Data API with one account's token; every call is counted against the quota."""

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Unpack

from greenroom.accounts.platforms import PlatformFailure, PlatformUnavailable
from greenroom.chat.protocol.platform import TokenSource
from greenroom.kernel.http.client import HttpClient, HttpResponse, NoResponse, RequestParts
from greenroom.kernel.logs import get_logger
from greenroom.platforms.youtube.api.answers import (
    ErrorBody,
    ErrorKind,
    call,
    classify,
    read_error,
    to_platform_failure,
)
from greenroom.platforms.youtube.quota.governor import QuotaGovernor, Use
from greenroom.platforms.youtube.settings import YouTubeSettings

log = get_logger(__name__)

# Wait after a rate limit without Retry-After, which YouTube rarely sends.
DEFAULT_WAIT_SECONDS = 10.0
MAX_WAIT_SECONDS = 300.0
# Limit for the body of a failed streaming call.
MAX_ERROR_BYTES = 100_000


class Api:
    def __init__(
        self, settings: YouTubeSettings, http: HttpClient, governor: QuotaGovernor, token: TokenSource
    ) -> None:
        self._url = settings.api_url
        self._http = http
        self._governor = governor
        self._token = token

    async def call(self, method: str, path: str, *, cost: int, use: Use, **parts: Unpack[RequestParts]) -> HttpResponse:
        """Returns a successful response; retries once with a new token if the token was refused."""
        token = await self._token()
        answer = await self._request(method, path, token, cost, use, parts)
        if answer.status_code == 401 and _is_token_refused(answer):
            answer = await self._request(method, path, await self._token(rejected=token), cost, use, parts)
        if not answer.is_success:
            raise await self.failure(answer.status_code, read_error(answer.content), answer)
        return answer

    @contextlib.asynccontextmanager
    async def stream(
        self, path: str, *, cost: int, silence_seconds: float, params: list[tuple[str, str]]
    ) -> AsyncGenerator[AsyncIterator[bytes]]:
        """Yields the chunks of a streaming response; retries once with a new token if the token was refused."""
        token = await self._token()
        for attempt in (1, 2):
            await self._governor.spend(cost, Use.READ, lambda current=token: self._probe(current))
            headers = {"Authorization": f"Bearer {token}"}
            try:
                async with self._http.stream(
                    "GET", f"{self._url}{path}", silence_seconds=silence_seconds, params=params, headers=headers
                ) as stream:
                    if stream.is_success:
                        yield stream.pieces
                        return
                    content = await _read_error_body(stream.pieces)
            except NoResponse as error:
                raise PlatformUnavailable("YouTube is not responding") from error
            answer = HttpResponse(stream.status_code, stream.headers, content, stream.path)
            if attempt == 2 or stream.status_code != 401 or not _is_token_refused(answer):
                raise await self.failure(stream.status_code, read_error(content), answer)
            token = await self._token(rejected=token)

    async def failure(
        self, status: int, error: ErrorBody | None, answer: HttpResponse | None = None
    ) -> PlatformFailure:
        """The platform failure for an error; if the quota is used up, the governor blocks further calls."""
        refused = classify(status, error)
        path = answer.path if answer else ""
        log.info("youtube_call_failed", path=path, status=status, reason=refused.reason, error_kind=refused.error_kind)
        if refused.error_kind is ErrorKind.QUOTA:
            return await self._governor.close()
        return to_platform_failure(refused, _seconds_to_wait(answer))

    async def _request(
        self, method: str, path: str, token: str, cost: int, use: Use, parts: RequestParts
    ) -> HttpResponse:
        await self._governor.spend(cost, use, lambda: self._probe(token))
        headers = {"Authorization": f"Bearer {token}"}
        return await call(self._http, method, f"{self._url}{path}", **{**parts, "headers": headers})

    async def _probe(self, token: str) -> None:
        """Makes the cheapest call; raises QuotaSpent if Google has not reset the quota yet."""
        answer = await self._get_own_channel(token)
        if answer.status_code == 401:
            answer = await self._get_own_channel(await self._token(rejected=token))
        if not answer.is_success:
            raise await self.failure(answer.status_code, read_error(answer.content), answer)

    async def _get_own_channel(self, token: str) -> HttpResponse:
        params, headers = [("part", "id"), ("mine", "true")], {"Authorization": f"Bearer {token}"}
        return await call(self._http, "GET", f"{self._url}/channels", params=params, headers=headers)


def _is_token_refused(answer: HttpResponse) -> bool:
    """Whether a 401 is about the token, and not about an account without a channel."""
    return classify(answer.status_code, read_error(answer.content)).error_kind is not ErrorKind.NO_CHANNEL


def _seconds_to_wait(answer: HttpResponse | None) -> float:
    retry_after = answer.headers.get("Retry-After", "") if answer else ""
    return min(max(float(retry_after), 1.0), MAX_WAIT_SECONDS) if retry_after.isdecimal() else DEFAULT_WAIT_SECONDS


async def _read_error_body(pieces: AsyncIterator[bytes]) -> bytes:
    content = b""
    async for piece in pieces:
        content += piece
        if len(content) > MAX_ERROR_BYTES:
            break
    return content
