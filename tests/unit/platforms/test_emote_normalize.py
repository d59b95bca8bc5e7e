"""Normalizing of the responses of emote services, usual and unusual."""

import msgspec
import pytest
from pydantic import SecretStr

from greenroom.chat.emotes.emote import Emote
from greenroom.kernel.clock import system_clock
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.betterttv import normalize as betterttv
from greenroom.platforms.frankerfacez import normalize as frankerfacez
from greenroom.platforms.seventv import normalize as seventv
from greenroom.platforms.twitch import emote_source as twitch
from greenroom.platforms.twitch.platform import TwitchPlatform
from greenroom.platforms.twitch.settings import TwitchSettings

HOST = '"host":{"url":"//cdn.example/emote/e1","files":[{"name":"1x.avif","width":1,"height":1},{"name":"1x.webp","width":64,"height":32},{"name":"2x.webp","width":128,"height":64}]}'  # noqa: E501


def from_7tv(emote: str, *, hide_unlisted: bool = False) -> list[Emote]:
    found = msgspec.json.decode(f'{{"emotes":[{emote}]}}', type=seventv.EmoteSet)
    return seventv.emotes_of(found, "https://7tv.io/v3", hide_unlisted=hide_unlisted)


def test_7tv_emote_has_the_name_given_by_the_channel() -> None:
    (emote,) = from_7tv(f'{{"id":"e1","name":"alias","flags":1,"data":{{"name":"original","animated":true,{HOST}}}}}')
    assert emote == Emote(
        id="e1",
        name="alias",
        source="7tv",
        url="https://cdn.example/emote/e1/1x.webp",
        large_url="https://cdn.example/emote/e1/2x.webp",
        width=64,
        height=32,
        is_zero_width=True,
        is_animated=True,
    )


def test_7tv_zero_width_follows_the_flag_of_the_channel_and_not_that_of_the_emote() -> None:
    (emote,) = from_7tv(f'{{"id":"e1","name":"x","flags":0,"data":{{"flags":256,{HOST}}}}}')
    assert not emote.is_zero_width


@pytest.mark.parametrize("data", ['"flags":16777216', '"lifecycle":-1'])
def test_7tv_emote_that_is_forbidden_or_deleted_is_left_out(data: str) -> None:
    assert from_7tv(f'{{"id":"e1","name":"x","data":{{{data},{HOST}}}}}') == []


def test_unlisted_7tv_emote_is_left_out_only_if_configured() -> None:
    unlisted = f'{{"id":"e1","name":"x","data":{{"listed":false,{HOST}}}}}'
    assert len(from_7tv(unlisted)) == 1
    assert from_7tv(unlisted, hide_unlisted=True) == []


@pytest.mark.parametrize("url", ["", "javascript:alert(1)", "//[broken", "data:image/png;base64,x"])
def test_7tv_emote_never_has_an_unsafe_image_url(url: str) -> None:
    emotes = from_7tv(f'{{"id":"e1","name":"x","data":{{"host":{{"url":"{url}"}}}}}}')
    assert [emote for emote in emotes if not emote.url.startswith("https://7tv.io/")] == []


def test_7tv_set_without_emotes_is_empty() -> None:
    assert seventv.emotes_of(seventv.EmoteSet(), "https://7tv.io/v3", hide_unlisted=False) == []


def test_betterttv_zero_width_emotes_are_global_only() -> None:
    listed = msgspec.json.decode(
        '[{"id":"a","code":"SoSnowy","animated":true},{"id":"b","code":"w!","modifier":true}]',
        type=list[betterttv.ListedEmote],
    )
    snow, wide = betterttv.emotes_of(listed, "https://cdn.example", is_global=True)
    assert snow.is_zero_width
    assert wide.is_modifier
    assert snow.url == "https://cdn.example/emote/a/1x.webp"
    of_channel = betterttv.emotes_of(listed, "https://cdn.example", is_global=False)
    assert not any(emote.is_zero_width or emote.is_modifier for emote in of_channel)


def test_betterttv_emote_without_a_size_counts_as_square() -> None:
    listed = [betterttv.ListedEmote("a", "x"), betterttv.ListedEmote("b", "y", width=84, height=28)]
    sizes = [(one.width, one.height) for one in betterttv.emotes_of(listed, "https://cdn.example", is_global=False)]
    assert sizes == [(28, 28), (84, 28)]


def test_frankerfacez_prefers_animated_images_and_accepts_urls_without_a_scheme() -> None:
    sets = msgspec.json.decode(
        '{"3":{"emoticons":[{"id":1,"name":"x","urls":{"1":"//cdn.example/1"},'
        '"animated":{"1":"https://cdn.example/a1","4":"https://cdn.example/a4"}},'
        '{"id":2,"name":"y","urls":{"1":"//cdn.example/2"}},{"id":3,"name":"z","urls":{"1":null}}]}}',
        type=dict[str, frankerfacez.EmoteSet],
    )
    animated, plain = frankerfacez.emotes_of(sets, [3, 99, None], "https://api.example/v1")
    assert (animated.url, animated.large_url, animated.is_animated) == (
        "https://cdn.example/a1",
        "https://cdn.example/a4",
        True,
    )
    assert (plain.url, plain.large_url, plain.is_animated) == ("https://cdn.example/2", "https://cdn.example/2", False)


def from_twitch(*images: str) -> list[Emote]:
    listed = ",".join(f'{{"id":"{number}","name":"juno{number}"{one}}}' for number, one in enumerate(images))
    return twitch.emotes_of(msgspec.json.decode(f"[{listed}]", type=list[twitch.ListedEmote]))


def test_twitch_emote_without_a_safe_image_url_is_left_out() -> None:
    found = from_twitch(
        ',"images":{"url_1x":"https://cdn.example/1","url_2x":"https://cdn.example/2"}',
        ',"images":{"url_1x":"javascript:alert(1)","url_2x":"https://cdn.example/2"}',
        ',"images":{"url_1x":"https://cdn.example/3","url_2x":"data:x"}',
        ',"images":null',
        "",
    )
    assert [(one.name, one.source, one.url, one.large_url) for one in found] == [
        ("juno0", "twitch", "https://cdn.example/1", "https://cdn.example/2"),
        ("juno2", "twitch", "https://cdn.example/3", "https://cdn.example/3"),
    ]


def test_twitch_emote_list_has_a_maximum_length() -> None:
    assert len(from_twitch(*[',"images":{"url_1x":"https://cdn.example/1"}'] * 2_001)) == 2_000


async def test_twitch_emotes_are_supported_only_with_a_client_id_and_secret() -> None:
    http = HttpClient("Greenroom test")
    known = [
        TwitchPlatform(
            TwitchSettings(client_id=app, client_secret=SecretStr(secret)), http, system_clock
        ).emotes.supports
        for app, secret in (("app", "secret"), ("app", ""), ("", ""))
    ]
    assert [supports("twitch") for supports in known] == [True, False, False]
    assert not known[0]("youtube")
    await http.close()
