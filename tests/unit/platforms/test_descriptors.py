"""What each platform says of itself."""

import re
from types import ModuleType

import pytest

from greenroom.platforms.betterttv import info as betterttv
from greenroom.platforms.discord import info as discord
from greenroom.platforms.kick import info as kick
from greenroom.platforms.seventv import info as seventv
from greenroom.platforms.spotify import info as spotify
from greenroom.platforms.tiktok import info as tiktok
from greenroom.platforms.twitch import info as twitch
from greenroom.platforms.youtube import info as youtube
from greenroom.tenancy.channel_providers.rules import PLACEHOLDER

WITHOUT_ADAPTER = (youtube, kick, tiktok, spotify, discord, seventv, betterttv)
FIELDS = {"provider_channel_id", "provider_channel_name", "live_stream_id"}


@pytest.mark.parametrize("platform", [twitch, *WITHOUT_ADAPTER], ids=lambda platform: platform.__name__)
def test_addresses_use_only_fields_that_a_channel_provider_has(platform: ModuleType) -> None:
    descriptor = platform.DESCRIPTOR
    for template in (descriptor.channelUrl, descriptor.dashboardUrl, descriptor.broadcastEditUrl):
        assert set(PLACEHOLDER.findall(template or "")) <= FIELDS
    assert re.fullmatch("#[0-9a-f]{6}", descriptor.colour)


@pytest.mark.parametrize("platform", WITHOUT_ADAPTER, ids=lambda platform: platform.__name__)
def test_platform_without_an_adapter_promises_nothing(platform: ModuleType) -> None:
    assert not any(platform.DESCRIPTOR.flags.model_dump().values())
    assert platform.DESCRIPTOR.capabilities == []


def test_twitch_is_described_as_specified() -> None:
    descriptor = twitch.DESCRIPTOR
    assert all(descriptor.flags.model_dump().values())
    assert (descriptor.colour, descriptor.streamTitleMaxLength) == ("#6441a5", 140)
    assert all(capability.supported for capability in descriptor.capabilities)


def test_signing_in_asks_for_nothing_and_every_other_scope_is_explained() -> None:
    assert twitch.INFO.sign_in_scopes == {}
    for scopes in (twitch.INFO.user_scopes, twitch.INFO.channel_scopes, twitch.INFO.bot_scopes):
        assert scopes
        assert all(re.fullmatch(r"[A-Z][\w' ]+", words) for words in scopes.values())
