"""The simulated viewers: repeatable, different on each platform, and active at a set rate or a natural pace."""

import asyncio
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from rehearsal.platforms.kick.platform import Kick
from rehearsal.simulation.actions import Raid, Say, ViewerAction
from rehearsal.simulation.audience import STREAMING
from rehearsal.simulation.plays import ENTER_SECONDS, Plays
from rehearsal.simulation.talk.action_generator import ActionGenerator
from rehearsal.simulation.talk.conversations import REPLYING
from rehearsal.simulation.talk.corpus import corpus_of, languages
from rehearsal.simulation.talk.moods import Mood
from rehearsal.simulation.talk.pace import Pace
from rehearsal.simulation.talk.spam import SPAM
from rehearsal.simulation.viewer_count import ViewerCount
from rehearsal.simulation.viewers import REGULARS, SPAMMERS, spammers_of, viewers_of
from rehearsal.simulation.world import World
from rehearsal.state import RehearsalState

pytestmark = pytest.mark.asyncio(loop_scope="module")

LIVE_LOGIN = "pixelharbor"


def next_actions(
    seed: int, count: int, *, platform: str = "twitch", login: str = LIVE_LOGIN, mood: Mood = Mood.CALM
) -> list[ViewerAction]:
    world = World(seed, STREAMING, datetime(2026, 11, 15, tzinfo=UTC))
    generator = ActionGenerator(world, platform, world.person(login))
    actions: list[ViewerAction] = []
    for number in range(count):
        action = generator.next_action(mood)
        actions.append(action)
        if isinstance(action, Say):
            generator.talk.sent(action, f"message-{number}")
    return actions


def lines_of(actions: list[ViewerAction]) -> list[Say]:
    return [action for action in actions if isinstance(action, Say)]


async def test_same_seed_gives_the_same_simulation() -> None:
    assert next_actions(7, 300) == next_actions(7, 300)
    assert next_actions(7, 300) != next_actions(8, 300)


def played(seed: int, *texts: str, announced: str = "", seconds_later: int = 0) -> list[str]:
    """What viewers write from `seconds_later` seconds after the message `announced` on; `texts` are play commands."""
    world = World(seed, STREAMING, datetime(2026, 11, 15, tzinfo=UTC))
    plays, now = Plays(f"plays {seed}", world.viewers_on("twitch")), datetime(2026, 11, 15, tzinfo=UTC)
    plays.read_message(announced, now + timedelta(seconds=ENTER_SECONDS))
    times = [now + timedelta(seconds=seconds_later + second) for second in range(2 * ENTER_SECONDS)]
    found = [plays.next(texts, time) for time in times]
    return [f"{one.viewer.login}: {one.text}" for one in found if one is not None]


async def test_viewers_write_the_given_play_commands_now_and_then() -> None:
    assert played(7) == []
    bets = played(7, "!roulette 50", "!join")
    assert bets == played(7, "!roulette 50", "!join") != played(8, "!roulette 50", "!join")
    assert {line.partition(": ")[2] for line in bets} == {"!roulette 50", "!join"}
    assert 10 < len(bets) < 60


async def test_play_commands_come_from_earlier_writers_if_there_are_any() -> None:
    now, world = datetime(2026, 11, 15, tzinfo=UTC), World(7, STREAMING, datetime(2026, 11, 15, tzinfo=UTC))
    viewers = world.viewers_on("twitch")
    plays = Plays("plays 7", viewers)
    for viewer in viewers[:2]:
        plays.add_writer(viewer)
    found = [plays.next(["!join"], now) for _ in range(300)]
    assert {one.viewer.login for one in found if one is not None} == {viewer.login for viewer in viewers[:2]}


async def test_viewers_write_the_keyword_of_an_announced_giveaway_for_a_while() -> None:
    entered = played(7, announced="Giveaway: Keycap set. Write !keycap to enter. Closes in 5 minutes.")
    assert {line.partition(": ")[2] for line in entered} == {"!keycap"}
    assert len(entered) > 5
    assert played(7, announced="Write !keycap to enter.", seconds_later=ENTER_SECONDS) == []
    assert played(7, announced="Write to us. You may enter.") == []


