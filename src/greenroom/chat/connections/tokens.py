"""Gives an adapter access tokens of one credential; refreshes a token that expires soon or was rejected."""

import asyncio
from uuid import UUID

from greenroom.accounts.credentials.service import access_token, usable_token
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.platforms import AuthExpired, Platforms
from greenroom.kernel.context import Kernel
from greenroom.kernel.tasks.background import spawn


class StoredTokens:
    """The tokens of one credential, and the access token that was returned last."""

    def __init__(
        self, kernel: Kernel, platforms: Platforms, credential_id: UUID, loaded: Credential | None = None
    ) -> None:
        """`loaded` is the credential, if the caller has just read it: this saves a query for the first token."""
        self._kernel = kernel
        self._platforms = platforms
        self._credential_id = credential_id
        self._loaded = loaded
        self.last: str | None = None
        # Whether the platform has rejected an access token, or there was none that can be used.
        self.was_refused = False

    async def __call__(self, rejected: str | None = None) -> str:
        self.was_refused |= rejected is not None
        loaded, self._loaded = self._loaded, None
        if rejected is None and loaded and (token := usable_token(self._kernel, loaded)):
            self.last = token
            return token
        request = spawn(access_token(self._kernel, self._platforms, self._credential_id, rejected), name="access_token")
        try:
            token = await asyncio.shield(request)
        except asyncio.CancelledError:
            # The platform may have replaced the refresh token already: the new one must be stored before we cancel.
            await asyncio.gather(request, return_exceptions=True)
            raise
        except AuthExpired:
            self.was_refused = True
            raise
        self.last = token
        return token
