"""Moderation actions, with the token of the acting account."""

from greenroom.chat.protocol.actions import (
    STILL_BANNED,
    BanViewer,
    ClearChat,
    DeleteMessage,
    Receipt,
    UnbanViewer,
    WarnViewer,
    refused,
)
from greenroom.kernel.http.client import HttpResponse
from greenroom.platforms.twitch.actions.context import DONE, ActionContext
from greenroom.platforms.twitch.api.answers import error_message

MAX_TIMEOUT_SECONDS = 1_209_600
MAX_REASON_LENGTH = 500

BANS = "/moderation/bans"
CHAT = "/moderation/chat"
WARNINGS = "/moderation/warnings"


async def delete_message(context: ActionContext, action: DeleteMessage) -> Receipt:
    query = [*context.as_moderator, ("message_id", action.message_id)]
    answer = await context.moderate("DELETE", CHAT, params=query)
    if answer.status_code == 404 and error_message(answer):
        return Receipt("done", "Already deleted, or older than six hours.")
    return context.refused(answer, context.actor) or DONE


async def clear_chat(context: ActionContext, action: ClearChat) -> Receipt:
    answer = await context.moderate("DELETE", CHAT, params=context.as_moderator)
    return context.refused(answer, context.actor, to_allow="clearing chat") or DONE


async def ban_viewer(context: ActionContext, action: BanViewer) -> Receipt:
    if action.seconds is not None and action.seconds < 1:
        return refused("A timeout must be at least one second long.")
    data: dict[str, str | int] = {"user_id": action.viewer_id}
    if action.seconds is not None:
        data["duration"] = min(action.seconds, MAX_TIMEOUT_SECONDS)
    if action.reason:
        data["reason"] = action.reason[:MAX_REASON_LENGTH]
    answer = await context.moderate("POST", BANS, params=context.as_moderator, json={"data": data})
    if _has_message(answer, "already banned"):
        return Receipt("done", "Already banned.") if action.seconds is None else refused(STILL_BANNED)
    if (refusal := context.refused(answer, context.actor)) is not None:
        return refusal
    is_cut = (action.seconds or 0) > MAX_TIMEOUT_SECONDS
    return Receipt("done", "Limited to two weeks, Twitch's maximum.") if is_cut else DONE


async def unban_viewer(context: ActionContext, action: UnbanViewer) -> Receipt:
    answer = await context.moderate("DELETE", BANS, params=[*context.as_moderator, ("user_id", action.viewer_id)])
    if _has_message(answer, "not banned"):
        return Receipt("done", "Not banned.")
    return context.refused(answer, context.actor) or DONE


async def warn_viewer(context: ActionContext, action: WarnViewer) -> Receipt:
    reason = action.reason.strip()[:MAX_REASON_LENGTH]
    if not reason:
        return refused("A warning needs a reason, which Twitch shows to the viewer.")
    body = {"data": {"user_id": action.viewer_id, "reason": reason}}
    answer = await context.moderate("POST", WARNINGS, params=context.as_moderator, json=body)
    return context.refused(answer, context.actor, to_allow="warnings") or DONE


def _has_message(answer: HttpResponse, text: str) -> bool:
    """Whether the response is a 400 whose message contains the text."""
    return answer.status_code == 400 and text in (error_message(answer) or "").lower()
