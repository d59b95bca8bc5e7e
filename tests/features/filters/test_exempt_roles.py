"""A role in Greenroom exempts from filters, as the platform's badge does; explanations name the reason."""

from greenroom.accounts.access.rules import Role
from support.filters import FilterChannel, is_removed
from support.greenroom_server import GreenroomServer


async def verdict_and_reason(channel: FilterChannel, text: str, viewer: str) -> tuple[str, str]:
    (considered,) = await channel.explain(await channel.send_chat(text, viewer=viewer))
    return considered["verdict"], considered["reason"]


async def test_role_exempts_until_it_is_removed(greenroom: GreenroomServer, on_twitch: FilterChannel) -> None:
    await on_twitch.ban_words("rubbish")
    user = await greenroom.staff("odalys_", on_twitch.channel_id, Role.MOD)
    assert await verdict_and_reason(on_twitch, "what rubbish", "odalys_") == ("skipped", "Mod is exempt")
    await greenroom.set_level(on_twitch.channel_id, (await user.get("/user"))["id"], Role.PUBLIC)
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat("such rubbish", viewer="odalys_")
        await live_events.until(is_removed(line["message_id"]))
    removals = await on_twitch.removals()
    assert removals["what rubbish"] is None
    assert removals["such rubbish"] is not None


async def test_owner_is_exempt_even_if_no_level_is_exempt(greenroom: GreenroomServer, on_twitch: FilterChannel) -> None:
    await on_twitch.ban_words("rubbish", exempt_level=1000)
    await greenroom.staff("odalys_", on_twitch.channel_id, Role.OWNER)
    exempt = ("skipped", "the broadcaster and owners are exempt")
    assert await verdict_and_reason(on_twitch, "what rubbish", "odalys_") == exempt


async def test_spam_wave_is_explained_with_measured_values(
    greenroom: GreenroomServer, on_twitch: FilterChannel
) -> None:
    """The limit is two accounts here, so that the test needs only two viewers."""
    await on_twitch.make("raid_similarity", settings={"accounts": 2})
    await on_twitch.send_chat("join my great server now", viewer="odalys_")
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat("join my great serverrr now", viewer="marekfixes")
        await live_events.until(is_removed(line["message_id"]))
    (considered,) = await on_twitch.explain(line)
    measured = "2 accounts sent the same 20 letters within 1 second (limit 2 accounts in 30 seconds)"
    assert considered["reason"] == f"caught: {measured}"