async def test_audience_writes_the_set_play_commands_and_the_keyword_that_the_bot_announces(
    rehearsal: RehearsalState, http: httpx.AsyncClient
) -> None:
    await http.post("/control/plays", json={"texts": ["!join"]})
    announced = "Giveaway: Keycap set. Write !keycap to enter."
    rehearsal.events.record("message_sent", platform="kick", login=LIVE_LOGIN, text=announced)
    for _ in range(300):
        rehearsal.audience.perform_next("kick", LIVE_LOGIN)
    kick = rehearsal.platforms["kick"]
    assert isinstance(kick, Kick)
    lines = kick.room(rehearsal.world.person(LIVE_LOGIN)).messages.values()
    plays = [line for line in lines if line.content in {"!join", "!keycap"}]
    talk = [line for line in lines if line not in plays]
    assert {line.content for line in plays} == {"!join", "!keycap"}
    assert {line.sender for line in plays} <= {line.sender for line in talk}
    assert len(plays) < len(talk) / 5


async def test_each_platform_has_its_own_accounts_and_its_own_messages() -> None:
    talk = {platform: lines_of(next_actions(7, 400, platform=platform)) for platform in STREAMING}
    people = {platform: {line.viewer.login for line in lines} for platform, lines in talk.items()}
    # Spam has the same texts on each platform, so a few texts are equal.
    texts = {platform: {line.text for line in lines if len(line.text) > 12} for platform, lines in talk.items()}
    for one in STREAMING:
        for other in STREAMING[: STREAMING.index(one)]:
            assert not people[one] & people[other], "each account is of one platform"
            assert len(texts[one] & texts[other]) < len(texts[one]) / 10


async def test_two_channels_of_a_platform_have_different_messages() -> None:
    first, second = (next_actions(7, 100, login=login) for login in ("junoplays", "marekfixes"))
    assert first != second


async def test_regulars_have_similar_names_on_two_platforms_and_write_often() -> None:
    viewers = {platform: {viewer.login: viewer for viewer in accounts} for platform, accounts in viewers_of(7).items()}
    for (first, login, _), (second, other_login, _) in REGULARS:
        one, other = viewers[first][login], viewers[second][other_login]
        assert one.id != other.id
        names = {name.casefold().replace("_", "") for name in (one.display_name, other.display_name)}
        assert len(names) == 1, "the names differ only in case and underscores"
    spoken = {line.viewer.login for line in lines_of(next_actions(7, 200))}
    assert {"noranachtlicht", "gravel_pete", "oldkettle"} <= spoken, "regulars write often"


async def test_the_simulation_has_every_kind_of_viewer_action() -> None:
    actions = next_actions(7, 5_000)
    lines = lines_of(actions)
    kinds = {type(action).__name__ for action in actions}
    assert kinds == {
        "Say", "Follow", "Like", "Join", "Share", "Subscribe", "Pay", "Redeem", "GiftSubs", "Raid",
    }  # fmt: skip
    assert any("http" in line.text for line in lines)
    assert any("LUL" in line.text for line in lines)
    assert {line.viewer.language for line in lines} >= {"en", "de", "ja", "ko"}
    most_repeats = max(sum(line.text == one.text for line in lines[at : at + 30]) for at, one in enumerate(lines))
    assert most_repeats >= 15, "spam comes in waves"


async def test_spam_comes_from_accounts_that_write_nothing_else() -> None:
    spammers = {viewer.login for accounts in spammers_of(7).values() for viewer in accounts}
    people = {viewer.login for accounts in viewers_of(7).values() for viewer in accounts}
    assert len(spammers) == 4 * SPAMMERS
    assert not spammers & people
    spam = [line.text for line in lines_of(next_actions(7, 5_000)) if line.viewer.login in spammers]
    assert len(spam) >= 25
    assert set(spam) <= set(SPAM)


