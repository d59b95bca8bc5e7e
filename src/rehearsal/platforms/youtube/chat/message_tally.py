"""Adds served chat messages, memberships and payments to the tally of their stream."""

from collections.abc import Iterable
from typing import cast

from rehearsal.platforms.tallies import Tallies
from rehearsal.platforms.youtube.chat.live_chat import Message
from rehearsal.platforms.youtube.errors import Json

CENT_MICROS = 10_000


def count_served(tallies: Tallies, login: str, messages: Iterable[Message]) -> None:
    """Counts each message once, although it is served to every reader."""
    tally = tallies.find("youtube", login)
    for message in messages:
        if tally is None or message.was_served:
            continue
        message.was_served = True
        match message.snippet.get("type"):
            case "textMessageEvent":
                tally.add_message(str(message.author["displayName"]).removeprefix("@"))
            case "newSponsorEvent" | "memberMilestoneChatEvent":
                tally.subs += 1
            case "membershipGiftingEvent":
                tally.gifted_subs += cast("int", details(message, "membershipGifting")["giftMembershipsCount"])
            case "superChatEvent":
                tally.amounts["USD"] += cents(details(message, "superChat"))
            case "superStickerEvent":
                tally.amounts["USD"] += cents(details(message, "superSticker"))
            case _:
                continue


def details(message: Message, name: str) -> Json:
    return cast("Json", message.snippet[f"{name}Details"])


def cents(price: Json) -> int:
    return int(str(price["amountMicros"])) // CENT_MICROS
