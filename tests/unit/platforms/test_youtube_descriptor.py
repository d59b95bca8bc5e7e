"""The descriptor of YouTube."""

import pytest

from greenroom.accounts.channel_providers.rules import edit_url, fill
from greenroom.platforms.youtube.info import DESCRIPTOR, INFO, MANAGE, READ_ONLY, info_for
from greenroom.platforms.youtube.settings import YouTubeSettings

OFFLINE = {"provider_channel_id": "UC1", "provider_channel_name": "juniper", "live_stream_id": None}
LIVE = {**OFFLINE, "live_stream_id": "vid00000001"}


@pytest.mark.rows("P13")
def test_youtube_has_every_flag_but_that_of_replies() -> None:
    missing = {flag for flag, is_set in DESCRIPTOR.flags.model_dump().items() if not is_set}
    assert missing == {"chatReplyMessage"}
    assert (DESCRIPTOR.streamTitleMaxLength, DESCRIPTOR.messageMaxLength) == (100, 200)


@pytest.mark.rows("O6", "O7")
def test_edit_link_is_the_broadcast_while_live_and_else_the_studio() -> None:
    urls = DESCRIPTOR.broadcastEditUrl, DESCRIPTOR.dashboardUrl
    assert edit_url(*urls, LIVE) == "https://studio.youtube.com/video/vid00000001/livestreaming"
    assert edit_url(*urls, OFFLINE) == "https://studio.youtube.com/channel/UC1/livestreaming"


@pytest.mark.rows("O8")
def test_player_starts_automatically() -> None:
    player = info_for(YouTubeSettings()).descriptor.embedUrl
    assert fill(player, LIVE) == "https://www.youtube.com/embed/vid00000001?autoplay=1&mute=1&playsinline=1"
    assert fill(DESCRIPTOR.watchUrl, LIVE) == "https://www.youtube.com/watch?v=vid00000001"
    assert fill(player, OFFLINE) is None


def test_every_missing_capability_has_a_reason() -> None:
    missing = {one.label: one.reason for one in DESCRIPTOR.capabilities if not one.supported}
    assert missing["Replies"] == "not available on YouTube"
    assert missing["Ads"] == "only in YouTube Studio"
    assert all(missing.values())


def test_sign_in_is_read_only_and_every_scope_has_a_description() -> None:
    assert set(INFO.sign_in_scopes) == {READ_ONLY}
    assert set(INFO.channel_scopes) == {READ_ONLY, MANAGE}
    assert all(words[0].isupper() for words in (*INFO.channel_scopes.values(), *INFO.bot_scopes.values()))
