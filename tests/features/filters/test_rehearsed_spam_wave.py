"""The spam wave of the rehearsal's evening is caught by a filter in shadow mode; “Why?” explains it."""

from rehearsal.simulation.moments import SPAM_WAVE_MESSAGES
from support.filters import FilterChannel
from support.greenroom_server import GreenroomServer


async def test_shadow_filter_catches_the_spam_wave_and_explains_it(
    greenroom: GreenroomServer, on_twitch: FilterChannel
) -> None:
    filter_ = await on_twitch.make("raid_similarity", mode="shadow")
    caught_from = filter_["settings"]["accounts"]
    expected = SPAM_WAVE_MESSAGES - caught_from + 1
    async with on_twitch.filter_events() as live_events:
        await greenroom.control("/moments/spam-wave", login="junoplays")
        hit = await live_events.until(lambda one: one["type"] == "hit" and one["hits_today"] == expected)
        lines = [event["line"] for event in await live_events.all_of("line")]
        assert await live_events.all_of("removed") == []
    assert hit["hit"]["is_shadow"]
    assert len({line["author"]["id"] for line in lines}) == SPAM_WAVE_MESSAGES
    (explained,) = await on_twitch.explain(lines[-1])
    assert explained["verdict"] == "would_act"
    assert f"{SPAM_WAVE_MESSAGES} accounts sent the same" in explained["reason"]
