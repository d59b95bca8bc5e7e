"""A platform that tells of a ban after it was taken back: the lines that stand again stay."""

from house_fixtures import on_each, on_one_database
from moderation_desk import SOMEBODY, Crew, in_short

UNHEARD = 1_000


async def tell_late(crew: Crew, provider: str, **ban: object) -> None:
    """The platform's own news of a ban, and everything that goes with them, dealt with."""
    await crew.house.rehearse(f"/{provider}/deliveries", lose_next=0)
    await crew.house.rehearse(f"/{provider}/ban", login="junoplays", viewer=SOMEBODY, **ban)
    await crew.says("Said after the news", provider, viewer="marekfixes")


@on_each("twitch", "kick")
async def test_late_news_of_a_ban_that_was_lifted_sweep_nothing_away(crew: Crew, provider: str) -> None:
    await crew.connect(provider)
    line = await crew.says("Stands again", provider)
    await crew.house.rehearse(f"/{provider}/deliveries", lose_next=UNHEARD)
    await crew.banned(line)
    assert (await crew.unban(line)).status_code == 200
    await tell_late(crew, provider)
    assert (await crew.removals())["Stands again"] is None
    assert in_short(await crew.log()) == [("unban", "JunoPlays", "done"), ("ban", "JunoPlays", "done")]


@on_one_database
async def test_late_news_of_a_time_out_that_was_undone_sweep_nothing_away(on_twitch: Crew) -> None:
    line = await on_twitch.says("Stands again")
    await on_twitch.house.rehearse("/twitch/deliveries", lose_next=UNHEARD)
    await on_twitch.undo(await on_twitch.banned(line, duration_seconds=600))
    await tell_late(on_twitch, "twitch", seconds=600)
    assert (await on_twitch.removals())["Stands again"] is None


@on_one_database
async def test_whoever_is_banned_anew_after_they_were_let_in_loses_their_lines(on_twitch: Crew) -> None:
    line = await on_twitch.says("Gone for good")
    await on_twitch.banned(line)
    await on_twitch.says("Said after the echo", viewer="marekfixes")
    assert (await on_twitch.unban(line)).status_code == 200
    await on_twitch.says("Said after the second echo", viewer="marekfixes")
    await tell_late(on_twitch, "twitch")
    assert (await on_twitch.removals())["Gone for good"] is not None


@on_one_database
async def test_whoever_was_let_in_from_here_speaks_in_the_same_second(crew: Crew) -> None:
    """Kick tells nobody of an unban, and the time of a message in whole seconds."""
    await crew.connect("kick")
    line = await crew.says("Rude", "kick")
    await crew.banned(line)
    await crew.says("Said after the echo", "kick", viewer="marekfixes")
    assert (await crew.unban(line)).status_code == 200
    await crew.says("I am back", "kick")
    await crew.says("Said after them", "kick", viewer="marekfixes")
    assert (await crew.removals())["I am back"] is None
