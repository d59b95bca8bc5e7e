"""The other Helix calls: each answers by its contract, with the right scope, to the right person."""

import pytest
from twitch_player import TwitchPlayer, next_events, welcomed

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")

READS = {
    "/search/categories?query=lantern": "",
    "/games?id=700101": "",
    "/games?name=moth%20court": "",
    "/games/top": "",
    "/search/channels?query=juno": "",
    "/content_classification_labels": "",
    "/chat/settings?broadcaster_id={me}": "",
    "/chat/settings?broadcaster_id={me}&moderator_id={me}": "moderator:read:chat_settings",
    "/chat/emotes?broadcaster_id={me}": "",
    "/chat/emotes/global": "",
    "/chat/emotes/user?user_id={me}": "user:read:emotes",
    "/chat/badges?broadcaster_id={me}": "",
    "/chat/badges/global": "",
    "/chat/color?user_id={me}": "",
    "/chat/chatters?broadcaster_id={me}&moderator_id={me}": "moderator:read:chatters",
    "/bits/cheermotes": "",
    "/bits/leaderboard": "bits:read",
    "/moderation/banned?broadcaster_id={me}": "moderation:read",
    "/moderation/moderators?broadcaster_id={me}": "moderation:read",
    "/moderation/channels?user_id={me}": "user:read:moderated_channels",
    "/moderation/blocked_terms?broadcaster_id={me}&moderator_id={me}": "moderator:read:blocked_terms",
    "/moderation/shield_mode?broadcaster_id={me}&moderator_id={me}": "moderator:read:shield_mode",
    "/moderation/unban_requests?broadcaster_id={me}&moderator_id={me}&status=pending": "moderator:read:unban_requests",
    "/channels/vips?broadcaster_id={me}": "channel:read:vips",
    "/channels/followers?broadcaster_id={me}": "",
    "/channels/followed?user_id={me}": "user:read:follows",
    "/channels/ads?broadcaster_id={me}": "channel:read:ads",
    "/subscriptions?broadcaster_id={me}": "channel:read:subscriptions",
    "/channel_points/custom_rewards?broadcaster_id={me}": "channel:read:redemptions",
    "/polls?broadcaster_id={me}": "channel:read:polls",
    "/predictions?broadcaster_id={me}": "channel:read:predictions",
    "/shared_chat/session?broadcaster_id={me}": "",
    "/goals?broadcaster_id={me}": "channel:read:goals",
    "/clips?broadcaster_id={me}": "",
}


@pytest.mark.parametrize("path", READS)
async def test_a_read_needs_its_scope_and_nothing_more(twitch: TwitchPlayer, path: str) -> None:
    scope, me = READS[path], twitch.id_of("junoplays")
    place = path.format(me=me)
    allowed = await twitch.call("GET", place, (await twitch.sign_in("junoplays", scope)).access)
    assert allowed.status_code == 200, allowed.text
    if scope:
        refused = await twitch.call("GET", place, (await twitch.sign_in("junoplays")).access)
        assert (refused.status_code, refused.json()["error"]) == (401, "Unauthorized")
        assert refused.json()["message"].startswith("Missing scope")


@pytest.mark.parametrize(
    "path",
    ["/moderation/banned", "/moderation/moderators", "/channels/vips", "/subscriptions", "/channels/ads", "/polls"],
)
async def test_another_persons_numbers_are_not_shown(twitch: TwitchPlayer, path: str) -> None:
    access, _ = await twitch.owner("marekfixes")
    answer = await twitch.helix(path, access, broadcaster_id=twitch.id_of("junoplays"))
    assert answer.status_code == 401


@pytest.mark.parametrize("path", ["/search/categories?query=a&first=101", "/search/categories", "/games", "/clips"])
async def test_wrong_parameters_are_a_bad_request(twitch: TwitchPlayer, path: str) -> None:
    assert (await twitch.call("GET", path, await twitch.app_token())).status_code == 400


async def test_a_category_is_found_by_all_of_its_words(twitch: TwitchPlayer) -> None:
    access = await twitch.app_token()
    both = await twitch.helix("/search/categories", access, query="TYCOON tiny")
    none = await twitch.helix("/search/categories", access, query="tycoon lantern")
    assert [row["name"] for row in both.json()["data"]] == ["Tiny Tram Tycoon"]
    assert none.json() == {"data": [], "pagination": {}}


async def test_pages_follow_one_another_to_the_end(twitch: TwitchPlayer) -> None:
    access, room = await twitch.owner()
    query = {"broadcaster_id": room, "first": "100"}
    first = (await twitch.helix("/subscriptions", access, **query)).json()
    second = (await twitch.helix("/subscriptions", access, **query, after=first["pagination"]["cursor"])).json()
    seen: list[str] = [row["user_id"] for row in first["data"] + second["data"]]
    assert (len(seen), len(set(seen)), second["pagination"]) == (first["total"], first["total"], {})
    assert seen[0] == room


