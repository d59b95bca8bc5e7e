"""Plain messages for validation errors."""

from typing import Any

from pydantic_core import ErrorDetails

# Messages by Pydantic's error type.
MESSAGES = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "string_type": "must be a text",
    "string_unicode": "must be a text",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "datetime_type": "must be a date and a time",
    "datetime_parsing": "must be a date and a time",
    "datetime_from_date_parsing": "must be a date and a time",
    "timezone_aware": "must have a time zone, such as 2026-11-01T18:00:00Z",
    "date_type": "must be a date",
    "date_parsing": "must be a date",
    "date_from_datetime_parsing": "must be a date",
    "date_from_datetime_inexact": "must be a date",
    "uuid_type": "is not an id",
    "uuid_parsing": "is not an id",
}


def message_for(item: ErrorDetails) -> str:
    return MESSAGES.get(item["type"]) or _bound(item["type"], item.get("ctx", {}), item["input"]) or _own_message(item)


def _bound(kind: str, bounds: dict[str, Any], value: object) -> str:
    match kind:
        case "string_too_long" | "too_long":
            return _size(f"at most {bounds['max_length']}", value)
        case "string_too_short" | "too_short":
            shortest = bounds["min_length"]
            return "must not be empty" if shortest == 1 else _size(f"at least {shortest}", value)
        case "greater_than_equal":
            return f"must be at least {bounds['ge']}"
        case "less_than_equal":
            return f"must be at most {bounds['le']}"
        case "literal_error" | "enum":
            return f"must be {bounds['expected']}"
        case _:
            return ""


def _size(limit: str, value: object) -> str:
    return f"must be {limit} characters long" if isinstance(value, str) else f"must have {limit} entries"


def _own_message(item: ErrorDetails) -> str:
    """The message of our own validator, else Pydantic's."""
    return item["msg"].removeprefix("Value error, ")
