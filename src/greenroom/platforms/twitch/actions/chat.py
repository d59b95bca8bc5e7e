"""Chat actions: messages, announcements, shoutouts."""

import asyncio

import msgspec
from msgspec.structs import replace

from greenroom.accounts.platforms import PlatformFailure, PlatformUnavailable
from greenroom.chat.protocol.actions import Announce, Receipt, SendMessage, ShoutOut, dropped, refused
from greenroom.chat.sending.splitting import ACTION_PREFIX, parts_of
from greenroom.kernel.logs import get_logger
from greenroom.platforms.twitch.actions.context import DONE, ActionContext
from greenroom.platforms.twitch.api.answers import is_bucket_empty, read
from greenroom.platforms.twitch.api.helix import Listed

log = get_logger(__name__)

MAX_MESSAGE_LENGTH = 500
COLOURS = frozenset({"blue", "green", "orange", "purple", "primary"})


class DropReason(msgspec.Struct):
    code: str = ""
    message: str = ""


class Sent(msgspec.Struct):
    message_id: str = ""
    is_sent: bool = False
    drop_reason: DropReason | None = None


async def send_message(context: ActionContext, action: SendMessage) -> Receipt:
    parts = parts_of(action, MAX_MESSAGE_LENGTH)
    prefix = ACTION_PREFIX if action.is_action else ""
    if not parts:
        return refused("The message is empty.")
    sent: list[str] = []
    for number, part in enumerate(parts):
        if number:
            await asyncio.sleep(context.pace.part_seconds)
        try:
            # Only the first part is a reply.
            outcome = await _send_part(context, prefix + part, action.reply_to if number == 0 else "")
        except PlatformFailure as error:
            if not sent:
                raise
            # Raising would cause a retry that sends the first parts again.
            log.warning("twitch_message_cut", channel=context.channel_id, sent=len(sent), error=str(error))
            outcome = dropped("")
        if isinstance(outcome, Receipt):
            return _cut_short(outcome, sent, len(parts)) if sent else outcome
        sent.append(outcome)
    return Receipt("done", message_ids=tuple(sent))


def _cut_short(outcome: Receipt, sent: list[str], parts: int) -> Receipt:
    summary = f"Only the first {len(sent)} of {parts} parts were sent"
    detail = f"{summary}: {outcome.detail}" if outcome.detail else f"{summary}."
    return replace(outcome, detail=detail, message_ids=tuple(sent))


async def _send_part(context: ActionContext, text: str, reply_to: str) -> str | Receipt:
    """The sent message's id, or a receipt that says why it was not sent."""
    body = {"broadcaster_id": context.channel_id, "sender_id": context.actor_id, "message": text}
    if reply_to:
        body["reply_parent_message_id"] = reply_to
    answer = await context.actor.request("POST", "/chat/messages", json=body)
    if (refusal := context.refused(answer, context.actor)) is not None:
        return refusal
    sent = next(iter(read(answer, Listed[Sent]).data), None)
    if sent is None:
        raise PlatformUnavailable("Twitch did not confirm the message")
    return sent.message_id if sent.is_sent else dropped(why_dropped(sent.drop_reason))


def why_dropped(reason: DropReason | None) -> str:
    """Why Twitch did not show a message: in Twitch's words, or in clearer words for a code known here."""
    if reason is None:
        return "Twitch did not show the message and gave no reason."
    if reason.code == "msg_duplicate":
        return "Twitch shows the same text only once within 30 seconds."
    return reason.message or "Twitch did not show the message and gave no reason."


async def announce(context: ActionContext, action: Announce) -> Receipt:
    colour = action.colour.lower()
    body = {"message": action.text[:MAX_MESSAGE_LENGTH], "color": colour if colour in COLOURS else "primary"}
    answer = await context.actor.request("POST", "/chat/announcements", params=context.as_moderator, json=body)
    if (refusal := context.refused(answer, context.actor, to_allow="announcements")) is not None:
        return refusal
    is_cut = len(action.text) > MAX_MESSAGE_LENGTH
    return Receipt("done", f"Cut after {MAX_MESSAGE_LENGTH} characters.") if is_cut else DONE


async def shout_out(context: ActionContext, action: ShoutOut) -> Receipt:
    query = [
        ("from_broadcaster_id", context.channel_id),
        ("to_broadcaster_id", action.channel_id),
        ("moderator_id", context.actor_id),
    ]
    answer = await context.actor.request("POST", "/chat/shoutouts", params=query)
    if answer.status_code == 429 and not is_bucket_empty(answer):
        return refused("Twitch allows one shoutout in two minutes, and one in an hour for the same channel.")
    return context.refused(answer, context.actor, to_allow="shoutouts") or DONE
