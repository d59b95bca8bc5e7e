"""Filters for similar and frequent messages do not count keywords and commands that viewers are asked to write."""

from typing import Any

import pytest

from greenroom.features.filters.engine import STATEFUL_TYPES
from support.commands import command_body
from support.filters import FilterChannel, filter_body
from support.frozen_clock import FrozenClock
from support.greenroom_server import Json

KEYWORD = "!winthatkeycap"
# The second account, the second message and the first repetition are caught.
STRICT: dict[str, Json] = {
    "raid_similarity": {"accounts": 2},
    "flood": {"messages": 1},
    "repetition": {"times": 1},
}


class Audience:
    """Viewers who write one after the other, while a filter in shadow mode checks their messages."""

    def __init__(self, channel: FilterChannel, saved: Json) -> None:
        self.channel = channel
        self.saved = saved
        world = channel.greenroom.rehearsal_state.world
        self.logins = iter([one.login for one in world.viewers_on("twitch") if not (one.is_moderator or one.is_vip)])

    async def write(self, *texts: str) -> int:
        """Sends each text as the next viewer; returns the number of all hits so far."""
        for text in texts:
            await self.channel.send_chat(text, viewer=next(self.logins))
        return len(await self.channel.hits(self.saved))


async def create_audience(channel: FilterChannel, kind: str = "raid_similarity") -> Audience:
    return Audience(channel, await channel.make(kind, mode="shadow", settings=STRICT[kind]))


