"""Staff set title and category on each platform, run ads, and create markers and clips."""

from datetime import datetime, timedelta

import httpx
import pytest

from greenroom.accounts.access.rules import Role
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal
from support.moderation import LiveEvents, ModeratedChannel

STREAM_PLATFORMS = ("twitch", "youtube", "kick", "tiktok")
# A family of four: one emoji on screen, seven characters.
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"


def path(channel: ModeratedChannel, *, provider: str = "twitch", action: str = "") -> str:
    return f"{channel.path}/stream-info/{channel.connections[provider]}/{action}"


async def save_titles(channel: ModeratedChannel, titles: dict[str, str], by: ApiClient | None = None) -> httpx.Response:
    changes = [{"channel_provider_id": channel.connections[name], "title": title} for name, title in titles.items()]
    return await (by or channel.client).ask("PUT", f"{channel.path}/stream-info", json={"changes": changes})


async def titles(channel: ModeratedChannel) -> dict[str, str | None]:
    return {one["provider"]: one["title"] for one in await channel.client.get(f"{channel.path}/providers")}


def outcomes(response: httpx.Response) -> dict[str, str]:
    return {one["provider"]: one["title"]["outcome"] for one in response.json()["results"]}


async def test_title_is_set_on_all_platforms_but_tiktok_which_has_a_reason(channel: ModeratedChannel) -> None:
    await channel.connect(*STREAM_PLATFORMS)
    response = await save_titles(channel, dict.fromkeys(STREAM_PLATFORMS, "A calm evening"))
    assert outcomes(response) == {"twitch": "done", "youtube": "done", "kick": "done", "tiktok": "refused"}
    on_tiktok = next(one for one in response.json()["results"] if one["provider"] == "tiktok")
    assert on_tiktok["title"]["detail"] == "Title: set when you go live."
    shown = await titles(channel)
    assert [shown[name] for name in ("twitch", "youtube", "kick")] == ["A calm evening"] * 3