@pytest.mark.parametrize("platform", STREAMING)
async def test_conversations_are_replies_where_the_platform_has_them(platform: str) -> None:
    lines = lines_of(next_actions(7, 400, platform=platform))
    openers = {conversation.turns[0][1] for conversation in corpus_of(platform).conversations}
    assert sum(line.text in openers for line in lines) >= 5
    replies = [line for line in lines if line.reply_to]
    mentions = [line for line in lines if line.text.startswith("@")]
    assert len(replies if platform in REPLYING else mentions) >= 20
    assert bool(replies) == (platform in REPLYING)


@pytest.mark.parametrize("seed", [7, 19, 31])  # spam interrupts conversations of the last two
async def test_a_reply_answers_the_line_before_it_in_the_conversation(seed: int) -> None:
    world = World(seed, STREAMING, datetime(2026, 11, 15, tzinfo=UTC))
    generator = ActionGenerator(world, "twitch", world.person(LIVE_LOGIN))
    before = {
        text: previous
        for conversation in corpus_of("twitch").conversations
        for (first, previous), (second, text) in zip(conversation.turns, conversation.turns[1:], strict=False)
        if first != second
    }
    sent: dict[str, str] = {}
    answered = 0
    for number in range(600):
        action = generator.next_action(Mood.CALM)
        if not isinstance(action, Say):
            continue
        generator.talk.sent(action, f"message-{number}")
        sent[f"message-{number}"] = action.text
        if action.text in before:
            assert sent[action.reply_to] == before[action.text]
            answered += 1
    assert answered >= 20


@pytest.mark.parametrize("platform", STREAMING)
@pytest.mark.parametrize("mood", [mood for mood in Mood if mood is not Mood.CALM])
async def test_lines_follow_the_mood(platform: str, mood: Mood) -> None:
    mood_texts = {*corpus_of(platform).moods[mood], *corpus_of(platform).raiders}
    mood_texts |= {line for lines in languages().values() for line in lines.get(mood, ())}
    lines = lines_of(next_actions(7, 200, platform=platform, mood=mood))
    emotes = {emote for emote in corpus_of(platform).emotes[mood] if not emote.startswith("{own}")}
    in_calm, in_mood = (
        sum(any(line.text.startswith(one.partition("{")[0]) for one in mood_texts | emotes) for line in some)
        for some in (lines_of(next_actions(7, 200, platform=platform)), lines)
    )
    assert in_mood > 60
    assert in_mood > in_calm * 1.5


async def test_simulated_viewers_have_unique_names_and_ids_and_some_have_roles() -> None:
    viewers = [viewer for accounts in viewers_of(7).values() for viewer in accounts]
    assert len({viewer.login for viewer in viewers}) == len({viewer.id for viewer in viewers}) == 600
    assert all(any(viewer.is_moderator for viewer in accounts) for accounts in viewers_of(7).values())
    assert any(viewer.sub_months for viewer in viewers)
    assert all(len(viewer.id) == 8 for viewer in viewers)
    # On Twitch a display name differs from the login only in case.
    assert all(viewer.display_name.lower() == viewer.login for viewer in viewers_of(7)["twitch"])


async def test_natural_pace_is_a_message_every_one_to_three_seconds_with_bursts() -> None:
    times: list[float] = []
    for platform in STREAMING:
        pace, at = Pace(f"test {platform}", platform), 0.0
        while (at := at + pace.next_gap(Mood.CALM)) < 3_600:
            times.append(at)
    assert 1 < 3_600 / len(times) < 3
    busiest = max(sum(start <= at < start + 10 for at in times) for start in range(0, 3_600, 10))
    assert busiest > 3 * len(times) / 360, "ten seconds of a burst have three times the average number"


