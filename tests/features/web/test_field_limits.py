"""Every text and every number in a request body has a limit; a value beyond it is refused, and the field is named."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import greenroom
from support.greenroom_server import ApiClient, GreenroomServer, Json

OPENAPI = Path(greenroom.__file__).parents[2] / "openapi.json"
TOO_LONG = "x" * 30_000
TOO_LARGE = 2**60
# Whole files, limited by the size of the body.
FILES = {(name, "content") for name in ("FileIn", "ApplyIn", "ReviewIn", "BalancesIn")}
# The body of a sign-in is refused as a whole, and a rehearsal is not running here.
OTHERWISE_LIMITED = ("/api/2/oauth/", "/api/2/channels/{channel_id}/rehearsal/")


def tried_fields() -> Iterator[tuple[str, str, str, str]]:
    """Method, path, name of the field, and its type."""
    document = json.loads(OPENAPI.read_text())
    for path, operations in document["paths"].items():
        for method, operation in operations.items() if not path.startswith(OTHERWISE_LIMITED) else ():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            name = body.get("$ref", "").rpartition("/")[2]
            properties: Json = document["components"]["schemas"].get(name, {}).get("properties", {})
            for field, schema in properties.items():
                if (name, field) not in FILES and (kind := type_of(schema)):
                    yield method.upper(), path.removeprefix("/api/2"), field, kind


def type_of(schema: Json) -> str | None:
    options: list[Json] = schema.get("anyOf", [schema])
    return next((one["type"] for one in options if one.get("type") in {"string", "integer", "number"}), None)


def named_fields(errors: list[dict[str, Any]]) -> set[str]:
    return {error["field"].split(".")[0] for error in errors}


@pytest.mark.rows("V3")
async def test_value_beyond_its_limit_is_refused_with_its_field(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    fields = list(tried_fields())
    wrong: list[str] = []
    for method, path, field, kind in fields:
        address = path.replace("{channel_id}", channel_id).replace("{provider}", "twitch")
        address = "/".join(channel_id if "{" in part else part for part in address.split("/"))
        answer = await owner.ask(method, address, json={field: TOO_LONG if kind == "string" else TOO_LARGE})
        if answer.status_code != 422 or field not in named_fields(answer.json().get("errors") or []):
            wrong.append(f"{method} {path} {field}: {answer.status_code} {answer.text[:80]}")
    assert wrong == []
    assert len(fields) > 150