@pytest.mark.rows("V2")
@pytest.mark.parametrize(("provider", "limit"), [("twitch", 140), ("kick", 140), ("youtube", 100)])
async def test_title_has_the_limit_of_its_platform(channel: ModeratedChannel, provider: str, limit: int) -> None:
    await channel.connect(provider)
    too_long = await save_titles(channel, {provider: "x" * (limit + 1)})
    assert (refusal(too_long), error_fields(too_long)) == ((422, "invalid"), ["changes.0.title"])
    assert f"At most {limit} characters" in too_long.json()["errors"][0]["message"]
    emoji = FAMILY * (limit // len(FAMILY))
    assert outcomes(await save_titles(channel, {provider: emoji})) == {provider: "done"}
    longest = "x" * limit
    assert outcomes(await save_titles(channel, {provider: longest})) == {provider: "done"}
    assert await titles(channel) == {provider: longest}


async def test_title_too_long_for_one_platform_is_set_on_none(channel: ModeratedChannel) -> None:
    await channel.connect("twitch", "youtube")
    before = await titles(channel)
    response = await save_titles(channel, {"twitch": "y" * 120, "youtube": "y" * 120})
    assert error_fields(response) == ["changes.1.title"]
    assert await titles(channel) == before


async def test_control_characters_are_removed_and_an_empty_title_is_refused(channel: ModeratedChannel) -> None:
    await channel.connect("twitch")
    assert outcomes(await save_titles(channel, {"twitch": "  Two\nlines\t\x07and\u202e more "})) == {"twitch": "done"}
    assert await titles(channel) == {"twitch": "Two lines and more"}
    empty = await save_titles(channel, {"twitch": "\u200b \u2800"})
    assert (refusal(empty), error_fields(empty)) == ((422, "invalid"), ["changes.0.title"])


async def test_platform_that_is_down_fails_and_the_others_change(
    greenroom: GreenroomServer, channel: ModeratedChannel
) -> None:
    await channel.connect("twitch", "kick")
    await greenroom.control("/kick/fail", next=5, status=503, path_prefix="/kick/public/v1/channels")
    response = await save_titles(channel, {"twitch": "Still here", "kick": "Still here"})
    assert outcomes(response) == {"twitch": "done", "kick": "failed"}


async def test_category_is_searched_and_set_and_an_unknown_category_is_refused(channel: ModeratedChannel) -> None:
    await channel.connect("twitch")
    found = await channel.client.get(path(channel, action="categories"), query="Moth")
    category = {"id": found["records"][0]["id"], "name": found["records"][0]["name"]}
    change: Json = {"channel_provider_id": channel.connections["twitch"], "category": category}
    response = await channel.client.ask("PUT", f"{channel.path}/stream-info", json={"changes": [change]})
    assert response.json()["results"][0]["category"] == {"outcome": "done", "detail": ""}
    (shown,) = await channel.client.get(f"{channel.path}/providers")
    assert shown["category"] == category["name"]
    change["category"] = {"id": "999999999", "name": "Gone"}
    response = await channel.client.ask("PUT", f"{channel.path}/stream-info", json={"changes": [change]})
    assert response.json()["results"][0]["category"]["outcome"] == "refused"
    assert (await channel.client.get(f"{channel.path}/providers"))[0]["category"] == category["name"]


@pytest.mark.rows("A4")
async def test_editor_sets_the_title_and_runs_ads_and_a_mod_may_not(
    greenroom: GreenroomServer, channel: ModeratedChannel
) -> None:
    await channel.connect("twitch")
    mod = await greenroom.staff("odalys_", channel.channel_id, Role.MOD)
    ads = path(channel, action="ads")
    assert refusal(await save_titles(channel, {"twitch": "By a mod"}, mod)) == (403, "forbidden")
    assert refusal(await mod.ask("POST", ads, json={"seconds": 30})) == (403, "forbidden")
    assert refusal(await mod.ask("POST", f"{ads}/snooze")) == (403, "forbidden")
    editor = await greenroom.staff("hanamori", channel.channel_id, Role.EDITOR)
    assert outcomes(await save_titles(channel, {"twitch": "By an editor"}, editor)) == {"twitch": "done"}
    assert (await editor.ask("POST", ads, json={"seconds": 30})).status_code == 200
    assert (await mod.ask("GET", ads)).status_code == 200


async def test_ad_is_published_with_its_end_and_a_second_is_refused_with_the_reason(
    channel: ModeratedChannel, clock: FrozenClock
) -> None:
    await channel.connect("twitch")
    ads = path(channel, action="ads")
    async with channel.client.socket("/live") as socket:
        await socket.subscribe(channel.channel_id, "stream")
        ad = (await channel.client.ask("POST", ads, json={"seconds": 60})).json()
        # Twitch reports the ad too, maybe earlier.
        published = await LiveEvents(socket).until(lambda event: event["ad"]["next_possible_at"] is not None)
    assert (published["ad"], published["connection_id"]) == (ad, channel.connections["twitch"])
    assert (ad["started_at"], ad["ends_at"]) == ("2030-01-02T03:04:05.678000Z", "2030-01-02T03:05:05.678000Z")
    again = await channel.client.ask("POST", ads, json={"seconds": 60})
    assert refusal(again) == (409, "refused")
    assert again.json()["message"] == "Twitch says: The broadcaster must wait before running another commercial"
    assert (await channel.client.get(ads))["last_ad_at"] is not None


async def test_ad_that_was_started_elsewhere_is_published_with_its_end(
    greenroom: GreenroomServer, channel: ModeratedChannel
) -> None:
    await channel.connect("twitch")
    async with channel.client.socket("/live") as socket:
        await socket.subscribe(channel.channel_id, "stream")
        await greenroom.control("/twitch/ad", login="junoplays", seconds=90)
        published = await LiveEvents(socket).until(lambda event: event["type"] == "ad")
    ad = published["ad"]
    length = datetime.fromisoformat(ad["ends_at"]) - datetime.fromisoformat(ad["started_at"])
    assert (published["connection_id"], length) == (channel.connections["twitch"], timedelta(seconds=90))


async def test_marker_and_clip_are_created(greenroom: GreenroomServer, channel: ModeratedChannel) -> None:
    await channel.connect("twitch")
    marker = await channel.client.ask("POST", path(channel, action="markers"), json={"description": "boss"})
    assert marker.json()["position_seconds"] >= 0
    await greenroom.wait_for_event("marker_created", description="boss")
    clip = await channel.client.ask("POST", path(channel, action="clips"))
    assert clip.json() == {"url": "https://clips.twitch.tv/RehearsedClip1/edit"}


async def test_platform_without_ads_or_clips_refuses_them_with_the_reason(channel: ModeratedChannel) -> None:
    await channel.connect("kick")
    for action, body in (("ads", {"seconds": 30}), ("clips", None), ("markers", {})):
        answer = await channel.client.ask("POST", path(channel, provider="kick", action=action), json=body)
        assert refusal(answer) == (409, "not_supported")
        assert answer.json()["message"].endswith("not supported by Kick's API.")


async def test_connection_of_another_channel_is_not_found(channel: ModeratedChannel) -> None:
    await channel.connect("twitch")
    other = await channel.client.create_channel("Another show")
    change = {"channel_provider_id": channel.connections["twitch"], "title": "Mine now"}
    answer = await channel.client.ask("PUT", f"/channels/{other}/stream-info", json={"changes": [change]})
    assert answer.status_code == 404
