"""Which account performs an action, and the error if the account cannot."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID

import pytest
from msgspec.structs import replace

from greenroom.accounts.channel_providers.bots import connect_own_bot
from greenroom.accounts.platforms import (
    AuthExpired,
    Gone,
    OAuthClient,
    PlatformBusy,
    PlatformFailure,
    PlatformInfo,
    PlatformUnavailable,
    RateLimited,
)
from greenroom.accounts.topics import user_topic
from greenroom.accounts.user_providers.service import connect_user_provider
from greenroom.chat.protocol.actions import Action, ChangeTitle, Receipt, SendMessage
from greenroom.chat.protocol.adapter_state import StoredAdapterState
from greenroom.chat.protocol.platform import Account, Emit
from greenroom.chat.sending.acting_as import (
    AccountNeeded,
    ActingAs,
    NoLongerExists,
    NotConfirmed,
    ReconnectNeeded,
)
from greenroom.features.system_bots.service import connect_system_bot
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.errors import AppError
from support.performed_actions import perform_action
from support.rehearsal_process import ConnectedAccount, ConnectionHost, Json
from support.sql_statements import statements


@dataclass
class RecordingPlatform:
    """A platform that records the account and token of each action; its OAuth client is Twitch's."""

    info: PlatformInfo
    oauth: OAuthClient
    registrar: None = None
    performed: list[tuple[Account, str]] = field(default_factory=list[tuple[Account, str]])
    failure: PlatformFailure | None = None
    # Number of tokens that `act` rejects before it records the action.
    refusals: int = 0

    async def run(self, account: Account, emit: Emit) -> None:
        raise AssertionError("only actions are of interest here")

    async def act(self, account: Account, action: Action) -> Receipt:
        token = await account.acting.token()
        for _ in range(self.refusals):
            token = await account.acting.token(rejected=token)
        self.performed.append((account, token))
        if self.failure is not None:
            raise self.failure
        return Receipt("done")


@pytest.fixture
def recorder(connection_host: ConnectionHost) -> RecordingPlatform:
    return RecordingPlatform(connection_host.twitch.info, connection_host.twitch.oauth)


async def perform(
    connection_host: ConnectionHost,
    recorder: RecordingPlatform,
    connected: ConnectedAccount,
    *,
    as_user: UUID | None = None,
    as_bot: bool = False,
) -> Receipt:
    return await perform_action(
        connection_host.kernel,
        connection_host.platforms,
        {"twitch": recorder},
        connected.id,
        SendMessage("hello"),
        as_user=as_user,
        as_bot=as_bot,
    )


async def add_own_bot(connection_host: ConnectionHost, connected: ConnectedAccount, login: str) -> None:
    grant = await connection_host.grant(login, connection_host.twitch.info.bot_scopes)
    async with connection_host.kernel.database.write() as session:
        await connect_own_bot(
            session,
            connection_host.kernel.vault,
            connection_host.platforms,
            channel_id=connected.channel_id,
            provider_id=connected.id,
            grant=grant,
            by=ChangedBy("Juno", connection_host.kernel.clock()),
        )


async def add_system_bot(connection_host: ConnectionHost, login: str) -> None:
    grant = await connection_host.grant(login, connection_host.twitch.info.bot_scopes)
    async with connection_host.kernel.database.write() as session:
        await connect_system_bot(session, connection_host.kernel.vault, grant, connection_host.kernel.clock())


async def add_own_account(
    connection_host: ConnectionHost,
    connected: ConnectedAccount,
    scopes: Iterable[str] | None = None,
    login: str = "junoplays",
) -> UUID:
    """Connects a personal account to the user who connected the channel."""
    user_id = (await connection_host.row(connected)).connected_by_id
    assert user_id is not None
    grant = await connection_host.grant(login, connection_host.twitch.info.user_scopes if scopes is None else scopes)
    async with connection_host.kernel.database.write() as session:
        await connect_user_provider(
            session, connection_host.kernel.vault, user_id, grant, connection_host.kernel.clock()
        )
    return user_id


