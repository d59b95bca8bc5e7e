"""CPU time of a bet in chat, from the line with `!roulette` or `!slots` on the platform's socket to the sent answer."""

import asyncio
import statistics
import time

import uvloop
from sqlalchemy import func, select

from bench.figures import Figure, Figures, NoFigure
from bench.live_channel import TIMEOUT_SECONDS, LiveChannel, live_channel
from greenroom.chat.messages.models import ChatMessage, Viewer
from greenroom.features.points.ledger.ledger import Movement, Reason, post

GAMES = ("roulette", "slots")
ROUNDS = 5
# Lines a second in all live channels of the rehearsal together; some of them are in the measured channel.
LINES_PER_SECOND = 10
ROUND_SECONDS = 6
QUIET_SECONDS = 1.0
# The same viewer may bet twice in a round.
RULES = {"enabled": True, "user_cooldown": 0, "global_cooldown": 0}
# As for a verified bot, which may send as fast as the bets come.
NO_LIMITS = {"chat_messages": 100_000, "chat_messages_moderator": 100_000, "chat_duplicate_seconds": 0}
AMOUNT, BALANCE = 10, 10**9
MS_PER_SECOND = 1_000


def measure_bets() -> Figures:
    spent = uvloop.run(_measure())
    details = [f"{game}: {', '.join(f'{one:.2f}' for one in rounds)} ms" for game, rounds in spent.items()]
    return {"bet": Figure(max(map(statistics.median, spent.values())), tuple(details))}


async def _measure() -> dict[str, list[float]]:
    async with live_channel() as channel:
        await channel.control("/twitch/limits", values=NO_LIMITS)
        path = f"/channels/{channel.channel_id}"
        await channel.call("PUT", f"{path}/points/settings", json={"enabled": True})
        for game in GAMES:
            await channel.call("PUT", f"{path}/games/{game}", json=RULES)
            command = {"cmds": [f"!{game}"], "responses": [{"text": f"$({game} $(1))"}]}
            cooldowns = {"global_cooldown": 0, "chatter_cooldown": 0}
            await channel.call("POST", f"{path}/commands", json=command | cooldowns)
        # A round in which everybody writes, so that their accounts exist.
        await channel.control("/twitch/lines", lines=["hello"])
        await _chat(channel)
        await _fund(channel)
        spent: dict[str, list[float]] = {}
        for game in GAMES:
            await channel.control("/twitch/lines", lines=[f"!{game} {AMOUNT}"])
            # The first round fills caches.
            spent[game] = [await _milliseconds(channel) for _ in range(ROUNDS + 1)][1:]
        return spent


async def _chat(channel: LiveChannel) -> None:
    await channel.set_rate(LINES_PER_SECOND)
    await asyncio.sleep(ROUND_SECONDS)
    await channel.set_rate(0)
    await asyncio.sleep(QUIET_SECONDS)


async def _fund(channel: LiveChannel) -> None:
    async with channel.kernel.database.write() as session:
        for channel_id, provider, viewer_id in await session.execute(
            select(Viewer.channel_id, Viewer.provider, Viewer.viewer_id)
        ):
            movement = Movement((provider, viewer_id), BALANCE, Reason.ADJUSTED)
            await post(session, channel_id, [movement], channel.kernel.clock())


async def _milliseconds(channel: LiveChannel) -> float:
    """CPU time of this process, with its database threads, for each bet of a round."""
    since, lines_before = (await channel.control("/twitch/rate", per_second=0))["seq"], await _count_bets(channel)
    began = time.process_time()
    await _chat(channel)
    bets = await _count_bets(channel) - lines_before
    if not bets:
        raise NoFigure("No bet reached the server.")
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while await _count_answers(channel, since) < bets:  # noqa: ASYNC110  # events of the rehearsal do not notify
            await asyncio.sleep(QUIET_SECONDS)
    return (time.process_time() - began) / bets * MS_PER_SECOND


async def _count_bets(channel: LiveChannel) -> int:
    query = select(func.count()).where(ChatMessage.text.in_([f"!{game} {AMOUNT}" for game in GAMES]))
    async with channel.kernel.database.read() as session:
        return await session.scalar(query) or 0


async def _count_answers(channel: LiveChannel, since: int) -> int:
    events = (await channel.rehearsal.get("/events", params={"after": since})).raise_for_status().json()
    return sum(record["event"] == "chat_sent" for record in events["records"])