async def test_mood_changes_the_pace() -> None:
    def mean(mood: Mood) -> float:
        pace = Pace("test", "twitch")
        return sum(pace.next_gap(mood) for _ in range(2_000)) / 2_000

    assert mean(Mood.TRIUMPH) < mean(Mood.CALM) / 2


async def test_number_of_viewers_moves_and_rises_at_a_raid() -> None:
    count = ViewerCount("test", 180)
    assert count.begin() < 60
    steps = [count.step() for _ in range(200)]
    assert len(set(steps)) > 20
    assert 140 < sum(steps[100:]) / 100 < 220
    before = count.shown
    assert count.raid(214) == before + 214
    later = [count.step() for _ in range(600)]
    assert later[20] > before + 100, "half of the raiders stay for a while"
    assert later[-1] < before + 60, "most raiders leave in the end"


async def test_raid_raises_the_number_that_the_platforms_show(
    rehearsal: RehearsalState, http: httpx.AsyncClient
) -> None:
    for platform in ("twitch", "kick"):
        stream = rehearsal.world.channel(platform, rehearsal.world.person(LIVE_LOGIN)).stream
        assert stream is not None
        before = stream.viewer_count
        await http.post(f"/control/{platform}/raid", json={"login": LIVE_LOGIN, "viewers": 77})
        assert stream.viewer_count == before + 77
        assert rehearsal.audience.mood_of(platform, LIVE_LOGIN) is Mood.RAID


@pytest.mark.parametrize("platform", STREAMING)
async def test_number_of_viewers_can_be_set(rehearsal: RehearsalState, http: httpx.AsyncClient, platform: str) -> None:
    rehearsal.platforms[platform].show_viewers(rehearsal.world.person(LIVE_LOGIN), 4321)
    people = (await http.get("/control/people")).json()["records"]
    shown = next(one for one in people if one["login"] == LIVE_LOGIN)["platforms"][platform]
    assert shown["viewer_count"] == 4321


async def test_going_live_gifts_and_bans_change_the_mood(rehearsal: RehearsalState, http: httpx.AsyncClient) -> None:
    await http.post("/control/kick/go-live", json={"login": "junoplays"})
    assert rehearsal.audience.mood_of("kick", "junoplays") is Mood.ARRIVING
    rehearsal.clock.advance(600)
    assert rehearsal.audience.mood_of("kick", "junoplays") is Mood.CALM
    await http.post("/control/twitch/gift", json={"login": LIVE_LOGIN, "count": 10})
    assert rehearsal.audience.mood_of("twitch", LIVE_LOGIN) is Mood.GENEROUS
    rehearsal.clock.advance(600)
    for viewer in rehearsal.world.viewers_on("twitch")[30:33]:
        await http.post("/control/twitch/ban", json={"login": LIVE_LOGIN, "viewer": viewer.login})
    assert rehearsal.audience.mood_of("twitch", LIVE_LOGIN) is Mood.BANS, "three bans at once are a ban wave"


async def test_raid_that_the_audience_makes_by_chance_changes_the_mood(rehearsal: RehearsalState) -> None:
    rehearsal.audience.after_action("twitch", LIVE_LOGIN, Raid(rehearsal.world.viewers_on("twitch")[40], 30))
    assert rehearsal.audience.mood_of("twitch", LIVE_LOGIN) is Mood.RAID


class RaidsOnly(ActionGenerator):
    def next_action(self, mood: Mood) -> ViewerAction:
        return Raid(self.talk.random_viewer(), 30)


@pytest.mark.parametrize(("platform", "mood"), [("twitch", Mood.RAID), ("youtube", Mood.CALM)])
async def test_raid_changes_mood_and_viewers_only_on_a_platform_that_has_raids(
    rehearsal: RehearsalState, platform: str, mood: Mood
) -> None:
    channel = rehearsal.audience.channel(platform, LIVE_LOGIN)
    channel.generator = RaidsOnly(rehearsal.world, platform, rehearsal.world.person(LIVE_LOGIN))
    before = channel.viewers.shown
    rehearsal.audience.perform_next(platform, LIVE_LOGIN)
    assert rehearsal.audience.mood_of(platform, LIVE_LOGIN) is mood
    assert (channel.viewers.shown > before) is (mood is Mood.RAID)