async def last_actor_login(connection_host: ConnectionHost, recorder: RecordingPlatform) -> str:
    """Login of the account whose token performed the last action."""
    return (await connection_host.twitch.oauth.identify(recorder.performed[-1][1])).login


async def test_account_and_its_token_are_read_with_one_statement(
    connection_host: ConnectionHost, recorder: RecordingPlatform
) -> None:
    connected = await connection_host.connect()
    with statements(connection_host.kernel.database) as executed:
        await perform(connection_host, recorder, connected)
    assert len([one for one in executed if "credentials" in one]) == 1


async def test_own_bot_is_preferred_to_the_system_bot_and_that_to_the_channel(
    connection_host: ConnectionHost, recorder: RecordingPlatform
) -> None:
    connected = await connection_host.connect()
    actors: list[tuple[str, bool]] = []
    for make_bot in (
        None,
        add_system_bot(connection_host, "stagehandbot"),
        add_own_bot(connection_host, connected, "brisket99"),
    ):
        if make_bot is not None:
            await make_bot
        await perform(connection_host, recorder, connected, as_bot=True)
        actors.append((await last_actor_login(connection_host, recorder), recorder.performed[-1][0].acting.is_bot))
    assert actors == [("junoplays", False), ("stagehandbot", True), ("brisket99", True)]


async def test_channel_account_sends_by_default(connection_host: ConnectionHost, recorder: RecordingPlatform) -> None:
    connected = await connection_host.connect()
    await add_own_bot(connection_host, connected, "stagehandbot")
    await perform(connection_host, recorder, connected)
    account = recorder.performed[-1][0]
    assert (await last_actor_login(connection_host, recorder), account.acting.provider_user_id) == (
        "junoplays",
        account.provider_channel_id,
    )


async def test_user_sends_with_their_own_account(connection_host: ConnectionHost, recorder: RecordingPlatform) -> None:
    connected = await connection_host.connect()
    user_id = (await connection_host.row(connected)).connected_by_id
    with pytest.raises(AccountNeeded, match="Connect your Twitch account"):
        await perform(connection_host, recorder, connected, as_user=user_id)
    await add_own_account(connection_host, connected)
    await perform(connection_host, recorder, connected, as_user=user_id)
    assert recorder.performed[-1][0].acting.is_bot is False
    assert await last_actor_login(connection_host, recorder) == "junoplays"


async def test_user_whose_account_lacks_scopes_reconnects_unless_the_channel_uses_that_account(
    connection_host: ConnectionHost, recorder: RecordingPlatform
) -> None:
    connected = await connection_host.connect()
    user_id = await add_own_account(connection_host, connected, scopes=[], login="brisket99")
    with pytest.raises(ReconnectNeeded, match="Reconnect your Twitch account"):
        await perform(connection_host, recorder, connected, as_user=user_id)
    assert recorder.performed == []
    # If the channel is connected with the same account, the channel's scopes are enough.
    await add_own_account(connection_host, connected, scopes=[])
    await perform(connection_host, recorder, connected, as_user=user_id)
    assert await last_actor_login(connection_host, recorder) == "junoplays"


async def test_token_refused_for_a_missing_scope_stays_valid(
    connection_host: ConnectionHost, recorder: RecordingPlatform
) -> None:
    connected = await connection_host.connect(scopes=["user:read:chat"])
    recorder.failure, recorder.refusals = AuthExpired("no such scope"), 1
    with pytest.raises(ReconnectNeeded, match="Reconnect Twitch"):
        await perform(connection_host, recorder, connected)
    assert not (await connection_host.credential(connected)).is_dead


async def test_actions_use_the_adapter_state_of_their_connection(
    connection_host: ConnectionHost, recorder: RecordingPlatform
) -> None:
    connected = await connection_host.connect()
    await perform(connection_host, recorder, connected)
    await recorder.performed[0][0].adapter_state.put("ban:42", "b-1")
    stored = StoredAdapterState(connection_host.kernel.database, str(connected.id))
    assert await stored.get("ban:42") == "b-1"


