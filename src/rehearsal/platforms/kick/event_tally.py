"""Counts follows, subs, gifts and KICKs of Kick's events in the tally of a stream."""

from typing import cast

from rehearsal.platforms.kick.resources import Json
from rehearsal.platforms.tallies import StreamTally


def count_event(tally: StreamTally, event: str, body: Json) -> None:
    match event:
        case "channel.followed":
            tally.follows += 1
        case "channel.subscription.new" | "channel.subscription.renewal":
            tally.subs += 1
        case "channel.subscription.gifts":
            tally.gifted_subs += len(cast("list[Json]", body["giftees"]))
        case "kicks.gifted":
            tally.amounts["KICKS"] += cast("int", cast("Json", body["gift"])["amount"])
        case _:
            return
