"""Channels that are connected by a handle alone, without an authorization by the platform."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from greenroom.accounts.channel_providers.registration import HandleNotFound, register
from greenroom.accounts.channel_providers.schemas import RegisterIn
from greenroom.accounts.channel_providers.service import disconnect_provider
from greenroom.accounts.credentials.service import delete_all_tokens, prepare_vault, reencrypt_all
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.platforms import (
    AuthExpired,
    Gone,
    Identity,
    PlatformBusy,
    PlatformDown,
    PlatformFailure,
    PlatformInfo,
    Platforms,
    PlatformUnavailable,
    RateLimited,
)
from greenroom.chat.connections.supervisor import Supervisor
from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.chat.protocol.events import Connected
from greenroom.chat.protocol.platform import Account, Emit
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.errors import AppError
from greenroom.platforms.tiktok.info import INFO
from support.rehearsal_process import QUICK, ConnectedAccount, ConnectionHost

WITHOUT_APP = replace(INFO, is_set_up=False)


@dataclass
class Directory:
    """Finds identities by handle."""

    names: dict[str, Identity]
    failure: PlatformFailure | None = None

    async def find(self, handle: str) -> Identity:
        if self.failure is not None:
            raise self.failure
        if handle not in self.names:
            raise Gone(f"no user called {handle}")
        return self.names[handle]

    async def biography(self, handle: str) -> str:
        return ""


@dataclass
class HandlePlatform:
    """A platform whose chat can be read with a handle alone."""

    registrar: Directory
    info: PlatformInfo = WITHOUT_APP
    oauth: None = None
    failure: Exception | None = None

    async def run(self, account: Account, emit: Emit) -> None:
        if self.failure is None:
            await emit(Connected())
            await account.token()
            return
        raise self.failure

    async def act(self, account: Account, action: Action) -> Receipt:
        raise AssertionError("no action is expected here")


@pytest.fixture
def handle_platform(connection_host: ConnectionHost) -> HandlePlatform:
    platform = HandlePlatform(Directory({"juniper.vale": Identity("700", "juniper.vale", "Juniper Vale", "")}))
    connection_host.platforms = Platforms([connection_host.twitch, platform], [platform.info.descriptor])
    return platform


async def register_handle(
    connection_host: ConnectionHost, channel: ConnectedAccount, handle: str = "juniper.vale"
) -> ConnectedAccount:
    user_id = (await connection_host.row(channel)).connected_by_id
    assert user_id is not None
    body = RegisterIn(provider="tiktok", handle=handle)
    shown = await register(connection_host.kernel, connection_host.platforms, channel.channel_id, user_id, body)
    row = await connection_host.row(ConnectedAccount(shown.id, channel.channel_id, shown.id))
    return ConnectedAccount(shown.id, channel.channel_id, row.credential_id)


def test_platform_that_reads_by_handle_is_offered_without_a_client_id(
    connection_host: ConnectionHost, handle_platform: HandlePlatform
) -> None:
    (descriptor,) = connection_host.platforms.descriptors
    assert (descriptor.flags.channelProvider, descriptor.flags.chatRead) == (True, True)


async def test_channel_connected_by_handle_is_shown_and_needs_no_authorization(
    connection_host: ConnectionHost, handle_platform: HandlePlatform
) -> None:
    added = await register_handle(connection_host, await connection_host.connect())
    (update,) = connection_host.updates.of(added)
    data = update["data"]
    assert (update["action"], data["provider_channel_name"], data["display_name"]) == (
        "new",
        "juniper.vale",
        "Juniper Vale",
    )
    assert (data["scope_needed"], data["missing_scopes"]) == (False, [])


async def test_same_account_under_a_new_handle_updates_its_connection(
    connection_host: ConnectionHost, handle_platform: HandlePlatform
) -> None:
    channel = await connection_host.connect()
    first = await register_handle(connection_host, channel)
    handle_platform.registrar.names = {"juniper": Identity("700", "juniper", "Juniper", "")}
    assert await register_handle(connection_host, channel, "juniper") == first
    assert (await connection_host.row(first)).provider_channel_name == "juniper"


@pytest.mark.parametrize(
    ("failure", "error", "message"),
    [
        (None, HandleNotFound, "No TikTok account @nobody"),
        (RateLimited(30), PlatformBusy, "in 30 s"),
        (PlatformUnavailable("no answer"), PlatformDown, "TikTok cannot be reached"),
    ],
)
async def test_failed_handle_lookup_connects_nothing(
    connection_host: ConnectionHost,
    handle_platform: HandlePlatform,
    failure: PlatformFailure | None,
    error: type[AppError],
    message: str,
) -> None:
    channel = await connection_host.connect()
    handle_platform.registrar.failure = failure
    with pytest.raises(error, match=message):
        await register_handle(connection_host, channel, "nobody")
    async with connection_host.kernel.database.read() as session:
        assert list(await session.scalars(select(ChannelProvider.id))) == [channel.id]


@pytest.mark.parametrize(
    ("failure", "detail"),
    [
        (Gone("no such channel"), "This account no longer exists on TikTok. Checking again later."),
        (AuthExpired("no token"), "TikTok refused the connection. Trying again."),
        (None, "TikTok refused the connection. Trying again."),
    ],
)
async def test_channel_connected_by_handle_does_not_have_to_reconnect_after_failures(
    connection_host: ConnectionHost, handle_platform: HandlePlatform, failure: Exception | None, detail: str
) -> None:
    handle_platform.failure = failure
    added = await register_handle(connection_host, await connection_host.connect())
    supervisor = Supervisor(
        connection_host.kernel, connection_host.platforms, [handle_platform], QUICK, on_events=connection_host.chat
    )
    await supervisor.start()
    shown = await connection_host.updates.state(added, "failing")
    await supervisor.stop()
    assert (shown["connection"]["detail"], shown["scope_needed"]) == (detail, False)
    assert not (await connection_host.credential(added)).is_dead


async def test_channel_connected_by_handle_has_no_tokens_to_encrypt_or_revoke(
    connection_host: ConnectionHost, handle_platform: HandlePlatform
) -> None:
    channel = await connection_host.connect()
    added = await register_handle(connection_host, channel)
    assert (await reencrypt_all(connection_host.kernel), await delete_all_tokens(connection_host.kernel)) == (1, 1)
    await prepare_vault(connection_host.kernel)
    assert not (await connection_host.credential(added)).is_dead
    async with connection_host.kernel.database.write() as session:
        by = ChangedBy("Juno", connection_host.kernel.clock())
        assert await disconnect_provider(session, connection_host.platforms, added.channel_id, added.id, by) == []
