import json
from math import isfinite
from typing import cast

from pydantic import JsonValue

from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.errors import Invalid

MAX_SETTINGS_BYTES = 16_384
MAX_KEY_LENGTH = 100
MAX_KEYS = 100
MAX_DEPTH = 20


def merge_settings(current: JsonObject, change: JsonObject) -> JsonObject:
    """The settings with a change applied: null removes a key, and keys that are not in the change stay."""
    for key, value in change.items():
        if not 1 <= len(key) <= MAX_KEY_LENGTH or not _is_storable(key):
            raise Invalid("settings", f"a key has 1 to {MAX_KEY_LENGTH} characters")
        if not _is_storable(cast("JsonValue", value)):
            raise Invalid(key, f"must be plain JSON, at most {MAX_DEPTH} levels deep")
    merged = {key: value for key, value in (current | change).items() if value is not None}
    if len(merged) > MAX_KEYS:
        raise Invalid("settings", f"at most {MAX_KEYS} keys")
    if len(json.dumps(merged, ensure_ascii=False).encode()) > MAX_SETTINGS_BYTES:
        raise Invalid("settings", f"at most {MAX_SETTINGS_BYTES} bytes in all")
    return merged


def _is_storable(value: JsonValue, levels: int = MAX_DEPTH) -> bool:
    """Whether databases and browsers accept the value: no NaN, lone surrogates or NUL, and no deep nesting."""
    match value:
        case str():
            return not any(character == "\0" or "\ud800" <= character <= "\udfff" for character in value)
        case float():
            return isfinite(value)
        case list():
            return levels > 0 and all(_is_storable(item, levels - 1) for item in value)
        case dict():
            return levels > 0 and all(
                _is_storable(key) and _is_storable(item, levels - 1) for key, item in value.items()
            )
        case _:
            return True


def username_candidates(login: str) -> list[str]:
    """The login, then the login with a number: on two platforms one login may belong to different users."""
    return [login, *(f"{login}{number}" for number in range(2, 1000))]
