"""One connection for as long as it should run: try, say how it went, wait, try again."""

import asyncio
import random
from uuid import UUID

from greenroom.chat.connections import LeaseLost, Ledger, Wanted
from greenroom.chat.events import Event
from greenroom.chat.platform import Account, Platform
from greenroom.chat.rules import Timings, wait_before_retry
from greenroom.kernel.context import Kernel
from greenroom.kernel.logs import get_logger
from greenroom.tenancy.channel_providers.rules import ConnectionState
from greenroom.tenancy.credentials.service import access_token
from greenroom.tenancy.platforms import AuthExpired, Gone, Platforms, PlatformUnavailable, RateLimited

log = get_logger(__name__)


class Permission:
    """The tokens of one credential, and the one that was handed out last."""

    def __init__(self, kernel: Kernel, platforms: Platforms, credential_id: UUID) -> None:
        self._kernel = kernel
        self._platforms = platforms
        self._credential_id = credential_id
        self.last: str | None = None

    async def __call__(self, rejected: str | None = None) -> str:
        asking = asyncio.ensure_future(access_token(self._kernel, self._platforms, self._credential_id, rejected))
        try:
            token = await asyncio.shield(asking)
        except asyncio.CancelledError:
            # The platform may have replaced the refresh token already: the new one must be stored before we go.
            await asyncio.gather(asking, return_exceptions=True)
            raise
        self.last = token
        return token


class Connection:
    def __init__(
        self, wanted: Wanted, platform: Platform, *, ledger: Ledger, permission: Permission, timings: Timings
    ) -> None:
        self._wanted = wanted
        self._platform = platform
        self._ledger = ledger
        self._permission = permission
        self._timings = timings
        self._failures = 0

    async def keep(self) -> None:
        """Returns when only the person, or another process, can carry on."""
        try:
            await self._ledger.set_state(self._wanted.id, ConnectionState.CONNECTING)
            while True:
                error = await self._attempt()
                log.warning("connection_ended", **self._names(), error=repr(error))
                if isinstance(error, AuthExpired | Gone) and await self._stop(error):
                    return
                await self._wait(error)
        except LeaseLost:
            log.info("connection_moved", **self._names())

    async def _attempt(self) -> Exception:
        began = asyncio.get_running_loop().time()
        account = Account(
            connection_id=self._wanted.id,
            channel_id=self._wanted.channel_id,
            provider_channel_id=self._wanted.provider_channel_id,
            provider_channel_name=self._wanted.provider_channel_name,
            token=self._permission,
        )
        try:
            await self._platform.run(account, self._emit)
            error = PlatformUnavailable(f"{self._platform.info.name} ended the connection")
        except LeaseLost:
            raise
        except Exception as failure:  # noqa: BLE001  # one platform's bug must not touch another's connections
            error = failure
        was_stable = asyncio.get_running_loop().time() - began >= self._timings.stable_seconds
        self._failures = 1 if was_stable else self._failures + 1
        return error

    async def _emit(self, event: Event) -> None:
        await self._ledger.apply(self._wanted.id, event)

    async def _stop(self, error: AuthExpired | Gone) -> bool:
        name = self._platform.info.name
        detail = reconnect_detail(name) if isinstance(error, AuthExpired) else f"This account is gone from {name}."
        return await self._ledger.stop_for_good(self._wanted, self._permission.last, detail)

    async def _wait(self, error: Exception) -> None:
        await self._ledger.set_state(self._wanted.id, ConnectionState.FAILING, self._explain(error))
        wait = wait_before_retry(self._failures, self._timings, random.random())  # noqa: S311  # a spread
        if isinstance(error, RateLimited):
            wait = max(wait, error.after_seconds)
        await asyncio.sleep(wait)

    def _explain(self, error: Exception) -> str:
        match error:
            case RateLimited():
                return f"{self._platform.info.name} asked for a pause. Trying again soon."
            case PlatformUnavailable():
                return f"{error}. Trying again."
            case AuthExpired() | Gone():
                return "The permission was renewed. Trying again."
            case _:
                log.error("connection_failed", **self._names(), exc_info=error)
                return "Something unexpected happened, the log has the details. Trying again."

    def _names(self) -> dict[str, str]:
        return {"connection": str(self._wanted.id), "provider": self._wanted.provider}


def reconnect_detail(platform_name: str) -> str:
    return f"Reconnect {platform_name}"
