"""How many follow: asked of the platform, and not more often than it changes."""

from uuid import UUID

from greenroom.chat.actions import CountFollowers, Receipt
from greenroom.chat.extensions import Given, Occasion, Variable
from greenroom.features.variables.asked_lately import AskedLately
from greenroom.features.variables.places import CHANNEL
from greenroom.features.variables.reach import Reach

KEPT_SECONDS = 120.0


def audience(reach: Reach) -> list[Variable]:
    lately = AskedLately[UUID, Receipt](KEPT_SECONDS)

    async def followers(occasion: Occasion, _: Given) -> str:
        place = occasion.connection_id
        return str((await lately.get(place, lambda: reach.perform(place, CountFollowers()))).count)

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
