"""Builds the API from the routes of all features, and openapi.json.

Imported with the first API call, see `kernel/web/lazy_api.py`.
"""

import json
from typing import Any

import msgspec
from fastapi import FastAPI
from pydantic.json_schema import models_json_schema
from starlette.applications import Starlette
from starlette.types import ASGIApp

from greenroom import __version__
from greenroom.accounts.access.channel_paths import check_routes
from greenroom.assembly import Assembly
from greenroom.chat.messages.line import ChatUpdate
from greenroom.feature import Features
from greenroom.kernel.api.api_router import loaded_api, routes_of
from greenroom.kernel.api.invalid_requests import explain_invalid_requests
from greenroom.kernel.services import install_services, services_of
from greenroom.kernel.web.error_handlers import install_error_handlers
from greenroom.kernel.web.health import PATH, Health

COMPONENT_REF = "#/components/schemas/{name}"
LINE_SCHEMA = {"$ref": COMPONENT_REF.format(name="ChatLine")}
REMOVAL_SCHEMA = {"anyOf": [{"$ref": COMPONENT_REF.format(name="Removal")}, {"type": "null"}]}
# Description of the health call, which is served without FastAPI.
HEALTH_CALL = {
    "operationId": "health_health_get",
    "responses": {
        "200": {
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Health"}}},
            "description": "Every check; with status 503 if one fails",
        }
    },
    "summary": "Health",
    "tags": ["health"],
}
# Fields that pass on stored JSON as bytes: their Python type says nothing about its schema.
RAW_JSON_FIELDS = {
    ("StoredLine", "line"): LINE_SCHEMA,
    ("StoredLine", "removal"): REMOVAL_SCHEMA,
    ("StoredLine", "former_removal"): REMOVAL_SCHEMA,
    ("Why", "line"): LINE_SCHEMA,
    ("Why", "removal"): REMOVAL_SCHEMA,
    ("Why", "records"): {"type": "array", "items": {"$ref": COMPONENT_REF.format(name="ConsideredRule")}},
}


def build_api(assembly: Assembly, otherwise: ASGIApp) -> FastAPI:
    """`otherwise` serves the paths that no route has."""
    api = FastAPI(
        title="Greenroom",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    install_services(api, assembly.provided)
    install_error_handlers(api)
    explain_invalid_requests(api)
    api.router.routes.extend((*routes_of(assembly.routes), *assembly.webhook_routes))
    check_routes(api.routes)
    api.router.default = otherwise
    return api


def describe_api(app: Starlette) -> str:
    """The text of openapi.json: FastAPI's routes, plus live messages, msgspec structs and the health call."""
    api = loaded_api(app)
    features = services_of(app).get(Features)
    models = [Health, *(message for feature in features for message in feature.live_messages)]
    structs = [struct for feature in features for struct in feature.structs]
    document = api.openapi()
    document["paths"][PATH] = {"get": HEALTH_CALL}
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
