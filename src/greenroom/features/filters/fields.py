"""Fields that all filter types share."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from greenroom.accounts.access.rules import Role
from greenroom.accounts.stream_platforms import StreamProvider, StreamProviders
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.text import StorableText, line_of, optional_line_of

MAX_NAME_LENGTH = 100
MAX_MESSAGE_LENGTH = 500
MAX_STEPS = 10
MAX_EXEMPT_VIEWERS = 200
MAX_TIMEOUT_SECONDS = 1_209_600
MAX_STRIKE_SECONDS = 2_592_000

Mode = Literal["on", "shadow"]
ActionName = Literal["delete", "warn", "timeout", "ban"]
ViewerId = Annotated[StorableText, StringConstraints(min_length=1, max_length=100)]
Seconds = Annotated[int, Field(ge=1, le=MAX_TIMEOUT_SECONDS)]


class Step(StrictSchema):
    """Penalty of one offence. All actions also delete the message; `warn` tells the viewer why."""

    action: ActionName
    # Length of a `timeout`, by default 60; None for other actions.
    seconds: Seconds | None = None

    @model_validator(mode="after")
    def _only_timeouts_have_seconds(self) -> "Step":
        if self.action == "timeout" and self.seconds is None:
            self.seconds = 60
        if self.action != "timeout" and self.seconds is not None:
            raise ValueError("is only allowed for a timeout")
        return self


class ExemptViewer(StrictSchema):
    provider: StreamProvider
    provider_viewer_id: ViewerId
    # Only for display, and perhaps outdated: `provider_viewer_id` decides.
    name: Annotated[StorableText, StringConstraints(max_length=100)] = ""


def default_ladder() -> list[Step]:
    return [Step(action="warn"), Step(action="timeout", seconds=60), Step(action="timeout", seconds=600)]


# A level above every role: exempts only the broadcaster and owners, who are exempt from every filter.
NO_EXEMPT_LEVEL = 1_000


class FilterFields(StrictSchema):
    name: Annotated[str, line_of(MAX_NAME_LENGTH)]
    enabled: bool = True
    mode: Mode = "on"
    # Empty means all platforms.
    providers: StreamProviders = []
    # This level and above are exempt: 1 subscribers, 2 VIPs, 7 moderators, 1000 only the broadcaster and owners.
    exempt_level: Annotated[int, Field(ge=1, le=NO_EXEMPT_LEVEL)] = Role.MOD
    exempt_viewers: Annotated[list[ExemptViewer], Field(max_length=MAX_EXEMPT_VIEWERS)] = []
    ladder: Annotated[list[Step], Field(min_length=1, max_length=MAX_STEPS)] = Field(default_factory=default_ladder)
    # Posted in chat for a `warn` step; `$(user)` becomes the viewer's name. Empty: nothing is posted.
    message: Annotated[str, optional_line_of(MAX_MESSAGE_LENGTH)] = ""
    # Seconds after the last offence until strikes reset.
    strike_seconds: Annotated[int, Field(ge=1, le=MAX_STRIKE_SECONDS)] = 3600
