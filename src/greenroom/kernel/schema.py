"""Base classes of the models that are read from and written as JSON."""

import warnings
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict
from pydantic.warnings import UnsupportedFieldAttributeWarning

# FastAPI hides this warning while it declares a route, but deferred models are built later.
warnings.filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)


class Schema(BaseModel):
    """A model whose validator is built at first use; building all at the start would make the start a tenth slower."""

    model_config = ConfigDict(defer_build=True)


class StrictSchema(Schema):
    """Rejects unknown fields."""

    model_config = ConfigDict(extra="forbid")


def _without_trailing_slash(url: str) -> str:
    return url.rstrip("/")


# URL of a service; paths are appended to it.
BaseUrl = Annotated[str, AfterValidator(_without_trailing_slash)]
