"""Models of the API that every list has under its own name."""

from typing import Annotated, Any, Literal, cast
from uuid import UUID

from pydantic import BaseModel, Field, create_model

from greenroom.kernel.schema import Schema, StrictSchema


class Switch(StrictSchema):
    ids: list[UUID]
    enabled: bool


def live_message(many: str) -> type[BaseModel]:
    kind = f"{many}_changed"
    return create_model(
        f"{many.capitalize()}Changed",
        __base__=Schema,
        __doc__=f"{many.capitalize()} were created, changed or deleted.",
        type=(cast("Any", Literal)[kind], kind),
    )


def page(many: str, shown: type[BaseModel], doc: str) -> type[BaseModel]:
    records = cast("Any", list)[shown]
    return create_model(f"{many.capitalize()}Out", __base__=Schema, __doc__=doc, records=(records, ...))


def switch(many: str, limit: int) -> type[Switch]:
    ids = Annotated[list[UUID], Field(min_length=1, max_length=limit)]
    return create_model(f"{many.capitalize()}Switch", __base__=Switch, ids=(ids, ...))
