"""How a response is sent on one platform: as a reply, mention or announcement, and in how many messages."""

from typing import Literal

from msgspec import Struct

from greenroom.accounts.platforms import PlatformInfo
from greenroom.chat.protocol.actions import Announce, SendMessage
from greenroom.chat.sending.safe_text import clean_value
from greenroom.chat.sending.splitting import split
from greenroom.responses.variables import Caller

ResponseType = Literal["say", "mention", "reply", "announce"]

# For platforms that do not state a maximum length.
DEFAULT_MAX_LENGTH = 500
EMPTY_RESPONSE = "Empty response"


class RenderedResponse(Struct, frozen=True):
    # The response type that is sent, which may differ from the chosen one.
    kind: ResponseType
    # None if the platform is read-only or the text is empty.
    action: SendMessage | Announce | None
    # The messages that appear in chat.
    parts: tuple[str, ...] = ()
    # Why nothing is sent, or how the response differs from what was chosen; else empty.
    detail: str = ""


def prepare_response(
    text: str, response_type: ResponseType, info: PlatformInfo, *, caller: Caller | None = None, message_id: str = ""
) -> RenderedResponse:
    """What to send for the rendered `text`; replaces a response type that the platform does not support."""
    kind, detail = _kind(response_type, info, caller)
    if SendMessage not in info.actions:
        return RenderedResponse(kind, None, detail=f"{info.name} chat is read-only.")
    if not text:
        return RenderedResponse(kind, None, detail=f"{EMPTY_RESPONSE}.")
    max_length = info.descriptor.messageMaxLength or DEFAULT_MAX_LENGTH
    match kind:
        case "announce":
            return _announcement(text, max_length, detail)
        case "reply":
            action = SendMessage(text, message_id)
        case "mention" if caller is not None and (name := _name(caller)):
            action = SendMessage(f"@{name} {text}")
        case _:
            action = SendMessage(text)
    return RenderedResponse(kind, action, tuple(split(action.text, max_length)), detail)


def _kind(chosen: ResponseType, info: PlatformInfo, caller: Caller | None) -> tuple[ResponseType, str]:
    match chosen:
        case "announce" if Announce not in info.actions:
            return "say", f"{info.name} has no announcements; sent as a message."
        case "reply" | "mention" if caller is None:
            return "say", ""
        case "reply" if not info.supports_replies:
            return "mention", f"{info.name} has no replies; sent as a mention."
        case _:
            return chosen, ""


def _announcement(text: str, max_length: int, detail: str) -> RenderedResponse:
    """An announcement, cut and not split because platforms refuse several announcements in a row."""
    first, *rest = split(text, max_length)
    return RenderedResponse(
        "announce", Announce(first), (first,), f"Cut after {max_length} characters." if rest else detail
    )


def _name(caller: Caller) -> str:
    return " ".join(clean_value(caller.name or caller.login).lstrip("@").split())
