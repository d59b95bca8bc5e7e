"""Compares requests to the rehearsal, its responses and its events with the contracts of the platforms."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qsl

import discovery
from jsonschema import Draft202012Validator

from rehearsal.network.contract_check import Exchange, Sent

CONTRACTS = Path(__file__).parents[1] / "contract" / "contracts"
YOUTUBE = "/youtube/v3"

# A parsed contract, or a part of one, or a parsed message.
Json = dict[str, Any]
Parameters = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Operation:
    """The contract of one call of a platform's API."""

    name: str
    parameters: dict[str, Json]
    request: Json | None
    responses: dict[str, Json | None]


class Contract:
    def __init__(self, name: str, document: Json) -> None:
        self.name = name
        self.base: str = document["base"]
        self._paths = [(_pattern(self.base + path), path, calls) for path, calls in document["paths"].items()]
        self._events: Json = document.get("events", {})
        self._document = document

    def operation(self, method: str, path: str) -> Operation | None:
        for pattern, template, calls in self._paths:
            call = calls.get(method.lower())
            if call is not None and pattern.fullmatch(path):
                parameters = {
                    one["name"]: one for one in call.get("parameters", []) if one.get("in", "query") == "query"
                }
                return Operation(f"{method} {template}", parameters, call.get("requestBody"), call["responses"])
        return None

    def event(self, name: str) -> Json | None:
        return self._events.get(name)

    @property
    def has_events(self) -> bool:
        return bool(self._events)

    def problems(self, schema: Json, value: object) -> Iterator[str]:
        # References point into the document's own components.
        root = {"components": self._document.get("components", {}), "allOf": [schema]}
        for error in Draft202012Validator(root).iter_errors(cast("Any", value)):  # pyright: ignore[reportUnknownMemberType]
            deepest = min((error, *(error.context or ())), key=lambda one: -len(one.absolute_path))
            yield f"{'/'.join(str(part) for part in deepest.absolute_path) or 'body'}: {deepest.message[:200]}"


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)))


@cache
def contracts() -> tuple[Contract, ...]:
    found = (Contract(path.stem, json.loads(path.read_text())) for path in sorted(CONTRACTS.glob("*.json")))
    return tuple(sorted(found, key=lambda one: -len(one.base)))


def deviations(exchange: Exchange) -> list[str]:
    """How the response differs from the contract, and the request if Greenroom sent it; empty for a cut-off request."""
    if not _is_complete(exchange):
        return []
    if exchange.path.startswith(YOUTUBE):
        return [f"youtube {exchange.method} {exchange.path}: {one}" for one in _youtube(exchange)]
    contract, operation = _find(exchange.method, exchange.path)
    if operation is None:
        unknown = f"{exchange.method} {exchange.path}: no contract has this call"
        return [unknown] if _is_from_greenroom(exchange.headers) else []
    assert contract is not None
    where = f"{contract.name} {operation.name}"
    problems = [*_response_problems(contract, operation, exchange)]
    # Tests of the rehearsal send invalid requests on purpose; Greenroom must not.
    if _is_from_greenroom(exchange.headers):
        problems += _request_problems(contract, operation, exchange)
    return [f"{where} ({exchange.status}): {problem}" for problem in problems]


def _is_complete(exchange: Exchange) -> bool:
    """Whether the request has its whole body; Greenroom may close a connection during a request."""
    return len(exchange.body) >= int(exchange.headers.get("content-length", "0"))


def _is_from_greenroom(headers: Mapping[str, str]) -> bool:
    # Anywhere in the user agent, because Discord requires another word at its start.
    return "Greenroom" in headers.get("user-agent", "")


def _find(method: str, path: str) -> tuple[Contract | None, Operation | None]:
    for contract in contracts():
        operation = contract.operation(method, path) if path.startswith(contract.base) else None
        if operation is not None:
            return contract, operation
    return None, None


