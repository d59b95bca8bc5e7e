"""Every text and every number in a request body has a limit; a value beyond it is refused, and the field is named."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import greenroom
from support.greenroom_server import ApiClient, GreenroomServer, Json

OPENAPI = Path(greenroom.__file__).parents[2] / "openapi.json"
TOO_LONG = "x" * 60_000
TOO_LARGE = 2**60
# Keywords by which the description of the API limits a text.
LIMITS = {"maxLength", "enum", "pattern", "format"}
# These texts are whole files; the size of the body limits them.
FILES = {(name, "content") for name in ("FileIn", "ApplyIn", "ReviewIn", "BalancesIn")}
# These paths are not tested: a sign-in is refused as a whole, and no rehearsal is running here.
UNTESTED_PATHS = ("/api/2/oauth/", "/api/2/channels/{channel_id}/rehearsal/")
WIDGETS = "/channels/{channel_id}/widgets"
TEMPLATES = "/admin/command-templates"
# Objects whose schema depends on other fields: path, keys that lead to the object, its schema, and the other fields.
DEPENDENT: tuple[tuple[str, tuple[str | int, ...], str, dict[str, str]], ...] = (
    (TEMPLATES, ("commands", 0), "CommandIn", {"title": "Fun"}),
    ("/channels/{channel_id}/games/roulette", (), "RouletteSettings", {}),
    ("/channels/{channel_id}/games/slots", (), "SlotsSettings", {}),
    *(
        (WIDGETS, ("settings",), f"{kind.title().replace('_', '')}Widget", {"name": "Left", "type": kind})
        for kind in (
            *("chat", "alerts", "goal", "viewer_count", "event_list", "leaderboard", "giveaway", "queue"),
            *("countdown", "subathon", "now_playing", "emote_wall", "text", "custom_html"),
        )
    ),
)


@dataclass(frozen=True, slots=True)
class Field:
    """A text or a number in a request body; `keys` lead to it, with 0 for the first entry of a list."""

    method: str
    path: str
    keys: tuple[str | int, ...]
    kind: str
    # Constants in the objects around the field, as (keys of the object, name, constant): they select a schema.
    constants: tuple[tuple[tuple[str | int, ...], str, str], ...]
    # Whether the description of the API names the limit.
    is_declared: bool = False

    def body(self) -> Json:
        value: Any = TOO_LONG if self.kind == "string" else TOO_LARGE
        for depth in range(len(self.keys) - 1, -1, -1):
            key, above = self.keys[depth], self.keys[:depth]
            constants = {name: constant for keys, name, constant in self.constants if keys == above}
            value = [value] if key == 0 else {**constants, key: value}
        return value

    def is_named_by(self, errors: list[dict[str, Any]]) -> bool:
        """Whether an error names the field, or the list that contains it."""
        names = {error["field"] for error in errors}
        whole = ".".join(str(key) for key in self.keys)
        return bool(names & {whole, whole.removesuffix(".0")})


class BodyFields:
    """Finds the fields of all request bodies; a schema that several bodies share is searched only once."""

    def __init__(self, document: Json, excluded_paths: tuple[str, ...] = ()) -> None:
        self._document = document
        self._excluded_paths = excluded_paths
        self._seen: set[tuple[str, str]] = set()

    def all(self) -> Iterator[Field]:
        for path, operations in self._document["paths"].items():
            for method, operation in operations.items() if not path.startswith(self._excluded_paths) else ():
                content = operation.get("requestBody", {}).get("content", {})
                schema = content.get("application/json", {}).get("schema", {})
                start = Field(method.upper(), path.removeprefix("/api/2"), (), "", ())
                yield from self._inside(schema, start, name="")
        for path, keys, schema_name, other_fields in DEPENDENT:
            method = "PUT" if "/games/" in path else "POST"
            constants = tuple(((), name, value) for name, value in other_fields.items())
            schema = self._document["components"]["schemas"][schema_name]
            yield from self._inside(schema, Field(method, path, keys, "", constants), name=f"{path} {schema_name}")

    def _inside(self, schema: Json, parent: Field, name: str) -> Iterator[Field]:
        """Yields the fields inside a value with this schema; `name` is that of the object that contains the value."""
        for option in schema.get("anyOf") or schema.get("oneOf") or [schema]:
            reference = option.get("$ref", "").rpartition("/")[2]
            if reference:
                yield from self._inside(self._document["components"]["schemas"][reference], parent, reference)
            elif option.get("type") == "array":
                yield from self._inside(option["items"], below(parent, 0), name)
            elif option.get("type") in {"string", "integer", "number"} and "const" not in option:
                is_declared = bool(LIMITS & option.keys())
                yield Field(parent.method, parent.path, parent.keys, option["type"], parent.constants, is_declared)
            else:
                yield from self._properties(option.get("properties", {}), parent, name)

    def _properties(self, properties: Json, parent: Field, name: str) -> Iterator[Field]:
        constants = ((parent.keys, field, schema["const"]) for field, schema in properties.items() if "const" in schema)
        inside = Field(parent.method, parent.path, parent.keys, "", (*parent.constants, *constants))
        for field, schema in properties.items():
            where = (name or f"{parent.method} {parent.path}", field)
            if where in self._seen or where in FILES:
                continue
            self._seen.add(where)
            yield from self._inside(schema, below(inside, field), name)


def below(parent: Field, key: str | int) -> Field:
    return Field(parent.method, parent.path, (*parent.keys, key), parent.kind, parent.constants)


def test_limit_of_every_text_is_declared_in_the_description_of_the_api() -> None:
    texts = [one for one in BodyFields(json.loads(OPENAPI.read_text())).all() if one.kind == "string"]
    undeclared = [f"{one.method} {one.path} {one.keys}" for one in texts if not one.is_declared]
    assert undeclared == []
    assert len(texts) > 200


@pytest.mark.rows("V3")
async def test_value_beyond_its_limit_is_refused_with_its_field(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    fields = list(BodyFields(json.loads(OPENAPI.read_text()), UNTESTED_PATHS).all())
    wrong: list[str] = []
    for field in fields:
        address = field.path.replace("{channel_id}", channel_id).replace("{provider}", "twitch")
        address = "/".join(channel_id if "{" in part else part for part in address.split("/"))
        answer = await owner.ask(field.method, address, json=field.body())
        if answer.status_code != 422 or not field.is_named_by(answer.json().get("errors") or []):
            wrong.append(f"{field.method} {field.path} {field.keys}: {answer.status_code} {answer.text[:200]}")
    assert wrong == []
    assert len(fields) > 400
