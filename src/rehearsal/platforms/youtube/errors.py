"""Error responses of the API and the OAuth host."""

from dataclasses import dataclass, field
from typing import cast

from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

Json = dict[str, JsonValue]

STREAM_PATH = "/youtube/v3/liveChat/messages/stream"
STATUSES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    409: "ABORTED",
    412: "FAILED_PRECONDITION",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    501: "UNIMPLEMENTED",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}
# Domain and reason of failures that the control calls `fail`, `plug` and `refuse-stream` request.
REASONS = {
    400: ("global", "badRequest"),
    401: ("global", "authError"),
    403: ("global", "forbidden"),
    404: ("global", "notFound"),
    405: ("global", "httpMethodNotAllowed"),
    429: ("usageLimits", "rateLimitExceeded"),
    500: ("global", "internalError"),
    501: ("global", "notImplemented"),
}
GLOBAL, PARAMETER, QUOTA, LIVE_CHAT = "global", "youtube.parameter", "youtube.quota", "youtube.liveChat"
BROADCAST, HEADER, VIDEO, USAGE = "youtube.liveBroadcast", "youtube.header", "youtube.video", "usageLimits"
ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo"


@dataclass(slots=True, eq=False)
class ApiError(Exception):
    code: int
    reason: str
    message: str
    domain: str = GLOBAL
    # The reason in `details`, where Google gives one.
    detail: str = ""
    # The invalid parameter.
    location: str = ""
    metadata: dict[str, str] = field(default_factory=dict[str, str])

    def body(self) -> Json:
        error: Json = {"message": self.message, "domain": self.domain, "reason": self.reason}
        if self.location:
            error |= {"location": self.location, "locationType": "parameter"}
        envelope: Json = {"code": self.code, "message": self.message, "errors": [error]}
        if self.code in STATUSES:
            envelope["status"] = STATUSES[self.code]
        if self.detail:
            metadata: Json = {"service": "youtube.googleapis.com", **self.metadata}
            info: Json = {"@type": ERROR_INFO, "reason": self.detail, "domain": "googleapis.com", "metadata": metadata}
            envelope["details"] = [info]
        return {"error": envelope}


def chat_error(code: int, reason: str, message: str) -> ApiError:
    return ApiError(code, reason, message, LIVE_CHAT)


def invalid(parameter: str, message: str, reason: str = "invalidValue") -> ApiError:
    return ApiError(400, reason, message, PARAMETER, location=parameter)


def requested_failure(status: int) -> ApiError:
    domain, reason = REASONS.get(status, ("global", "backendError"))
    return ApiError(status, reason, "The request cannot be completed.", domain)


def api_failure(failure: ApiError, path: str) -> Response:
    """The error response; on the streaming endpoint the error is an element of an array."""
    body = failure.body()
    return JSONResponse([body] if path == STREAM_PATH else body, status_code=failure.code)


def oauth_failure(status: int, error: str, description: str) -> Response:
    return JSONResponse({"error": error, "error_description": description}, status_code=status)


async def handle_api_error(request: Request, error: Exception) -> Response:
    return api_failure(cast("ApiError", error), request.url.path)