def _youtube(exchange: Exchange) -> list[str]:
    query = parse_qsl(exchange.query.decode(), keep_blank_values=True)
    body, response = _json(exchange.body), _json(exchange.response_body)
    method = exchange.method
    found = discovery.deviations(method, exchange.path, query, body, exchange.status, response)
    return found if _is_from_greenroom(exchange.headers) else [one for one in found if one.startswith("response")]


def _response_problems(contract: Contract, operation: Operation, exchange: Exchange) -> Iterator[str]:
    status = str(exchange.status)
    keys = [key for key in (status, f"{status[0]}XX", "default") if key in operation.responses]
    if not keys:
        yield f"status {status} is not in the contract"
        return
    schema = operation.responses[keys[0]]
    if schema is None:
        if exchange.response_body:
            yield f"a {status} has no body"
    elif not schema.get("x-opaque"):
        yield from contract.problems(schema, _json(exchange.response_body))


def _request_problems(contract: Contract, operation: Operation, exchange: Exchange) -> Iterator[str]:
    query = parse_qsl(exchange.query.decode(), keep_blank_values=True)
    yield from _query_problems(contract, operation, query)
    if operation.request is not None:
        yield from contract.problems(operation.request, _body(exchange))
    elif exchange.body:
        yield "the call has no body"


def _query_problems(contract: Contract, operation: Operation, query: Parameters) -> Iterator[str]:
    names = [name for name, _ in query]
    for name, parameter in operation.parameters.items():
        if parameter.get("required") and name not in names:
            yield f"parameter {name} is missing"
        if names.count(name) > 1 and not parameter.get("repeated"):
            yield f"parameter {name} is repeated"
    for name, value in query:
        parameter = operation.parameters.get(name)
        if parameter is None:
            yield f"there is no parameter {name}"
        elif "schema" in parameter:
            yield from contract.problems(parameter["schema"], _typed(value, parameter["schema"]))


def _typed(value: str, schema: Json) -> object:
    match schema.get("type"):
        case "integer" if value.lstrip("-").isdecimal():
            return int(value)
        case "boolean" if value in {"true", "false"}:
            return value == "true"
        case _:
            return value


def _body(exchange: Exchange) -> object:
    if exchange.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        return dict(parse_qsl(exchange.body.decode(), keep_blank_values=True))
    return _json(exchange.body)


def _json(raw: bytes) -> object:
    try:
        return json.loads(raw) if raw else None
    except (ValueError, RecursionError):
        return raw.decode("utf-8", "replace")


def sent_deviations(sent: Sent) -> list[str]:
    """How the event in a frame or webhook differs from the contract; empty if it contains no event."""
    named = _event_in(sent)
    if named is None:
        return []
    platform, name, event = named
    for contract in contracts():
        if contract.name.startswith(platform) and contract.has_events:
            schema = contract.event(name)
            if schema is None:
                return [f"{contract.name}: there is no event {name}"]
            return [f"{contract.name} event {name}: {problem}" for problem in contract.problems(schema, event)]
    return [f"no contract describes the events of {platform}"]


def _event_in(sent: Sent) -> tuple[str, str, object] | None:
    if sent.path == "kick":
        headers = sent.headers
        return "kick", f"{headers['Kick-Event-Type']}/{headers['Kick-Event-Version']}", _json(sent.body)
    if sent.path not in {"twitch", "/twitch/ws"}:
        return None
    try:
        message = cast("Json", _json(sent.body))
        payload: Json = message.get("payload", message)
        subscription = payload["subscription"]
        return "twitch", f"{subscription['type']}/{subscription['version']}", payload["event"]
    except (AttributeError, KeyError, TypeError):
        # Not an event: a welcome, a keepalive, or any text that the control page sent.
        return None


class DeviationCollector:
    """Deviations from the contracts; `take` returns those since its last call, each once."""

    def __init__(self) -> None:
        self.deviations: list[str] = []

    def on_exchange(self, exchange: Exchange) -> None:
        self.deviations += deviations(exchange)

    def on_sent(self, sent: Sent) -> None:
        self.deviations += sent_deviations(sent)

    def take(self) -> list[str]:
        taken, self.deviations = self.deviations, []
        return list(dict.fromkeys(taken))
