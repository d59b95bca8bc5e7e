"""YouTube's responses, and the platform failures they stand for."""

from enum import StrEnum

import msgspec

from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.tenancy.oauth.client import PlatformApi
from greenroom.tenancy.platforms import AuthExpired, Gone, PlatformFailure, PlatformUnavailable, RateLimited

YOUTUBE = PlatformApi("YouTube", strict=False)
call, read = YOUTUBE.call, YOUTUBE.read


class Trouble(StrEnum):
    """Meaning of an error, by its reason: the same status can mean spent quota, an ended chat or a missing right."""

    BAD_REQUEST = "bad_request"
    TEXT_REFUSED = "text_refused"
    TOKEN_REFUSED = "token_refused"  # noqa: S105
    NO_CHANNEL = "no_channel"
    QUOTA = "quota"
    TOO_FAST = "too_fast"
    FORBIDDEN = "forbidden"
    SCOPE_MISSING = "scope_missing"
    CANNOT_STREAM = "cannot_stream"
    CHAT_ENDED = "chat_ended"
    CHAT_DISABLED = "chat_disabled"
    NOT_FOUND = "not_found"
    PROTECTED = "protected"
    API_OFF = "api_off"
    SERVER = "server"


REASONS = {
    "API_KEY_INVALID": Trouble.API_OFF,
    "ACCESS_TOKEN_SCOPE_INSUFFICIENT": Trouble.SCOPE_MISSING,
    "SERVICE_DISABLED": Trouble.API_OFF,
    "RESOURCE_EXHAUSTED": Trouble.TOO_FAST,
    "badRequest": Trouble.BAD_REQUEST,
    "invalidValue": Trouble.BAD_REQUEST,
    "invalid": Trouble.BAD_REQUEST,
    "invalidParameter": Trouble.BAD_REQUEST,
    "missingRequiredParameter": Trouble.BAD_REQUEST,
    "unknownPart": Trouble.BAD_REQUEST,
    "liveChatIdRequired": Trouble.BAD_REQUEST,
    "typeRequired": Trouble.BAD_REQUEST,
    "preconditionCheckFailed": Trouble.BAD_REQUEST,
    "invalidChannelId": Trouble.BAD_REQUEST,
    "invalidLiveChatId": Trouble.BAD_REQUEST,
    "messageTextInvalid": Trouble.TEXT_REFUSED,
    "messageTextRequired": Trouble.TEXT_REFUSED,
    "authError": Trouble.TOKEN_REFUSED,
    "youtubeSignupRequired": Trouble.NO_CHANNEL,
    "quotaExceeded": Trouble.QUOTA,
    "dailyLimitExceeded": Trouble.QUOTA,
    "rateLimitExceeded": Trouble.TOO_FAST,
    "userRateLimitExceeded": Trouble.TOO_FAST,
    "userRequestsExceedRateLimit": Trouble.TOO_FAST,
    "forbidden": Trouble.FORBIDDEN,
    "insufficientPermissions": Trouble.SCOPE_MISSING,
    "insufficientLivePermissions": Trouble.FORBIDDEN,
    "liveStreamingNotEnabled": Trouble.CANNOT_STREAM,
    "livePermissionBlocked": Trouble.CANNOT_STREAM,
    "liveChatEnded": Trouble.CHAT_ENDED,
    "liveChatDisabled": Trouble.CHAT_DISABLED,
    "liveChatNotFound": Trouble.NOT_FOUND,
    "liveChatMessageNotFound": Trouble.NOT_FOUND,
    "liveChatBanNotFound": Trouble.NOT_FOUND,
    "liveBroadcastNotFound": Trouble.NOT_FOUND,
    "liveStreamNotFound": Trouble.NOT_FOUND,
    "videoNotFound": Trouble.NOT_FOUND,
    "channelNotFound": Trouble.NOT_FOUND,
    "modificationNotAllowed": Trouble.PROTECTED,
    "liveChatBanInsertionNotAllowed": Trouble.PROTECTED,
    "accessNotConfigured": Trouble.API_OFF,
    "backendError": Trouble.SERVER,
    "internalError": Trouble.SERVER,
}

STATUSES = {
    400: Trouble.BAD_REQUEST,
    401: Trouble.TOKEN_REFUSED,
    403: Trouble.FORBIDDEN,
    404: Trouble.NOT_FOUND,
    412: Trouble.BAD_REQUEST,
    429: Trouble.TOO_FAST,
}


class ErrorItem(msgspec.Struct):
    reason: str = ""
    message: str = ""


class ErrorDetail(msgspec.Struct):
    reason: str = ""


class ErrorBody(msgspec.Struct):
    code: int = 0
    message: str = ""
    status: str = ""
    errors: list[ErrorItem] = []
    details: list[ErrorDetail] = []


class Envelope(msgspec.Struct):
    error: ErrorBody


class Refused(PlatformUnavailable):
    """An error of YouTube that the caller has to interpret."""

    def __init__(self, trouble: Trouble, reason: str, status: int) -> None:
        super().__init__(f"YouTube answered with error {status}" + (f" ({reason})" if reason else ""))
        self.trouble = trouble
        self.reason = reason
        self.status = status


NO_CHANNEL = "This Google account has no YouTube channel. Make one at youtube.com, then connect again"
API_OFF = "The YouTube Data API v3 is not switched on in the Google Cloud project of this installation"
CANNOT_STREAM = "This YouTube channel may not stream yet. Switch live streaming on at youtube.com/features"


class ScopeMissing(AuthExpired):
    """The token is valid but lacks the scope."""


def read_error(content: bytes) -> ErrorBody | None:
    """Google's error body; the streaming call wraps it into a list."""
    for kind in (Envelope, list[Envelope]):
        try:
            found = msgspec.json.decode(content, type=kind)
        except UNREADABLE:
            continue
        envelopes = found if isinstance(found, list) else [found]
        return envelopes[0].error if envelopes else None
    return None


def classify(status: int, error: ErrorBody | None) -> Refused:
    """By the details' reason, else by the first error's, else by the status."""
    reasons = [] if error is None else [detail.reason for detail in error.details]
    reasons += [error.errors[0].reason] if error is not None and error.errors else []
    for reason in reasons:
        if reason in REASONS:
            return Refused(REASONS[reason], reason, status)
    otherwise = Trouble.SERVER if status >= 500 else STATUSES.get(status, Trouble.SERVER)
    if error is None and otherwise is not Trouble.TOO_FAST:
        # A proxy answered in Google's place, which must not end a permission.
        otherwise = Trouble.SERVER
    return Refused(otherwise, next(iter(reasons), ""), status)


def meaning(refused: Refused, wait_seconds: float) -> PlatformFailure:
    """The platform failure for an error; errors that the caller interprets stay `Refused`."""
    match refused.trouble:
        case Trouble.TOKEN_REFUSED:
            return AuthExpired("YouTube refused the token")
        case Trouble.SCOPE_MISSING:
            return ScopeMissing("YouTube was not given this permission")
        case Trouble.NO_CHANNEL:
            return Gone(NO_CHANNEL)
        case Trouble.TOO_FAST:
            return RateLimited(wait_seconds)
        case Trouble.API_OFF | Trouble.CANNOT_STREAM:
            return PlatformUnavailable(API_OFF if refused.trouble is Trouble.API_OFF else CANNOT_STREAM)
        case _:
            return refused