async def make_giveaway(channel: FilterChannel, **fields: Any) -> str:  # noqa: ANN401  # JSON
    body: Json = {"title": "Keycap set", "keyword": KEYWORD, "announces": False, **fields}
    answer = await channel.client.ask("POST", f"{channel.path}/giveaways", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def send_giveaway_action(channel: FilterChannel, giveaway_id: str, name: str) -> None:
    answer = await channel.send("POST", f"/giveaways/{giveaway_id}/{name}")
    assert answer.status_code == 200, answer.text


async def open_giveaway(channel: FilterChannel, **fields: Any) -> str:  # noqa: ANN401  # JSON
    giveaway_id = await make_giveaway(channel, **fields)
    await send_giveaway_action(channel, giveaway_id, "open")
    return giveaway_id


async def make_command(channel: FilterChannel, name: str, text: str) -> Json:
    answer = await channel.send("POST", "/commands", **command_body(name, text))
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_this_module_covers_every_filter_type_that_depends_on_earlier_messages() -> None:
    assert STRICT.keys() == STATEFUL_TYPES


@pytest.mark.parametrize("kind", sorted(STATEFUL_TYPES))
async def test_keyword_of_an_open_giveaway_is_not_counted(on_twitch: FilterChannel, kind: str) -> None:
    audience = await create_audience(on_twitch, kind)
    giveaway_id = await open_giveaway(on_twitch)
    assert await audience.write(KEYWORD, KEYWORD, f"{KEYWORD.upper()} \U000e0000", f"“{KEYWORD}”!", f"{KEYWORD} 3") == 0
    for _ in range(3):
        await on_twitch.send_chat(KEYWORD)
    assert await on_twitch.hits(audience.saved) == []
    entries = await on_twitch.client.get(f"{on_twitch.path}/giveaways/{giveaway_id}/entries")
    assert entries["total"] == 6


async def test_keyword_counts_as_spam_unless_its_giveaway_is_open(on_twitch: FilterChannel) -> None:
    audience = await create_audience(on_twitch)
    giveaway_id = await make_giveaway(on_twitch)
    assert await audience.write(KEYWORD, KEYWORD) == 1
    await send_giveaway_action(on_twitch, giveaway_id, "open")
    assert await audience.write(KEYWORD, KEYWORD) == 1
    await send_giveaway_action(on_twitch, giveaway_id, "pause")
    assert await audience.write(KEYWORD, KEYWORD) == 3
    await send_giveaway_action(on_twitch, giveaway_id, "open")
    assert await audience.write(KEYWORD, KEYWORD) == 3
    await send_giveaway_action(on_twitch, giveaway_id, "close")
    assert await audience.write(KEYWORD) == 4


async def test_message_similar_to_the_keyword_is_not_compared_with_keyword_messages(on_twitch: FilterChannel) -> None:
    audience = await create_audience(on_twitch)
    await open_giveaway(on_twitch, keyword="winthatkeycap")
    # The last text has the letters of the keyword, but is not the keyword.
    assert await audience.write("winthatkeycap", "winthatkeycap", "win that keycap") == 0
    assert await audience.write("win that keycap") == 1


async def test_keyword_with_other_text_is_compared_with_other_messages(on_twitch: FilterChannel) -> None:
    audience = await create_audience(on_twitch)
    await open_giveaway(on_twitch)
    assert await audience.write(f"{KEYWORD} cheap viewers", f"{KEYWORD} cheap viewers", f"{KEYWORD} {KEYWORD}") == 1
    assert await audience.write(f"{KEYWORD} {KEYWORD}") == 2


async def test_banned_words_catch_the_keyword_too(on_twitch: FilterChannel) -> None:
    saved = await on_twitch.ban_words(KEYWORD, mode="shadow")
    await open_giveaway(on_twitch)
    await on_twitch.send_chat(KEYWORD)
    assert len(await on_twitch.hits(saved)) == 1


async def test_command_that_enters_is_not_counted_while_a_giveaway_is_open(on_twitch: FilterChannel) -> None:
    audience = await create_audience(on_twitch)
    command = await make_command(on_twitch, "!enterthatraffle", "$(user): $(giveaway.enter $(query))")
    await make_command(on_twitch, "!aboutthatraffle", "No \\$(giveaway.enter) here")
    giveaway_id = await make_giveaway(on_twitch, entry="command", keyword="")
    assert await audience.write("!enterthatraffle", "!enterthatraffle") == 1
    await send_giveaway_action(on_twitch, giveaway_id, "open")
    assert await audience.write("!EnterThatRaffle", "!enterthatraffle 3", "!enterthatraffle") == 1
    assert await audience.write("!enterthatraffle for cheap viewers", "!enterthatraffle for cheap viewers") == 2
    assert await audience.write("!aboutthatraffle", "!aboutthatraffle") == 3
    answer = await on_twitch.send("DELETE", f"/commands/{command['id']}")
    assert answer.status_code == 204, answer.text
    assert await audience.write("!enterthatraffle") == 4


async def test_command_that_joins_is_not_counted_while_a_queue_is_open(on_twitch: FilterChannel) -> None:
    audience = await create_audience(on_twitch)
    await make_command(on_twitch, "!jointheviewerraces", "$(queue.join)")
    queue = (await on_twitch.send("POST", "/queues", name="Viewer races")).json()
    assert await audience.write("!jointheviewerraces", "!jointheviewerraces") == 1
    await on_twitch.send("PUT", f"/queues/{queue['id']}/open", open=True)
    assert await audience.write("!jointheviewerraces", "!jointheviewerraces") == 1
    assert await audience.write("!jointheviewerraces Kestrel", "!jointheviewerraces Kestrel") == 2
    await on_twitch.send("PUT", f"/queues/{queue['id']}/open", open=False)
    assert await audience.write("!jointheviewerraces") == 3


async def test_explanation_names_the_giveaway_after_it_has_closed(on_twitch: FilterChannel, clock: FrozenClock) -> None:
    async def wait() -> None:
        clock.advance(seconds=10)
        await on_twitch.greenroom.control("/clock", seconds=10)

    await create_audience(on_twitch)
    before = await on_twitch.send_chat(KEYWORD)
    await wait()
    giveaway_id = await open_giveaway(on_twitch)
    line = await on_twitch.send_chat(f"{KEYWORD} 2")
    await wait()
    await send_giveaway_action(on_twitch, giveaway_id, "close")
    (considered,) = await on_twitch.explain(line)
    reason = "enters the giveaway “Keycap set”, so it isn't counted"
    assert (considered["verdict"], considered["reason"]) == ("skipped", reason)
    (considered,) = await on_twitch.explain(before)
    assert considered["verdict"] == "passed"


async def test_backtest_does_not_count_the_keyword(on_twitch: FilterChannel) -> None:
    giveaway_id = await open_giveaway(on_twitch)
    audience = await create_audience(on_twitch)
    await audience.write(KEYWORD, KEYWORD, "cheap viewers here", "cheap viewers here")
    await send_giveaway_action(on_twitch, giveaway_id, "close")
    body = filter_body("raid_similarity", settings=STRICT["raid_similarity"])
    async with on_twitch.filter_events() as live_events:
        started = await on_twitch.send("POST", "/filters/backtests", filter=body, hours=1)
        await live_events.until(lambda event: event["type"] == "backtest" and event["backtest"]["state"] != "running")
    done = await on_twitch.client.get(f"{on_twitch.path}/filters/backtests/{started.json()['id']}")
    assert (done["result"]["messages"], done["result"]["hit_messages"]) == (4, 1)
