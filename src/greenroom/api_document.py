"""Builds openapi.json: the routes, and what FastAPI does not include: live messages, health and msgspec structs."""

import json
from typing import Any

import msgspec
from fastapi import FastAPI
from pydantic.json_schema import models_json_schema

from greenroom.chat.messages.line import ChatUpdate
from greenroom.feature import Features
from greenroom.kernel.services import services_of
from greenroom.kernel.web.api_router import load_routes
from greenroom.kernel.web.health import Health

COMPONENT_REF = "#/components/schemas/{name}"
LINE_SCHEMA = {"$ref": COMPONENT_REF.format(name="ChatLine")}
REMOVAL_SCHEMA = {"anyOf": [{"$ref": COMPONENT_REF.format(name="Removal")}, {"type": "null"}]}
# Fields that pass on stored JSON as bytes: their Python type says nothing about its schema.
RAW_JSON_FIELDS = {
    ("StoredLine", "line"): LINE_SCHEMA,
    ("StoredLine", "removal"): REMOVAL_SCHEMA,
    ("StoredLine", "former_removal"): REMOVAL_SCHEMA,
    ("Why", "line"): LINE_SCHEMA,
    ("Why", "removal"): REMOVAL_SCHEMA,
    ("Why", "records"): {"type": "array", "items": {"$ref": COMPONENT_REF.format(name="ConsideredRule")}},
}


def describe_api(app: FastAPI) -> str:
    load_routes(app)
    features = services_of(app).get(Features)
    models = [Health, *(message for feature in features for message in feature.live_messages)]
    structs = [struct for feature in features for struct in feature.structs]
    document = app.openapi()
    _, described = models_json_schema(
        [(model, "serialization") for model in models], ref_template="#/components/schemas/{model}"
    )
    document["components"]["schemas"].update(described["$defs"] | _describe_structs(structs))
    return json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False)


def _describe_structs(structs: list[type[Any]]) -> dict[str, dict[str, Any]]:
    (update,), described = msgspec.json.schema_components([ChatUpdate], ref_template=COMPONENT_REF)
    _, others = msgspec.json.schema_components(structs, ref_template=COMPONENT_REF)
    described |= others | {"ChatUpdate": update}
    for (name, field), field_schema in RAW_JSON_FIELDS.items():
        described[name]["properties"][field] = field_schema
    for schema in described.values():
        for field in schema.get("properties", {}).values():
            # Defaults are omitted when encoding; a schema with a default would promise that the field is there.
            field.pop("default", None)
    return described
