"""Validation messages in plain words."""

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

import pytest
from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from greenroom.kernel.validation_messages import message_for


def no_spaces(text: str) -> str:
    if " " in text:
        raise ValueError("must not have spaces in it")
    return text


class Form(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=5), AfterValidator(no_spaces)] = "a"
    code: Annotated[str, Field(min_length=3)] = "abc"
    seconds: Annotated[int, Field(ge=1, le=60)] = 1
    share: float = 0.5
    tags: Annotated[list[str], Field(min_length=2, max_length=3)] = ["a", "b"]
    is_on: bool = True
    kind: Literal["delete", "warn"] = "warn"
    owner: UUID | None = None
    opens_at: AwareDatetime | None = None
    day: date | None = None
    limits: dict[str, int] = {}
    form: "Form | None" = None


CASES: list[tuple[dict[str, object], str]] = [
    ({"name": ""}, "must not be empty"),
    ({"name": "abcdef"}, "must be at most 5 characters long"),
    ({"name": "a b"}, "must not have spaces in it"),
    ({"name": 5}, "must be a text"),
    ({"code": "ab"}, "must be at least 3 characters long"),
    ({"seconds": 0}, "must be at least 1"),
    ({"seconds": 61}, "must be at most 60"),
    ({"seconds": "soon"}, "must be a whole number"),
    ({"seconds": 1.5}, "must be a whole number"),
    ({"share": "half"}, "must be a number"),
    ({"tags": ["a"]}, "must have at least 2 entries"),
    ({"tags": ["a"] * 4}, "must have at most 3 entries"),
    ({"tags": "a"}, "must be a list"),
    ({"is_on": "perhaps"}, "must be true or false"),
    ({"kind": "ban"}, "must be 'delete' or 'warn'"),
    ({"owner": "me"}, "is not an id"),
    ({"colour": "red"}, "is not known here"),
    ({"name": b"\xff"}, "must be a text"),
    ({"opens_at": "x"}, "must be a date and a time"),
    ({"opens_at": "2026-11-01x"}, "must be a date and a time"),
    ({"opens_at": []}, "must be a date and a time"),
    ({"opens_at": "2026-11-01"}, "must have a time zone, such as 2026-11-01T18:00:00Z"),
    ({"day": "x"}, "must be a date"),
    ({"day": "2026-11-01x"}, "must be a date"),
    ({"day": []}, "must be a date"),
    ({"day": "2026-11-01T18:00:00Z"}, "must be a date"),
    ({"limits": "x"}, "must be an object"),
    ({"form": "x"}, "must be an object"),
]


@pytest.mark.parametrize(("fields", "message"), CASES)
def test_validation_error_has_a_readable_message(fields: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Form.model_validate(fields)
    assert [message_for(item) for item in caught.value.errors()] == [message]