async def test_natural_audience_writes_in_live_channels_of_all_platforms(
    rehearsal: RehearsalState, http: httpx.AsyncClient
) -> None:
    before = (await http.post("/control/audience", json={"on": True})).json()["seq"]
    for platform in STREAMING:
        facts = {"platform": platform, "login": LIVE_LOGIN}
        await rehearsal.events.wait("audience_arrived", before, facts)
        assert rehearsal.audience.channel(platform, LIVE_LOGIN).generator.talk.recent_ids
    await http.post("/control/audience", json={"on": False})
    assert not rehearsal.audience.natural


async def test_rate_above_the_limit_is_refused(http: httpx.AsyncClient) -> None:
    response = await http.post("/control/twitch/rate", json={"per_second": 5_001})
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == "per_second"


async def test_control_call_for_an_unknown_platform_is_not_found(http: httpx.AsyncClient) -> None:
    assert (await http.post("/control/myspace/say", json={"login": "junoplays", "text": "hi"})).status_code == 404


async def test_only_the_unplugged_platform_is_unavailable(rehearsal: RehearsalState, http: httpx.AsyncClient) -> None:
    assert (await http.post("/control/twitch/plug", json={"on": False})).status_code == 200
    assert (await http.get("/twitch/oauth2/validate")).status_code == 503
    plugged_in = {one["key"]: one["is_plugged_in"] for one in (await http.get("/control/platforms")).json()["records"]}
    assert [key for key, is_in in plugged_in.items() if not is_in] == ["twitch"]
    assert (await http.post("/control/twitch/plug", json={"on": True})).status_code == 200
    assert (await http.get("/twitch/oauth2/validate")).status_code == 401


async def test_simulated_viewers_act_in_live_channels_no_faster_than_the_set_rate(
    rehearsal: RehearsalState, http: httpx.AsyncClient
) -> None:
    began = asyncio.get_running_loop().time()
    await http.post("/control/twitch/rate", json={"per_second": 200})
    played = await http.get("/control/wait", params={"event": "audience_played", "timeout": 20}, timeout=25)
    seconds = asyncio.get_running_loop().time() - began
    await http.post("/control/twitch/rate", json={"per_second": 0})
    assert (played.status_code, played.json()["facts"]["scenes"]) == (200, 100)
    assert seconds > 0.4, "100 actions at 200 a second take half a second"


async def test_audience_writes_the_set_lines_in_turn_and_its_own_once_they_are_removed(
    rehearsal: RehearsalState, http: httpx.AsyncClient
) -> None:
    def write(actions: int) -> list[str]:
        for _ in range(actions):
            rehearsal.audience.perform_next("kick", LIVE_LOGIN)
        kick = rehearsal.platforms["kick"]
        assert isinstance(kick, Kick)
        return [line.content for line in kick.room(rehearsal.world.person(LIVE_LOGIN)).messages.values()]

    await http.post("/control/kick/lines", json={"lines": ["first line", "second line"]})
    written = write(20)
    assert written[:4] == ["first line", "second line"] * 2
    assert set(written) == {"first line", "second line"}
    await http.post("/control/kick/lines", json={"lines": []})
    assert len({*write(20)} - {*written}) > 5


async def test_audience_is_silent_without_live_channels(rehearsal: RehearsalState, http: httpx.AsyncClient) -> None:
    for channel in rehearsal.world.channels("twitch"):
        channel.stream = None
    await http.post("/control/twitch/rate", json={"per_second": 5_000})
    assert (await http.get("/control/wait", params={"event": "audience_played", "timeout": 0.3})).status_code == 408
    await http.post("/control/twitch/rate", json={"per_second": 0})
