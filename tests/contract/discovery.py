"""Compares calls of YouTube's API and their responses to the discovery document in Google's Python client."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from importlib import resources
from typing import Any, cast

# A JSON object of the document, of a request or of a response.
Json = dict[str, Any]
Query = list[tuple[str, str]]

STREAM_PATH = "/youtube/v3/liveChat/messages/stream"
STATUSES = {
    "INVALID_ARGUMENT", "UNAUTHENTICATED", "PERMISSION_DENIED", "NOT_FOUND", "ABORTED", "FAILED_PRECONDITION",
    "RESOURCE_EXHAUSTED", "INTERNAL", "UNIMPLEMENTED", "UNAVAILABLE", "DEADLINE_EXCEEDED",
}  # fmt: skip
PATTERNS = {
    "int64": re.compile(r"-?\d+"),
    "uint64": re.compile(r"\d+"),
    "google-duration": re.compile(r"\d+(\.\d+)?s"),
}
ERROR_FIELDS = {"code": int, "message": str, "errors": list, "status": str, "details": list}
REASON_FIELDS = {"message", "domain", "reason", "location", "locationType"}


@cache
def document() -> Json:
    folder = resources.files("googleapiclient") / "discovery_cache" / "documents"
    return json.loads((folder / "youtube.v3.json").read_text(encoding="utf-8"))


@cache
def methods() -> dict[tuple[str, str], Json]:
    """Verb and path → method of the API."""
    return {(each["httpMethod"], f"/{each['path']}"): each for each in _methods_below(document())}


def _methods_below(node: Json) -> Iterator[Json]:
    yield from node.get("methods", {}).values()
    for resource in node.get("resources", {}).values():
        yield from _methods_below(resource)


def deviations(method: str, path: str, query: Query, body: object, status: int, response: object) -> list[str]:
    """Descriptions of deviations; each begins with `request` or `response`."""
    call = methods().get((method, path))
    if call is None:
        return [f"request: there is no {method} {path}", *_unknown_call_problems(status, response)]
    in_request = [f"request {one}" for one in (*_query_problems(call, query), *_body_problems(call, query, body))]
    return [*in_request, *(f"response ({status}) {one}" for one in _response_problems(call, path, status, response))]


def _unknown_call_problems(status: int, response: object) -> list[str]:
    problems = _envelope_problems(status, response) if status >= 400 else ["a call that does not exist succeeded"]
    return [f"response ({status}) {one}" for one in problems]


def _query_problems(call: Json, query: Query) -> Iterator[str]:
    known: dict[str, Json] = {**document()["parameters"], **call.get("parameters", {})}
    names = [name for name, _ in query]
    for name, parameter in known.items():
        if parameter.get("required") and name not in names:
            yield f"parameter {name} is missing"
        if names.count(name) > 1 and not parameter.get("repeated"):
            yield f"parameter {name} is repeated"
    for name, value in query:
        if name not in known:
            yield f"there is no parameter {name}"
            continue
        for each in value.split(",") if known[name].get("repeated") else [value]:
            yield from _parameter_problems(name, known[name], each)
    yield from _part_problems(call, query)


def _parameter_problems(name: str, parameter: Json, value: str) -> Iterator[str]:
    if not value and parameter.get("required"):
        yield f"parameter {name} is empty"
    if "enum" in parameter and value not in parameter["enum"]:
        yield f"parameter {name} cannot be {value}"
    match parameter["type"]:
        case "boolean" if value.lower() not in {"true", "false"}:
            yield f"parameter {name} is not a boolean: {value}"
        case "integer":
            if not value.lstrip("-").isdecimal():
                yield f"parameter {name} is not a number: {value}"
            elif not int(parameter.get("minimum", value)) <= int(value) <= int(parameter.get("maximum", value)):
                yield f"parameter {name} is out of range: {value}"
        case _:
            return


def parts_of(query: Query) -> list[str]:
    return [part for name, value in query if name == "part" for part in value.split(",")]


def _part_problems(call: Json, query: Query) -> Iterator[str]:
    """A problem for each name in the parameter `part` that is neither `id` nor an object in the call's resource."""
    resource = _resource(call)
    if resource is None:
        return
    known = {"id", *(name for name, each in resource["properties"].items() if _is_object(each))}
    for part in parts_of(query):
        if part not in known:
            yield f"parameter part cannot be {part}"


def _resource(call: Json) -> Json | None:
    reference = call.get("response", call.get("request", {})).get("$ref")
    if reference is None:
        return None
    schema: Json = document()["schemas"][reference]
    items = schema["properties"].get("items", {}).get("items", {}).get("$ref")
    return schema if items is None else document()["schemas"][items]


def _is_object(schema: Json) -> bool:
    return "$ref" in schema or schema.get("type") == "object"


def _body_problems(call: Json, query: Query, body: object) -> Iterator[str]:
    if "request" not in call:
        if body not in (None, {}):
            yield "body: the call has none"
        return
    if not isinstance(body, dict):
        yield "body is not an object"
        return
    content = cast("Json", body)
    yield from _problems(call["request"], content, "body")
    parts = {*parts_of(query), "id"}
    schema: Json = document()["schemas"][call["request"]["$ref"]]
    for name, each in schema["properties"].items():
        if name in parts:
            yield from _missing(call["id"], {name: each}, content, "body")