@pytest.mark.parametrize(
    ("failure", "error", "message"),
    [
        (RateLimited(12.3), PlatformBusy, "in 13 s"),
        (PlatformUnavailable("no answer"), NotConfirmed, r"didn't respond \(no answer\)"),
        (Gone("no such message"), NoLongerExists, "no longer exists on"),
        (AuthExpired("no such scope"), ReconnectNeeded, "Reconnect Twitch on the Platforms screen"),
    ],
)
async def test_failure_has_a_readable_message(
    connection_host: ConnectionHost,
    recorder: RecordingPlatform,
    failure: PlatformFailure,
    error: type[AppError],
    message: str,
) -> None:
    connected = await connection_host.connect()
    recorder.failure = failure
    with pytest.raises(error, match=message):
        await perform(connection_host, recorder, connected)
    assert not (await connection_host.credential(connected)).is_dead


async def test_account_whose_refreshed_token_is_refused_has_to_reconnect_and_its_connection_stops(
    connection_host: ConnectionHost, recorder: RecordingPlatform
) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        recorder.failure, recorder.refusals = AuthExpired("refused"), 1
        with pytest.raises(ReconnectNeeded) as raised:
            await perform(connection_host, recorder, connected)
        shown = await connection_host.updates.state(connected, "stopped")
    assert (raised.value.errors[0].message, shown["scope_needed"]) == (ActingAs.CHANNEL, True)


async def test_bot_with_revoked_authorization_has_to_reconnect_and_the_channel_does_not(
    connection_host: ConnectionHost, recorder: RecordingPlatform
) -> None:
    connected = await connection_host.connect()
    await add_own_bot(connection_host, connected, "stagehandbot")
    update_count = len(connection_host.updates.of(connected))
    await connection_host.rehearsal.command("/twitch/revoke", login="stagehandbot")
    recorder.refusals = 1
    with pytest.raises(ReconnectNeeded, match="Reconnect the bot of this channel"):
        await perform(connection_host, recorder, connected, as_bot=True)
    update = await connection_host.updates.until(connected, bot_needs_scope, update_count)
    assert update["data"]["scope_needed"] is False


async def test_every_channel_shows_that_a_refused_system_bot_has_to_reconnect(
    connection_host: ConnectionHost, recorder: RecordingPlatform
) -> None:
    channels = [await connection_host.connect(login) for login in ("junoplays", "hanamori")]
    await add_system_bot(connection_host, "stagehandbot")
    recorder.failure, recorder.refusals = AuthExpired("refused"), 1
    with pytest.raises(ReconnectNeeded, match="by the server admin"):
        await perform(connection_host, recorder, channels[0], as_bot=True)
    for connected in channels:
        await connection_host.updates.until(connected, bot_needs_scope)


def bot_needs_scope(data: Json) -> bool:
    return data["bot_provider"] is not None and data["bot_provider"]["scope_needed"]


async def test_user_whose_account_is_refused_has_to_reconnect(
    connection_host: ConnectionHost, recorder: RecordingPlatform
) -> None:
    connected = await connection_host.connect()
    user_id = await add_own_account(connection_host, connected)
    topics: list[str] = []
    connection_host.kernel.bus.subscribe(lambda topic, _: topics.append(topic))
    recorder.failure, recorder.refusals = AuthExpired("refused"), 1
    with pytest.raises(ReconnectNeeded, match="Reconnect your Twitch account"):
        await perform(connection_host, recorder, connected, as_user=user_id)
    assert topics == [user_topic(user_id)]
    assert not (await connection_host.credential(connected)).is_dead


async def test_platform_that_is_not_set_up_performs_no_action(
    connection_host: ConnectionHost, recorder: RecordingPlatform
) -> None:
    connected = await connection_host.connect()
    recorder.info = replace(recorder.info, is_set_up=False)
    with pytest.raises(AppError, match="Twitch is not set up here"):
        await perform(connection_host, recorder, connected)
    assert recorder.performed == []


async def test_title_changed_by_an_action_is_shown(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        receipt = await perform_action(
            connection_host.kernel,
            connection_host.platforms,
            {"twitch": connection_host.twitch},
            connected.id,
            ChangeTitle("Late shift, again"),
        )
        await connection_host.updates.until(connected, lambda data: data["title"] == "Late shift, again")
    assert receipt.outcome == "done"