async def test_viewers_have_accounts_too(twitch: TwitchPlayer) -> None:
    viewer = twitch.viewer()
    answer = await twitch.helix("/users", await twitch.app_token(), id=viewer.id, login="junoplays")
    assert [row["login"] for row in answer.json()["data"]] == [viewer.login, "junoplays"]


async def test_a_commercial_runs_when_live_and_not_at_once_again(twitch: TwitchPlayer) -> None:
    access, room = await twitch.owner()
    body = {"broadcaster_id": room, "length": 60}
    offline = await twitch.call("POST", "/channels/commercial", access, body)
    await twitch.command("/twitch/go-live", login="junoplays")
    async with twitch.listen() as socket:
        await twitch.hear(socket, access, room, "channel.ad_break.begin")
        first = await twitch.call("POST", "/channels/commercial", access, body)
        ((_, event),) = await next_events(socket, 1)
    again = await twitch.call("POST", "/channels/commercial", access, body)
    assert [offline.status_code, first.status_code, again.status_code] == [400, 200, 400]
    assert first.json()["data"] == [{"length": 60, "message": "", "retry_after": 480}]
    assert (event["duration_seconds"], event["is_automatic"]) == (60, False)


async def test_the_next_ad_is_a_number_and_can_be_put_off(twitch: TwitchPlayer, clock: Clock) -> None:
    access, room = await twitch.owner()
    await twitch.command("/twitch/go-live", login="junoplays")
    await twitch.command("/twitch/schedule-ad", login="junoplays", in_seconds=600)
    before = (await twitch.helix("/channels/ads", access, broadcaster_id=room)).json()["data"][0]["next_ad_at"]
    snoozed = await twitch.call("POST", "/channels/ads/schedule/snooze", access, broadcaster_id=room)
    assert before == int(clock.now().timestamp()) + 600
    assert snoozed.json()["data"][0]["next_ad_at"] == before + 300


async def test_a_raid_starts_after_ninety_seconds_unless_called_off(twitch: TwitchPlayer, clock: Clock) -> None:
    access, room = await twitch.owner()
    query = {"from_broadcaster_id": room, "to_broadcaster_id": twitch.id_of("odalys_")}
    await twitch.call("POST", "/raids", access, **query)
    cancelled = await twitch.call("DELETE", "/raids", access, broadcaster_id=room)
    nothing = await twitch.call("DELETE", "/raids", access, broadcaster_id=room)
    started = await twitch.call("POST", "/raids", access, **query)
    busy = await twitch.call("POST", "/raids", access, **query)
    clock.advance(91)
    await twitch.happens("raided", login="junoplays", target="odalys_")
    steps = (cancelled, nothing, started, busy)
    assert [step.status_code for step in steps] == [204, 404, 200, 409]


async def test_only_the_program_that_made_a_reward_may_change_it(twitch: TwitchPlayer) -> None:
    access, room = await twitch.owner()
    place, query = "/channel_points/custom_rewards", {"broadcaster_id": room}
    foreign = await twitch.command("/twitch/redeem", login="junoplays", title="Hydrate")
    refused = await twitch.call("PATCH", place, access, {"cost": 5}, **query, id=str(foreign["reward_id"]))
    made = await twitch.call("POST", place, access, {"title": "Sing", "cost": 100}, **query)
    twice = await twitch.call("POST", place, access, {"title": "Sing", "cost": 100}, **query)
    reward_id = made.json()["data"][0]["id"]
    changed = await twitch.call("PATCH", place, access, {"cost": 5}, **query, id=reward_id)
    own = await twitch.helix(place, access, **query, only_manageable_rewards="true")
    gone = await twitch.call("DELETE", place, access, **query, id=reward_id)
    assert [refused.status_code, made.status_code, twice.status_code, gone.status_code] == [403, 200, 400, 204]
    assert changed.json()["data"][0]["cost"] == 5
    assert [row["title"] for row in own.json()["data"]] == ["Sing"]


async def test_redemptions_are_fulfilled_and_told_in_lower_case(twitch: TwitchPlayer) -> None:
    access, room = await twitch.owner()
    place, query = "/channel_points/custom_rewards", {"broadcaster_id": room}
    made = await twitch.call("POST", place, access, {"title": "Sing", "cost": 100}, **query)
    redeemed = await twitch.command("/twitch/redeem", login="junoplays", title="Sing")
    query |= {"reward_id": made.json()["data"][0]["id"]}
    waiting = await twitch.helix(f"{place}/redemptions", access, **query, status="UNFULFILLED")
    async with twitch.listen() as socket:
        await twitch.hear(socket, access, room, "channel.channel_points_custom_reward_redemption.update")
        one = {**query, "id": str(redeemed["redemption_id"])}
        settled = await twitch.call("PATCH", f"{place}/redemptions", access, {"status": "FULFILLED"}, **one)
        ((_, event),) = await next_events(socket, 1)
    assert len(waiting.json()["data"]) == 1
    assert (settled.json()["data"][0]["status"], event["status"]) == ("FULFILLED", "fulfilled")