def _missing(call_id: str, properties: Json, value: object, place: str) -> Iterator[str]:
    """A problem for each field that the document requires for this method and that the value lacks."""
    found = cast("Json", value) if isinstance(value, dict) else {}
    for name, each in properties.items():
        where = f"{place}.{name}"
        if call_id in each.get("annotations", {}).get("required", []) and name not in found:
            yield f"{where} is missing"
        if "$ref" in each and name in {"snippet", "status", "contentDetails", "monitorStream"}:
            below: Json = document()["schemas"][each["$ref"]]["properties"]
            yield from _missing(call_id, below, found.get(name), where)


def _response_problems(call: Json, path: str, status: int, response: object) -> Iterator[str]:
    pieces = _stream_pieces(response) if path == STREAM_PATH else list[object]([response])
    if pieces is None:
        yield "is not an array of objects"
        return
    for piece in pieces:
        if status >= 400 or (path == STREAM_PATH and "error" in dict(_entries(piece))):
            yield from _envelope_problems(None if status < 400 else status, piece)
        elif "response" not in call:
            if status != 204 or piece is not None:
                yield "has to be 204 without a body"
        else:
            yield from _problems(call["response"], piece, "body")


def _stream_pieces(response: object) -> list[object] | None:
    """Items of a streamed array, which may lack its end; None if the response is no such array."""
    if isinstance(response, str):
        try:
            response = json.loads(f"{response.rstrip(',')}]")
        except ValueError:
            return None
    return cast("list[object]", response) if isinstance(response, list) else None


def _envelope_problems(status: int | None, response: object) -> Iterator[str]:
    error = cast("Json", response).get("error") if isinstance(response, dict) else None
    if not isinstance(error, dict):
        yield "has no error object"
        return
    envelope = cast("Json", error)
    for name in ("code", "message", "errors"):
        if name not in envelope:
            yield f"error.{name} is missing"
    for name, value in envelope.items():
        if name not in ERROR_FIELDS or not isinstance(value, ERROR_FIELDS[name]):
            yield f"error.{name} is unknown or has the wrong type"
    if status is not None and envelope.get("code") != status:
        yield f"error.code is {envelope.get('code')}"
    if envelope.get("status", "INTERNAL") not in STATUSES:
        yield f"error.status is {envelope['status']}"
    for each in envelope.get("errors", []):
        if not {"message", "domain", "reason"} <= set(each) <= REASON_FIELDS:
            yield f"error.errors has {sorted(each)}"


def _problems(schema: Json, value: object, place: str) -> Iterator[str]:
    if "$ref" in schema:
        yield from _object_problems(document()["schemas"][schema["$ref"]], value, place)
        return
    match schema["type"]:
        case "object" if "additionalProperties" in schema:
            for name, each in _entries(value):
                yield from _problems(schema["additionalProperties"], each, f"{place}.{name}")
        case "object":
            yield from _object_problems(schema, value, place)
        case "array":
            if not isinstance(value, list):
                yield f"{place} is not an array"
                return
            for position, each in enumerate(cast("list[object]", value)):
                yield from _problems(schema["items"], each, f"{place}[{position}]")
        case _:
            yield from _value_problems(schema, value, place)


def _entries(value: object) -> list[tuple[str, object]]:
    return list(cast("dict[str, object]", value).items()) if isinstance(value, dict) else []


def _object_problems(schema: Json, value: object, place: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{place} is not an object"
        return
    properties: Json = schema.get("properties", {})
    for name, each in _entries(cast("object", value)):
        if name not in properties:
            yield f"{place}.{name} is not in the document"
        else:
            yield from _problems(properties[name], each, f"{place}.{name}")
    kind = properties.get("kind", {}).get("default")
    found = cast("Json", value).get("kind", kind)
    if kind is not None and found != kind:
        yield f"{place}.kind is {found}"


def _value_problems(schema: Json, value: object, place: str) -> Iterator[str]:
    is_right = {
        "string": isinstance(value, str),
        "boolean": isinstance(value, bool),
        "integer": isinstance(value, int) and not isinstance(value, bool),
        "number": isinstance(value, int | float) and not isinstance(value, bool),
        "any": True,
    }[schema["type"]]
    if not is_right:
        yield f"{place} is not of type {schema['type']}: {value!r:.60}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place} cannot be {value!r:.60}"
    if isinstance(value, str):
        yield from _format_problems(schema.get("format", ""), value, place)


def _format_problems(form: str, value: str, place: str) -> Iterator[str]:
    """A problem if the string is not the number, duration or UTC time that its format asks for."""
    if form in PATTERNS and not PATTERNS[form].fullmatch(value):
        yield f"{place} is not of format {form}: {value:.60}"
    if form in {"date-time", "google-datetime"}:
        try:
            is_timestamp = datetime.fromisoformat(value).tzinfo is not None and value.endswith("Z")
        except ValueError:
            is_timestamp = False
        if not is_timestamp:
            yield f"{place} is not a timestamp: {value:.60}"
