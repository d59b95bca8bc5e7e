"""What all API methods share: authentication, quota, scopes, parameters and JSON responses."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from pydantic import BaseModel, JsonValue, ValidationError
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.oauth.tokens import AccessToken
from rehearsal.platforms.youtube.errors import GLOBAL, HEADER, PARAMETER, QUOTA, ApiError, Json, invalid
from rehearsal.platforms.youtube.ids import etag_of, page_position, page_token
from rehearsal.platforms.youtube.methods import Method, Parameter
from rehearsal.platforms.youtube.platform import YouTube, YouTubeDep
from rehearsal.simulation.world import Person

# Accepted by every method.
COMMON_PARAMETERS = {
    "$.xgafv", "access_token", "alt", "callback", "fields", "key", "oauth_token", "prettyPrint", "quotaUser",
    "uploadType", "upload_protocol",
}  # fmt: skip
ALT_VALUES = {"json", "media", "proto"}
ALWAYS = ("kind", "etag", "id")
PAGE_SIZE = 5

T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Call:
    """A request whose parameters are valid."""

    method: Method
    person: Person
    parts: frozenset[str]
    values: dict[str, list[str]]

    def text(self, name: str) -> str:
        return self.values.get(name, [""])[0]

    def texts(self, name: str) -> list[str]:
        """The values of a parameter, which may be repeated or separated by commas."""
        return [each for value in self.values.get(name, []) for each in value.split(",") if each]

    def number(self, name: str, default: int) -> int:
        return int(self.text(name) or default)

    def one_of(self, *names: str) -> str:
        """The name of the filter that the request has; raises if it has none or several."""
        given_names = [name for name in names if self.values.get(name, ["false"]) != ["false"]]
        if not given_names:
            message = f"No filter selected. Expected one of: {', '.join(names)}"
            raise invalid("parameters.", message, "missingRequiredParameter")
        if len(given_names) > 1:
            message = f"Incompatible parameters specified in the request: {', '.join(given_names)}"
            raise invalid("parameters.", message, "incompatibleParameters")
        return given_names[0]


def call_to(method: Method) -> Callable[[Request, YouTube], Coroutine[Any, Any, Call]]:
    """Dependency that authenticates and validates a request to this API method."""

    async def read_call(request: Request, youtube: YouTubeDep) -> Call:
        person = read_person(request, youtube, method)
        values = {name: request.query_params.getlist(name) for name in request.query_params}
        for name, value in values.items():
            check_value(method, name, value)
        for name, parameter in method.parameters.items():
            if parameter.is_required and not any(values.get(name, [])):
                raise missing(name)
        return Call(method, person, read_parts(method, values.get("part", [])), values)

    return read_call


def read_person(request: Request, youtube: YouTube, method: Method) -> Person:
    """The token's account. The quota is charged before the parameters are checked: invalid requests cost quota too."""
    token = read_token(request, youtube)
    if token is None:
        raise login_required()
    if not youtube.quota.charge(method.name):
        link = '<a href="/youtube/v3/getting-started#quota">quota</a>'
        message = f"The request cannot be completed because you have exceeded your {link}."
        raise ApiError(403, "quotaExceeded", message, QUOTA)
    check_scopes(token, method)
    person = youtube.rehearsal.world.find(person_id=token.person_id or "")
    if person is None:
        raise login_required()
    if person.login in youtube.without_channel:
        raise ApiError(401, "youtubeSignupRequired", "Unauthorized", HEADER)
    return person


def read_token(request: Request, youtube: YouTube) -> AccessToken | None:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    query = request.query_params
    credential = value or query.get("access_token") or query.get("oauth_token")
    if credential is None or not credential.strip():
        return None
    token = youtube.tokens.find(credential) if not value or scheme.lower() == "bearer" else None
    if token is None:
        raise ApiError(401, "authError", "Request had invalid authentication credentials.")
    return token


def login_required() -> ApiError:
    message = "Request is missing required authentication credential."
    return ApiError(401, "required", message, GLOBAL, detail="CREDENTIALS_MISSING")