async def test_a_poll_and_a_prediction_run_and_end(twitch: TwitchPlayer, clock: Clock) -> None:
    access, room = await twitch.owner()
    kinds = ("channel.poll.begin", "channel.poll.end", "channel.prediction.begin", "channel.prediction.end")
    async with twitch.listen() as socket:
        await twitch.hear(socket, access, room, *kinds)
        choices = [{"title": "yes"}, {"title": "no"}]
        poll = {"broadcaster_id": room, "title": "More?", "choices": choices, "duration": 60}
        made = (await twitch.call("POST", "/polls", access, poll)).json()["data"][0]
        end = {"broadcaster_id": room, "id": made["id"], "status": "TERMINATED"}
        await twitch.call("PATCH", "/polls", access, end)
        guess = {"broadcaster_id": room, "title": "Win?", "outcomes": choices, "prediction_window": 60}
        asked = (await twitch.call("POST", "/predictions", access, guess)).json()["data"][0]
        settle = {"broadcaster_id": room, "id": asked["id"], "status": "RESOLVED"}
        vague = await twitch.call("PATCH", "/predictions", access, settle)
        winner = {"winning_outcome_id": asked["outcomes"][0]["id"]}
        settled = await twitch.call("PATCH", "/predictions", access, settle | winner)
        events = [kind for kind, _ in await next_events(socket, 4)]
    assert events == list(kinds)
    assert (vague.status_code, settled.json()["data"][0]["status"]) == (400, "RESOLVED")


async def test_a_poll_ends_and_a_prediction_locks_by_itself(twitch: TwitchPlayer, clock: Clock) -> None:
    access, room = await twitch.owner()
    async with twitch.listen("?keepalive_timeout_seconds=600") as socket:
        await twitch.hear(socket, access, room, "channel.poll.end", "channel.prediction.lock")
        choices = [{"title": "yes"}, {"title": "no"}]
        poll = {"broadcaster_id": room, "title": "More?", "choices": choices, "duration": 15}
        guess = {"broadcaster_id": room, "title": "Win?", "outcomes": choices, "prediction_window": 30}
        await twitch.call("POST", "/polls", access, poll)
        await twitch.call("POST", "/predictions", access, guess)
        clock.advance(31)
        ends = dict(await next_events(socket, 2))
    assert ends["channel.poll.end"]["status"] == "completed"
    assert "locked_at" in ends["channel.prediction.lock"]


async def test_a_clip_is_made_of_a_live_stream_only(twitch: TwitchPlayer) -> None:
    access, room = await twitch.owner()
    offline = await twitch.call("POST", "/clips", access, broadcaster_id=room)
    await twitch.command("/twitch/go-live", login="junoplays")
    made = await twitch.call("POST", "/clips", access, broadcaster_id=room, title="What a jump")
    found = await twitch.helix("/clips", access, id=made.json()["data"][0]["id"])
    marked = await twitch.call("POST", "/streams/markers", access, {"user_id": room, "description": "here"})
    assert (offline.status_code, made.status_code, marked.status_code) == (404, 202, 200)
    assert found.json()["data"][0]["title"] == "What a jump"


async def test_a_name_has_the_colour_its_owner_chose(twitch: TwitchPlayer) -> None:
    access, room = await twitch.owner()
    bad = await twitch.call("PUT", "/chat/color", access, user_id=room, color="mauve")
    good = await twitch.call("PUT", "/chat/color", access, user_id=room, color="hot_pink")
    shown = await twitch.helix("/chat/color", access, user_id=room)
    assert (bad.status_code, good.status_code) == (400, 204)
    assert shown.json()["data"][0]["color"] == "#FF69B4"


async def test_pictures_are_where_the_answers_say(twitch: TwitchPlayer) -> None:
    access = await twitch.app_token()
    emotes = (await twitch.helix("/chat/emotes/global", access)).json()
    badges = (await twitch.helix("/chat/badges/global", access)).json()
    for url in (emotes["data"][0]["images"]["url_2x"], badges["data"][0]["versions"][0]["image_url_1x"]):
        answer = await twitch.http.get(url)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")


async def test_a_subscription_to_one_reward_hears_of_that_one_alone(twitch: TwitchPlayer) -> None:
    access, room = await twitch.owner()
    wanted = await twitch.command("/twitch/redeem", login="junoplays", title="Sing")
    async with twitch.listen() as socket:
        body = {
            "type": "channel.channel_points_custom_reward_redemption.add",
            "version": "1",
            "condition": {"broadcaster_user_id": room, "reward_id": str(wanted["reward_id"])},
            "transport": {"method": "websocket", "session_id": await welcomed(socket)},
        }
        await twitch.post_subscription(access, body)
        await twitch.command("/twitch/redeem", login="junoplays", title="Dance")
        again = await twitch.command("/twitch/redeem", login="junoplays", title="Sing")
        ((_, event),) = await next_events(socket, 1)
    assert event["id"] == again["redemption_id"]
