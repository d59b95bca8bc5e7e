"""Descriptors of the platforms."""

import re
from types import ModuleType

import pytest

from greenroom.accounts.channel_providers.rules import PLACEHOLDER, fill
from greenroom.accounts.platforms import PlatformInfo
from greenroom.chat.protocol.actions import StreamAction
from greenroom.platforms.betterttv import info as betterttv
from greenroom.platforms.discord import info as discord
from greenroom.platforms.kick import info as kick
from greenroom.platforms.kick.settings import KickSettings
from greenroom.platforms.seventv import info as seventv
from greenroom.platforms.spotify import info as spotify
from greenroom.platforms.tiktok import info as tiktok
from greenroom.platforms.tiktok.settings import TikTokSettings
from greenroom.platforms.twitch import info as twitch
from greenroom.platforms.twitch.settings import TwitchSettings
from greenroom.platforms.youtube import info as youtube

WITHOUT_ADAPTER = (seventv, betterttv)
FIELDS = {"provider_channel_id", "provider_channel_name", "live_stream_id"}


@pytest.mark.parametrize(
    "platform",
    [twitch, youtube, kick, tiktok, spotify, discord, *WITHOUT_ADAPTER],
    ids=lambda platform: platform.__name__,
)
def test_urls_use_only_fields_that_a_channel_provider_has(platform: ModuleType) -> None:
    descriptor = platform.DESCRIPTOR
    for template in (descriptor.channelUrl, descriptor.dashboardUrl, descriptor.broadcastEditUrl):
        assert set(PLACEHOLDER.findall(template or "")) <= FIELDS
    assert re.fullmatch("#[0-9a-f]{6}", descriptor.colour)


@pytest.mark.parametrize("platform", WITHOUT_ADAPTER, ids=lambda platform: platform.__name__)
def test_platform_without_an_adapter_has_no_capabilities(platform: ModuleType) -> None:
    assert not any(platform.DESCRIPTOR.flags.model_dump().values())
    assert platform.DESCRIPTOR.capabilities == []


PLAYERS = {
    "twitch": (
        twitch.info_for(TwitchSettings()),
        "https://player.twitch.tv/?channel=juniper&parent=stage.example&muted=true&autoplay=true",
    ),
    "kick": (kick.info_for(KickSettings()), "https://player.kick.com/juniper?autoplay=true&muted=true"),
    "tiktok": (tiktok.info_for(TikTokSettings()), None),
    "tiktok, allowed": (
        tiktok.info_for(TikTokSettings(player_url="https://www.tiktok.com/embed/live/")),
        "https://www.tiktok.com/embed/live/@juniper?autoplay=1&muted=1&controls=1&embed_domain=stage.example",
    ),
}


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_player_is_muted_and_is_told_the_host_of_our_page_if_needed(player: tuple[PlatformInfo, str | None]) -> None:
    info, address = player
    assert fill(info.descriptor.embedUrl, {"provider_channel_name": "juniper", "parent": "stage.example"}) == address


def test_twitch_is_described_as_specified() -> None:
    descriptor = twitch.DESCRIPTOR
    assert all(descriptor.flags.model_dump().values())
    assert (descriptor.colour, descriptor.streamTitleMaxLength) == ("#6441a5", 140)
    assert all(capability.supported for capability in descriptor.capabilities)


def test_kick_is_described_as_specified() -> None:
    descriptor = kick.DESCRIPTOR
    missing = {flag for flag, is_set in descriptor.flags.model_dump().items() if not is_set}
    assert missing == {"chatReplyMessage"}
    assert (descriptor.colour, descriptor.streamTitleMaxLength) == ("#53fc18", 140)


@pytest.mark.rows("A8")
def test_help_for_a_kick_bot_explains_that_links_need_a_moderator() -> None:
    words = kick.DESCRIPTOR.botHelp or ""
    assert "moderator" in words
    assert "links" in words


def test_tiktok_is_read_only() -> None:
    descriptor = tiktok.DESCRIPTOR
    assert {flag for flag, is_set in descriptor.flags.model_dump().items() if is_set} == {
        "channelProvider",
        "stream",
        "chatRead",
    }
    assert descriptor.registration == "handle"
    assert all(capability.reason for capability in descriptor.capabilities if not capability.supported)


def test_twitch_sign_in_needs_no_scopes_and_all_other_scopes_have_a_description() -> None:
    assert twitch.INFO.sign_in_scopes == {}
    for scopes in (twitch.INFO.user_scopes, twitch.INFO.channel_scopes, twitch.INFO.bot_scopes):
        assert scopes
        assert all(re.fullmatch(r"[A-Z][\w' ]+", words) for words in scopes.values())


@pytest.mark.parametrize("platform", [spotify, discord], ids=lambda platform: platform.__name__)
def test_spotify_and_discord_have_no_stream_and_no_chat(platform: ModuleType) -> None:
    flags = platform.DESCRIPTOR.flags.model_dump()
    assert {flag for flag, is_set in flags.items() if is_set} == {"channelProvider"}
    assert all(capability.reason for capability in platform.DESCRIPTOR.capabilities if not capability.supported)
    assert not platform.INFO.actions & frozenset(StreamAction.__args__)
