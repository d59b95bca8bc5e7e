"""Counts an EventSub event in the tally of the channel's newest stream."""

from pydantic import JsonValue

from rehearsal.platforms.tallies import StreamTally
from rehearsal.platforms.twitch.eventsub.subscriptions import JsonObject


def count_event(tally: StreamTally, kind: str, event: JsonObject) -> None:
    """Counts one event; `channel.cheer` is left out, because `channel.bits.use` reports the same bits."""
    match kind:
        case "channel.chat.message":
            tally.add_message(str(event["chatter_user_login"]))
        case "channel.follow":
            tally.follows += 1
        case "channel.subscribe" if not event["is_gift"]:
            tally.subs += 1
        case "channel.subscription.message":
            tally.subs += 1
        case "channel.subscription.gift":
            tally.gifted_subs += number(event["total"])
        case "channel.bits.use":
            tally.amounts["BITS"] += number(event["bits"])
        case "channel.raid":
            tally.add_raid(number(event["viewers"]))
        case _:
            return


def number(value: JsonValue) -> int:
    assert isinstance(value, int)
    return value
