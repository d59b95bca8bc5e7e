"""Raids, which only the channel's own account can start and cancel."""

from greenroom.chat.protocol.actions import CancelRaid, Receipt, StartRaid, refused
from greenroom.platforms.twitch.actions.context import DONE, ActionContext
from greenroom.platforms.twitch.api.answers import error_message, is_bucket_empty

RAIDS = "/raids"
TOO_MANY = "Twitch allows ten raids in ten minutes."


async def start_raid(context: ActionContext, action: StartRaid) -> Receipt:
    query = [("from_broadcaster_id", context.channel_id), ("to_broadcaster_id", action.channel_id)]
    answer = await context.owner.request("POST", RAIDS, params=query)
    if answer.status_code == 429 and not is_bucket_empty(answer):
        return refused(TOO_MANY)
    if answer.status_code == 409 and error_message(answer):
        return refused("A raid is already in progress. Cancel it first with /unraid.")
    refusal = context.refused(answer, context.owner, to_allow="raids")
    return refusal or Receipt("done", "Starts in 90 seconds, or at once with Raid Now on Twitch.")


async def cancel_raid(context: ActionContext, action: CancelRaid) -> Receipt:
    answer = await context.owner.request("DELETE", RAIDS, params=[("broadcaster_id", context.channel_id)])
    if answer.status_code == 404 and error_message(answer):
        return refused("No raid to cancel.")
    if answer.status_code == 429 and not is_bucket_empty(answer):
        return refused(TOO_MANY)
    return context.refused(answer, context.owner, to_allow="raids") or DONE
