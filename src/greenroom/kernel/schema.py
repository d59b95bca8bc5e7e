"""Base classes of the models that are read from and written as JSON."""

import warnings

from pydantic import BaseModel, ConfigDict
from pydantic.warnings import UnsupportedFieldAttributeWarning

# FastAPI hides this warning while it declares a route, but deferred models are built later.
warnings.filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)


class Schema(BaseModel):
    """Its validators are built when it is first used: built all at once, they are a tenth of a start."""

    model_config = ConfigDict(defer_build=True)


class StrictSchema(Schema):
    """Rejects unknown fields."""

    model_config = ConfigDict(extra="forbid")