def check_scopes(token: AccessToken, method: Method) -> None:
    if not method.scopes & set(token.scopes):
        raise ApiError(
            403,
            "insufficientPermissions",
            "Request had insufficient authentication scopes.",
            GLOBAL,
            detail="ACCESS_TOKEN_SCOPE_INSUFFICIENT",
            metadata={"method": method.name},
        )


def check_value(method: Method, name: str, values: Sequence[str]) -> None:
    if name == "part" and (method.parts or method.is_part_required):
        return
    if name in COMMON_PARAMETERS:
        if name == "alt" and not set(values) <= ALT_VALUES:
            raise invalid(name, f"Invalid value at 'alt': {values[0]}", "invalidParameter")
        return
    parameter = method.parameters.get(name)
    if parameter is None:
        message = f'Invalid JSON payload received. Unknown name "{name}": Cannot bind query parameter.'
        raise ApiError(400, "invalid", message, GLOBAL)
    if len(values) > 1 and not parameter.is_repeated:
        raise invalid(name, f"The parameter {name} may be given once.", "invalidParameter")
    for value in values:
        check_one(parameter, name, value)


def check_one(parameter: Parameter, name: str, value: str) -> None:
    message = f"Invalid value '{value}' for the parameter {name}."
    match parameter.kind:
        case "boolean" if value.lower() not in {"true", "false"}:
            raise invalid(name, message, "invalidParameter")
        case "number" if not value.isdecimal() or not parameter.minimum <= int(value) <= parameter.maximum:
            raise invalid(name, f"{message} Values must be within {parameter.minimum} and {parameter.maximum}.")
        case _ if parameter.choices and value not in parameter.choices:
            raise invalid(name, message, "invalidParameter")
        case _:
            return


def missing(name: str) -> ApiError:
    message = f"Required parameter: {name}"
    return ApiError(400, "required", message, GLOBAL, location=name)


def read_parts(method: Method, values: Sequence[str]) -> frozenset[str]:
    parts = frozenset(each.strip() for value in values for each in value.split(",") if each.strip())
    if not parts and method.is_part_required:
        raise missing("part")
    unknown = sorted(parts - method.parts)
    if unknown:
        raise invalid("part", f"'{unknown[0]}'", "unknownPart")
    return parts


def parse_body(raw: bytes, kind: type[T]) -> T:
    try:
        return kind.model_validate_json(raw or b"{}")
    except ValidationError as error:
        field = ".".join(str(part) for part in error.errors()[0]["loc"])
        message = f"Invalid value at '{field}'" if field else "Invalid JSON payload received. Unable to parse."
        raise ApiError(400, "badRequest", message, GLOBAL) from None


def trim(resource: Json, parts: frozenset[str]) -> Json:
    """The resource without the parts that were not requested."""
    return {name: value for name, value in resource.items() if name in ALWAYS or name in parts}


def json_response(call: Call, body: Json) -> Response:
    """A JSON response; a body without an etag gets one that is derived from its content."""
    with_etag: JsonValue = body if "etag" in body else {**body, "etag": etag_of(msgspec.json.encode(body))}
    return Response(msgspec.json.encode(with_etag), media_type="application/json; charset=UTF-8")


def single_response(call: Call, resource: Json) -> Response:
    return json_response(call, trim(resource, call.parts | {"id"}))


def page(call: Call, kind: str, resources: Sequence[Json], *, size: int = PAGE_SIZE) -> Response:
    """One page of a list with the tokens of the next and previous page."""
    size = call.number("maxResults", size)
    start = page_position("page", call.text("pageToken")) if call.text("pageToken") else 0
    if start is None:
        raise ApiError(400, "invalidPageToken", "The page token is not valid.", PARAMETER, location="pageToken")
    items: list[JsonValue] = [trim(each, call.parts) for each in resources[start : start + size]]
    info: Json = {"totalResults": len(resources), "resultsPerPage": size}
    body: Json = {"kind": f"youtube#{kind}", "pageInfo": info, "items": items}
    if size and start + size < len(resources):
        body["nextPageToken"] = page_token("page", start + size)
    if start > 0:
        body["prevPageToken"] = page_token("page", max(0, start - size))
    return json_response(call, body)
