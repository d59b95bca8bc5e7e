"""How many follow: asked of the platform, and not more often than it changes."""

import asyncio
from collections import OrderedDict
from uuid import UUID

from greenroom.chat.actions import CountFollowers
from greenroom.chat.extensions import Given, Occasion, Variable
from greenroom.features.variables.places import CHANNEL
from greenroom.features.variables.reach import Reach

KEPT_SECONDS = 120.0
MOST_KEPT = 1_000


def audience(reach: Reach) -> list[Variable]:
    kept: OrderedDict[UUID, tuple[float, int]] = OrderedDict()

    async def followers(occasion: Occasion, _: Given) -> str:
        now, known = asyncio.get_running_loop().time(), kept.get(occasion.connection_id)
        if known is None or now >= known[0]:
            receipt = await reach.perform(occasion.connection_id, CountFollowers())
            known = kept[occasion.connection_id] = now + KEPT_SECONDS, receipt.count
            while len(kept) > MOST_KEPT:
                kept.popitem(last=False)
        return str(known[1])

    return [
        Variable(
            name="channel.followers",
            aliases=("followers", "subscribers"),
            group=CHANNEL,
            summary="How many follow the channel where it is asked; on YouTube, how many have subscribed.",
            example="$(channel.followers) of you!",
            shows="1204 of you!",
            evaluate=followers,
            providers=reach.can(CountFollowers),
            cost="platform",
        )
    ]
