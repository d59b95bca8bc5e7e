"""Platforms that channels stream on: their properties for features, and their keys as validated API types.

Each platform declares itself in its own `info.py`; `installed_platforms.py` collects them in display order.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from msgspec import Struct
from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticKnownError, core_schema


class StreamPlatform(Struct, frozen=True):
    provider: str
    name: str
    # A login is unique to one account; without logins, several viewers may share a name.
    has_logins: bool = True
    # The platform reports when a viewer followed.
    reports_follow_date: bool = False
    # The platform reports when an account was created.
    reports_account_age: bool = False


_declared: dict[str, StreamPlatform] = {}


def declare_stream_platforms(platforms: Iterable[StreamPlatform]) -> None:
    _declared.update((platform.provider, platform) for platform in platforms)


def stream_platforms() -> tuple[StreamPlatform, ...]:
    return tuple(_declared.values())


def stream_providers() -> tuple[str, ...]:
    return tuple(_declared)


def find_stream_platform(provider: str) -> StreamPlatform | None:
    return _declared.get(provider)


def has_logins(provider: str) -> bool:
    """Whether a login belongs to exactly one account of the platform."""
    platform = _declared.get(provider)
    return platform is not None and platform.has_logins


def platform_name(provider: str) -> str:
    platform = _declared.get(provider)
    return provider if platform is None else platform.name


def _check(provider: str) -> str:
    if provider not in _declared:
        raise PydanticKnownError("literal_error", {"expected": " or ".join(f"'{key}'" for key in _declared)})
    return provider


class _KnownProvider:
    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401  # Pydantic's own signature
        return core_schema.no_info_after_validator_function(_check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(schema) | {"enum": list(_declared)}


def _check_count(providers: Sequence[str]) -> Sequence[str]:
    if len(providers) > len(_declared):
        limit = {"field_type": "List", "max_length": len(_declared), "actual_length": len(providers)}
        raise PydanticKnownError("too_long", limit)
    return providers


class _MaxCount:
    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401  # Pydantic's own signature
        return core_schema.no_info_after_validator_function(_check_count, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(schema) | {"maxItems": len(_declared)}


StreamProvider = Annotated[str, _KnownProvider()]
# An empty list usually means all platforms.
StreamProviders = Annotated[list[StreamProvider], _MaxCount()]
