"""The three emote services against the rehearsal: global and channel emotes, outages and rate limits."""

from collections.abc import AsyncGenerator

import pytest

from greenroom.accounts.platforms import PlatformUnavailable, RateLimited
from greenroom.chat.emotes.emote import Emote, EmoteChannel, EmoteSource
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.betterttv.settings import BetterTTVSettings
from greenroom.platforms.betterttv.source import BetterTTV
from greenroom.platforms.frankerfacez.settings import FrankerFaceZSettings
from greenroom.platforms.frankerfacez.source import FrankerFaceZ
from greenroom.platforms.seventv.settings import SevenTVSettings
from greenroom.platforms.seventv.source import SevenTV
from rehearsal.platforms.youtube.ids import channel_id
from support.greenroom_server import platform_settings
from support.rehearsal_process import Rehearsal

Sources = dict[str, EmoteSource]
EACH_SERVICE = pytest.mark.parametrize("key", ["7tv", "betterttv", "frankerfacez"])
# For each service, the login of a channel that has no account there.
UNKNOWN_LOGINS = {"7tv": "brisket99", "betterttv": "odalys_", "frankerfacez": "hanamori"}
PREFIXES = {"7tv": "/7tv", "betterttv": "/bttv", "frankerfacez": "/ffz"}


@pytest.fixture
async def sources(rehearsal: Rehearsal) -> AsyncGenerator[Sources]:
    http, settings = HttpClient("Greenroom test"), platform_settings(rehearsal.environment)
    yield {
        "7tv": SevenTV(SevenTVSettings.model_validate(settings["seventv"]), http),
        "betterttv": BetterTTV(BetterTTVSettings.model_validate(settings["betterttv"]), http),
        "frankerfacez": FrankerFaceZ(FrankerFaceZSettings.model_validate(settings["frankerfacez"]), http),
    }
    await http.close()


async def emote_channel_of(rehearsal: Rehearsal, login: str, provider: str = "twitch") -> EmoteChannel:
    people = (await rehearsal.http.get(f"{rehearsal.environment['REHEARSAL_CONTROL_URL']}/people")).json()["records"]
    person_id = next(person["id"] for person in people if person["login"] == login)
    return EmoteChannel(provider, channel_id(person_id) if provider == "youtube" else person_id)


def by_name(emotes: list[Emote]) -> dict[str, Emote]:
    return {emote.name: emote for emote in emotes}


@EACH_SERVICE
async def test_every_picture_can_be_loaded(rehearsal: Rehearsal, sources: Sources, key: str) -> None:
    source = sources[key]
    emotes = await source.global_emotes() + await source.of(await emote_channel_of(rehearsal, "junoplays"))
    assert len(emotes) > 4
    for emote in emotes:
        for url in (emote.url, emote.large_url):
            assert (await rehearsal.http.get(url)).headers["content-type"] == "image/svg+xml"


@EACH_SERVICE
async def test_channel_unknown_to_a_service_has_no_emotes(rehearsal: Rehearsal, sources: Sources, key: str) -> None:
    assert await sources[key].of(await emote_channel_of(rehearsal, UNKNOWN_LOGINS[key])) == []


@EACH_SERVICE
async def test_same_emotes_are_found_on_youtube_and_twitch(rehearsal: Rehearsal, sources: Sources, key: str) -> None:
    on_twitch = await sources[key].of(await emote_channel_of(rehearsal, "junoplays"))
    assert await sources[key].of(await emote_channel_of(rehearsal, "junoplays", "youtube")) == on_twitch


async def test_only_7tv_has_emotes_for_kick(rehearsal: Rehearsal, sources: Sources) -> None:
    assert [key for key, source in sources.items() if source.supports("kick")] == ["7tv"]
    assert by_name(await sources["7tv"].of(await emote_channel_of(rehearsal, "junoplays", "kick")))["catJAM"]


@EACH_SERVICE
async def test_outage_and_rate_limit_are_distinguished(rehearsal: Rehearsal, sources: Sources, key: str) -> None:
    await rehearsal.command(f"/{key}/fail", next=1, status=500, path_prefix=PREFIXES[key])
    with pytest.raises(PlatformUnavailable):
        await sources[key].global_emotes()
    await rehearsal.command(f"/{key}/fail", next=1, status=429, path_prefix=PREFIXES[key], retry_after=77)
    with pytest.raises(RateLimited) as raised:
        await sources[key].global_emotes()
    assert raised.value.after_seconds == 77


async def test_7tv_emotes_are_found_inside_the_account_or_in_its_set(rehearsal: Rehearsal, sources: Sources) -> None:
    channel = await emote_channel_of(rehearsal, "junoplays")
    fetched = await sources["7tv"].of(channel)
    await rehearsal.command("/7tv/embed-sets", on=True)
    assert await sources["7tv"].of(channel) == fetched
    assert by_name(fetched)["Sprinkles"].is_zero_width
    assert (by_name(fetched)["WideHardo"].width, by_name(fetched)["WideHardo"].height) == (96, 32)


@pytest.mark.parametrize("login", ["hanamori", "zofiekresli"])
async def test_7tv_channel_without_a_set_or_with_a_missing_one_has_no_emotes(
    rehearsal: Rehearsal, sources: Sources, login: str
) -> None:
    assert await sources["7tv"].of(await emote_channel_of(rehearsal, login)) == []


async def test_global_emotes_of_frankerfacez_are_those_of_its_default_sets(sources: Sources) -> None:
    emotes = by_name(await sources["frankerfacez"].global_emotes())
    assert "ffzSecret" not in emotes
    assert emotes["ffzHyper"].is_modifier
    assert emotes["ffzFrame"].is_zero_width
    assert emotes["LilZ"].large_url == emotes["LilZ"].url
