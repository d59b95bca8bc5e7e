"""Google revokes all grants of an account at once, so Greenroom revokes them only when it needs none any more."""

from collections.abc import Iterable

import pytest

from greenroom.accounts.credentials.service import access_token, retire, revoke_all, store_grant
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.platforms import AuthExpired, Platforms
from greenroom.kernel.context import Kernel
from support.youtube_adapter import YouTubeHarness


async def store_credential(youtube: YouTubeHarness, kernel: Kernel) -> Credential:
    grant = await youtube.grant("junoplays")
    async with kernel.database.write() as session:
        return await store_grant(session, kernel.vault, grant, kernel.clock())


async def retire_and_revoke(kernel: Kernel, platforms: Platforms, credentials: Iterable[Credential]) -> None:
    async with kernel.database.write() as session:
        retired = await retire(session, [credential.id for credential in credentials])
    await revoke_all(kernel, platforms, retired)


async def test_account_is_revoked_at_google_with_its_last_grant(youtube: YouTubeHarness, kernel: Kernel) -> None:
    platforms = Platforms([youtube.platform], [])
    sign_in, channel = await store_credential(youtube, kernel), await store_credential(youtube, kernel)
    await retire_and_revoke(kernel, platforms, [sign_in])
    old = await access_token(kernel, platforms, channel.id)
    assert await access_token(kernel, platforms, channel.id, rejected=old) != old
    assert await youtube.rehearsal.count_requests("POST", "/google/revoke") == 0
    await retire_and_revoke(kernel, platforms, [channel])
    assert await youtube.rehearsal.count_requests("POST", "/google/revoke") == 1


async def test_grant_revoked_at_google_cannot_be_refreshed(youtube: YouTubeHarness, kernel: Kernel) -> None:
    platforms = Platforms([youtube.platform], [])
    credential = await store_credential(youtube, kernel)
    old = await access_token(kernel, platforms, credential.id)
    await youtube.control("/revoke", login="junoplays")
    for _ in range(2):
        with pytest.raises(AuthExpired):
            await access_token(kernel, platforms, credential.id, rejected=old)
    assert await youtube.rehearsal.count_requests("POST", "/google/token") == 2
