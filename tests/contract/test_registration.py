"""Channels that are named rather than authorised: nobody gave a permission, so nobody can take one back."""

from dataclasses import dataclass, replace

import pytest
from sqlalchemy import select

from backstage import QUICK, Backstage, Connected
from greenroom.chat.actions import Action, Receipt
from greenroom.chat.events import Connected as Listening
from greenroom.chat.platform import Account, Emit
from greenroom.chat.supervisor import Supervisor
from greenroom.kernel.errors import AppError
from greenroom.platforms.tiktok.info import INFO
from greenroom.tenancy.channel_providers.models import ChannelProvider
from greenroom.tenancy.channel_providers.registration import HandleNotFound, register
from greenroom.tenancy.channel_providers.schemas import RegisterIn
from greenroom.tenancy.channel_providers.service import ProviderTaken, disconnect_provider
from greenroom.tenancy.credentials.service import check_vault, forget_tokens, relock_all
from greenroom.tenancy.platforms import (
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

WITHOUT_APP = replace(INFO, is_set_up=False)


@dataclass
class Directory:
    """Who is called what."""

    names: dict[str, Identity]
    failure: PlatformFailure | None = None

    async def find(self, handle: str) -> Identity:
        if self.failure is not None:
            raise self.failure
        if handle not in self.names:
            raise Gone(f"nobody is called {handle}")
        return self.names[handle]


@dataclass
class OpenDoors:
    """A platform where anybody may listen who knows a name."""

    registrar: Directory
    info: PlatformInfo = WITHOUT_APP
    oauth: None = None
    failure: Exception | None = None

    async def run(self, account: Account, emit: Emit) -> None:
        if self.failure is None:
            await emit(Listening())
            await account.token()
            return
        raise self.failure

    async def perform(self, account: Account, action: Action) -> Receipt:
        raise AssertionError("nothing is done here")


@pytest.fixture
def doors(backstage: Backstage) -> OpenDoors:
    platform = OpenDoors(Directory({"juniper.vale": Identity("700", "juniper.vale", "Juniper Vale", "")}))
    backstage.platforms = Platforms([backstage.twitch, platform], [platform.info.descriptor])
    return platform


async def sign_up(backstage: Backstage, channel: Connected, handle: str = "juniper.vale") -> Connected:
    user_id = (await backstage.row(channel)).connected_by_id
    assert user_id is not None
    body = RegisterIn(provider="tiktok", handle=handle)
    shown = await register(backstage.kernel, backstage.platforms, channel.channel_id, user_id, body)
    row = await backstage.row(Connected(shown.id, channel.channel_id, shown.id))
    return Connected(shown.id, channel.channel_id, row.credential_id)


def test_platform_without_an_app_of_its_own_is_offered_all_the_same(backstage: Backstage, doors: OpenDoors) -> None:
    (descriptor,) = backstage.platforms.descriptors
    assert (descriptor.flags.channelProvider, descriptor.flags.chatRead) == (True, True)


async def test_named_channel_lacks_no_permission(backstage: Backstage, doors: OpenDoors) -> None:
    named = await sign_up(backstage, await backstage.connect())
    (update,) = backstage.news.of(named)
    data = update["data"]
    assert (update["action"], data["provider_channel_name"], data["display_name"]) == (
        "new",
        "juniper.vale",
        "Juniper Vale",
    )
    assert (data["scope_needed"], data["missing_scopes"]) == (False, [])


async def test_name_given_again_is_the_same_connection_under_its_new_name(
    backstage: Backstage, doors: OpenDoors
) -> None:
    channel = await backstage.connect()
    first = await sign_up(backstage, channel)
    doors.registrar.names = {"juniper": Identity("700", "juniper", "Juniper", "")}
    assert await sign_up(backstage, channel, "juniper") == first
    assert (await backstage.row(first)).provider_channel_name == "juniper"


async def test_name_of_another_channel_is_taken(backstage: Backstage, doors: OpenDoors) -> None:
    await sign_up(backstage, await backstage.connect())
    other = await backstage.connect("hanamori")
    with pytest.raises(ProviderTaken, match="Juniper Vale is connected to another channel"):
        await sign_up(backstage, other)


@pytest.mark.parametrize(
    ("failure", "told", "words"),
    [
        (None, HandleNotFound, "TikTok has nobody called nobody"),
        (RateLimited(30), PlatformBusy, "in 30 s"),
        (PlatformUnavailable("no answer"), PlatformDown, "TikTok cannot be reached"),
    ],
)
async def test_name_that_cannot_be_found_connects_nothing(
    backstage: Backstage, doors: OpenDoors, failure: PlatformFailure | None, told: type[AppError], words: str
) -> None:
    channel = await backstage.connect()
    doors.registrar.failure = failure
    with pytest.raises(told, match=words):
        await sign_up(backstage, channel, "nobody")
    async with backstage.kernel.database.read() as session:
        assert list(await session.scalars(select(ChannelProvider.id))) == [channel.id]


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (Gone("no such channel"), "This account is gone from TikTok. Looking again in a while."),
        (AuthExpired("a token that never was"), "TikTok did not let us in. Trying again."),
        (None, "TikTok did not let us in. Trying again."),
    ],
)
async def test_named_channel_is_never_dead(
    backstage: Backstage, doors: OpenDoors, failure: Exception | None, words: str
) -> None:
    doors.failure = failure
    named = await sign_up(backstage, await backstage.connect())
    supervisor = Supervisor(backstage.kernel, backstage.platforms, [doors], QUICK, hear=backstage.chat)
    await supervisor.start()
    shown = await backstage.news.state(named, "failing")
    await supervisor.stop()
    assert (shown["connection"]["detail"], shown["scope_needed"]) == (words, False)
    assert not (await backstage.credential(named)).is_dead


async def test_there_is_nothing_to_revoke_or_to_lock(backstage: Backstage, doors: OpenDoors) -> None:
    channel = await backstage.connect()
    named = await sign_up(backstage, channel)
    assert (await relock_all(backstage.kernel), await forget_tokens(backstage.kernel)) == (1, 1)
    await check_vault(backstage.kernel)
    assert not (await backstage.credential(named)).is_dead
    async with backstage.kernel.database.write() as session:
        assert await disconnect_provider(session, backstage.platforms, named.channel_id, named.id) == []
