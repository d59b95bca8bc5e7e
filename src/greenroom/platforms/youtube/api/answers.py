"""Reads YouTube's responses, and turns errors into platform failures."""

from enum import StrEnum

import msgspec

from greenroom.accounts.oauth import FIRST_SERVER_ERROR, PlatformApi
from greenroom.accounts.platforms import AuthExpired, Gone, PlatformFailure, PlatformUnavailable, RateLimited
from greenroom.kernel.http.parse_errors import UNREADABLE

YOUTUBE = PlatformApi("YouTube", strict=False)
call, read = YOUTUBE.call, YOUTUBE.read


class ErrorKind(StrEnum):
    """Kind of an error, told by its reason: one status can mean spent quota, an ended chat or a missing scope."""

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
    "API_KEY_INVALID": ErrorKind.API_OFF,
    "ACCESS_TOKEN_SCOPE_INSUFFICIENT": ErrorKind.SCOPE_MISSING,
    "SERVICE_DISABLED": ErrorKind.API_OFF,
    "RESOURCE_EXHAUSTED": ErrorKind.TOO_FAST,
    "badRequest": ErrorKind.BAD_REQUEST,
    "invalidValue": ErrorKind.BAD_REQUEST,
    "invalid": ErrorKind.BAD_REQUEST,
    "invalidParameter": ErrorKind.BAD_REQUEST,
    "missingRequiredParameter": ErrorKind.BAD_REQUEST,
    "unknownPart": ErrorKind.BAD_REQUEST,
    "liveChatIdRequired": ErrorKind.BAD_REQUEST,
    "typeRequired": ErrorKind.BAD_REQUEST,
    "preconditionCheckFailed": ErrorKind.BAD_REQUEST,
    "invalidChannelId": ErrorKind.BAD_REQUEST,
    "invalidLiveChatId": ErrorKind.BAD_REQUEST,
    "messageTextInvalid": ErrorKind.TEXT_REFUSED,
    "messageTextRequired": ErrorKind.TEXT_REFUSED,
    "authError": ErrorKind.TOKEN_REFUSED,
    "youtubeSignupRequired": ErrorKind.NO_CHANNEL,
    "quotaExceeded": ErrorKind.QUOTA,
    "dailyLimitExceeded": ErrorKind.QUOTA,
    "rateLimitExceeded": ErrorKind.TOO_FAST,
    "userRateLimitExceeded": ErrorKind.TOO_FAST,
    "userRequestsExceedRateLimit": ErrorKind.TOO_FAST,
    "forbidden": ErrorKind.FORBIDDEN,
    "insufficientPermissions": ErrorKind.SCOPE_MISSING,
    "insufficientLivePermissions": ErrorKind.FORBIDDEN,
    "liveStreamingNotEnabled": ErrorKind.CANNOT_STREAM,
    "livePermissionBlocked": ErrorKind.CANNOT_STREAM,
    "liveChatEnded": ErrorKind.CHAT_ENDED,
    "liveChatDisabled": ErrorKind.CHAT_DISABLED,
    "liveChatNotFound": ErrorKind.NOT_FOUND,
    "liveChatMessageNotFound": ErrorKind.NOT_FOUND,
    "liveChatBanNotFound": ErrorKind.NOT_FOUND,
    "liveBroadcastNotFound": ErrorKind.NOT_FOUND,
    "liveStreamNotFound": ErrorKind.NOT_FOUND,
    "videoNotFound": ErrorKind.NOT_FOUND,
    "channelNotFound": ErrorKind.NOT_FOUND,
    "modificationNotAllowed": ErrorKind.PROTECTED,
    "liveChatBanInsertionNotAllowed": ErrorKind.PROTECTED,
    "accessNotConfigured": ErrorKind.API_OFF,
    "backendError": ErrorKind.SERVER,
    "internalError": ErrorKind.SERVER,
}

STATUSES = {
    400: ErrorKind.BAD_REQUEST,
    401: ErrorKind.TOKEN_REFUSED,
    403: ErrorKind.FORBIDDEN,
    404: ErrorKind.NOT_FOUND,
    412: ErrorKind.BAD_REQUEST,
    429: ErrorKind.TOO_FAST,
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
    """An error response of YouTube; `to_platform_failure` replaces it unless the caller has to handle it."""

    def __init__(self, error_kind: ErrorKind, reason: str, status: int) -> None:
        what = (
            f"is not responding (error {status})" if status >= FIRST_SERVER_ERROR else f"answered with error {status}"
        )
        super().__init__(f"YouTube {what}" + (f" ({reason})" if reason else ""))
        self.error_kind = error_kind
        self.reason = reason
        self.status = status


NO_CHANNEL = "This Google account has no YouTube channel. Create one at youtube.com, then connect again"
API_OFF = "The YouTube Data API v3 is not enabled in the Google Cloud project of this installation"
CANNOT_STREAM = "Live streaming isn't enabled for this YouTube channel. Enable it at youtube.com/features"


class ScopeMissing(AuthExpired):
    """The token is valid but lacks the scope."""


def read_error(content: bytes) -> ErrorBody | None:
    """Google's error body, which the streaming call wraps into a list; None if the response comes from a proxy."""
    for kind in (Envelope, list[Envelope]):
        try:
            found = msgspec.json.decode(content, type=kind)
        except UNREADABLE:
            continue
        envelopes = found if isinstance(found, list) else [found]
        return envelopes[0].error if envelopes else None
    return None


def classify(status: int, error: ErrorBody | None) -> Refused:
    """Classifies an error by its first known reason, else by its status."""
    reasons = [] if error is None else [detail.reason for detail in error.details]
    reasons += [error.errors[0].reason] if error is not None and error.errors else []
    for reason in reasons:
        if reason in REASONS:
            return Refused(REASONS[reason], reason, status)
    fallback = ErrorKind.SERVER if status >= 500 else STATUSES.get(status, ErrorKind.SERVER)
    if error is None and fallback is not ErrorKind.TOO_FAST:
        # The response comes from a proxy, which must not end the authorization.
        fallback = ErrorKind.SERVER
    return Refused(fallback, next(iter(reasons), ""), status)


def to_platform_failure(refused: Refused, wait_seconds: float) -> PlatformFailure:
    """The platform failure for an error; errors that the caller has to handle stay `Refused`."""
    match refused.error_kind:
        case ErrorKind.TOKEN_REFUSED:
            return AuthExpired("YouTube refused the token")
        case ErrorKind.SCOPE_MISSING:
            return ScopeMissing("YouTube was not given this permission")
        case ErrorKind.NO_CHANNEL:
            return Gone(NO_CHANNEL)
        case ErrorKind.TOO_FAST:
            return RateLimited(wait_seconds)
        case ErrorKind.API_OFF | ErrorKind.CANNOT_STREAM:
            return PlatformUnavailable(API_OFF if refused.error_kind is ErrorKind.API_OFF else CANNOT_STREAM)
        case _:
            return refused
